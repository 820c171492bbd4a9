// Checks whether the run of a cell can begin.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "record/run_outcome.hpp"
#include "run/run_cell.hpp"
#include "skald/problem.hpp"

namespace skald::run {

// Something that is said of a cell: that its run cannot begin, or a note.
struct CellFinding {
  record::Subject about;
  std::string message;  // names what it is about, too
};

// Creates every plugin object of the cell, without data, to find options that contradict each
// other. A formula that needs the problem is replaced by its option's default. Returns the first
// refusal, if there is one.
std::optional<CellFinding> check_cell(const grid::Cell& cell, plugin_host::PluginHost& host);

struct CellFindings {
  std::vector<CellFinding> faults;  // why the run cannot begin, in the order in which they arise
  // Of a run that can: which of its steps are too long, odd data, and that delta is too large for
  // so few units.
  std::vector<CellFinding> notes;
};

// Returns every reason that can be found; none if prepare_cell() succeeds. To look behind a reason,
// the cell is prepared again without the metric that it is about, without the mechanism, or without
// the first option of the sampler that need not be given and without which the sampler can be made.
// Behind any other reason nothing is seen.
CellFindings examine_cell(RunRequest request, plugin_host::PluginHost& host);

// Steps that are too long for the problem.

// How long bounds of the curvature over all rows and clients may take: in a run, some milliseconds;
// before it, a second.
enum class Patience { of_run, of_check };
bool has_quick_curvature(const Problem& problem, Patience patience);

// Returns a sentence for each option of the sampler that is longer than its row says is stable
// (Option::stable_to()), "step is 1, 560 times 2 / L, ...". None where the model states no bounds
// of its curvature, and beside a private mechanism, since notes may not depend on private rows.
// Formulas must have been evaluated.
std::vector<std::string> long_steps(const grid::Cell& cell, const Problem& problem,
                                    plugin_host::PluginHost& host);

// Chains that have left the region of their start, where a potential without curvature holds them.

// How far draws of exp(-U/T) may lie above the least U: for convex U in d dimensions, V = U/T has
// E exp(b (V - min V)) <= (1 - b)^-d for 0 <= b < 1 (Fradelizi, Madiman & Wang, Optimal
// concentration of information content for log-concave densities, 2016), so that V - min V exceeds
// d + sqrt(2 d s) + s with a probability of at most exp(-s). Returns T times that for s =
// log(chains / kFalseAlarm).
double reach_of_draws(Index dimension, Index chains, double temperature);

// The probability that any of the chains of an exact sampler is beyond that.
inline constexpr double kFalseAlarm = 1e-12;
// What chains of finite steps, which are wider than their target, may have in reaches of draws. A
// Gaussian chain of four times the target's variance in every direction is beyond two with a
// probability of at most sqrt(kFalseAlarm), if it is the only one; gradient steps h on curvature k
// have that variance at h = 3 / (2 k), three quarters of the step from which they grow.
inline constexpr double kReaches = 2;

// The potential of every chain at its start, with which that at its end is compared.
class StartRegion {
 public:
  // The problem must outlive it. Judges nothing unless the model states that U is strongly convex
  // (CurvatureBounds, m > 0). A chain without noise, of temperature 0, is judged like one of T = 1.
  StartRegion(const Problem& problem, double temperature, ConstBlock theta);

  // Returns why the run has diverged if U of a chain has risen by more than kReaches times the
  // reach of draws. The start may be anywhere: U is nowhere below its minimum.
  std::optional<std::string> why_left(std::int64_t iteration, ConstBlock theta) const;

 private:
  std::vector<double> potentials(ConstBlock theta) const;

  const Problem& problem_;
  double temperature_;
  std::vector<double> at_start_;  // empty: no judgement
};

}  // namespace skald::run
