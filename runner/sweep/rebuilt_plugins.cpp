#include "sweep/rebuilt_plugins.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "json/json.hpp"
#include "json/json_access.hpp"
#include "options/kind.hpp"
#include "sweep/run_status.hpp"
#include "system/shipped.hpp"

namespace skald {
namespace {

struct MadeBy {
  std::string file, sha256;
};
using Makers = std::map<std::string, MadeBy>;  // by "sampler fald"

// Reads what plugins_json() has written.
Makers read_makers(const std::string& json) {
  Makers makers;
  for (const json::JsonValue& entry : json::parse_json(json, "").root.items) {
    makers[json::text_at(entry, "kind") + " " + json::text_at(entry, "name")] = {
        json::text_at(entry, "file"), json::text_at(entry, "sha256")};
  }
  return makers;
}

// Whether the file is a plugin that came with this or another build of Skald.
bool was_shipped(const std::string& file) {
  return file.find("/lib/skald/plugins/") != std::string::npos;
}

std::string shown(const std::string& sha256) { return sha256.substr(0, 12); }

class Comparison {
 public:
  Comparison(const std::vector<SweepRun>& runs, const store::FinishedRuns& finished,
             const store::RunMakers& makers, plugin_host::PluginHost& host)
      : runs_(runs), finished_(finished), run_makers_(makers), host_(host) {
    for (const auto& [environment, json] : makers.plugins) makers_[environment] = read_makers(json);
  }

  RebuiltPlugins go() {
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (status_of(finished_, runs_[i])) look_at(i);
    }
    return std::move(rebuilt_);
  }

 private:
  // To be called for references before the runs that are compared with them.
  void look_at(std::size_t i) {
    const SweepRun& run = runs_[i];
    if (run.reference && needs_reference(*run.cell)) {
      const auto reference = rebuilt_.outdated.find(*run.reference);
      if (reference != rebuilt_.outdated.end()) {
        rebuilt_.outdated.emplace(i, reference->second);
        return;
      }
      // The run was compared with a reference, but with another one than the grid names now.
      if (record::is_result(*status_of(finished_, run)) &&
          !status_of(finished_, runs_[*run.reference])) {
        rebuilt_.outdated.emplace(i, "a comparison with another reference run");
        return;
      }
    }
    const Makers& makers = makers_.at(run_makers_.environments.at(run.hash.text()));
    std::set<std::string> shipped;
    for (const grid::PluginChoice& choice : run.cell->all_plugins()) {
      const std::string plugin = std::string(options::name_of(choice.kind)) + " " + choice.plugin;
      const auto then = makers.find(plugin);
      if (then == makers.end()) continue;
      const plugin_host::Plugin& now = plugin_now(plugin, choice);
      if (then->second.sha256 == now.sha256) continue;
      if (was_shipped(then->second.file) && is_shipped(now)) {
        shipped.insert(plugin);
        continue;
      }
      rebuilt_.outdated.emplace(i, fmt::format("another build of {} (SHA-256 {}, now {})", plugin,
                                               shown(then->second.sha256), shown(now.sha256)));
      return;
    }
    rebuilt_.standing += shipped.empty() ? 0 : 1;
    rebuilt_.shipped.merge(shipped);
  }

  const plugin_host::Plugin& plugin_now(const std::string& name, const grid::PluginChoice& choice) {
    const plugin_host::Plugin*& plugin = now_[name];
    if (plugin == nullptr) plugin = &host_.find(choice.kind, choice.plugin, choice.library);
    return *plugin;
  }

  const std::vector<SweepRun>& runs_;
  const store::FinishedRuns& finished_;
  const store::RunMakers& run_makers_;
  plugin_host::PluginHost& host_;
  std::map<std::int64_t, Makers> makers_;  // by environment
  std::map<std::string, const plugin_host::Plugin*> now_;
  RebuiltPlugins rebuilt_;
};

}  // namespace

RebuiltPlugins rebuilt_plugins(const std::vector<SweepRun>& runs,
                               const store::FinishedRuns& finished, const store::RunMakers& makers,
                               plugin_host::PluginHost& host) {
  return Comparison(runs, finished, makers, host).go();
}

std::vector<std::string> warnings(const RebuiltPlugins& rebuilt, bool keep) {
  std::map<std::string, std::size_t> counts;
  for (const auto& [run, build] : rebuilt.outdated) ++counts[build];
  std::vector<std::string> lines;
  lines.reserve(counts.size() + 1);
  for (const auto& [build, count] : counts) {
    lines.push_back(
        fmt::format("warning: {} stored run{} of {}; {}", count, count == 1 ? " is" : "s are",
                    build, keep ? "--keep lets them stand" : "to be done again, unless --keep"));
  }
  if (rebuilt.standing > 0) {
    std::string plugins;
    for (const std::string& plugin : rebuilt.shipped) {
      plugins += (plugins.empty() ? "" : ", ") + plugin;
    }
    lines.push_back(fmt::format(
        "note: {} stored run{} of other builds of shipped plugins ({}) with the same numerics "
        "revision, and stand{}; --force does them again",
        rebuilt.standing, rebuilt.standing == 1 ? " is" : "s are", plugins,
        rebuilt.standing == 1 ? "s" : ""));
  }
  return lines;
}

}  // namespace skald
