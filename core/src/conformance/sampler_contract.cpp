#include "conformance/finding.hpp"
#include "conformance/sampler_checks.hpp"
#include "record/costs.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

namespace skald::conformance {
namespace {

using Eigen::MatrixXd;

constexpr Index kChains = 5;
constexpr std::uint64_t kSeed = 11;

// The costs of all chains together.
Costs costs(const Ledger& ledger) { return record::counted(ledger, 1); }

// Describes the first difference, such as "chain 2: 0.25 instead of 0.5".
std::string difference(const MatrixXd& found, const MatrixXd& expected) {
  for (Index j = 0; j < found.cols(); ++j) {
    for (Index i = 0; i < found.rows(); ++i) {
      if (same_bits(found.block(i, j, 1, 1), expected.block(i, j, 1, 1))) continue;
      std::ostringstream text;
      text.precision(17);
      text << "chain " << j << ", coordinate " << i << ": " << found(i, j) << " instead of "
           << expected(i, j);
      return text.str();
    }
  }
  return "";
}

class Contract {
 public:
  Contract(const Surroundings& surroundings, const MakeSampler& make, Index iterations)
      : surroundings_(surroundings),
        make_(make),
        stride_(make()->stride()),
        iterations_(std::max<Index>(iterations / (2 * stride_), 1) * 2 * stride_),
        starts_(different_starts(surroundings.problem.dimension(), kChains)) {}

  std::vector<Finding> check() {
    run_whole();
    std::vector<Finding> findings{repeated()};
    const bool is_repeatable = findings.front().verdict == Verdict::passed;
    for (const Finding& more : {finite(), guarded(), growing(), rate(), bits()})
      findings.push_back(more);
    if (!is_repeatable) {
      findings.push_back(no_comparisons());
      return findings;
    }
    for (const Finding& more :
         {interleaved(), started_again(), columns(), column_costs(), division(), restored()})
      findings.push_back(more);
    return findings;
  }

 private:
  // Performs the run with which the others are compared, stride by stride.
  void run_whole() {
    const auto sampler = make_();
    CheckedRun run(surroundings_, *sampler, kSeed, starts_);
    Costs before = costs(surroundings_.ledger);
    for (Index k = 0; k < iterations_; k += stride_) {
      expected_ = run.advance(stride_);
      const auto after = costs(surroundings_.ledger);
      for (const Cost& cost : kCosts) {
        const double now = after.*cost.value;
        if (now < before.*cost.value || !std::isfinite(now)) shrunk_ = cost.name;
      }
      before = after;
      if (k == 0) first_rounds_ = surroundings_.ledger.rounds;
    }
    cost_ = surroundings_.ledger;
    state_ = run.state();
    intact_ = run.intact();
  }

  Finding finite() const {
    return finding("finite estimates", "finite numbers after every iteration",
                   expected_.allFinite() ? "" : "an estimate that is not finite",
                   "the chain diverged, or uninitialised memory was read; is the step size small "
                   "enough for a curvature of about 8?");
  }
  Finding guarded() const {
    return finding(
        "writes only to its block", "rows below the block and columns beside it stay unchanged",
        intact_ ? "" : "memory outside the block was written",
        "use Block::matrix() or column(): columns of a block are `stride` apart, not `rows`");
  }
  // The estimates after every stride, as in run_whole().
  MatrixXd by_strides(CheckedRun& run, Index iterations) const {
    for (Index k = 0; k + stride_ < iterations; k += stride_) run.advance(stride_);
    return run.advance(stride_);
  }
  Finding repeated() {
    const auto sampler = make_();
    CheckedRun run(surroundings_, *sampler, kSeed, starts_);
    return repetition(difference(by_strides(run, iterations_), expected_));
  }
  Finding interleaved() {
    const auto sampler = make_(), other = make_();
    CheckedRun run(surroundings_, *sampler, kSeed, starts_);
    CheckedRun beside(surroundings_, *other, kSeed + 1, -starts_);
    MatrixXd found;
    for (Index k = 0; k < iterations_; k += stride_) {
      found = run.advance(stride_);
      beside.advance(stride_);
    }
    return finding("no hidden state", "a second object that runs alongside changes nothing",
                   difference(found, expected_),
                   "look for state that objects share: a static variable, a global, a cache");
  }
  Finding started_again() {
    const auto sampler = make_();
    CheckedRun(surroundings_, *sampler, kSeed + 1, -starts_.leftCols(2)).advance(stride_);
    CheckedRun run(surroundings_, *sampler, kSeed, starts_);
    return finding("start() resets", "an object that has run before repeats the run",
                   difference(by_strides(run, iterations_), expected_),
                   "reset everything in start(): something is left from the previous run");
  }
  Finding columns() {
    std::string found;
    for (const auto& [first, count] :
         {std::pair<Index, Index>{0, 1}, {3, 1}, {1, 3}, {kChains - 1, 1}}) {
      const auto sampler = make_();
      CheckedRun run(surroundings_, *sampler, kSeed, starts_.middleCols(first, count), first);
      if (!found.empty()) break;
      found = difference(by_strides(run, iterations_), expected_.middleCols(first, count));
      if (!found.empty()) found.insert(0, "a block from chain " + std::to_string(first) + " on: ");
    }
    return finding("columns are independent of their block",
                   "chain j depends only on column j and its own streams", found,
                   "keep chains apart; products of whole matrices may round differently by the "
                   "number of columns");
  }
  // Work that is done once for all chains serves each of them, and must be charged to each.
  Finding column_costs() {
    Costs sum = costs(Ledger());
    for (Index j = 0; j < kChains; ++j) {
      const auto sampler = make_();
      CheckedRun run(surroundings_, *sampler, kSeed, starts_.col(j), j);
      by_strides(run, iterations_);
      const auto alone = costs(surroundings_.ledger);
      for (const Cost& cost : kCosts) sum.*cost.value += alone.*cost.value;
    }
    std::string found;
    const auto together = costs(cost_);
    for (const Cost& cost : kCosts) {
      const double whole = together.*cost.value, parts = sum.*cost.value;
      if (!found.empty() || std::abs(whole - parts) <= 1e-9 * parts) continue;
      found = "the ledger's " + std::string(cost.name) + ": " + std::to_string(whole) + " of " +
              std::to_string(kChains) + " chains, " + std::to_string(parts) +
              " where each runs alone";
    }
    return finding("the cost of a block is that of its columns",
                   "chains cost the same together as one by one", found,
                   "multiply the cost of work that all chains share by their number");
  }
  Finding division() {
    const auto sampler = make_();
    CheckedRun run(surroundings_, *sampler, kSeed, starts_);
    std::string found = difference(run.advance(iterations_), expected_);
    const auto once = costs(surroundings_.ledger), often = costs(cost_);
    for (const Cost& cost : kCosts) {
      if (!found.empty() || once.*cost.value == often.*cost.value) continue;
      found = "the ledger's " + std::string(cost.name) + ": " + std::to_string(once.*cost.value) +
              " in one call, " + std::to_string(often.*cost.value) + " in several";
    }
    return finding(
        "division into calls", "one call to advance() does and costs the same as several", found,
        "count from context.iteration: something depends on where a call to advance() begins");
  }
  Finding restored() {
    const auto first = make_(), second = make_();
    CheckedRun run(surroundings_, *first, kSeed, starts_);
    run.advance(iterations_ / 2);
    const auto saved = run.state();
    CheckedRun resumed(surroundings_, *second, kSeed, MatrixXd::Zero(starts_.rows(), kChains));
    resumed.take_over(saved, iterations_ / 2);
    std::string found = difference(by_strides(resumed, iterations_ / 2), expected_);
    const auto state = resumed.state();
    for (std::size_t i = 0; i < state.size() && found.empty(); ++i) {
      if (!same_bits(state[i], state_.at(i))) found = "the states differ at the end";
    }
    return finding("state() restores",
                   "another object that takes over iteration and state continues bit for bit",
                   found, "add to state() everything that the next iteration reads");
  }
  Finding growing() const {
    return finding("costs never decrease", "no entry of the ledger ever decreases",
                   shrunk_.empty() ? "" : shrunk_ + " fell, or is not finite",
                   "add to the ledger, never assign to it");
  }
  // Rounds are counted over chains; each is a coin toss with probability at most `rate`. A set-up
  // in the first stride may take some besides.
  Finding rate() {
    const double rate = make_()->communication_rate();
    const double tosses = static_cast<double>((iterations_ - stride_) * kChains);
    const double found = static_cast<double>(cost_.rounds - first_rounds_) / tosses;
    const double error = kLargestScore * std::sqrt(std::max(rate * (1 - rate), 0.0) / tosses);
    return finding("communication rate",
                   std::to_string(rate) + " rounds per iteration, as communication_rate() says",
                   std::abs(found - rate) <= error + 1e-9 ? "" : std::to_string(found),
                   "make communication_rate(), the schedule and ledger.rounds agree");
  }

  Finding bits() const {
    std::string found;
    if (cost_.rounds > 0 && !(cost_.bits_up > 0)) found = "bits_up is 0";
    if (cost_.rounds > 0 && !(cost_.bits_down > 0)) {
      found += std::string(found.empty() ? "" : " and ") + "bits_down is 0";
    }
    if (!found.empty()) found += " after " + std::to_string(cost_.rounds) + " rounds";
    return finding("rounds cost bits", "bits in both directions if there are rounds", found,
                   "add the bits of every message to the ledger: methods are compared at equal "
                   "bits");
  }

  const Surroundings& surroundings_;
  const MakeSampler& make_;
  Index stride_, iterations_;
  MatrixXd starts_, expected_;
  std::vector<MatrixXd> state_;
  Ledger cost_;
  std::int64_t first_rounds_ = 0;  // in the first stride
  std::string shrunk_;
  bool intact_ = false;
};

}  // namespace

std::vector<Finding> check_sampler_contract(const Surroundings& surroundings,
                                            const MakeSampler& make, Index iterations) {
  return Contract(surroundings, make, iterations).check();
}

}  // namespace skald::conformance
