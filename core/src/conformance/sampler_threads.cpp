#include "conformance/sampler_checks.hpp"

#include <algorithm>
#include <cstring>

#include "record/costs.hpp"
#include "threads/team.hpp"

namespace skald::conformance {
namespace {

using Eigen::MatrixXd;

constexpr const char* kCheck = "threads change nothing";
constexpr Index kIterations = 60;

// What a run has left.
struct Trace {
  std::vector<MatrixXd> estimates, state;
  std::map<std::string, std::vector<double>> records;
  Costs costs;
  bool had_sections = false;
};

Trace run_on(int threads, const Surroundings& surroundings, const MakeSampler& make) {
  const auto sampler = make();
  const Index stride = sampler->stride();
  threads::FixedCores cores(threads - 1);
  threads::Team team(cores);
  team.take_every_slot();
  CheckedRun run(surroundings, *sampler, 23, different_starts(surroundings.problem.dimension(), 4),
                 0, &team);
  Trace trace;
  for (Index k = 0; k < std::max(kIterations, stride); k += stride) {
    trace.estimates.push_back(run.advance(stride));
  }
  trace.state = run.state();
  trace.records = run.records().values();
  trace.costs = record::counted(surroundings.ledger, 1);
  trace.had_sections = team.most_used() > 1;
  return trace;
}

bool are_same(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size() || a.empty()) return a.size() == b.size();
  return std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

// Returns what differs first, or "".
std::string first_difference(const Trace& found, const Trace& expected) {
  for (std::size_t i = 0; i < expected.estimates.size(); ++i) {
    if (!same_bits(found.estimates[i], expected.estimates[i])) {
      return "the estimates after call " + std::to_string(i + 1) + " of advance()";
    }
  }
  for (std::size_t i = 0; i < expected.state.size(); ++i) {
    if (!same_bits(found.state[i], expected.state[i])) {
      return "block " + std::to_string(i) + " of state()";
    }
  }
  for (const auto& [name, values] : expected.records) {
    const auto at = found.records.find(name);
    if (at == found.records.end() || !are_same(at->second, values)) return "the record " + name;
  }
  for (const Cost& cost : kCosts) {
    if (found.costs.*cost.value != expected.costs.*cost.value) {
      return "the ledger's " + std::string(cost.name);
    }
  }
  return found.records.size() == expected.records.size() ? "" : "the names of the records";
}

Finding stated(bool is, bool had_sections) {
  return finding("threads as stated", "sections only where the descriptor says so",
                 had_sections && !is ? "calls of Context::parallel()" : "",
                 "set side_by_side in the descriptor (skald/plugin.hpp)");
}

}  // namespace

std::vector<Finding> check_sampler_threads(const Surroundings& surroundings,
                                           const MakeSampler& make, bool states_threads) {
  if (!surroundings.mechanism.is_thread_safe()) {
    return {skipped(kCheck, "the mechanism is not thread-safe, so that runs have one thread")};
  }
  const Trace expected = run_on(1, surroundings, make);
  std::string found;
  bool had_sections = false;
  for (int threads = 2; threads <= 3 && found.empty(); ++threads) {
    const Trace trace = run_on(threads, surroundings, make);
    had_sections |= trace.had_sections;
    found = first_difference(trace, expected);
    if (!found.empty()) found += " differ on " + std::to_string(threads) + " threads";
  }
  return {
      finding(kCheck, "the same estimates, state, records and costs on 1, 2 and 3 threads", found,
              "in a section, write only to the memory of the call's index or slot; add "
              "floating-point numbers in `then` (skald/threads.hpp)"),
      stated(states_threads, had_sections)};
}

}  // namespace skald::conformance
