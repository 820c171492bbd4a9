
#include "plugin_metrics.hpp"
#include "random/philox_random.hpp"
#include "run/metric_set.hpp"
#include "test.hpp"

using test::metric_host;

namespace {

std::vector<const PluginDescriptor*> metrics() {
  std::vector<const PluginDescriptor*> all;
  for (const plugin_host::CatalogEntry& entry : metric_host().catalog()) {
    for (const plugin_host::Plugin& plugin : entry.plugins) {
      if (plugin.descriptor->kind == Kind::metric) all.push_back(plugin.descriptor);
    }
  }
  return all;
}

}  // namespace

TEST_CASE("every metric says what it is") {
  std::set<std::string> names;
  for (const PluginDescriptor* metric : metrics()) {
    INFO(metric->info.name);
    CHECK(names.insert(metric->info.name).second);
    CHECK(std::strlen(metric->info.summary) > 30);
  }
  CHECK(names.size() >= 49);
}

TEST_CASE("settings of all temperatures compete in the metrics that only judge predictions") {
  std::set<std::string> predictive;
  for (const PluginDescriptor* metric : metrics()) {
    if (run::is_predictive(metric->metric.needs)) predictive.insert(metric->info.name);
  }
  CHECK(predictive == std::set<std::string>{"accuracy", "accuracy_mean_parameter", "auc",
                                            "balanced_accuracy", "brier", "client_accuracy_mean",
                                            "client_accuracy_p10", "client_accuracy_worst", "ece",
                                            "f1", "macro_f1", "micro_f1", "nll", "precision",
                                            "recall", "recall_at_k"});
}

TEST_CASE("no two metrics have one place among those that people read") {
  std::map<std::uint32_t, std::string> places;
  for (const PluginDescriptor* metric : metrics()) {
    const std::uint32_t place = metric->metric.place;
    if (place == MetricInfo{}.place) continue;  // after all others, by name
    const auto [taken, is_free] = places.emplace(place, metric->info.name);
    if (is_free) continue;
    FAIL_CHECK("metrics " << taken->second << " and " << metric->info.name << " both have place "
                          << place << ": give the new one a number between those of its neighbours "
                          << "in `skald plugins`, or none, and it is listed last");
  }
  CHECK(places.size() >= 49);
}

TEST_CASE("an exact metric stands beside the measured one, in its unit") {
  for (const PluginDescriptor* metric : metrics()) {
    const std::string name = metric->info.name;
    if (!name.starts_with("exact_")) continue;
    INFO(name);
    const PluginDescriptor& measured = *metric_host().find(Kind::metric, name.substr(6)).descriptor;
    CHECK(holds(metric->metric.needs, Need::exact_law));
    CHECK_FALSE(holds(measured.metric.needs, Need::exact_law));
    CHECK(std::string(metric->metric.unit) == measured.metric.unit);
    CHECK(metric->metric.preferred == measured.metric.preferred);
  }
}

namespace {

class ReadsTooMuch final : public Metric {
 public:
  double value(const Observables& run) const override { return run.covariance().data[0]; }
};

}  // namespace

TEST_CASE("a metric cannot read what it has not declared") {
  observables::ObservableSet set(Need::nothing, test::gaussian_facts());
  const Costs costs;
  const random::PhiloxRandom random(0, 0);
  observables::RecordedValues recorded{set, costs, 2, {}, random};
  const std::string name = "mine";
  CHECK_THROWS_WITH(ReadsTooMuch().value(observables::ObservableView(name, Need::target, recorded)),
                    "metric 'mine' reads covariance(), which is not among the needs that it "
                    "declares; correct the plugin");
  CHECK_THROWS_WITH(observables::ObservableView(name, Need::nothing, recorded).cost("bits"),
                    "there is no cost \"bits\"");
}
