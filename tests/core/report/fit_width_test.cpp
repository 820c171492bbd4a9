#include "report/fit_width.hpp"

#include "test.hpp"

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
