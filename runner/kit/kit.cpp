// The conformance kit as a library, which a worker loads when it is asked to check a plugin.
#include <deque>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "conformance/check_plugin.hpp"
#include "engine/kit.hpp"
#include "engine/questions.hpp"
#include "plugin_host/plugin.hpp"
#include "plugin_host/plugin_host.hpp"

namespace skald {
namespace {

const plugin_host::Plugin& plugin_in(plugin_host::PluginHost& host, const PluginLibrary& library) {
  for (const plugin_host::CatalogEntry& entry : host.catalog()) {
    if (entry.plugins.empty()) throw std::runtime_error(entry.refusal);
    if (entry.plugins.front().sha256 == library.sha256) return entry.plugins.front();
    throw std::runtime_error(library.file + " was changed meanwhile; try again when it is at rest");
  }
  throw std::runtime_error(library.file + " is not there any more");
}

// Hosts of one library each, which may have the same name. Their callers have examined them.
class Libraries {
 public:
  const plugin_host::Plugin& load(const PluginLibrary& library) {
    const std::vector<std::filesystem::path> alone{library.file};
    return plugin_in(hosts_.emplace_back(alone, plugin_host::Writable::allow), library);
  }

 private:
  std::deque<plugin_host::PluginHost> hosts_;
};

// Loads the libraries into this process and checks the plugin. Throws std::runtime_error if one
// cannot be loaded or has another SHA-256.
void check(const CheckPlugin& question, conformance::CheckListener& listener) {
  Libraries libraries;
  const plugin_host::Plugin& plugin = libraries.load(question.library);
  conformance::CheckedRow row{.values = kit_values(plugin, question.options),
                              .held = question.held};
  row.tolerance = question.tolerance.value_or(row.tolerance);
  conformance::CheckOptions how{.seconds = question.seconds};
  if (!question.dataset.file.empty()) {
    const plugin_host::Plugin& dataset = libraries.load(question.dataset);
    how.dataset.emplace(
        conformance::ChosenPlugin{&dataset, kit_dataset_values(dataset, question.dataset_options)});
  }
  if (!question.like.file.empty()) {
    const plugin_host::Plugin& like = libraries.load(question.like);
    how.like.emplace(
        conformance::ChosenPlugin{&like, kit_values_of_both(plugin, like, question.options)});
  }
  conformance::check_plugin(plugin, {row}, how, listener);
}

}  // namespace
}  // namespace skald

// Both sides of this call are of one build.
extern "C" [[gnu::visibility("default")]] void skald_kit(
    const skald::CheckPlugin& question, const skald::plugin_host::CallWatch& watch,
    skald::conformance::CheckListener& findings) {
  skald::plugin_host::watch_plugin_calls(watch);
  skald::check(question, findings);
  skald::plugin_host::watch_plugin_calls({});
}
