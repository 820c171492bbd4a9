// Banded noise, and units that are drawn by chance, but not soon again (b-min-sep samples).
#pragma once

#include <vector>

#include "privacy/events/event.hpp"
#include "skald/parts/privacy/correlated/toeplitz.hpp"

namespace skald::privacy {

/// C x + noise is released round by round, C Toeplitz and lower triangular. A unit adds a vector of
/// norm at most a clip in the rounds in which it takes part: in each with probability `rate`, by a
/// coin of its own, unless it took part in one of the last `limit.separation` - 1 rounds, or in
/// `limit.most` in all. Nobody is held back when the rounds begin.
struct MinSeparation {
  double noise_multiplier;     // of a round, in clips; in (0, inf)
  std::vector<double> column;  // the first one of C; at most `limit.separation` numbers
  double rate;                 // in (0, 1)
  ParticipationLimit limit;
  double sensitivity;  // of C x, in clips, for units that take part as often as they may
  Relation relation;
};

/// Proven bounds (README.md): as rounds, as blocks of rounds, and without credit for the chance;
/// below, an adversary who gives the unit something in rounds that are far apart. The bounds above
/// also hold where units are held back at the beginning. Throws std::invalid_argument for numbers
/// out of range.
BoundedRelease min_separation(const MinSeparation& setting);

}  // namespace skald::privacy
