#include "all_samplers/shipped_sampler.hpp"

#include <map>
#include <utility>

#include "catch.hpp"
#include "plugin_check.hpp"

namespace skald::test {
namespace {

struct KitCase {
  std::vector<Setting> options;
  double tolerance;
};

struct Cases {
  std::vector<KitCase> kit;
  std::vector<LedgerCase> ledger;
};

std::map<std::string, Cases>& declared() {
  static std::map<std::string, Cases> all;
  return all;
}

Cases cases_of(const std::string& sampler) {
  const auto found = declared().find(sampler);
  return found == declared().end() ? Cases{} : found->second;
}

std::string undeclared(const std::string& sampler, const std::string& call) {
  return "no test says ShippedSampler(\"" + sampler + "\")." + call +
         ": add it to tests/plugins/samplers/" + sampler + "_test.cpp, as fald_test.cpp does";
}

std::string names_of(const std::vector<Setting>& options) {
  std::string names;
  for (const Setting& option : options) names += " " + option.name;
  return names;
}

}  // namespace

const ShippedSampler& ShippedSampler::conforms(std::vector<Setting> options,
                                               double tolerance) const {
  declared()[name_].kit.push_back({std::move(options), tolerance});
  return *this;
}

const ShippedSampler& ShippedSampler::costs(
    std::vector<Setting> options,
    std::function<ledger_terms::Cost(const ledger_terms::Seen&)> formula,
    const LedgerRun& run) const {
  declared()[name_].ledger.push_back({std::move(options), std::move(formula), run});
  return *this;
}

void check_conforms(const std::string& sampler) {
  const Cases cases = cases_of(sampler);
  if (cases.kit.empty()) FAIL(undeclared(sampler, "conforms(options)"));
  for (const KitCase& given : cases.kit) {
    const auto findings =
        check(shipped_plugins().find(Kind::sampler, sampler), given.options, given.tolerance);
    INFO(sampler << names_of(given.options) << "\n" << report(findings));
    CHECK(failures(findings).empty());
    CHECK(findings.size() >= 12);
  }
}

void check_ledger(const std::string& sampler) {
  const Cases cases = cases_of(sampler);
  if (cases.ledger.empty()) FAIL(undeclared(sampler, "costs(options, formula)"));
  for (const LedgerCase& given : cases.ledger) {
    INFO(sampler << names_of(given.options));
    recount(sampler, given);
  }
}

}  // namespace skald::test
