#include "shipped_plugin.hpp"

#include <deque>

#include "cache_folder.hpp"
#include "options/option_value.hpp"
#include "plugin_check.hpp"
#include "test.hpp"

namespace skald::test {
namespace {

using conformance::Verdict;

struct KitCase {
  WriteOptions options;
  RowCheck row = {};
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

// The rows of a plugin, of those whose files there are; first, what `skald check` does without any
// options. Each has a folder for its files.
class Rows {
 public:
  Rows(const plugin_host::Plugin& plugin, const std::vector<KitCase>& cases) {
    if (plugin.descriptor->kind == Kind::sampler) rows.push_back({values_of(plugin, {})});
    for (const KitCase& given : cases) {
      if (const auto options = given.options(folders_.emplace_back()))
        rows.push_back({values_of(plugin, *options), given.row.tolerance, given.row.held});
    }
  }

  std::vector<conformance::CheckedRow> rows;

 private:
  std::deque<TemporaryFolder> folders_;
};

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
  const plugin_host::Plugin& checked = shipped_plugins().find(kind, plugin);
  const CacheFolder cache;
  const Rows all(checked, cases);
  conformance::FindingList list;
  conformance::check_plugin(checked, all.rows, {}, list);
  INFO(report(list.findings));
  CHECK(failures(list.findings).empty());
  if (kind == Kind::sampler) {
    CHECK(list.findings.size() >= 12);
  } else {
    for (const conformance::Finding& finding : list.findings)
      CHECK(finding.verdict == Verdict::passed);
  }
}

}  // namespace skald::test
