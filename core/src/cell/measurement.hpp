// What is measured along one run.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cell/experiment.hpp"
#include "cell/law_along_run.hpp"
#include "cell/reference_outcome.hpp"
#include "cell/wire.hpp"
#include "metrics/even_draws.hpp"
#include "metrics/metric_set.hpp"
#include "store/records.hpp"

namespace skald {

// What the sampler records of itself: the last value of every name.
class RecordedScalars final : public Recorder {
 public:
  // Throws std::invalid_argument for a name that is no snake_case word.
  void record(const char* name, double value) override;
  const std::map<std::string, double>& values() const { return values_; }

  void save(WireWriter& wire) const;
  void restore(WireReader& wire);

 private:
  std::map<std::string, double> values_;
};

// Whether metrics of class predictions can be had.
bool predicts_classes(const Experiment& experiment);

// What a run is compared with (borrowed), and why there is nothing (empty: the grid names no
// reference).
struct Comparand {
  const ReferenceOutcome& reference;
  std::string absence;
};

// Feeds a run's draws to its metrics and keeps their series.
class Measurement {
 public:
  // `metrics`: the names asked for; of a reference run also what others need. The experiment, whose
  // sampler has started, and the scalars that it records outlive this.
  Measurement(Experiment& experiment, std::vector<std::string> metrics, const Comparand& comparand,
              const RecordedScalars& recorded, bool is_reference);

  // A draw that averages see, one that the predictive average sees, the end of burn-in, and a
  // record of every metric.
  void observe(ConstBlock theta);
  void predict(ConstBlock theta);
  void restart();
  void record_all(std::int64_t iteration);

  bool predicts() const { return metrics_.observes_predictions(); }
  // Empty but for a reference run.
  ReferenceOutcome for_others() const;
  Costs costs(std::int64_t iteration) const;
  std::vector<std::string> notes() const { return metrics_.notes(); }
  // Everything a checkpoint must keep; restored into a measurement constructed alike, it goes on
  // bit for bit. Throws std::runtime_error where the state is of another shape.
  void save(WireWriter& wire);
  void restore(WireReader& wire);
  // The series of every metric, summarised from `burn_in` on.
  std::vector<SeriesRecord> series(std::int64_t burn_in) const;

 private:
  bool is_sparse_record(std::int64_t iteration) const;
  std::vector<std::span<double>> state();
  void add_point(const std::string& metric, std::int64_t iteration, double value);

  Experiment& experiment_;
  const RecordedScalars& recorded_;
  Rows test_rows_;
  Eigen::MatrixXd probabilities_;
  MetricSet metrics_;
  bool is_reference_;
  std::optional<EvenDraws> draws_;  // for others
  std::optional<LawAlongRun>
      law_;  // what the exact metrics are of, where draws are those of chains
  std::vector<std::string> order_;
  std::map<std::string, std::vector<PointRecord>> points_;
};

}  // namespace skald
