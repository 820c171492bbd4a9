#include "plugin_host/plugin_host.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "options/option_value.hpp"
#include "plugin_host/handshake.hpp"
#include "plugin_host/library.hpp"
#include "plugin_host/plugin.hpp"
#include "plugin_host/search_path.hpp"
#include "text/nearest.hpp"

namespace skald::plugin_host {
namespace {

bool lies_below(const std::filesystem::path& folder, const std::filesystem::path& file) {
  return !folder.empty() &&
         std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first ==
             folder.end();
}

Library library_of(const CatalogEntry& entry, const Loading& loading) {
  const std::filesystem::path loader = loader_of(entry.file, loading.loaders);
  if (!lies_below(loading.here, entry.file)) {
    return describe_library(entry.file, loader, entry.name, loading.patience);
  }
  const PluginCall call(entry.file,
                        [&] { return "the static initialisers of " + entry.file.string(); });
  return load_library(entry.file, loader);
}

// Returns why the file is not to be trusted, or one beside it that it may read: of its suffix,
// unless it is a library, which can do without.
std::optional<std::string> distrust_of(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return std::nullopt;
  auto refusal = trust_refusal(file);
  if (refusal || file.extension() == ".so") return refusal;
  for (const auto& entry : std::filesystem::directory_iterator(file.parent_path())) {
    if (entry.path().extension() != file.extension() || !entry.exists()) continue;
    if (refusal = trust_refusal(entry.path()); refusal)
      return entry.path().filename().string() + " beside it: " + *refusal;
  }
  return std::nullopt;
}

std::vector<Plugin> load_plugins(const CatalogEntry& entry, Writable writable,
                                 const Loading& loading) {
  const auto distrust = distrust_of(entry.file);
  if (distrust && writable == Writable::refuse) throw std::runtime_error(*distrust);
  Library library = library_of(entry, loading);
  if (auto refusal = handshake_refusal(*library.descriptor, entry.name)) {
    throw std::runtime_error(*refusal);
  }
  std::vector<Plugin> plugins;
  for (const auto* member = library.descriptor; member != nullptr; member = member->next) {
    plugins.push_back({.descriptor = member,
                       .file = entry.file,
                       .sha256 = library.sha256,
                       .others_may_write = distrust.has_value()});
  }
  return plugins;
}

std::string kind_and_name(const Plugin& plugin) {
  return std::string(options::name_of(plugin.descriptor->kind)) + " '" +
         plugin.descriptor->info.name + "'";
}

std::string twin_refusal(const CatalogEntry& entry, const Plugin& twin) {
  return entry.file.string() + ": has the kind and name (" + kind_and_name(twin) + ") of " +
         twin.file.string() + "; remove one of the two from the plugin path, or rename it";
}

// Refuses both of two files with plugins of the same kind and name: a run must not depend on which
// is found first.
void refuse_twins(std::span<CatalogEntry> entries) {
  std::map<std::string, std::pair<CatalogEntry*, const Plugin*>> seen;
  for (CatalogEntry& entry : entries) {
    for (const Plugin& plugin : entry.plugins) {
      const auto [first, is_new] = seen.try_emplace(kind_and_name(plugin), &entry, &plugin);
      if (is_new) continue;
      entry.refusal = twin_refusal(entry, *first->second.second);
      first->second.first->refusal = twin_refusal(*first->second.first, plugin);
    }
  }
  for (CatalogEntry& entry : entries) {
    if (!entry.refusal.empty()) entry.plugins.clear();
  }
}

std::string joined(const std::vector<std::filesystem::path>& paths) {
  std::string text;
  for (const std::filesystem::path& path : paths) {
    text += (text.empty() ? "" : ", ") + path.string();
  }
  return text.empty() ? "nowhere: the plugin path is empty" : text;
}

}  // namespace

PluginHost::PluginHost(std::span<const std::filesystem::path> places, Writable writable,
                       Loading loading)
    : places_(places.begin(), places.end()), writable_(writable), loading_(std::move(loading)) {
  const std::vector<std::string> suffixes = plugin_suffixes(loading_.loaders);
  for (const std::filesystem::path& file : plugin_files(places, suffixes)) {
    entries_.push_back({.name = file.stem().string(), .file = file});
  }
}

const Plugin* CatalogEntry::find(Kind kind, std::string_view plugin) const {
  const auto found = std::find_if(plugins.begin(), plugins.end(), [&](const Plugin& p) {
    return p.descriptor->kind == kind && p.descriptor->info.name == plugin;
  });
  return found == plugins.end() ? nullptr : &*found;
}

bool CatalogEntry::may_have(Kind kind) const {
  const std::string folder = file.parent_path().filename().string();
  return std::none_of(options::kinds.begin(), options::kinds.end(), [&](Kind other) {
    return other != kind && options::name_of(other) == folder;
  });
}

const std::vector<CatalogEntry>& PluginHost::catalog() {
  return catalog([](const CatalogEntry&) { return true; });
}

const std::vector<CatalogEntry>& PluginHost::catalog(const Choice& wanted) {
  for (const CatalogEntry& entry : entries_) {
    if (wanted(entry)) examined(entry.name);
  }
  refuse_twins(entries_);
  return entries_;
}

const Plugin* PluginHost::find_in(std::string_view library, Kind kind, std::string_view name) {
  for (const CatalogEntry& entry : examined(library)) {
    if (const Plugin* found = entry.find(kind, name)) return found;
  }
  return nullptr;
}

const Plugin* PluginHost::find_in_families(std::string_view name) {
  for (const CatalogEntry& entry : entries_) {
    if (!entry.may_have(Kind::metric)) continue;
    if (const Plugin* found = find_in(entry.name, Kind::metric, name)) return found;
  }
  return nullptr;
}

const Plugin& PluginHost::find(Kind kind, std::string_view name, std::string_view library) {
  const std::string_view file = library.empty() ? name : library;
  if (const Plugin* found = find_in(file, kind, name)) return *found;
  const std::string wanted = std::string(options::name_of(kind)) + " '" + std::string(name) + "'";
  for (const CatalogEntry& entry : examined(file)) {
    if (entry.refusal.empty()) continue;
    throw std::runtime_error(wanted + ": " + entry.refusal);
  }
  if (kind == Kind::metric && library.empty()) {
    if (const Plugin* found = find_in_families(name)) return *found;
  }
  const auto near = text::nearest(name, names(kind));
  throw std::invalid_argument("no " + wanted + " on the plugin path" +
                              (near ? "; did you mean '" + *near + "'?" : "") +
                              " (searched: " + joined(places_) + ")");
}

void PluginHost::examine(CatalogEntry& entry) {
  try {
    entry.plugins = load_plugins(entry, writable_, loading_);
  } catch (const std::exception& error) {
    entry.refusal = entry.file.string() + ": " + error.what();
  }
}

std::span<CatalogEntry> PluginHost::examined(std::string_view name) {
  const auto named = [&](const CatalogEntry& entry) { return entry.name == name; };
  const auto first = std::find_if(entries_.begin(), entries_.end(), named);
  const auto last = std::find_if_not(first, entries_.end(), named);
  const std::span<CatalogEntry> entries(first, last);
  if (entries.empty() || entries.front().examined()) return entries;
  for (CatalogEntry& entry : entries) examine(entry);
  refuse_twins(entries);
  return entries;
}

std::vector<std::string> PluginHost::names(Kind kind) {
  std::vector<std::string> names;
  for (const CatalogEntry& entry : catalog()) {
    for (const Plugin& plugin : entry.plugins) {
      if (plugin.descriptor->kind == kind) names.emplace_back(plugin.descriptor->info.name);
    }
  }
  return names;
}

}  // namespace skald::plugin_host
