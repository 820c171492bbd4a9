// Tests the shipped models, partitions, data sets and mechanisms with the kit.
#include "catch.hpp"
#include "checked_plugins.hpp"

using namespace skald;
using namespace skald::conformance;
using namespace skald::test;

namespace {

void check_all(Kind kind,
               const std::vector<std::pair<std::string, std::vector<Setting>>>& plugins) {
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
  check_all(Kind::partition, {{"iid", {{"clients", 7}}},
                              {"natural", {}},
                              {"dirichlet", {{"clients", 4}, {"alpha", 0.5}}}});
}

TEST_CASE("shipped generated data sets conform") {
  check_all(Kind::dataset, {{"titanic", {}}, {"two_quadratics", {}}});
}

TEST_CASE("shipped mechanisms conform") {
  check_all(
      Kind::privacy,
      {{"none", {}}, {"gaussian", {{"noise_multiplier", 1.5}}}, {"gaussian", {{"eps", 2.0}}}});
}

TEST_CASE("shipped metrics conform") {
  int metrics = 0;
  for (const plugin_host::CatalogEntry& entry : checked_plugins().catalog()) {
    for (const plugin_host::Plugin& plugin : entry.plugins) {
      if (plugin.descriptor->kind != Kind::metric) continue;
      const auto findings = check(plugin, {});
      INFO(plugin.descriptor->info.name << "\n" << report(findings));
      CHECK(failures(findings).empty());
      for (const Finding& finding : findings) CHECK(finding.verdict != Verdict::skipped);
      ++metrics;
    }
  }
  CHECK(metrics > 50);
}
