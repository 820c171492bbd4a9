// Which series of a run its eps does not cover, as the run's statement says it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skald::record {

inline constexpr std::string_view kUncoveredBegin =
    "Computed with rows in view and not covered by eps: ";
inline constexpr std::string_view kUncoveredEnd = "the label histogram";

// Returns the beginning of a sentence that lists them: names are words without commas.
inline std::string uncovered_sentence(std::span<const std::string> series) {
  std::string text(kUncoveredBegin);
  for (const std::string& name : series) text += name + ", ";
  return text.append(kUncoveredEnd);
}

// Returns the series in a text with that sentence; nothing without it.
inline std::optional<std::vector<std::string>> uncovered_series(std::string_view statement) {
  const std::size_t begin = statement.find(kUncoveredBegin);
  if (begin == std::string_view::npos) return std::nullopt;
  std::string_view list = statement.substr(begin + kUncoveredBegin.size());
  const std::size_t end = list.find(kUncoveredEnd);
  if (end == std::string_view::npos) return std::nullopt;
  list = list.substr(0, end);
  std::vector<std::string> names;
  for (std::size_t comma; (comma = list.find(", ")) != std::string_view::npos;) {
    names.emplace_back(list.substr(0, comma));
    list.remove_prefix(comma + 2);
  }
  return names;
}

}  // namespace skald::record
