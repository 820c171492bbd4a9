// Looks at a run when something is due: a draw, a prediction, a record, or the end of burn-in.
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "record/records.hpp"
#include "run/experiment.hpp"
#include "run/measurement.hpp"
#include "run/run_hooks.hpp"
#include "skald/block.hpp"
#include "text/wire.hpp"

namespace skald::run {

class Observer {
 public:
  // All are borrowed; `samples` receives the draws, and may be null.
  Observer(Experiment& experiment, Measurement& measurement, SampleSink* samples)
      : experiment_(experiment), measurement_(measurement), samples_(samples) {}

  // Takes what is due at this iteration, whose chains are theta: draws at those of the plan
  // (takes_draw()), and at the end of the run a record, whether it is due or not. If the bits run
  // out at an iteration that has been observed already, only what is missing. `seconds`: wall time
  // of the iterations so far.
  void observe(std::int64_t iteration, ConstBlock theta, bool is_at_end, double seconds);

  // Returns when each record was made.
  const std::vector<record::MomentRecord>& moments() const { return moments_; }

  bool keeps_draws() const { return samples_ != nullptr; }

  // For checkpoints: the number of draws given to `samples`, and all else that must be kept. The
  // draws must be durable before a checkpoint is saved.
  std::int64_t kept() const { return kept_; }
  void flush() {
    if (samples_ != nullptr) samples_->flush();
  }
  void save(text::WireWriter& wire) const;
  // Continues after that iteration and that number of draws.
  void restore(text::WireReader& wire, std::int64_t iteration, std::int64_t kept, ConstBlock theta);

 private:
  bool may_predict_at(std::int64_t iteration) const;
  double rows_per_prediction() const;
  void observe_chains(ConstBlock theta, bool has_predictions);
  template <class Due>
  void observe_draws(ConstBlock theta, bool again, bool is_at_end, const Due& due);
  bool is_prediction_due(bool again, bool is_at_end) const;
  void take_draw(ConstBlock theta);
  void record(Part part);

  Experiment& experiment_;
  Measurement& measurement_;
  SampleSink* samples_;
  std::int64_t iteration_ = 0;            // that is observed now
  double seconds_ = 0;                    // at that iteration
  std::optional<std::int64_t> observed_;  // the last one that was
  std::int64_t kept_ = 0;
  double predicted_rows_ = 0;
  bool may_predict_ = true;  // at the iteration observed_
  std::vector<record::MomentRecord> moments_;
};

// The average of each chain's states along a run.
class ChainAverage {
 public:
  // Takes the states of all chains, d x C.
  void add(const Eigen::MatrixXd& theta) {
    if (count_++ == 0) sum_.setZero(theta.rows(), theta.cols());
    sum_ += theta;
  }
  // Of one state at least.
  Eigen::MatrixXd mean() const { return sum_ / static_cast<double>(count_); }

  // For checkpoints.
  void save(text::WireWriter& wire) const {
    wire.put(sum_);
    wire.put(count_);
  }
  // Throws std::runtime_error unless it is one of states like theta.
  void restore(text::WireReader& wire, const Eigen::MatrixXd& theta) {
    wire.read(sum_);
    wire.read(count_);
    const bool is_alike = sum_.rows() == theta.rows() && sum_.cols() == theta.cols();
    if (count_ == 0 ? sum_.size() > 0 : count_ < 0 || !is_alike)
      throw std::runtime_error("the checkpoint has another shape of the chains' averages");
  }

 private:
  Eigen::MatrixXd sum_;
  std::int64_t count_ = 0;
};

}  // namespace skald::run
