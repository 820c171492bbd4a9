// The six sections of a grid that have options, and the full names of these: "sampler.p_c".
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
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

struct OptionPath {
  Section section = Section::run;
  std::string option;

  auto operator<=>(const OptionPath&) const = default;
};

inline std::string to_text(const OptionPath& path) {
  return std::string(name_of(path.section)) + "." + path.option;
}

// Returns nothing unless the text begins with the name of a section and a dot.
inline std::optional<OptionPath> option_path(std::string_view text) {
  const std::size_t dot = text.find('.');
  const auto section = section_named(text.substr(0, dot));
  if (!section || dot == std::string_view::npos) return std::nullopt;
  return OptionPath{*section, std::string(text.substr(dot + 1))};
}

}  // namespace skald::options
