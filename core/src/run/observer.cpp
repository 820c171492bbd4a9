#include "run/observer.hpp"

#include <cmath>

#include "run/run_plan.hpp"

namespace skald::run {

void Observer::observe(std::int64_t iteration, ConstBlock theta, bool is_at_end, double seconds) {
  const RunPlan& plan = experiment_.plan();
  iteration_ = iteration;
  seconds_ = seconds;
  const bool again = observed_ == iteration;
  if (!again) may_predict_ = may_predict_at(iteration);
  const auto due = [&](std::int64_t every, bool may = true) {
    const bool on_schedule = may && iteration % every == 0;
    return again ? !on_schedule : on_schedule || is_at_end;
  };
  if (experiment_.averages_over_chains()) {
    const bool may = may_predict_ || is_always_recorded(plan, iteration);
    if (due(plan.record_every)) observe_chains(theta, due(plan.record_every, may));
  } else {
    observe_draws(theta, again, is_at_end, due);
  }
  observed_ = iteration;
}

// A schedule that the user requested is followed regardless of cost. Otherwise predictions stay
// below a tenth of the rows whose gradients were computed, so that they cost only a small share of
// the run; where eps takes that number for secret, no record tells it: they are made at those
// records that are made in any case.
bool Observer::may_predict_at(std::int64_t iteration) const {
  if (!measurement_.predicts() || experiment_.run().record_every ||
      experiment_.run().evaluate_every)
    return true;
  const double work = experiment_.told_costs().gradient_evaluations;
  if (std::isnan(work)) return is_always_recorded(experiment_.plan(), iteration);
  return 10 * (predicted_rows_ + rows_per_prediction()) <= work;
}

double Observer::rows_per_prediction() const {
  const Table& table = experiment_.table();
  return static_cast<double>((table.rows() - table.train) * experiment_.run().chains);
}

// Metrics are of the chains at this moment, so observing now has no effect on later values.
void Observer::observe_chains(ConstBlock theta, bool has_predictions) {
  measurement_.restart();
  take_draw(theta);
  if (has_predictions && measurement_.predicts()) {
    measurement_.predict(theta);
    // Predictions that are made in any case do not count against the others.
    if (may_predict_) predicted_rows_ += rows_per_prediction();
  }
  record(has_predictions ? Part::all : Part::without_predictions);
}

// Metrics are of all draws since burn-in, and every prediction enters all later values. Records at
// which predictions are too costly therefore omit the metrics of predictions.
template <class Due>
void Observer::observe_draws(ConstBlock theta, bool again, bool is_at_end, const Due& due) {
  const RunPlan& plan = experiment_.plan();
  if (!again && takes_draw(plan, iteration_)) take_draw(theta);
  if (measurement_.predicts() && is_prediction_due(again, is_at_end)) {
    measurement_.predict(theta);
    predicted_rows_ += rows_per_prediction();
  }
  const bool has_others = due(plan.record_every);
  const bool has_predictions = due(plan.record_every, may_predict_);
  if (has_others && has_predictions) {
    record(Part::all);
  } else if (has_others || has_predictions) {
    record(has_others ? Part::without_predictions : Part::of_predictions);
  }
  if (iteration_ == plan.burn_in && !again) measurement_.restart();
}

// A prediction that is too costly is left out, except at the last iteration that may have one.
// Where a budget ends the run before there was any, that is the end, if it is a draw.
bool Observer::is_prediction_due(bool again, bool is_at_end) const {
  const RunPlan& plan = experiment_.plan();
  const bool regular = takes_prediction(plan, iteration_) &&
                       (may_predict_ || takes_last_prediction(plan, iteration_));
  if (regular || !is_at_end) return regular && !again;
  return takes_prediction(plan, iteration_) ||
         (measurement_.predictions() == 0 && is_draw_of(experiment_.sampler(), iteration_));
}

void Observer::take_draw(ConstBlock theta) {
  measurement_.observe(theta);
  if (samples_ != nullptr && iteration_ > experiment_.plan().burn_in) {
    samples_->keep(kept_++, theta);
  }
}

void Observer::record(Part part) {
  measurement_.record(iteration_, part);
  if (moments_.empty() || moments_.back().iteration != iteration_) {
    moments_.push_back({iteration_, seconds_, measurement_.counts()});
  }
}

void Observer::save(text::WireWriter& wire) const {
  wire.put(predicted_rows_);
  wire.put(may_predict_);
  wire.put(moments_);
}

void Observer::restore(text::WireReader& wire, std::int64_t iteration, std::int64_t kept,
                       ConstBlock theta) {
  wire.read(predicted_rows_);
  wire.read(may_predict_);
  wire.read(moments_);
  observed_ = iteration;
  kept_ = kept;
  if (samples_ != nullptr && kept_ > 0) samples_->go_on_after(kept_, theta);
}

}  // namespace skald::run
