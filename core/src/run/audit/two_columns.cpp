#include "run/audit/two_columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>
#include <utility>

#include "privacy/audit.hpp"

namespace skald::run {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using privacy::AttackCounts;

constexpr double kUnbounded = std::numeric_limits<double>::infinity();
constexpr std::size_t kStretches = 8;    // of the column that divides
constexpr std::size_t kThresholds = 24;  // of the other one, in a stretch
constexpr std::size_t kPaired = 8;       // columns that are tried in pairs

struct Half {
  MatrixXd with, without;
};

// An alarm where the value is above `above` and at most `most`.
struct Interval {
  double above = kUnbounded, most = kUnbounded;

  bool holds(double x) const { return x > above && x <= most; }
};

// In which stretch of column `by` (the first whose end is not below the value) which values of
// column `of` are an alarm; `swapped`: that the unit is absent.
struct Alarm {
  Index by = 0, of = 0;
  std::vector<double> ends;
  std::vector<Interval> intervals;  // one for each end
  bool swapped = false;

  bool raised(const auto& run) const {
    const auto end = std::lower_bound(ends.begin(), ends.end(), run[by]);
    const auto stretch =
        std::min<std::ptrdiff_t>(end - ends.begin(), static_cast<std::ptrdiff_t>(ends.size()) - 1);
    return intervals[static_cast<std::size_t>(stretch)].holds(run[of]);
  }
};

std::int64_t alarms(const Alarm& alarm, const MatrixXd& runs) {
  std::int64_t count = 0;
  for (Index j = 0; j < runs.cols(); ++j) count += alarm.raised(runs.col(j)) ? 1 : 0;
  return count;
}

AttackCounts counts_of(const Alarm& alarm, const Half& half) {
  const std::int64_t with = alarms(alarm, half.with), without = alarms(alarm, half.without);
  if (alarm.swapped) return {half.without.cols(), without, half.with.cols(), with};
  return {half.with.cols(), with, half.without.cols(), without};
}

// At most `most` values that divide the sorted ones evenly, the last of which is the largest.
std::vector<double> evenly(std::vector<double> values, std::size_t most) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  std::vector<double> some;
  const std::size_t count = std::min(most, values.size());
  for (std::size_t i = 1; i <= count; ++i) some.push_back(values[values.size() * i / count - 1]);
  return some;
}

// The values of the column in both kinds of runs, of those that are wanted.
std::vector<double> values_of(const Half& half, Index column, const auto& is_wanted) {
  std::vector<double> values;
  for (const MatrixXd* runs : {&half.with, &half.without}) {
    for (Index j = 0; j < runs->cols(); ++j) {
      if (is_wanted(runs->col(j))) values.push_back((*runs)(column, j));
    }
  }
  return values;
}

// The alarm in stretch `i` alone.
Alarm only_in(Alarm alarm, std::size_t i, const Interval& interval) {
  alarm.intervals.assign(alarm.ends.size(), {});
  alarm.intervals[i] = interval;
  return alarm;
}

// Where to raise the alarm in stretch `i`, if false ones cost `price` times what right ones gain.
Interval best_interval(const Half& half, const Alarm& alarm, std::size_t i, double price) {
  Interval best;
  double most = 0;
  const Alarm any = only_in(alarm, i, {-kUnbounded, kUnbounded});
  const auto here = [&any](const auto& run) { return any.raised(run); };
  for (const double t : evenly(values_of(half, alarm.of, here), kThresholds)) {
    for (const Interval interval : {Interval{t, kUnbounded}, Interval{-kUnbounded, t}}) {
      const AttackCounts counts = counts_of(only_in(alarm, i, interval), half);
      const double gain = static_cast<double>(counts.true_positives) -
                          price * static_cast<double>(counts.false_positives);
      if (gain <= most) continue;
      most = gain;
      best = interval;
    }
  }
  return best;
}

// The alarm with these columns that shows the most beyond epsilon.
Alarm best_alarm(const Half& half, Index by, Index of, bool swapped, double epsilon) {
  const auto all = [](const auto&) { return true; };
  Alarm alarm{by, of, evenly(values_of(half, by, all), kStretches), {}, swapped};
  const double price = std::exp(std::min(epsilon, 50.0));
  std::vector<Interval> intervals;
  for (std::size_t i = 0; i < alarm.ends.size(); ++i) {
    intervals.push_back(best_interval(half, alarm, i, price));
  }
  alarm.intervals = std::move(intervals);
  return alarm;
}

// Puts numbers for what is none: one below all others for NaN, and one above for infinity.
void fill_gaps(MatrixXd& with, MatrixXd& without) {
  for (Index i = 0; i < with.rows(); ++i) {
    double low = kUnbounded, high = -kUnbounded;
    for (MatrixXd* runs : {&with, &without}) {
      for (const double x : runs->row(i)) {
        if (!std::isfinite(x)) continue;
        low = std::min(low, x);
        high = std::max(high, x);
      }
    }
    if (low > high) low = high = 0;
    const double apart = high - low + 1;
    for (MatrixXd* runs : {&with, &without}) {
      for (double& x : runs->row(i)) {
        if (!std::isfinite(x)) x = x > 0 ? high + apart : low - apart;
      }
    }
  }
}

// The rows that differ from run to run, each once.
std::vector<Index> changing(const MatrixXd& with, const MatrixXd& without) {
  std::vector<Index> rows;
  std::set<std::vector<double>> known;
  for (Index i = 0; i < with.rows(); ++i) {
    const double first = with(i, 0);
    if ((with.row(i).array() == first).all() && (without.row(i).array() == first).all()) continue;
    std::vector<double> values(with.row(i).begin(), with.row(i).end());
    values.insert(values.end(), without.row(i).begin(), without.row(i).end());
    if (known.insert(std::move(values)).second) rows.push_back(i);
  }
  return rows;
}

MatrixXd with_row(const MatrixXd& runs, const Eigen::RowVectorXd& row) {
  MatrixXd all(runs.rows() + 1, runs.cols());
  all << runs, row;
  return all;
}

// Alarms by pairs of columns, of what they show.
using Scored = std::vector<std::pair<double, Alarm>>;

bool shows_more(const Scored::value_type& a, const Scored::value_type& b) {
  return a.first > b.first;
}

// The alarm that shows the most: of all single columns, and of pairs of those that show the most by
// themselves and the last one.
Alarm best_of_all(const Half& known, Index columns, const privacy::Budget& claim,
                  double significance) {
  Scored scored;
  const auto add = [&](Index by, Index of) {
    for (const bool swapped : {false, true}) {
      Alarm alarm = best_alarm(known, by, of, swapped, claim.epsilon);
      const double shown =
          privacy::attack_epsilon(counts_of(alarm, known), claim.delta, significance);
      scored.emplace_back(shown, std::move(alarm));
    }
  };
  for (Index i = 0; i < columns; ++i) add(i, i);
  std::stable_sort(scored.begin(), scored.end(), shows_more);
  std::set<Index> paired{columns - 1};
  for (const auto& [shown, alarm] : scored) {
    if (paired.size() < kPaired) paired.insert(alarm.of);
  }
  for (const Index by : paired) {
    for (const Index of : paired) {
      if (by != of) add(by, of);
    }
  }
  return std::min_element(scored.begin(), scored.end(), shows_more)->second;
}

}  // namespace

ColumnAttack attack_by_columns(const ColumnRuns& runs, const privacy::Budget& claim,
                               double significance) {
  const Index n = runs.with.cols(), half = n / 2;
  if (runs.without.cols() != n || half < 2) {
    throw std::invalid_argument(
        "an attack: expected as many runs with the unit as without, 4 or more of each");
  }
  MatrixXd with = runs.with, without = runs.without;
  fill_gaps(with, without);
  const std::vector<Index> rows = changing(with, without);
  if (rows.empty()) return {};
  with = MatrixXd(with(rows, Eigen::all));
  without = MatrixXd(without(rows, Eigen::all));
  std::vector<std::string> names;
  for (const Index row : rows) names.push_back(runs.names[static_cast<std::size_t>(row)]);
  const VectorXd weights = privacy::discriminant({with.leftCols(half), without.leftCols(half)});
  with = with_row(with, weights.transpose() * with);
  without = with_row(without, weights.transpose() * without);
  names.emplace_back("all columns together");
  const Half known{with.leftCols(half), without.leftCols(half)};
  const Half judged{with.rightCols(n - half), without.rightCols(n - half)};
  const Alarm chosen = best_of_all(known, with.rows(), claim, significance);
  ColumnAttack found{privacy::attack_epsilon(counts_of(chosen, judged), claim.delta, significance),
                     names[static_cast<std::size_t>(chosen.of)]};
  if (chosen.by != chosen.of) {
    found.columns += ", beside " + names[static_cast<std::size_t>(chosen.by)];
  }
  return found;
}

}  // namespace skald::run
