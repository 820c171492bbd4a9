// Successive halving: at rungs, the best 1/eta of the settings go on, and the others are stopped
// (Karnin, Koren and Somekh 2013; Jamieson and Talwalkar 2016).
//
// With n settings at the start, max(1, floor(n / eta^i)) of them go on from rung i = 1, 2, ...; the
// last one goes on to its end. Settings are ranked by the mean of their replicates at the rung; a
// setting with a replicate that has no finite value there ranks below all that have none such; ties
// go to the earlier setting. There is no test, and no guarantee that the best setting is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "stopping/allotment.hpp"
#include "stopping/rules.hpp"

namespace skald::stopping {

// Where the rungs are, in the unit of `halving`.
std::vector<std::int64_t> rungs_of(const Halving& halving);

// How many of so many settings leave rung 1, 2, ...; never fewer than one.
std::vector<std::size_t> survivors_of(const Halving& halving, std::size_t settings);

// The share of all their work that so many settings do at most, if a setting's work is its length.
double most_work(const Halving& halving, std::size_t settings);

// A value that a metric had when `position` rounds or iterations were done.
struct Reading {
  double position = 0, value = 0;
};

// What is known of one run: its values at the rungs, as far as it has come. NaN: worse than any.
struct Climb {
  std::vector<std::optional<double>> values;
  bool has_ended = false;  // then each rung has a value
};

// The value at a rung is that of the first reading at or beyond it. Readings are in order.
Climb climb_of(const Halving& halving, std::span<const Reading> readings);

// Ends a run. The rungs that it did not come to get `last`, its final value; NaN if it has none.
void end(Climb& climb, const Halving& halving, double last);

// Where the runs of a setting are to go.
struct Course {
  std::optional<std::size_t> rung;   // index of the rung to pause at; nothing: to the end
  std::optional<Decision> decision;  // halved, or limit once all its runs have ended
};

// Decides on the settings of one race from the replicates of each, of which there are
// `rules.max`. Whether a setting goes on from a rung is decided when all replicates of all settings
// that have come so far have a value there.
std::vector<Course> halve(const Rules& rules, std::span<const std::vector<Climb>> settings);

}  // namespace skald::stopping
