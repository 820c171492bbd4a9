// The plugins of a search path: found, examined, loaded, refused.
#pragma once

#include <chrono>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plugin_host/patience.hpp"
#include "plugin_host/plugin.hpp"

namespace skald::plugin_host {

// What to do with a plugin that every user of the machine may write.
enum class Writable { refuse, allow };

// Which libraries are loaded into this process: those below the folder `here`. The code of others
// does not run in it: a child process, which has `patience` to load them, describes their plugins,
// and no objects can be made from these.
struct Loading {
  std::filesystem::path here = "/";  // canonical
  std::chrono::milliseconds patience = kPatience;
};

// One file of the search path. Once it has been examined, it has either plugins or a refusal.
struct CatalogEntry {
  std::string name;                  // the file's name without suffix
  std::filesystem::path file;        // canonical
  std::vector<Plugin> plugins = {};  // of a family of metrics, all
  std::string refusal = {};  // why it is not used: file, found, expected, remedy; "" if it is used

  bool examined() const { return !plugins.empty() || !refusal.empty(); }
  const Plugin* find(Kind kind, std::string_view plugin) const;  // null: it has no such plugin
};

// Loads a library when a plugin of its name is first asked for. To be used by one thread at a time.
// The Plugins that it hands out live as long as the host; objects made from them may outlive it.
class PluginHost {
 public:
  // `places`: see plugin_search_path(). Only looks into folders and loads nothing.
  explicit PluginHost(std::span<const std::filesystem::path> places,
                      Writable writable = Writable::refuse, Loading loading = {});
  PluginHost(const PluginHost&) = delete;
  PluginHost& operator=(const PluginHost&) = delete;

  // Every file of the search path, loaded or refused, by name. Two files with plugins of one kind
  // and name are both refused. The entries live as long as the host.
  const std::vector<CatalogEntry>& catalog();

  // The plugin of that kind and name; valid as long as the host. Throws std::runtime_error where
  // the file of that name is refused, std::invalid_argument where there is none, with the nearest
  // name of that kind. `library`: the file's name without suffix, where it is known not to be that
  // of the plugin; without it a metric that has no file of its name is looked for in all files that
  // may have metrics.
  const Plugin& find(Kind kind, std::string_view name, std::string_view library = {});

 private:
  void examine(CatalogEntry& entry);
  // The entries of that name, loaded or refused.
  std::span<CatalogEntry> examined(std::string_view name);
  const Plugin* find_in(std::string_view library, Kind kind, std::string_view name);
  const Plugin* find_in_families(std::string_view name);
  std::vector<std::string> names(Kind kind);

  std::vector<std::filesystem::path> places_;
  Writable writable_;
  Loading loading_;
  std::vector<CatalogEntry> entries_;  // by name; its size never changes after construction
};

}  // namespace skald::plugin_host
