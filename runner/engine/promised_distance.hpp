// Wire form of what a worker says about a published bound.
#pragma once

#include <string>
#include <string_view>

#include "run/laws/promised_distance.hpp"

namespace skald {

std::string encode(const run::PromisedDistance& distance);
// Throws std::runtime_error if the bytes end too early.
run::PromisedDistance decode_promised_distance(std::string_view bytes);

}  // namespace skald
