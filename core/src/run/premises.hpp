// What a run's guarantee takes for granted.
#pragma once

#include <string>
#include <vector>

#include "skald/release.hpp"

namespace skald::run {

// What has to be true in the world for a guarantee of these releases to hold under the claim: full
// sentences, each followed by a space. Empty without releases.
std::string premises(const std::vector<Release>& releases, const Claim& claim);

}  // namespace skald::run
