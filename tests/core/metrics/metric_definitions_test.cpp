#include "metrics/metric_definitions.hpp"

#include <set>
#include <string>

#include "catch.hpp"

TEST_CASE("every metric says what it is") {
  std::set<std::string_view> names;
  for (const auto& metric : skald::metric_definitions()) {
    INFO(metric.name);
    CHECK(names.insert(metric.name).second);
    CHECK_FALSE(metric.unit.empty());
    CHECK(metric.definition.size() > 30);
    CHECK((metric.better >= -1 && metric.better <= 1));
    CHECK(metric.value != nullptr);
  }
}

TEST_CASE("an exact metric stands beside the measured one, in its unit") {
  for (const auto& metric : skald::metric_definitions()) {
    if (!metric.name.starts_with("exact_")) continue;
    INFO(metric.name);
    const auto* measured = skald::find_metric(metric.name.substr(6));
    REQUIRE(measured != nullptr);
    CHECK(metric.need == skald::MetricNeed::oracle);
    CHECK(measured->need == skald::MetricNeed::gaussian_target);
    CHECK(metric.unit == measured->unit);
    CHECK(metric.better == measured->better);
  }
}

TEST_CASE("metrics are found by their names") {
  for (const std::string name :
       {"w2", "exact_w2", "variance_mse", "exact_variance_mse", "mean_bias", "exact_mean_bias",
        "accuracy", "accuracy_mean_parameter", "brier", "nll", "ece", "agreement",
        "total_variation", "rounds", "bits_up", "bits_down", "gradient_evaluations", "eps_spent"}) {
    INFO(name);
    REQUIRE(skald::find_metric(name) != nullptr);
    CHECK(skald::find_metric(name)->name == name);
  }
  CHECK(skald::find_metric("W2") == nullptr);
}
