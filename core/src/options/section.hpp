// The six sections of a grid that have options.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "skald/plugin.hpp"

namespace skald::options {

// The first five values equal those of Kind.
enum class Section { dataset, partition, model, sampler, privacy, run };

inline constexpr std::array kSections{Section::dataset, Section::partition, Section::model,
                                      Section::sampler, Section::privacy,   Section::run};
inline constexpr std::array<std::string_view, kSections.size()> kSectionNames{
    "dataset", "partition", "model", "sampler", "privacy", "run"};

// The kinds of plugins that sections choose: all except metrics, which the grid lists.
inline constexpr std::array kSectionKinds{Kind::dataset, Kind::partition, Kind::model,
                                          Kind::sampler, Kind::privacy};

// Must not be called with Kind::metric, which has no section.
constexpr Section section_of(Kind kind) { return static_cast<Section>(kind); }
// The kind of plugin that a section chooses; must not be called with Section::run.
constexpr Kind kind_of(Section section) { return static_cast<Kind>(section); }
constexpr std::size_t index(Section section) { return static_cast<std::size_t>(section); }
constexpr std::string_view name_of(Section section) { return kSectionNames[index(section)]; }

constexpr std::optional<Section> section_named(std::string_view name) {
  for (const Section section : kSections) {
    if (name_of(section) == name) return section;
  }
  return std::nullopt;
}

}  // namespace skald::options
