// The plugins of a search path: found, examined, loaded, refused.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plugin_host/plugin.hpp"

namespace skald {

// What to do with a plugin that every user of the machine may write.
enum class Writable { refuse, allow };

// One file of the search path. Exactly one of `plugin` and `refusal` is there once it was examined.
struct CatalogEntry {
  std::string name;            // the file's name without suffix
  std::filesystem::path file;  // canonical
  std::optional<Plugin> plugin = {};
  std::string refusal = {};  // why it is not used: file, found, expected, remedy; "" if it is

  bool examined() const { return plugin || !refusal.empty(); }
};

// Loads a library when somebody first asks for a plugin of its name. One thread at a time. The
// Plugins that it hands out live as long as the host; objects made from them may outlive it.
class PluginHost {
 public:
  // `places`: see plugin_search_path(). Looks into folders, loads nothing. Libraries below the
  // folder `proven` are loaded at once, others in a child process first.
  explicit PluginHost(std::span<const std::filesystem::path> places,
                      Writable writable = Writable::refuse,
                      const std::filesystem::path& proven = {});
  PluginHost(const PluginHost&) = delete;
  PluginHost& operator=(const PluginHost&) = delete;

  // Every file of the search path, loaded or refused, by name. Two plugins of one kind and name
  // are both refused. The entries live as long as the host.
  const std::vector<CatalogEntry>& catalog();

  // The plugin of that kind and name; valid as long as the host. Throws std::runtime_error where
  // the file of that name is refused, std::invalid_argument where there is none, with the nearest
  // name of that kind.
  const Plugin& find(Kind kind, std::string_view name);

 private:
  void examine(CatalogEntry& entry);
  // The entries of that name, loaded or refused.
  std::span<CatalogEntry> examined(std::string_view name);
  std::vector<std::string> names(Kind kind);

  std::vector<std::filesystem::path> places_;
  Writable writable_;
  std::filesystem::path proven_;       // canonical
  std::vector<CatalogEntry> entries_;  // by name; its size never changes after construction
};

}  // namespace skald
