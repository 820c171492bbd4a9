#include <algorithm>
#include <array>
#include <string_view>

#include "conformance/reference_problem.hpp"
#include "conformance/sampler_checks.hpp"
#include "problem/metered_random.hpp"

namespace skald::conformance {
namespace {

constexpr std::string_view kPath = "law of the first iterations";
constexpr std::array<std::string_view, 4> kOracles{"stationary law", kPath, "fixed point",
                                                   "rest at the optimum"};

// The checks whose problems are all of the kit.
void check_law(const SamplerCheck& sampler, CheckRunner& runner) {
  const auto& make = sampler.make;
  const bool has_excuses = sampler.effort == Effort::quick;
  const auto one = [&](const char* name, const std::function<Finding()>& check) {
    runner.run(
        name, [&] { return std::vector<Finding>{check()}; }, Refusal::is_not_tried);
  };
  if (make()->output() == Output::point_estimate) {
    one("fixed point", [&] { return check_fixed_point(make, has_excuses); });
    one("rest at the optimum", [&] { return check_stated_rest(make, has_excuses); });
    one("rest at the minimiser",
        [&] { return check_agreement(make, has_excuses, sampler.slower); });
  } else {
    runner.run("law of the draws",
               [&] { return check_draws(make, sampler.tolerance, sampler.effort); });
  }
  one("law of the first iterations", [&] { return check_first_strides(make, sampler.effort); });
}

}  // namespace

bool is_of_oracle(const Finding& finding) {
  return std::any_of(kOracles.begin(), kOracles.end(),
                     [&](std::string_view name) { return finding.check.starts_with(name); });
}

bool is_of_path(const Finding& finding) { return finding.check.starts_with(kPath); }

void check_sampler(const SamplerCheck& sampler, CheckRunner& runner) {
  const auto& make = sampler.make;
  const auto surroundings = [&](ReferenceProblem& reference) {
    return reference.surroundings(sampler.mechanism);
  };
  bool is_refused = true, is_repeatable = true;
  runner.run(
      "contract",
      [&] {
        const auto reference = unequal_clients();
        auto findings = check_sampler_contract(surroundings(*reference), make);
        is_refused = false;
        is_repeatable = findings.front().verdict == Verdict::passed;
        return findings;
      },
      sampler.refusal);
  if (is_refused) return;
  if (sampler.effort == Effort::full && is_repeatable) {
    runner.run("threads", [&] {
      const auto reference = unequal_clients();
      return check_sampler_threads(surroundings(*reference), make, sampler.states_threads);
    });
  }
  runner.run("random draws are used once", [&] {
    const auto reference = unequal_clients();
    return std::vector<Finding>{check_distinct_draws(surroundings(*reference), make)};
  });
  runner.run("rows in minibatches",
             [&] { return std::vector<Finding>{check_row_use(make, sampler.may_repeat_rows)}; });
  check_law(sampler, runner);
}

std::vector<Finding> check_sampler(const MakeSampler& make, const Mechanism& mechanism,
                                   double tolerance, bool states_threads) {
  FindingList list;
  const ProcessorBudget unlimited;
  CheckRunner runner(list, unlimited);
  check_sampler({make, mechanism, tolerance, states_threads}, runner);
  return std::move(list.findings);
}

}  // namespace skald::conformance
