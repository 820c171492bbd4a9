// The kinds of plugins by name.
#pragma once

#include <array>
#include <string_view>

#include "skald/plugin.hpp"

namespace skald::options {

inline constexpr std::array kinds = {Kind::dataset, Kind::partition, Kind::model,
                                     Kind::sampler, Kind::privacy,   Kind::metric};

// Returns "dataset", "partition", "model", "sampler", "privacy" or "metric"; empty if the value is
// not a kind.
std::string_view name_of(Kind kind);

}  // namespace skald::options
