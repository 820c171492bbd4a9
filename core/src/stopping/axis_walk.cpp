#include "stopping/axis_walk.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <set>

#include "report/estimate.hpp"
#include "stopping/rules.hpp"

namespace skald::stopping {
namespace {

constexpr std::array<std::string_view, 5> kSideNames{"inside", "diverged", "bound", "flat", "open"};
constexpr int kPlateau = 4;                                            // points that can show one
constexpr double kDiverged = std::numeric_limits<double>::infinity();  // the loss of such a point

double mean_loss_of(const std::vector<double>& losses) {
  double sum = 0;
  for (const double loss : losses) sum += loss;
  return sum / static_cast<double>(losses.size());
}

std::vector<double> all_of(const Trials& trials) {
  std::vector<double> all = trials.choice;
  all.insert(all.end(), trials.test.begin(), trials.test.end());
  return all;
}

bool has_diverged(const Trials& trials) { return !std::isfinite(mean_loss_of(all_of(trials))); }

RunningMean paired_differences(const std::vector<double>& a, const std::vector<double>& b) {
  RunningMean mean;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) mean.add(a[i] - b[i]);
  return mean;
}

// The p-value of "a is not worse than b".
double p_of_no_worse(const std::vector<double>& a, const std::vector<double>& b) {
  const RunningMean mean = paired_differences(a, b);
  if (mean.n() < 2 || !(mean.mean() > 0)) return 1;
  const double error = mean.standard_error();
  if (error == 0) return 0;
  return report::student_t_tails(static_cast<double>(mean.n() - 1), mean.mean() / error) / 2;
}

// Whether they differ by no more than the margin, with confidence 1 - alpha.
bool is_within(double margin, const Trials& a, const Trials& b, double alpha) {
  const RunningMean mean = paired_differences(all_of(a), all_of(b));
  const double t = report::student_t_quantile(static_cast<double>(mean.n() - 1), 1 - alpha / 2);
  return std::abs(mean.mean()) + t * mean.standard_error() <= margin;
}

// The finite point with the least mean, by a function of its trials.
template <class Points, class Mean>
std::optional<double> least_of(const Points& points, const TriedPoints& tried, const Mean& mean) {
  std::optional<double> best;
  for (const double point : points) {
    const Trials& trials = tried.at(point);
    if (has_diverged(trials)) continue;
    if (!best || mean(trials) < mean(tried.at(*best))) best = point;
  }
  return best;
}

double margin_at(const WalkRules& rules, double best_mean) {
  return rules.is_relative ? rules.margin * std::abs(best_mean) : rules.margin;
}

bool is_allowed(const WalkRules& rules, double point) {
  return point >= rules.least && point <= rules.most && std::isfinite(point) &&
         (point > 0 || (rules.is_whole && point == 0));
}

// The whole number that is a factor further, or the next one.
double whole_beyond(double point, double factor) {
  const double rounded = std::round(point * factor);
  return rounded != point ? rounded : factor > 1 ? point + 1 : point - 1;
}

// One side of the axis.
struct Edge {
  double factor = 1;  // below 1 for the side below
  double start = 0;   // the outermost starting point
  bool is_whole = false;
  int added = 0;  // points beyond it
  std::optional<Side> ended = std::nullopt;
  std::optional<double> closed_by = std::nullopt;  // the reference that a test found better

  double point(int j) const {
    if (!is_whole) return j == 0 ? start : written(start * std::pow(factor, j));
    double point = start;
    for (int i = 0; i < j; ++i) point = whole_beyond(point, factor);
    return point;
  }
  double end() const { return point(added); }
};

// The looks at both sides, from the points that each look knows of.
class Looks {
 public:
  Looks(const WalkRules& rules, std::span<const double> start, const TriedPoints& tried)
      : rules_(rules), tried_(tried), known_(start.begin(), start.end()) {}

  // Looks as far as the points that have been tried allow; adds those that are to be tried.
  void go(Edge& below, Edge& above, std::vector<double>& wanted) {
    for (int j = 1; wanted.empty() && !(below.ended && above.ended); ++j) {
      for (Edge* edge : {&below, &above})
        if (!edge->ended) look(*edge, j);
      for (Edge* edge : {&below, &above})
        if (!edge->ended) go_beyond(*edge, wanted);
    }
  }

  const std::vector<double>& known() const { return known_; }

 private:
  void look(Edge& edge, int j) const {
    if (edge.closed_by && !(loss_at(edge.end()) < loss_at(*edge.closed_by))) {
      edge.ended = Side::inside;
      return;
    }
    edge.closed_by.reset();
    if (has_diverged(tried_.at(edge.end()))) {
      if (has_finite_before(edge)) edge.ended = Side::diverged;
    } else if (j <= rules_.looks) {
      test(edge, j);
    }
    const bool goes_on = edge.ended || edge.closed_by || j < rules_.looks;
    if (!goes_on && can_go_beyond(edge)) edge.ended = is_flat(edge) ? Side::flat : Side::open;
  }

  bool can_go_beyond(const Edge& edge) const {
    return is_allowed(rules_, edge.point(edge.added + 1));
  }

  // Whether the end is worse than the reference.
  void test(Edge& edge, int j) const {
    const double reference =
        *least_of(known_, tried_, [](const Trials& trials) { return mean_loss_of(trials.choice); });
    const double p = p_of_no_worse(tried_.at(edge.end()).test, tried_.at(reference).test);
    if (p <= side_level(rules_.alpha, j)) edge.closed_by = reference;
  }

  void go_beyond(Edge& edge, std::vector<double>& wanted) {
    if (!can_go_beyond(edge)) {
      edge.ended = edge.closed_by ? Side::inside : Side::bound;
      return;
    }
    ++edge.added;
    known_.push_back(edge.end());
    if (!tried_.contains(edge.end())) wanted.push_back(edge.end());
  }

  double loss_at(double point) const { return mean_loss(tried_.at(point)); }

  // Whether a known point between this end and the other side has not diverged.
  bool has_finite_before(const Edge& edge) const {
    return std::any_of(known_.begin(), known_.end(), [&](double point) {
      const bool is_before = edge.factor > 1 ? point < edge.end() : point > edge.end();
      return is_before && !has_diverged(tried_.at(point));
    });
  }

  bool is_flat(const Edge& edge) const {
    if (edge.added < kPlateau || has_diverged(tried_.at(edge.end()))) return false;
    const double margin = margin_at(rules_, loss_at(*least_of(known_, tried_, mean_loss)));
    for (int j = 1; j < edge.added; ++j) {
      if (!is_within(margin, tried_.at(edge.point(j)), tried_.at(edge.end()), rules_.alpha))
        return false;
    }
    return true;
  }

  const WalkRules& rules_;
  const TriedPoints& tried_;
  std::vector<double> known_;
};

// The points closer and closer to the best, from those at which the looks have ended.
class Refinement {
 public:
  Refinement(const WalkRules& rules, std::span<const double> known, const TriedPoints& tried)
      : rules_(rules), tried_(tried), known_(known.begin(), known.end()) {}

  void go(Walk& walk) {
    const double least = *known_.begin(), most = *known_.rbegin();
    while (walk.wanted.empty()) {
      walk.best = *least_of(known_, tried_, mean_loss);
      const double factor = std::sqrt(walk.factor);
      if (is_level(*walk.best) || factor < rules_.least_factor) return;
      walk.factor = factor;
      for (const double ratio : {1 / factor, factor}) {
        const double point =
            rules_.is_whole ? std::round(*walk.best * ratio) : written(*walk.best * ratio);
        if (point > least && point < most && !is_known(point)) add(point, walk.wanted);
      }
    }
  }

 private:
  // But for the rounding of written().
  bool is_known(double point) const {
    const double nearly = rules_.is_whole ? 1 : 1.005;
    const auto next = known_.lower_bound(point / nearly);
    return next != known_.end() && *next <= point * nearly;
  }

  void add(double point, std::vector<double>& wanted) {
    known_.insert(point);
    if (!tried_.contains(point)) wanted.push_back(point);
  }

  // Whether each neighbour of the best differs from it by no more than the margin.
  bool is_level(double best) const {
    const auto at = known_.find(best);
    const double least = mean_loss(tried_.at(best)), margin = margin_at(rules_, least);
    const auto is_near = [&](double point) {
      return mean_loss(tried_.at(point)) - least <= margin;
    };
    return (at == known_.begin() || is_near(*std::prev(at))) &&
           (std::next(at) == known_.end() || is_near(*std::next(at)));
  }

  const WalkRules& rules_;
  const TriedPoints& tried_;
  std::set<double> known_;
};

}  // namespace

double mean_loss(const Trials& trials) {
  const double mean = mean_loss_of(all_of(trials));
  return std::isfinite(mean) ? mean : kDiverged;
}

std::string_view name_of(Side side) { return kSideNames[static_cast<std::size_t>(side)]; }

std::optional<Side> side_named(std::string_view name) {
  const auto found = std::find(kSideNames.begin(), kSideNames.end(), name);
  if (found == kSideNames.end()) return std::nullopt;
  return static_cast<Side>(found - kSideNames.begin());
}

double side_level(double alpha, int look) { return alpha / (2.0 * look * (look + 1)); }

double written(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g", value);
  return std::strtod(text.data(), nullptr);
}

std::size_t most_refining_points(const WalkRules& rules) {
  std::size_t points = 0;
  for (double factor = std::sqrt(rules.factor); factor >= rules.least_factor;
       factor = std::sqrt(factor)) {
    points += 2;
  }
  return points;
}

std::size_t most_points(const WalkRules& rules, std::size_t start) {
  const std::size_t begin = start == 1 ? 3 : start;
  return begin + 2 * static_cast<std::size_t>(rules.looks) + most_refining_points(rules);
}

Walk walk(const WalkRules& rules, std::span<const double> start, const TriedPoints& tried) {
  Edge below{1 / rules.factor, start.front(), rules.is_whole};
  Edge above{rules.factor, start.back(), rules.is_whole};
  std::vector<double> begin(start.begin(), start.end());
  if (start.size() == 1) {
    for (Edge* edge : {&below, &above}) {
      if (!is_allowed(rules, edge->point(1))) continue;
      edge->added = 1;
      begin.push_back(edge->end());
    }
    std::sort(begin.begin(), begin.end());
  }
  Walk walk;
  walk.factor = rules.factor;
  for (const double point : begin) {
    if (!tried.contains(point)) walk.wanted.push_back(point);
  }
  if (!walk.wanted.empty()) return walk;
  Looks looks(rules, begin, tried);
  looks.go(below, above, walk.wanted);
  walk.below = below.ended.value_or(Side::open);
  walk.above = above.ended.value_or(Side::open);
  if (!walk.wanted.empty()) return walk;
  walk.best = least_of(looks.known(), tried, mean_loss);
  if (walk.best) Refinement(rules, looks.known(), tried).go(walk);
  return walk;
}

}  // namespace skald::stopping
