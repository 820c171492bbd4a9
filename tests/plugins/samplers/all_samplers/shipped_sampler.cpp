#include "all_samplers/shipped_sampler.hpp"

#include "test.hpp"

namespace skald::test {
namespace {

std::vector<LedgerCase>& cases_of(const std::string& sampler) {
  static std::map<std::string, std::vector<LedgerCase>> all;
  return all[sampler];
}

std::string undeclared(const std::string& sampler) {
  return "no test says ShippedSampler(\"" + sampler +
         "\").costs(options, formula): add it to tests/plugins/samplers/" + sampler +
         "_test.cpp, as fald_test.cpp does";
}

std::string names_of(const std::vector<Setting>& options) {
  std::string names;
  for (const Setting& option : options) names += " " + option.name;
  return names;
}

}  // namespace

const ShippedSampler& ShippedSampler::conforms(std::vector<Setting> options, double tolerance,
                                               std::vector<std::string> held) const {
  plugin_.conforms(std::move(options), tolerance, std::move(held));
  return *this;
}

const ShippedSampler& ShippedSampler::costs(
    std::vector<Setting> options,
    std::function<ledger_terms::Cost(const ledger_terms::Seen&)> formula,
    const LedgerRun& run) const {
  cases_of(plugin_.name()).push_back({std::move(options), std::move(formula), run});
  return *this;
}

void check_ledger(const std::string& sampler) {
  const std::vector<LedgerCase>& cases = cases_of(sampler);
  if (cases.empty()) FAIL(undeclared(sampler));
  for (const LedgerCase& given : cases) {
    INFO(sampler << names_of(given.options));
    recount(sampler, given);
  }
}

}  // namespace skald::test
