// Scores of predictions as metrics of a run: what they need, and that they are computed from the
// predictive average.
#include "plugin_metrics.hpp"
#include "test.hpp"

namespace {

using Names = std::vector<std::string>;

observables::RunFacts facts_of(Index classes) {
  observables::RunFacts facts;
  facts.dimension = 1;
  facts.chains = 1;
  facts.why_no_target = "none";
  facts.why_no_predictions = "none";
  facts.classes = classes;
  return facts;
}

std::map<std::string, double> values_at(PluginMetrics& metrics, const Eigen::MatrixXd& first,
                                        const Eigen::MatrixXd& second) {
  metrics.observe_prediction(view(first));
  metrics.observe_prediction(view(second));
  const auto pairs = metrics.values({});
  return {pairs.begin(), pairs.end()};
}

}  // namespace

TEST_CASE("multi-label metrics score the predictive average") {
  observables::RunFacts facts = facts_of(3);
  facts.truth.resize(3, 2);
  facts.truth << true, false,  //
      false, true,             //
      true, false;
  PluginMetrics metrics(Names{"precision", "recall", "micro_f1", "macro_f1", "recall_at_k"}, facts,
                        {{"recall_at_k", "k", 1}});
  REQUIRE(metrics.observes_predictions());
  Eigen::MatrixXd first(3, 2), second(3, 2);
  first << 0.9, 0.1, 0.9, 0.2, 0.1, 0.3;
  second << 0.7, 0.1, 0.3, 0.4, 0.1, 0.1;
  // The average predicts labels 0 and 1 for row 0 and nothing for row 1: one of two predictions is
  // right, and one of three true labels is found.
  const auto value = values_at(metrics, first, second);
  CHECK(value.at("precision") == Approx(0.5));
  CHECK(value.at("recall") == Approx(1.0 / 3));
  CHECK(value.at("micro_f1") == Approx(2.0 / 5));
  CHECK(value.at("macro_f1") == Approx(1.0 / 3));
  CHECK(value.at("recall_at_k") == Approx((0.5 + 1) / 2));
  CHECK_THROWS_WITH(PluginMetrics(Names{"accuracy"}, facts), Catch::Contains("class predictions"));
}

TEST_CASE("accuracy by client and among the first k classes, with buckets as asked for") {
  observables::RunFacts facts = facts_of(3);
  facts.labels = {0, 1, 2};
  facts.test_clients = {4, 4, 9};
  const Names names{"client_accuracy_mean", "client_accuracy_worst", "client_accuracy_p10",
                    "recall_at_k", "ece"};
  PluginMetrics metrics(names, facts, {{"recall_at_k", "k", 2}, {"ece", "bins", 1}});
  Eigen::MatrixXd p(3, 3);
  p << 0.6, 0.5, 0.2,  //
      0.3, 0.4, 0.2,   //
      0.1, 0.1, 0.6;
  const auto value = values_at(metrics, p, p);
  CHECK(value.at("client_accuracy_mean") == Approx(0.75));
  CHECK(value.at("client_accuracy_worst") == Approx(0.5));
  CHECK(value.at("client_accuracy_p10") == Approx(0.55));
  CHECK(value.at("recall_at_k") == 1);
  CHECK(value.at("ece") == Approx(2.0 / 3 - 1.7 / 3));  // |accuracy - confidence| of one bucket
  facts.labels = {1};
  facts.test_clients = {0};
  PluginMetrics of_one(Names{"client_accuracy_worst"}, facts);
  CHECK(values_at(of_one, p.col(1), p.col(1)).at("client_accuracy_worst") == 0);
  facts.test_clients.clear();
  CHECK_THROWS_WITH(PluginMetrics(names, facts),
                    Catch::Contains("test rows that belong to clients"));
}
