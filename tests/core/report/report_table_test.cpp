#include "report/report_table.hpp"
#include "report/table_writer.hpp"
#include "test.hpp"

namespace report_table_test {

using namespace skald::report;

namespace {

ReportTable sample() {
  ReportTable table = table_by({"step_size"});
  table.columns.push_back({"w2", "theta^2"});
  table.columns.push_back({"n", ""});
  const auto add = [&](record::SqlValue key, const Estimate& estimate, Mark mark,
                       const char* note) {
    auto& row = table.rows.emplace_back(key_cells({std::move(key)}));
    row.push_back(estimate_cell(estimate));
    row.back().mark = mark;
    row.back().note = note;
    row.push_back(value_cell(std::int64_t{10}));
  };
  add(std::string("= h & 5 %"), {10, 0, 0.5123, 0.1, 0.0071}, Mark::best, "");
  add(std::string("a_b"), {8, 2, 0.25, 0.5, 0.41}, Mark::tied, "n = 8");
  add(1e-7, {10, 0, 3.5e8, 0.1, 1e6}, Mark::none, "");
  add({}, {0, 10, std::numeric_limits<double>::infinity(), 0, 0}, Mark::none, "");
  return table;
}

}  // namespace

TEST_CASE("text: signs behind the best and what is tied with it") {
  CHECK(format_report(sample(), TableFormat::text) ==
        "step_size  w2 [theta^2]            n\n"
        "= h & 5 %  0.5123 \xc2\xb1 0.0071 *      10\n"
        "a_b        0.25 \xc2\xb1 0.41 ~ (n = 8)  10\n"
        "1e-07      (3.500 \xc2\xb1 0.010)e8      10\n"
        "-          inf                    10\n");
}

TEST_CASE("markdown: both in bold") {
  CHECK(format_report(sample(), TableFormat::markdown) ==
        "| step_size | w2 [theta^2] | n |\n"
        "| --- | --- | ---: |\n"
        "| = h & 5 % | **0.5123 \xc2\xb1 0.0071** | 10 |\n"
        "| a_b | **0.25 \xc2\xb1 0.41** (n = 8) | 10 |\n"
        "| 1e-07 | (3.500 \xc2\xb1 0.010)e8 | 10 |\n"
        "| - | inf | 10 |\n");
}

TEST_CASE("latex: booktabs, mathematics, escapes") {
  CHECK(format_report(sample(), TableFormat::latex) ==
        "\\begin{tabular}{llr}\n"
        "\\toprule\n"
        "step\\_size & w2 [theta\\textasciicircum{}2] & n \\\\\n"
        "\\midrule\n"
        "= h \\& 5 \\% & $\\mathbf{0.5123 \\pm 0.0071}$ & $10$ \\\\\n"
        "a\\_b & $\\mathbf{0.25 \\pm 0.41}$ (n = 8) & $10$ \\\\\n"
        "$1 \\cdot 10^{-7}$ & $(3.500 \\pm 0.010) \\cdot 10^{8}$ & $10$ \\\\\n"
        "-- & $\\infty$ & $10$ \\\\\n"
        "\\bottomrule\n"
        "\\end{tabular}\n");
  CHECK_THROWS_AS(format_report(sample(), TableFormat::csv), std::invalid_argument);
}

TEST_CASE("every character that means something to LaTeX is escaped") {
  CHECK(latex_text("\\ ^~<>|\"&%$#_{}") ==
        "\\textbackslash{} \\textasciicircum{}\\textasciitilde{}\\textless{}\\textgreater{}"
        "\\textbar{}\\textquotedbl{}\\&\\%\\$\\#\\_\\{\\}");
  CHECK(latex_text("\x1b[2J") == "\\textbackslash{}x1b[2J");
  CHECK(latex_value(-std::numeric_limits<double>::infinity()) == "$-\\infty$");
  CHECK(latex_value(5.12e6) == "$5.12 \\cdot 10^{6}$");
}

}  // namespace report_table_test

namespace fit_width_test {

using namespace skald::report;

namespace {

ReportTable sample() {
  ReportTable table = table_by({"sampler"});
  for (const char* name : {"accuracy", "bits", "rounds", "n"}) table.columns.push_back({name, ""});
  for (const char* sampler : {"fald", "vr_fald"}) {
    auto& row = table.rows.emplace_back(key_cells({std::string(sampler)}));
    row.push_back(estimate_cell({10, 0, sampler[0] == 'f' ? 0.5 : 0.6, 0.1, 0.071}));
    row.push_back(value_cell(std::int64_t{38400}));
    row.push_back(value_cell(std::int64_t{sampler[0]}));
    row.push_back(value_cell(std::int64_t{10}));
  }
  return table;
}

std::size_t widest_line(const FittedTable& fitted) {
  std::size_t widest = 0;
  for (const ReportTable& block : fitted.blocks) {
    std::istringstream lines(format_report(block, TableFormat::text));
    for (std::string line; std::getline(lines, line);) {
      std::size_t width = 0;
      for (const char c : line) width += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
      widest = std::max(widest, width);
    }
  }
  return widest;
}

}  // namespace

TEST_CASE("a table that fits stays as it is") {
  const FittedTable fitted = fit_width(sample(), 41);
  CHECK(fitted.constants.empty());
  REQUIRE(fitted.blocks.size() == 1);
  CHECK(widest_line(fitted) == 41);
  CHECK(fitted.blocks[0].columns.size() == 5);
}

TEST_CASE("first constant columns go, then the others stand below one another") {
  const FittedTable narrow = fit_width(sample(), 40);
  CHECK(narrow.constants ==
        std::vector<std::pair<std::string, std::string>>{{"bits", "38400"}, {"n", "10"}});
  REQUIRE(narrow.blocks.size() == 1);
  CHECK(widest_line(narrow) <= 40);
  const FittedTable narrower = fit_width(sample(), 24);
  REQUIRE(narrower.blocks.size() == 2);
  CHECK(widest_line(narrower) <= 24);
  CHECK(format_report(narrower.blocks[1], TableFormat::text) ==
        "sampler  rounds\nfald        102\nvr_fald     118\n");
  CHECK(fit_width(sample(), 1).blocks.size() == 2);  // not narrower than a column
}

TEST_CASE("of one row nothing is constant, and a table may have no columns but its keys") {
  ReportTable table = sample();
  table.rows.resize(1);
  CHECK(fit_width(table, 20).constants.empty());
  CHECK(fit_width(table_by({"a", "b"}), 1).blocks.size() == 1);
}

}  // namespace fit_width_test

using namespace skald::report;

// By hand: in {4, none, 1} two items have a value, and their mean is 2.5.
TEST_CASE("a vector series is shown by its last record") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const std::vector<record::VectorSeriesRecord> all{
      {"sampler.norm", {{10, {9, 9, 9}}, {20, {4, none, 1}}}}, {"sampler.share", {{10, {none}}}}};
  CHECK(format_table(vector_table(all), TableFormat::csv) ==
        "vector,records,iteration,items,min,mean,max\n"
        "sampler.norm,2,20,2,1,2.5,4\n"
        "sampler.share,1,10,0,,,\n");
  CHECK(vector_table({}).rows.empty());
  CHECK(format_table(vector_table(all, {"h1", "h2", "h3"}), TableFormat::csv) ==
        "vector,records,iteration,items,min,mean,max,client of min,of max\n"
        "sampler.norm,2,20,2,1,2.5,4,h3,h1\n"
        "sampler.share,1,10,0,,,,,\n");
}
