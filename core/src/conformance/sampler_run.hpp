// Runs of a sampler that is being checked.
#pragma once

#include <Eigen/Core>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "problem/metered_random.hpp"
#include "random/owned_random.hpp"
#include "random/philox_random.hpp"
#include "skald/block.hpp"
#include "skald/sampler.hpp"

namespace skald::conformance {

// A block whose surroundings show whether anything was written there.

// A rows x cols block with a stride of rows + 3 in storage that begins and ends with an extra
// column; everything outside the block holds one value.
class GuardedBlock {
 public:
  GuardedBlock(Index rows, Index cols)
      : rows_(rows),
        cols_(cols),
        storage_(static_cast<std::size_t>((cols + 2) * stride()), kGuard) {}

  Block block() { return {storage_.data() + stride(), rows_, cols_, stride()}; }
  Eigen::MatrixXd matrix() const {
    return ConstBlock{storage_.data() + stride(), rows_, cols_, stride()}.matrix();
  }
  bool intact() const {
    for (std::size_t i = 0; i < storage_.size(); ++i) {
      const auto at = static_cast<Index>(i);
      const Index column = at / stride() - 1;
      const bool inside = column >= 0 && column < cols_ && at % stride() < rows_;
      if (!inside && storage_[i] != kGuard) return false;
    }
    return true;
  }

 private:
  static constexpr double kGuard = -7.25e77;
  Index stride() const { return rows_ + 3; }

  Index rows_, cols_;
  std::vector<double> storage_;
};

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
