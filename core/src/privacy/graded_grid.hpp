// Grids that are fine where most of a tilted law lies.
#pragma once

#include "privacy/loss_grid.hpp"
#include "privacy/loss_profile.hpp"

namespace skald::privacy {

/// Multiples over the profile's range that lie the further apart the less of the law tilted by
/// `tilt` lies beyond them, but close enough for neighbouring masses to be alike.
LossGrid graded_grid(const LossProfile& profile, double tilt, double interval);

/// By how much a sum's variance grows, over `interval` squared / 6, where one loss is rounded to
/// graded_grid(profile, tilt, interval) as by chords.
double graded_error(const LossProfile& profile, double tilt);

/// The width of the middle 90 percent of the tilted law.
double tilted_width(const LossProfile& profile, double tilt);

}  // namespace skald::privacy
