// The kinds of plugins by name.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "skald/plugin.hpp"

namespace skald::options {

inline constexpr std::array kinds = {Kind::dataset, Kind::partition, Kind::model,
                                     Kind::sampler, Kind::privacy,   Kind::metric};
inline constexpr std::array<std::string_view, kinds.size()> kKindNames{
    "dataset", "partition", "model", "sampler", "privacy", "metric"};

// Returns "dataset", "partition", ...; empty if the value is not a kind.
constexpr std::string_view name_of(Kind kind) {
  const auto number = static_cast<std::size_t>(kind);
  return number < kKindNames.size() ? kKindNames[number] : std::string_view();
}

}  // namespace skald::options
