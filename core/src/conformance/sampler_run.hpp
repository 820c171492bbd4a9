// Runs of a sampler that is being checked.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "conformance/guarded_block.hpp"
#include "problem/metered_random.hpp"
#include "random/owned_random.hpp"
#include "random/philox_random.hpp"
#include "skald/sampler.hpp"

namespace skald::conformance {

// Makes a new object, with the options that are being checked.
using MakeSampler = std::function<std::shared_ptr<Sampler>()>;

// Keeps the last values of each name.
class LastRecords final : public Recorder {
 public:
  void record(const char* name, double value) override { values_[name] = {value}; }
  void record_vector(const char* name, std::span<const double> values) override {
    values_[name].assign(values.begin(), values.end());
  }
  const std::map<std::string, std::vector<double>>& values() const { return values_; }

 private:
  std::map<std::string, std::vector<double>> values_;
};

// Where, and with what noise, a sampler runs. All of it outlives the runs.
struct Surroundings {
  Problem& problem;
  Ledger& ledger;
  const Mechanism& mechanism;
};

// One run: starts the sampler, then advances it. Before each call, theta is filled with NaN; the
// storage around it is guarded.
class CheckedRun {
 public:
  // Clears the ledger. `first_chain` is the run's chain that the first column stands for. Without
  // `threads`, the run has one.
  CheckedRun(const Surroundings& surroundings, Sampler& sampler, std::uint64_t seed,
             const Eigen::MatrixXd& start, std::int64_t first_chain = 0,
             Threads* threads = nullptr);
  CheckedRun(const CheckedRun&) = delete;
  CheckedRun& operator=(const CheckedRun&) = delete;

  // Returns the estimates of all chains after that many more iterations.
  Eigen::MatrixXd advance(Index iterations);
  // Continues from another run's clock and state; both have the same number of chains.
  void take_over(const std::vector<Eigen::MatrixXd>& state, std::int64_t iteration);
  std::vector<Eigen::MatrixXd> state() const;
  std::int64_t iteration() const { return context_.iteration; }
  const LastRecords& records() const { return recorder_; }
  // Whether the sampler wrote only into its columns.
  bool intact() const { return theta_.intact(); }

 private:
  Sampler& sampler_;
  random::PhiloxRandom random_;
  random::OwnedRandom owned_;
  problem::MeteredRandom metered_;
  LastRecords recorder_;
  Context context_;
  GuardedBlock theta_;
};

// Different starts for that many chains.
Eigen::MatrixXd different_starts(Index d, Index chains);

// Whether all bits agree.
bool same_bits(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

}  // namespace skald::conformance
