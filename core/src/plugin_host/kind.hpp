// The kinds of plugins by name.
#pragma once

#include <array>
#include <string_view>

#include "skald/plugin.hpp"

namespace skald {

inline constexpr std::array kinds = {Kind::dataset, Kind::partition, Kind::model, Kind::sampler,
                                     Kind::privacy};

// "dataset", "partition", "model", "sampler" or "privacy"; "" for a number that is no kind.
std::string_view kind_name(Kind kind);

}  // namespace skald
