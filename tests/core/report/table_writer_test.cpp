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
