#include "conformance/sampler_checks.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "conformance/reference_problem.hpp"
#include "problem/metered_random.hpp"

namespace skald::conformance {
namespace {

// Forwards to a problem and counts the rows of minibatches, by client.
class RowCounter final : public Problem {
 public:
  explicit RowCounter(Problem& problem)
      : problem_(problem), counts_(static_cast<std::size_t>(problem.clients() + 1)) {
    for (Index c = everyone; c < problem.clients(); ++c) {
      of(c).assign(static_cast<std::size_t>(problem.examples(c)), 0);
    }
  }

  const std::vector<double>& counts(Index client) { return of(client); }
  const std::string& fault() const { return fault_; }

  Index dimension() const override { return problem_.dimension(); }
  Index clients() const override { return problem_.clients(); }
  Index examples(Index client) const override { return problem_.examples(client); }
  double weight(Index client) const override { return problem_.weight(client); }
  void gradient(Index client, ConstBlock theta, Block out) override {
    problem_.gradient(client, theta, out);
  }
  void gradient(Index client, const Rows& batch, ConstBlock theta, Block out) override {
    count(client, batch, theta.cols);
    problem_.gradient(client, batch, theta, out);
  }
  void risk_gradient(Index client, const Rows& batch, ConstBlock theta, Block out) override {
    count(client, batch, theta.cols);
    problem_.risk_gradient(client, batch, theta, out);
  }
  void clipped_risk_gradient(Index client, const Rows& batch, double clip, double batch_size,
                             ConstBlock theta, Block out) override {
    count(client, batch, theta.cols);
    problem_.clipped_risk_gradient(client, batch, clip, batch_size, theta, out);
  }
  void potential(Index client, ConstBlock theta, std::span<double> out) const override {
    problem_.potential(client, theta, out);
  }
  Rows rows(Index client) const override { return problem_.rows(client); }
  double prior_share(Index client) const override { return problem_.prior_share(client); }
  const void* model_extension(const char* id) const override {
    return problem_.model_extension(id);
  }

 private:
  std::vector<double>& of(Index client) { return counts_[static_cast<std::size_t>(client + 1)]; }

  void count(Index client, const Rows& batch, Index chains) {
    for (Index j = 0; j < chains; ++j) {
      seen_.clear();
      for (Index r = 0; r < batch.count; ++r) seen_.push_back(batch.row(j, r));
      for (const Index row : seen_) {
        if (row < 0 || row >= examples(client)) {
          throw std::runtime_error("a minibatch of client " + std::to_string(client) +
                                   " holds row " + std::to_string(row) + " of " +
                                   std::to_string(examples(client)));
        }
        ++of(client)[static_cast<std::size_t>(row)];
      }
      std::sort(seen_.begin(), seen_.end());
      if (std::adjacent_find(seen_.begin(), seen_.end()) != seen_.end()) {
        fault_ = "a minibatch of client " + std::to_string(client) + " holds a row twice";
      }
    }
  }

  Problem& problem_;
  std::vector<std::vector<double>> counts_;
  std::vector<Index> seen_;  // rows of a minibatch
  std::string fault_;
};

// A row is drawn 1e4 times or more, in independent minibatches each of which may be used for
// several gradients. Its share then deviates by less than 15 %, except with a probability below
// 1e-9.
constexpr double kEnough = 1e4, kLargestDeviation = 0.15;

double mean_count(RowCounter& rows, Index client) {
  double mean = 0;
  const std::vector<double>& counts = rows.counts(client);
  for (const double count : counts) mean += count / static_cast<double>(counts.size());
  return mean;
}

// Whether that many are counted of everyone's rows, or of those of each client.
bool are_enough(RowCounter& rows) {
  if (mean_count(rows, Problem::everyone) >= kEnough) return true;
  for (Index c = 0; c < rows.clients(); ++c) {
    if (mean_count(rows, c) < kEnough) return false;
  }
  return true;
}

std::string uneven(RowCounter& rows, bool may_repeat) {
  for (Index c = Problem::everyone; c < rows.clients(); ++c) {
    const std::vector<double>& counts = rows.counts(c);
    const double mean = mean_count(rows, c);
    for (std::size_t r = 0; r < counts.size(); ++r) {
      if (mean < kEnough || std::abs(counts[r] / mean - 1) < kLargestDeviation) continue;
      return "row " + std::to_string(r) + (c < 0 ? "" : " of client " + std::to_string(c)) +
             " occurs " + std::to_string(counts[r] / mean) +
             " times as often as rows do on average";
    }
  }
  return may_repeat ? "" : rows.fault();
}

}  // namespace

Finding check_row_use(const MakeSampler& make, bool may_repeat) {
  constexpr Index chains = 200, most_iterations = 400, at_once = 25;
  const auto reference = equal_rows();
  RowCounter rows(reference->problem());
  const problem::NoNoise nothing;
  const auto sampler = make();
  const Eigen::MatrixXd start = Eigen::MatrixXd::Zero(rows.dimension(), chains);
  CheckedRun run({rows, reference->ledger(), nothing}, *sampler, 5, start);
  const Index stride = sampler->stride();
  const auto whole = [&](Index iterations) {
    return std::max(iterations / stride, Index{1}) * stride;
  };
  while (run.iteration() < whole(most_iterations) && !are_enough(rows)) run.advance(whole(at_once));
  return finding("rows in minibatches", "all rows of a client occur equally often",
                 uneven(rows, may_repeat),
                 "draw rows uniformly, without replacement within a minibatch: the gradient "
                 "estimate is biased");
}

}  // namespace skald::conformance
