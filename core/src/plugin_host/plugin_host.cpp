#include "plugin_host/plugin_host.hpp"

#include <algorithm>
#include <stdexcept>

#include "plugin_host/file_trust.hpp"
#include "plugin_host/handshake.hpp"
#include "plugin_host/kind.hpp"
#include "plugin_host/library.hpp"
#include "plugin_host/search_path.hpp"
#include "text/nearest.hpp"

namespace skald {
namespace {

Plugin load_plugin(const CatalogEntry& entry, Writable writable, FirstLoad first_load) {
  const auto distrust =
      std::filesystem::exists(entry.file) ? trust_refusal(entry.file) : std::nullopt;
  if (distrust && writable == Writable::refuse) throw std::runtime_error(*distrust);
  Library library = load_library(entry.file, first_load);
  if (auto refusal = handshake_refusal(*library.descriptor, entry.name)) {
    throw std::runtime_error(*refusal);
  }
  return {.descriptor = library.descriptor,
          .file = entry.file,
          .sha256 = library.sha256,
          .others_may_write = distrust.has_value()};
}

bool lies_below(const std::filesystem::path& folder, const std::filesystem::path& file) {
  return !folder.empty() &&
         std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first ==
             folder.end();
}

bool are_twins(const CatalogEntry& a, const CatalogEntry& b) {
  return &a != &b && a.plugin && b.plugin &&
         a.plugin->descriptor->kind == b.plugin->descriptor->kind;
}

std::string twin_refusal(const CatalogEntry& entry, const CatalogEntry& twin) {
  return entry.file.string() + ": has the kind and name (" +
         std::string(kind_name(twin.plugin->descriptor->kind)) + " '" + twin.name + "') of " +
         twin.file.string() + "; take one of the two off the plugin path, or rename it";
}

// Refuses both of two plugins of one kind: a run must not depend on which is found first. `entries`
// share their name.
void refuse_twins(std::span<CatalogEntry> entries) {
  for (CatalogEntry& entry : entries) {
    const auto twin = std::find_if(entries.begin(), entries.end(),
                                   [&](const CatalogEntry& e) { return are_twins(entry, e); });
    if (twin != entries.end()) entry.refusal = twin_refusal(entry, *twin);
  }
  for (CatalogEntry& entry : entries) {
    if (!entry.refusal.empty()) entry.plugin.reset();
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
                       const std::filesystem::path& proven)
    : places_(places.begin(), places.end()),
      writable_(writable),
      proven_(std::filesystem::weakly_canonical(proven)) {
  for (const std::filesystem::path& file : plugin_files(places)) {
    entries_.push_back({.name = file.stem().string(), .file = file});
  }
}

const std::vector<CatalogEntry>& PluginHost::catalog() {
  for (const CatalogEntry& entry : entries_) examined(entry.name);
  return entries_;
}

const Plugin& PluginHost::find(Kind kind, std::string_view name) {
  const std::span<const CatalogEntry> entries = examined(name);
  for (const CatalogEntry& entry : entries) {
    if (entry.plugin && entry.plugin->descriptor->kind == kind) return *entry.plugin;
  }
  const std::string wanted = std::string(kind_name(kind)) + " '" + std::string(name) + "'";
  for (const CatalogEntry& entry : entries) {
    if (entry.plugin) continue;
    throw std::runtime_error(wanted + ": " + entry.refusal);
  }
  const auto near = nearest(name, names(kind));
  throw std::invalid_argument("no " + wanted + " on the plugin path" +
                              (near ? "; did you mean '" + *near + "'?" : "") +
                              " (searched: " + joined(places_) + ")");
}

void PluginHost::examine(CatalogEntry& entry) {
  const FirstLoad first_load =
      lies_below(proven_, entry.file) ? FirstLoad::here : FirstLoad::in_a_child;
  try {
    entry.plugin = load_plugin(entry, writable_, first_load);
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
    if (entry.plugin && entry.plugin->descriptor->kind == kind) names.push_back(entry.name);
  }
  return names;
}

}  // namespace skald
