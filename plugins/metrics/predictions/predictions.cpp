// Quality of predictions on test rows.
#include "predictions/multi_label.hpp"
#include "predictions/probabilities.hpp"
#include "skald/metric.hpp"
#include "skald/parts/not_a_number.hpp"

namespace {

using skald::ClientAccuracy;
using skald::ConstBlock;
using skald::kNotANumber;
using skald::MultiLabelScores;
using skald::Observables;

constexpr auto classes = skald::Need::class_predictions, labels = skald::Need::label_predictions,
               clients = skald::Need::client_predictions;

// A score of the predictive average, NaN before the first draw.
template <class Score, class... Rest>
double of_predictive(const Observables& run, Score score, const Rest&... rest) {
  const ConstBlock predictive = run.predictive();
  return predictive.cols == 0 ? kNotANumber : score(predictive, rest...);
}

double accuracy(const Observables& run) {
  return of_predictive(run, skald::accuracy, run.classes());
}

double accuracy_mean_parameter(const Observables& run) {
  return skald::accuracy(run.mean_prediction(), run.classes());
}

double balanced_accuracy(const Observables& run) {
  return of_predictive(run, skald::balanced_accuracy, run.classes());
}

double f1(const Observables& run) { return of_predictive(run, skald::f1, run.classes()); }

double auc(const Observables& run) { return of_predictive(run, skald::auc, run.classes()); }

double brier(const Observables& run) {
  return of_predictive(run, skald::brier_score, run.classes());
}

class NegativeLogLikelihood final : public skald::Metric {
 public:
  double value(const Observables& run) const override {
    return of_predictive(
        run, [](const auto&... x) { return skald::negative_log_likelihood(x...).mean; },
        run.classes());
  }
  void notes(const Observables& run, skald::Notes& notes) const override {
    if (run.predictive().cols == 0) return;
    const auto clamps = skald::negative_log_likelihood(run.predictive(), run.classes()).clamps;
    if (clamps == 0) return;
    notes.add(std::to_string(clamps) + " of " + std::to_string(run.classes().size()) +
              " test rows had a probability below 1e-12, which was raised to 1e-12");
  }
};

struct CalibrationOptions {
  std::int64_t bins = 15;
};
constexpr std::array calibration_options{
    skald::option("bins", &CalibrationOptions::bins, "number of bins of the top probability")
        .symbol("M")
        .at_least(1)};

class CalibrationError final : public skald::Metric {
 public:
  explicit CalibrationError(const CalibrationOptions& given) : given_(given) {}

  double value(const Observables& run) const override {
    return of_predictive(run, skald::calibration_error, run.classes(), given_.bins);
  }

 private:
  CalibrationOptions given_;
};

struct RecallOptions {
  std::int64_t k = 5;
};
constexpr std::array recall_options{
    skald::option("k", &RecallOptions::k, "number of most probable labels or classes considered")
        .at_least(1)};

Eigen::Map<const Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic>> truth(
    const Observables& run) {
  const skald::LabelTruth truth = run.labels();
  return {truth.data, truth.labels, truth.rows};
}

class RecallAtK final : public skald::Metric {
 public:
  explicit RecallAtK(const RecallOptions& given) : given_(given) {}

  double value(const Observables& run) const override {
    const ConstBlock predictive = run.predictive();
    if (predictive.cols == 0 || !predictive.matrix().allFinite()) return kNotANumber;
    if (!run.classes().empty()) return skald::top_accuracy(given_.k, predictive, run.classes());
    return skald::recall_at(given_.k, predictive.matrix(), truth(run));
  }

 private:
  RecallOptions given_;
};

MultiLabelScores multi_label(const Observables& run) {
  const ConstBlock predictive = run.predictive();
  if (predictive.cols == 0 || !predictive.matrix().allFinite())
    return {kNotANumber, kNotANumber, kNotANumber, kNotANumber};
  return skald::multi_label_scores(predictive.matrix(), truth(run));
}

double precision(const Observables& run) { return multi_label(run).precision; }
double recall(const Observables& run) { return multi_label(run).recall; }
double micro_f1(const Observables& run) { return multi_label(run).micro_f1; }
double macro_f1(const Observables& run) { return multi_label(run).macro_f1; }

ClientAccuracy by_client(const Observables& run) {
  if (run.predictive().cols == 0) return {kNotANumber, kNotANumber, kNotANumber};
  return skald::client_accuracy(run.predictive(), run.classes(), run.test_clients());
}

double client_accuracy_mean(const Observables& run) { return by_client(run).mean; }
double client_accuracy_worst(const Observables& run) { return by_client(run).worst; }
double client_accuracy_p10(const Observables& run) { return by_client(run).percentile; }

double agreement(const Observables& run) {
  return of_predictive(run, skald::agreement, run.reference_prediction());
}

double total_variation(const Observables& run) {
  return of_predictive(run, skald::total_variation, run.reference_prediction());
}

constexpr skald::Family family{
    "predictions",
    std::array{
        skald::metric<accuracy>(
            {.name = "accuracy",
             .numerics_revision = 1,
             .summary =
                 "Share of test rows whose label is the most probable class of the predictive "
                 "average over draws and chains; of equally probable classes the lowest counts",
             .reference = ""},
            {.unit = "1",
             .preferred = skald::Preferred::larger,
             .needs = classes,
             .place = 150,
             .scale = skald::Scale::share}),
        skald::metric<accuracy_mean_parameter>(
            {.name = "accuracy_mean_parameter",
             .numerics_revision = 1,
             .summary = "Share of test rows whose label is the most probable class at the mean "
                        "parameter over all draws and chains",
             .reference = ""},
            {.unit = "1",
             .preferred = skald::Preferred::larger,
             .needs = classes | skald::Need::mean_prediction,
             .place = 160,
             .scale = skald::Scale::share}),
        skald::metric<balanced_accuracy>(
            {.name = "balanced_accuracy",
             .numerics_revision = 1,
             .summary = "Mean over the classes of test rows of the share of a class's rows for "
                        "which it is the most probable class of the predictive average: accuracy "
                        "that rare classes decide as much as frequent ones",
             .reference = ""},
            {.unit = "1",
             .preferred = skald::Preferred::larger,
             .needs = classes,
             .place = 162,
             .scale = skald::Scale::share}),
        skald::metric<f1>(
            {.name = "f1",
             .numerics_revision = 1,
             .summary = "F1 score 2 right / (predicted + true) of the most probable classes of the "
                        "predictive average: of two classes that of class 1, otherwise the mean "
                        "over classes (macro F1)",
             .reference = ""},
            {.unit = "1",
             .preferred = skald::Preferred::larger,
             .needs = classes,
             .place = 164,
             .scale = skald::Scale::share}),
        skald::metric<auc>(
            {.name = "auc",
             .numerics_revision = 1,
             .summary = "Area under the ROC curve of the predictive average, ties counting half: "
                        "of two classes that of class 1, otherwise the mean over classes, each "
                        "against all others (Mann and Whitney 1947)",
             .reference = "Mann and Whitney 1947"},
            {.unit = "1",
             .preferred = skald::Preferred::larger,
             .needs = classes,
             .place = 166,
             .scale = skald::Scale::share}),
        skald::metric<brier>(
            {.name = "brier",
             .numerics_revision = 1,
             .summary = "Mean over test rows of sum_c (p(c) - 1{label=c})^2 over all classes c, "
                        "where p is the predictive average; from 0 to 2 (Brier 1950)",
             .reference = "Brier 1950"},
            {.unit = "1", .preferred = skald::Preferred::smaller, .needs = classes, .place = 170}),
        skald::metric<NegativeLogLikelihood>(
            {.name = "nll",
             .numerics_revision = 1,
             .summary = "Mean over test rows of -log p(label), where p is the predictive average, "
                        "but at least 1e-12",
             .reference = ""},
            {.unit = "nat",
             .preferred = skald::Preferred::smaller,
             .needs = classes,
             .place = 180}),
        skald::metric<CalibrationError, CalibrationOptions, calibration_options>(
            {.name = "ece",
             .numerics_revision = 1,
             .summary = "Expected calibration error: test rows are binned by top probability into "
                        "M = bins intervals ((m-1)/M, m/M]; sum over bins of (share of test rows) "
                        "|accuracy - mean top probability| (Guo et al. 2017)",
             .reference = "Guo et al. 2017"},
            {.unit = "1",
             .preferred = skald::Preferred::smaller,
             .needs = classes,
             .place = 190,
             .scale = skald::Scale::share}),
        skald::metric<RecallAtK, RecallOptions, recall_options>(
            {.name = "recall_at_k",
             .numerics_revision = 1,
             .summary = "Mean over test rows of the share of a row's labels that are among its k "
                        "most probable ones under the predictive average; rows without labels do "
                        "not count, all others count alike (counts pooled over rows, as in Keras, "
                        "would weigh them by their labels); for single-class data, the top-k "
                        "accuracy",
             .reference = ""},
            {.unit = "1",
             .preferred = skald::Preferred::larger,
             .needs = skald::Need::predictions,
             .place = 200,
             .scale = skald::Scale::share}),
        skald::metric<precision>(
            {.name = "precision",
             .numerics_revision = 1,
             .summary = "Correct labels / predicted labels, pooled over test rows and labels; a "
                        "label is predicted if its predictive average exceeds 1/2",
             .reference = ""},
            {.unit = "1",
             .preferred = skald::Preferred::larger,
             .needs = labels,
             .place = 210,
             .scale = skald::Scale::share}),
        skald::metric<recall>({.name = "recall",
                               .numerics_revision = 1,
                               .summary = "Correct labels / true labels, pooled as in precision",
                               .reference = ""},
                              {.unit = "1",
                               .preferred = skald::Preferred::larger,
                               .needs = labels,
                               .place = 220,
                               .scale = skald::Scale::share}),
        skald::metric<micro_f1>(
            {.name = "micro_f1",
             .numerics_revision = 1,
             .summary = "2 correct / (predicted + true) labels, pooled as in precision: labels "
                        "weigh by their frequency",
             .reference = ""},
            {.unit = "1",
             .preferred = skald::Preferred::larger,
             .needs = labels,
             .place = 230,
             .scale = skald::Scale::share}),
        skald::metric<macro_f1>(
            {.name = "macro_f1",
             .numerics_revision = 1,
             .summary = "Mean over labels, all alike, of 2 correct / (predicted + true), 0 if both "
                        "are 0; a label is predicted as in precision",
             .reference = ""},
            {.unit = "1",
             .preferred = skald::Preferred::larger,
             .needs = labels,
             .place = 240,
             .scale = skald::Scale::share}),
        skald::metric<client_accuracy_mean>(
            {.name = "client_accuracy_mean",
             .numerics_revision = 1,
             .summary = "Mean over clients of the accuracy on each client's test rows, all clients "
                        "with equal weight",
             .reference = ""},
            {.unit = "1",
             .preferred = skald::Preferred::larger,
             .needs = clients,
             .place = 250,
             .scale = skald::Scale::share}),
        skald::metric<client_accuracy_worst>(
            {.name = "client_accuracy_worst",
             .numerics_revision = 1,
             .summary = "Lowest accuracy of any client on its test rows",
             .reference = ""},
            {.unit = "1",
             .preferred = skald::Preferred::larger,
             .needs = clients,
             .place = 260,
             .scale = skald::Scale::share}),
        skald::metric<client_accuracy_p10>(
            {.name = "client_accuracy_p10",
             .numerics_revision = 1,
             .summary = "10th percentile over clients of the accuracy on each client's test rows",
             .reference = ""},
            {.unit = "1",
             .preferred = skald::Preferred::larger,
             .needs = clients,
             .place = 270,
             .scale = skald::Scale::share}),
        skald::metric<agreement>(
            {.name = "agreement",
             .numerics_revision = 1,
             .summary =
                 "Share of test rows for which the predictive averages of this run and of the "
                 "reference run have the same most probable class (Izmailov et al. 2021)",
             .reference = "Izmailov et al. 2021"},
            {.unit = "1",
             .preferred = skald::Preferred::larger,
             .needs = classes | skald::Need::reference_prediction,
             .place = 280,
             .scale = skald::Scale::share}),
        skald::metric<total_variation>(
            {.name = "total_variation",
             .numerics_revision = 1,
             .summary =
                 "Mean over test rows of 1/2 sum_c |p(c) - q(c)|, where p and q are the predictive "
                 "averages of this run and of the reference run (Izmailov et al. 2021)",
             .reference = "Izmailov et al. 2021"},
            {.unit = "1",
             .preferred = skald::Preferred::smaller,
             .needs = classes | skald::Need::reference_prediction,
             .place = 290,
             .scale = skald::Scale::share})}};

}  // namespace

SKALD_PLUGIN = skald::plugin_family<family>();
