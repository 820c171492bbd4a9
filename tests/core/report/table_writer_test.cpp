#include "report/table_writer.hpp"
#include "test.hpp"

using namespace skald::report;

namespace {

// Returns the table as written by a writer that measures that many rows.
std::string written(const record::ResultTable& table, TableFormat format, std::size_t measured) {
  std::string text;
  TableWriter writer(
      table.columns, format, [&](std::string_view part) { text += part; }, measured);
  for (const auto& row : table.rows) writer.add(row);
  writer.end();
  return text;
}

record::ResultTable counting(std::int64_t rows) {
  record::ResultTable table{{"n", "word"}, {}};
  for (std::int64_t i = 0; i < rows; ++i) table.rows.push_back({i, std::string("w")});
  return table;
}

}  // namespace

TEST_CASE("row by row or at once, the text is the same where the first rows are the widest") {
  const record::ResultTable table = counting(100);
  for (const TableFormat format : {TableFormat::text, TableFormat::markdown, TableFormat::csv,
                                   TableFormat::json, TableFormat::latex}) {
    CHECK(written(table, format, 100) == format_table(table, format));
    CHECK(written({table.columns, {}}, format, 1) == format_table({table.columns, {}}, format));
  }
}

TEST_CASE("rows after the measured ones keep the widths, and a wider cell pushes the rest") {
  CHECK(written({{"n", "w"},
                 {{std::int64_t{5}, std::string("a")},
                  {std::int64_t{60}, std::string("b")},
                  {std::int64_t{7}, std::string("c")}}},
                TableFormat::text, 1) ==
        "n  w\n"
        "5  a\n"
        "60  b\n"
        "7  c\n");
}

TEST_CASE("rows are given away while more of them come") {
  for (const TableFormat format : {TableFormat::text, TableFormat::markdown, TableFormat::csv,
                                   TableFormat::json, TableFormat::latex}) {
    std::size_t given = 0;
    TableWriter writer({"x"}, format, [&](std::string_view part) { given += part.size(); });
    const std::vector<record::SqlValue> row{std::string(1000, 'x')};
    for (int i = 0; i < 2000; ++i) writer.add(row);
    CHECK(given > 1'900'000);
    writer.end();
    CHECK(given >= 2'000'000);
  }
}

TEST_CASE("text that steers or is no UTF-8 is escaped for people and valid for programs") {
  const record::ResultTable table{{"a\u202e"}, {{std::string("\u009b\xff\x1b\n")}}};
  CHECK(format_table(table, TableFormat::text) == "a\\u202e\n\\u009b\\xff\\x1b\\x0a\n");
  CHECK(format_table(table, TableFormat::markdown) ==
        "| a\\u202e |\n| --- |\n| \\u009b\\xff\\x1b\\x0a |\n");
  CHECK(format_table(table, TableFormat::csv) == "a\u202e\n\"\u009b\ufffd\x1b\n\"\n");
  CHECK(format_table(table, TableFormat::json) ==
        "[\n{\"a\u202e\": \"\u009b\ufffd\\u001b\\u000a\"}\n]\n");
}

namespace format_table_test {

using namespace skald::report;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

record::ResultTable sample() {
  return {
      {"name", "x", "n", "blob"},
      {{std::string("a,\"b\""), 0.1, std::int64_t{5}, record::Blob{std::byte{0}, std::byte{255}}},
       {std::string("\xce\xb7|\x1b[2J"), -infinity, std::monostate{}, std::monostate{}},
       {std::monostate{}, 1.0 / 3, std::int64_t{-12}, record::Blob{}}}};
}

}  // namespace

TEST_CASE("text: aligned by code points, six digits, no control characters") {
  CHECK(format_table(sample(), TableFormat::text) ==
        "name              x    n  blob\n"
        "a,\"b\"           0.1    5  2 bytes\n"
        "\xce\xb7|\\x1b[2J      -inf    -  -\n"
        "-          0.333333  -12  0 bytes\n");
}

TEST_CASE("markdown: bars are escaped, numbers are aligned right") {
  CHECK(format_table(sample(), TableFormat::markdown) ==
        "| name | x | n | blob |\n"
        "| --- | ---: | ---: | --- |\n"
        "| a,\"b\" | 0.1 | 5 | 2 bytes |\n"
        "| \xce\xb7\\|\\x1b[2J | -inf | - | - |\n"
        "| - | 0.333333 | -12 | 0 bytes |\n");
}

TEST_CASE("markdown: no text becomes HTML, a link, a picture, or the end of a cell") {
  CHECK(markdown_text("<img src=x> ![a](http://x) a\\|b \\x1b p_c [1, 2]") ==
        "\\<img src=x> ![a]\\(http://x) a\\\\\\|b \\x1b p_c [1, 2]");
}

TEST_CASE("a heading leaves neither its line nor its comment") {
  const std::string text = "study\n\\input{/etc/passwd}\r<b>";
  CHECK(heading_line(text, TableFormat::latex) == "% study\\x0a\\input{/etc/passwd}\\x0d<b>");
  CHECK(heading_line(text, TableFormat::markdown) == "study\\x0a\\input{/etc/passwd}\\x0d\\<b>");
  CHECK(heading_line(text, TableFormat::text) == "study\\x0a\\input{/etc/passwd}\\x0d<b>");
}

TEST_CASE("csv: a text is no formula") {
  const record::ResultTable table{{"=x", "n"},
                                  {{std::string("=cmd|' /C calc'!A0"), std::int64_t{-12}},
                                   {std::string("+1"), -infinity},
                                   {std::string("@SUM(A1)"), std::monostate{}},
                                   {std::string("-"), std::monostate{}},
                                   {std::string("a=b"), std::monostate{}}}};
  CHECK(format_table(table, TableFormat::csv) ==
        "'=x,n\n'=cmd|' /C calc'!A0,-12\n'+1,-inf\n'@SUM(A1),\n-,\na=b,\n");
}

TEST_CASE("csv: quoted where needed, doubles exact") {
  CHECK(format_table(sample(), TableFormat::csv) ==
        "name,x,n,blob\n"
        "\"a,\"\"b\"\"\",0.1,5,00ff\n"
        "\xce\xb7|\x1b[2J,-inf,,\n"
        ",0.3333333333333333,-12,\n");
}

TEST_CASE("json: escaped, infinities as strings") {
  CHECK(format_table(sample(), TableFormat::json) ==
        "[\n"
        "{\"name\": \"a,\\\"b\\\"\", \"x\": 0.1, \"n\": 5, \"blob\": \"00ff\"},\n"
        "{\"name\": \"\xce\xb7|\\u001b[2J\", \"x\": \"-Infinity\", \"n\": null, \"blob\": null},\n"
        "{\"name\": null, \"x\": 0.3333333333333333, \"n\": -12, \"blob\": \"\"}\n"
        "]\n");
  CHECK(format_table({{"x"}, {}}, TableFormat::json) == "[\n]\n");
}

TEST_CASE("latex: the cells of the text, escaped, in a tabular") {
  CHECK(format_table({{"a_b", "n"}, {{std::string("x & y"), 0.1}, {std::monostate{}, 2e7}}},
                     TableFormat::latex) ==
        "\\begin{tabular}{lr}\n\\toprule\na\\_b & n \\\\\n\\midrule\n"
        "x \\& y & $0.1$ \\\\\n-- & $2 \\cdot 10^{7}$ \\\\\n"
        "\\bottomrule\n\\end{tabular}\n");
}

TEST_CASE("formats have names") {
  CHECK(table_format("md") == TableFormat::markdown);
  CHECK(table_format("table") == TableFormat::text);
  CHECK_THROWS_WITH(table_format("xml"), Catch::Contains("expected table, md, csv, json or latex"));
}

}  // namespace format_table_test
