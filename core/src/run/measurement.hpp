// Measures the metrics of one run.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "observables/even_draws.hpp"
#include "record/records.hpp"
#include "record/run_outcome.hpp"
#include "run/experiment.hpp"
#include "run/given_draws.hpp"
#include "run/laws/law_along_run.hpp"
#include "run/metric_set.hpp"
#include "run/recordings.hpp"
#include "run/run_hooks.hpp"
#include "text/wire.hpp"

namespace skald::run {

// Returns whether metrics of class predictions can be computed.
bool predicts_classes(const Experiment& experiment);

// The reference that a run is compared with (borrowed), or why there is none (empty: the grid names
// no reference).
struct Comparand {
  const record::ReferenceOutcome& reference;
  std::string absence;
  const DrawsReader& read_draws;  // of run.reference.draws
};

// Feeds a run's draws to its metrics and keeps their series.
class Measurement {
 public:
  // The experiment, whose sampler must have started, and `recorded`, what the sampler records, must
  // outlive this.
  Measurement(Experiment& experiment, std::vector<NamedMetric> metrics, const Comparand& comparand,
              const Recordings& recorded, bool is_reference);

  // observe() takes a draw for the averages and predict() one for the predictive average; restart()
  // ends the burn-in. record() records the metrics of that part, and together with those that need
  // no predictions, also what the sampler records.
  void observe(ConstBlock theta);
  void predict(ConstBlock theta);
  void restart();
  void record(std::int64_t iteration, Part part);

  // Whether metrics are of averages over draws; what is known of the chains at records 1, 2, 4, 8,
  // ..., and wherever judge() is called.
  bool averages_draws() const { return observables_.facts().averages_draws; }
  const std::vector<record::Diagnostics>& diagnostics() const { return diagnostics_; }
  void judge(std::int64_t iteration);

  // The run ends here because of its outcome, so that its eps is that of all iterations up to
  // `planned`: what it has released tells that it did not go on.
  void end_by_outcome(std::int64_t iteration, std::int64_t planned);

  // Predictions that the predictive average has, of all chains.
  std::int64_t predictions() const { return observables_.predictive()->draws(); }
  bool predicts() const { return observables_.observes_predictions(); }
  // Empty unless this is a reference run.
  record::ReferenceOutcome for_others() const;
  // Costs that would tell what the run's eps takes for secret are NaN; counts() has no eps_spent.
  Costs costs(std::int64_t iteration) const;
  Costs counts() const;
  std::vector<std::string> notes(const Costs& costs) { return metrics_.notes(costs); }
  // Which of the given draws the run is compared with; "": none are given.
  const std::string& reference_note() const { return reference_note_; }
  std::vector<std::string> that_see_private_rows() const {
    return metrics_.that_see_private_rows();
  }
  std::vector<std::string> that_see_test_rows() const { return metrics_.that_see_test_rows(); }
  // Wall time spent on the values of each metric since the run was last started.
  std::vector<std::pair<std::string, double>> seconds() const { return metrics_.seconds(); }
  // Everything that a checkpoint must keep. A measurement constructed in the same way and then
  // restored continues bit for bit. Throws std::runtime_error if the state has another shape.
  void save(text::WireWriter& wire);
  void restore(text::WireReader& wire);
  // Whether the metric has been recorded at or beyond that point.
  bool has_reached(const PausePoint& pause) const;
  // Returns the series of every metric, summarised from `burn_in` on.
  std::vector<record::SeriesRecord> series(std::int64_t burn_in) const;
  const std::vector<record::VectorSeriesRecord>& vectors() const { return vectors_; }

 private:
  double eps_spent(std::int64_t iteration) const;
  // NaN if the method's paper claims nothing.
  double published_claim(std::int64_t iteration) const;
  bool is_sparse_record(std::int64_t iteration) const;
  std::vector<std::span<double>> state();
  void add_point(const std::string& metric, std::int64_t iteration, double value);
  void add_vector(const std::string& metric, std::int64_t iteration,
                  const std::vector<double>& values);

  Experiment& experiment_;
  const Recordings& recorded_;
  Rows test_rows_;
  Eigen::MatrixXd probabilities_;
  Need needs_;  // of all metrics
  std::string reference_note_;
  MetricSet metrics_;
  observables::ObservableSet& observables_;  // belongs to metrics_
  bool is_reference_;
  std::optional<observables::EvenDraws> draws_;  // of a reference run, for for_others()
  LawAlongRun law_;                              // of averages over chains, if it is needed
  std::vector<std::string> order_;
  std::map<std::string, std::vector<record::PointRecord>> points_;
  std::optional<std::int64_t> planned_;  // set if the outcome ends the run
  std::vector<record::VectorSeriesRecord> vectors_;
  std::vector<record::Diagnostics> diagnostics_;
  std::size_t vector_values_ = 0;  // in all of vectors_
};

}  // namespace skald::run
