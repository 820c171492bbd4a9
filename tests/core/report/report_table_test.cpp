#include "report/report_table.hpp"

#include "report/latex.hpp"
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
