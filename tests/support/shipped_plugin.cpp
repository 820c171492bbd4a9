#include "shipped_plugin.hpp"

#include <map>
#include <utility>

#include "cache_folder.hpp"
#include "catch.hpp"
#include "options/kind.hpp"
#include "plugin_check.hpp"

namespace skald::test {
namespace {

using conformance::Verdict;

struct KitCase {
  WriteOptions options;
  conformance::CheckOptions how = {};
};

std::vector<KitCase>& cases_of(Kind kind, const std::string& plugin) {
  static std::map<std::pair<Kind, std::string>, std::vector<KitCase>> all;
  return all[{kind, plugin}];
}

WriteOptions without_files(std::vector<Setting> options) {
  return [options = std::move(options)](const TemporaryFolder&) { return options; };
}

std::string undeclared(Kind kind, const std::string& plugin) {
  const std::string folder(options::name_of(kind));
  return "no test says ShippedPlugin(Kind::" + folder + ", \"" + plugin +
         "\").conforms(options) (a sampler's says ShippedSampler): add it to tests/plugins/" +
         folder + (kind == Kind::privacy ? "/" : "s/") + plugin + "_test.cpp";
}

std::string names_of(const std::vector<Setting>& options) {
  std::string names;
  for (const Setting& option : options) names += " " + option.name;
  return names;
}

void check_case(const plugin_host::Plugin& plugin, const KitCase& given) {
  const TemporaryFolder folder;
  const CacheFolder cache;
  const auto options = given.options(folder);
  if (!options) return;
  const auto findings = check(plugin, *options, given.how);
  INFO(plugin.descriptor->info.name << names_of(*options) << "\n" << report(findings));
  CHECK(failures(findings).empty());
  if (plugin.descriptor->kind == Kind::sampler) {
    CHECK(findings.size() >= 12);
  } else {
    for (const conformance::Finding& finding : findings) CHECK(finding.verdict != Verdict::skipped);
  }
}

}  // namespace

const ShippedPlugin& ShippedPlugin::conforms(std::vector<Setting> options, double tolerance,
                                             std::vector<std::string> held) const {
  cases_of(kind_, name_)
      .push_back(
          {without_files(std::move(options)), {.tolerance = tolerance, .held = std::move(held)}});
  return *this;
}

const ShippedPlugin& ShippedPlugin::conforms_on_files(WriteOptions options) const {
  cases_of(kind_, name_).push_back({std::move(options)});
  return *this;
}

void check_conforms(Kind kind, const std::string& plugin) {
  const std::vector<KitCase>& cases = cases_of(kind, plugin);
  if (cases.empty()) FAIL(undeclared(kind, plugin));
  for (const KitCase& given : cases) check_case(shipped_plugins().find(kind, plugin), given);
}

}  // namespace skald::test
