// Tests that the kit's checks of metrics find flaws.
#include "checked_plugins.hpp"
#include "test.hpp"

using namespace skald::conformance;

namespace {

std::vector<std::string> failures_of(const std::string& flaw) {
  return failures(check(Kind::metric, "flawed_metric", {{"flaw", flaw}}));
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a metric in order conforms") { CHECK(failures_of("none") == Names{}); }

TEST_CASE("a metric's broken promises are found") {
  CHECK(failures_of("undeclared") == Names{"declared needs"});
  CHECK(failures_of("undeclared_at_first") == Names{"declared needs"});
  CHECK(failures_of("unused") == Names{"declared needs are read"});
  CHECK(failures_of("throws") == Names{"no exception"});
  CHECK(failures_of("refuses_few_draws") == Names{"values"});
  CHECK(failures_of("infinite") == Names{"values"});
  CHECK(failures_of("never") == Names{"declared needs are read", "values"});
  CHECK(failures_of("keeps_its_past") ==
        Names{"same observables, same value", "no memory of earlier records"});
  CHECK(failures_of("static_state") == Names{"same seed twice, same bits"});
  CHECK(failures_of("writes") == Names{"observables unchanged"});
  CHECK(failures_of("ignores_stride") == Names{"columns are found by their stride"});
}

TEST_CASE("a metric that refuses the kit's run is not checked") {
  const auto findings = check(Kind::metric, "flawed_metric", {{"flaw", "refuses"}});
  REQUIRE(findings.size() == 2);
  CHECK(findings.back().verdict == Verdict::skipped);
  CHECK(findings.back().found == "refuses the kit's run: the flaw of the kit's test");
}
