#include "conformance/sampler_checks.hpp"

#include <exception>
#include <functional>

#include "conformance/reference_problem.hpp"

namespace skald::conformance {
namespace {

// Returns what the checks find, or a finding that they could not be completed.
std::vector<Finding> guarded(const char* name,
                             const std::function<std::vector<Finding>()>& checks) {
  try {
    return checks();
  } catch (const std::exception& error) {
    return {finding(name, "no exception", error.what(),
                    "the sampler refused a problem of the kit or failed on it; see its message")};
  } catch (...) {
    return {finding(name, "no exception", "something other than a std::exception",
                    "throw std::invalid_argument or std::runtime_error")};
  }
}

}  // namespace

std::vector<Finding> check_sampler(const MakeSampler& make, const Mechanism& mechanism,
                                   double tolerance, bool states_threads, Effort effort,
                                   bool may_repeat_rows) {
  std::vector<Finding> findings = guarded("contract", [&] {
    const auto reference = unequal_clients();
    return check_sampler_contract(reference->surroundings(mechanism), make);
  });
  const auto append = [&](std::vector<Finding> more) {
    findings.insert(findings.end(), more.begin(), more.end());
  };
  if (effort == Effort::full) {
    append(guarded("threads", [&] {
      const auto reference = unequal_clients();
      return check_sampler_threads(reference->surroundings(mechanism), make, states_threads);
    }));
  }
  append(guarded("random draws are used once", [&] {
    const auto reference = unequal_clients();
    return std::vector<Finding>{check_distinct_draws(reference->surroundings(mechanism), make)};
  }));
  append(guarded("rows in minibatches",
                 [&] { return std::vector<Finding>{check_row_use(make, may_repeat_rows)}; }));
  append(guarded("law", [&] { return check_sampler_law(make, tolerance, effort); }));
  return findings;
}

}  // namespace skald::conformance
