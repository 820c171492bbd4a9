// The plugins of a search path: finds, examines, loads or refuses them.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plugin_host/file_loader.hpp"
#include "plugin_host/plugin.hpp"

namespace skald::plugin_host {

// How long a plugin's code may take outside runs, which have their own limits: the limit for
// loading a library and for each constructor or destructor, unless the user sets another.
inline constexpr std::chrono::seconds kPatience{60};

// What to do with a plugin's file that every user of the machine may write.
enum class Writable { refuse, allow };

// Libraries below the folder `here` are loaded into this process. The code of others does not run
// in it: a child process, which gets `patience` for loading each of them, describes their plugins,
// and no objects can be created from these.
struct Loading {
  std::filesystem::path here = "/";  // canonical
  std::chrono::milliseconds patience = kPatience;
  std::filesystem::path loaders = loader_folder();  // of files that are no shared libraries
};

// A file of the search path. Once examined, it has either plugins or a refusal.
struct CatalogEntry {
  std::string name;                  // the file's name without suffix
  std::filesystem::path file;        // canonical
  std::vector<Plugin> plugins = {};  // all members, if it is a family of metrics
  std::string refusal = {};          // file, found, expected, remedy; empty if the file is used

  bool examined() const { return !plugins.empty() || !refusal.empty(); }
  bool may_have(Kind kind) const;  // false in a folder for plugins of another kind
  const Plugin* find(Kind kind, std::string_view plugin) const;  // null if it has no such plugin
};

// Loads a library when a plugin of its name is first requested. Used by one thread at a time. The
// Plugins that it returns live as long as the host; objects created from them may outlive it.
class PluginHost {
 public:
  // For `places`, see plugin_search_path(). Only lists folders and loads nothing.
  explicit PluginHost(std::span<const std::filesystem::path> places,
                      Writable writable = Writable::refuse, Loading loading = {});
  PluginHost(const PluginHost&) = delete;
  PluginHost& operator=(const PluginHost&) = delete;

  // Returns every file of the search path, loaded or refused, sorted by name. Two files with
  // plugins of the same kind and name are both refused. The entries live as long as the host.
  const std::vector<CatalogEntry>& catalog();
  // The same, but only the files that are `wanted` need be examined.
  using Choice = std::function<bool(const CatalogEntry&)>;
  const std::vector<CatalogEntry>& catalog(const Choice& wanted);

  // Returns the plugin of that kind and name, which is valid as long as the host. Throws
  // std::runtime_error if the file of that name is refused, and std::invalid_argument with the
  // nearest name of that kind if there is none. `library` is the file's name without suffix, if it
  // is known to differ from the plugin's name; without it, a metric that has no file of its name is
  // searched in all files that may have metrics.
  const Plugin& find(Kind kind, std::string_view name, std::string_view library = {});

 private:
  void examine(CatalogEntry& entry);
  // Returns the entries of that name, each loaded or refused.
  std::span<CatalogEntry> examined(std::string_view name);
  const Plugin* find_in(std::string_view library, Kind kind, std::string_view name);
  const Plugin* find_in_families(std::string_view name);
  std::vector<std::string> names(Kind kind);

  std::vector<std::filesystem::path> places_;
  Writable writable_;
  Loading loading_;
  std::vector<CatalogEntry> entries_;  // sorted by name; the size is fixed after construction
};

}  // namespace skald::plugin_host
