// A walk along the axis of one option, to a value whose neighbours on both sides are worse.
//
// Points are added beyond both ends, each a factor further, until the best lies inside. The error
// rate holds for a loss that is unimodal along the axis. A look at both sides takes two steps:
//
// 1. On seeds A, the reference is the point with the least mean.
// 2. On other seeds B, a one-sided t test of "the end is worse than the reference", for each side
//    at the level alpha / (2 j (j + 1)) at look j = 1, 2, ... If it rejects, the side is closed;
//    else a point is added there.
//
// If the minimum lies at an end or beyond it, no point is better than that end, whichever the
// reference is, since that was chosen on seeds A alone. The side is then closed at look j with at
// most that level's probability, and the levels of both sides add up to alpha, for any number of
// looks. (With the same seeds for both steps, the reference is biased downwards and the level is
// lost.) Once one side is closed, seeds B have a say in which points the other side's reference is
// chosen from; on a flat axis, the worst case, a wrong closing has then taken place already.
// Runs of one seed share data and noise, so the test is that of their differences, by Student's t
// with n - 1 degrees of freedom; for independent runs it is Welch's with as few.
//
// An end with a run that diverged closes its side at once, unless all points before it have one,
// too. Behind an end that a test has found worse, one more point is tried: if its mean is below
// that of the reference, the loss falls again there, and the side goes on. Closed sides have no
// guarantee where the loss has several minima further apart.
//
// Once both sides have ended, the factor around the best point is halved (on the logarithmic
// axis), until the neighbours differ from it by no more than the margin, or the factor would be
// less than `least_factor`.
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace skald::stopping {

struct WalkRules {
  double factor = 3.1622776601683795;  // between neighbours, above 1
  double alpha = 0.05;                 // the probability that a side is closed wrongly
  int looks = 8;                       // at each side, at most
  // Differences of mean losses that do not matter.
  double margin = 0.05;
  bool is_relative = true;    // the margin, to the least mean
  double least_factor = 1.5;  // of the refinement
  // Whether the points are whole numbers, 0 among them: rounded, and the next one where rounding
  // leaves a point where it was.
  bool is_whole = false;
  // What the option can be.
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
};

// The losses of a point, by seed, two or more in all; the smaller, the better. Not finite: the run
// diverged.
struct Trials {
  std::vector<double> choice, test;  // on seeds A, on seeds B
};

// The points that have been tried: positive numbers, or whole ones from 0 on.
using TriedPoints = std::map<double, Trials>;

// How a side has ended.
// inside:   the end is worse than the reference
// diverged: the end has diverged
// bound:    the option can have no value beyond
// flat:     all looks were made, and the points that this side has added, four or more, differ from
//           its end by no more than the margin, by two-sided intervals at level alpha
// open:     all looks were made, or not yet
enum class Side { inside, diverged, bound, flat, open };

std::string_view name_of(Side side);
std::optional<Side> side_named(std::string_view name);

struct Walk {
  std::vector<double> wanted;  // the points to be tried next; none: the walk has ended
  Side below = Side::open, above = Side::open;
  std::optional<double> best;  // of the least mean over all seeds; nothing: every point diverged
  double factor = 0;           // between the best and its neighbours
};

// Returns where the walk stands. `start` has the points that it begins with, in increasing order;
// of a single one, the neighbours are tried at once, too. Points that are `wanted` are to be added
// to those `tried`, until none is.
Walk walk(const WalkRules& rules, std::span<const double> start, const TriedPoints& tried);

// The mean over all seeds; infinite if the point has diverged.
double mean_loss(const Trials& trials);

// The level of look j = 1, 2, ... at one side.
double side_level(double alpha, int look);

// The most points that a walk from so many can try, of them for the refinement alone.
std::size_t most_points(const WalkRules& rules, std::size_t start);
std::size_t most_refining_points(const WalkRules& rules);

// Returns the value with four significant digits, as a person would write it.
double written(double value);

}  // namespace skald::stopping
