// Tests the shipped metrics with the conformance kit. For plugins of other kinds, the tests "KIND
// NAME conforms" are with their own tests; see shipped_plugin.hpp.
#include "checked_plugins.hpp"
#include "test.hpp"

using namespace skald::conformance;

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
