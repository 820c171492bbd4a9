#include "observables/run_facts.hpp"

#include <stdexcept>

namespace skald::observables {
namespace {

class Requirements {
 public:
  Requirements(const std::string& metric, Need needs) : metric_(metric), needs_(needs) {}

  void check(Need need, bool given, const char* what, const std::string& why_not) const {
    if (given || !holds(needs_, need)) return;
    throw std::invalid_argument("metric '" + metric_ + "' needs " + what +
                                (why_not.empty() ? "" : "; " + why_not));
  }

 private:
  const std::string& metric_;
  Need needs_;
};

}  // namespace

void take_parameter(const NamedArray* stated, RunFacts& facts) {
  if (stated == nullptr) {
    facts.why_no_parameter =
        "the data set states none, an array \"parameter\"; docs/coverage.md names one that does";
    return;
  }
  const ConstBlock values = stated->values;
  if (values.cols != 1 || values.rows != facts.dimension) {
    facts.why_no_parameter = "that of the data has the shape " + std::to_string(values.rows) +
                             " x " + std::to_string(values.cols) + ", and the model needs " +
                             std::to_string(facts.dimension) + " x 1";
    return;
  }
  if (!values.matrix().allFinite()) {
    facts.why_no_parameter = "that of the data is not finite";
    return;
  }
  facts.parameter = values.column(0);
}

void require_needs(const std::string& metric, Need needs, const RunFacts& facts) {
  const Requirements required(metric, needs);
  const bool predicts_classes = facts.classes > 0 && !facts.labels.empty();
  for (const Need of_target : {Need::target, Need::target_draws, Need::distance_batches,
                               Need::cell_counts, Need::exact_law}) {
    required.check(of_target, facts.target.has_value(), "a Gaussian posterior",
                   facts.why_no_target);
  }
  required.check(Need::exact_law, facts.law.has_value(), "the chain's exact law", "");
  required.check(Need::parameter, facts.parameter.has_value(),
                 "the parameter with which the data were drawn", facts.why_no_parameter);
  required.check(Need::clock, facts.has_clock, "a clock",
                 "give clients.step_seconds, or leave the metric out (runs with a clock record "
                 "their time in any case)");
  required.check(Need::reference_posterior, facts.reference_posterior.has_value(),
                 "reference draws", facts.why_no_reference_posterior);
  required.check(Need::reference_draws, facts.reference_draws.has_value(),
                 "draws of a reference run", facts.why_no_reference_draws);
  required.check(Need::client_predictions, predicts_classes && !facts.test_clients.empty(),
                 "class predictions on test rows that belong to clients", facts.why_no_predictions);
  for (const Need of_classes :
       {Need::class_predictions, Need::mean_prediction, Need::reference_prediction}) {
    required.check(of_classes, predicts_classes, "class predictions on test rows",
                   facts.why_no_predictions);
  }
  required.check(Need::label_predictions, facts.classes > 0 && facts.truth.size() > 0,
                 "predictions of several labels on test rows", facts.why_no_predictions);
  required.check(Need::predictions, facts.classes > 0 && facts.test_rows() > 0,
                 "predictions on test rows", facts.why_no_predictions);
  required.check(Need::reference_prediction, facts.reference.has_value(), "a reference run",
                 facts.why_no_reference);
}

}  // namespace skald::observables
