// Grids that are fine where most of a tilted law lies.
#pragma once

#include "privacy/pld/loss_grid.hpp"
#include "privacy/pld/loss_profile.hpp"

namespace skald::privacy {

/// Multiples of `interval` over the profile's range. They are further apart where less of the law
/// tilted by `tilt` lies beyond them, but close enough for neighbouring masses to be similar.
LossGrid graded_grid(const LossProfile& profile, double tilt, double interval);

/// The growth of a sum's variance, in units of interval^2 / 6, where one loss is rounded to
/// graded_grid(profile, tilt, interval) as chords round it.
double graded_error(const LossProfile& profile, double tilt);

/// The width of the middle 90 percent of the tilted law.
double tilted_width(const LossProfile& profile, double tilt);

}  // namespace skald::privacy
