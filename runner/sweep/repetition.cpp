#include "sweep/repetition.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "database/rerun.hpp"
#include "options/option_value.hpp"

namespace skald {
namespace {

constexpr double kShort = 10;         // seconds
constexpr std::size_t kMany = 20;     // runs: one more is a twentieth
constexpr std::size_t kMostTold = 3;  // differences

// Returns how the second outcome differs from the first, the first few in words; "" if it does not.
std::string differences_of(const record::RunRecord& first, const record::RunRecord& second) {
  if (first.status != second.status) {
    return fmt::format("{} at first, then {}", record::name_of(first.status),
                       record::name_of(second.status));
  }
  const std::vector<std::string> lines = differences(first, second);
  std::string text;
  for (std::size_t i = 0; i < std::min(lines.size(), kMostTold); ++i)
    text += (i > 0 ? "; " : "") + lines[i];
  if (lines.size() > kMostTold) text += fmt::format("; {} more", lines.size() - kMostTold);
  return text;
}

void add_event(record::RunRecord& record, const std::string& message) {
  record.events.push_back({std::nullopt, "not_reproducible", message});
}

}  // namespace

std::vector<Repetition::Version> Repetition::of_loaders(const grid::Cell& cell) const {
  std::vector<Version> versions;
  for (const grid::PluginChoice& choice : cell.all_plugins()) {
    const plugin_host::Plugin& plugin = host_.find(choice.kind, choice.plugin, choice.library);
    if (plugin.file.extension() == ".so") continue;
    versions.push_back(
        {fmt::format("{} {}", options::name_of(choice.kind), choice.plugin), plugin.sha256});
  }
  return versions;
}

bool Repetition::is_due(std::size_t run, const grid::Cell& cell, const record::RunRecord& record,
                        std::size_t waiting) {
  if (record.status != record::RunStatus::ok || first_.contains(run)) return false;
  if (record.used.wall_seconds > kShort && waiting < kMany) return false;
  bool is_first = false;
  for (const Version& version : of_loaders(cell)) is_first |= tried_.insert(version.sha256).second;
  if (is_first) first_.emplace(run, record);
  return is_first;
}

std::string Repetition::judge(std::size_t run, const grid::Cell& cell, record::RunRecord& record) {
  const auto versions = of_loaders(cell);
  const auto first = first_.find(run);
  const std::string found = first == first_.end() ? "" : differences_of(first->second, record);
  if (first != first_.end()) first_.erase(first);
  if (found.empty()) {
    for (const Version& version : versions) {
      const auto why = found_.find(version.sha256);
      if (why != found_.end()) return add_event(record, why->second), "";
    }
    return "";
  }
  std::string names;
  for (const Version& version : versions) names += (names.empty() ? "" : ", ") + version.name;
  const std::string why = fmt::format(
      "run {} with {} was done twice and differs ({}): something that the seed does not "
      "decide, such as a clock, id(), the order of a set or threads, enters it",
      record.hash.substr(0, 12), names, found);
  for (const Version& version : versions) found_.emplace(version.sha256, why);
  add_event(record, why);
  return "warning: not reproducible: " + why +
         "; later runs of this version say so, too (events of the kind not_reproducible)";
}

}  // namespace skald
