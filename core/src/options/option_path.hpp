// The full name of an option of a cell: "sampler.p_c".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "options/section.hpp"

namespace skald::options {

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
