// Tests the shipped models, partitions, data sets and mechanisms with the kit.
#include "catch.hpp"
#include "checked_plugins.hpp"

using namespace skald;
using namespace skald::conformance;
using namespace skald::test;

namespace {

void check_all(Kind kind, const std::vector<std::pair<std::string, Settings>>& plugins) {
  for (const auto& [name, settings] : plugins) {
    const auto findings = check(kind, name, settings);
    INFO(name << "\n" << report(findings));
    CHECK(failures(findings).empty());
    for (const Finding& finding : findings) CHECK(finding.verdict != Verdict::skipped);
  }
}

}  // namespace

TEST_CASE("shipped models conform") {
  check_all(Kind::model, {{"gaussian", {}},
                          {"linear", {}},
                          {"logistic", {}},
                          {"multilabel_logistic", {}},
                          {"softmax", {}}});
}

TEST_CASE("shipped partitions conform") {
  check_all(Kind::partition, {{"iid", {{"clients", std::int64_t{7}}}},
                              {"natural", {}},
                              {"dirichlet", {{"clients", std::int64_t{4}}, {"alpha", 0.5}}}});
}

TEST_CASE("shipped generated data sets conform") {
  check_all(Kind::dataset, {{"titanic", {}}, {"two_quadratics", {}}});
}

TEST_CASE("shipped mechanisms conform") {
  const Settings noise{{"noise_multiplier", 1.5}}, budget{{"eps", 2.0}};
  check_all(Kind::privacy, {{"none", {}}, {"gaussian", noise}, {"gaussian", budget}});
}

TEST_CASE("shipped metrics conform") {
  int metrics = 0;
  for (const plugin_host::CatalogEntry& entry : checked_plugins().catalog()) {
    for (const plugin_host::Plugin& plugin : entry.plugins) {
      if (plugin.descriptor->kind != Kind::metric) continue;
      const auto findings = check_plugin(plugin, values_of(plugin, {}));
      INFO(plugin.descriptor->info.name << "\n" << report(findings));
      CHECK(failures(findings).empty());
      for (const Finding& finding : findings) CHECK(finding.verdict != Verdict::skipped);
      ++metrics;
    }
  }
  CHECK(metrics > 50);
}
