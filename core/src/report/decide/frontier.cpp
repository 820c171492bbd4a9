#include "report/decide/frontier.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "report/decide/competition.hpp"
#include "report/decide/significance.hpp"
#include "report/estimate.hpp"

namespace skald::report {
namespace {

constexpr double kResolution = 1e-6;   // relative, of constants
constexpr double kAlpha = 1 - kLevel;  // of tests

// What is wanted of a metric.
struct Want {
  std::size_t metric = 0;
  record::Better better = record::Better::down;
  record::Scale scale = record::Scale::real;
};

std::vector<Want> wants_of(const record::StudyRuns& runs,
                           const std::vector<Objective>& objectives) {
  const std::vector<record::Scale> scales = scales_of(runs);
  std::vector<Want> wants;
  wants.reserve(objectives.size());
  for (const Objective& objective : objectives) {
    const auto metric = metric_index(runs, objective.metric);
    if (!metric) throw std::invalid_argument("no metric \"" + objective.metric + "\"");
    const bool is_wanted = std::any_of(wants.begin(), wants.end(),
                                       [&](const Want& want) { return want.metric == *metric; });
    if (is_wanted) {
      throw std::invalid_argument("\"" + objective.metric +
                                  "\" is an objective twice; name it once, as a maximum or as a "
                                  "minimum");
    }
    const bool is_signed = runs.metrics[*metric].better == record::Better::zero;
    wants.push_back({*metric,
                     objective.is_up ? record::Better::up
                     : is_signed     ? record::Better::zero
                                     : record::Better::down,
                     scales[*metric]});
  }
  return wants;
}

// A condition, and the axis or metric that it is on.
struct Bound {
  Condition condition;
  std::optional<std::size_t> metric;
  std::size_t axis = 0;
};

std::vector<Bound> bounds_of(const record::StudyRuns& runs, const Settings& settings,
                             const std::vector<Condition>& conditions) {
  std::vector<Bound> bounds;
  bounds.reserve(conditions.size());
  for (const Condition& condition : conditions) {
    const auto metric = metric_index(runs, condition.name);
    bounds.push_back({condition, metric, metric ? 0 : axis_index(runs, condition.name)});
    const auto& over = settings.over;
    if (metric || std::find(over.begin(), over.end(), bounds.back().axis) == over.end()) continue;
    throw std::invalid_argument("\"" + condition_text(condition) + "\": " + condition.name +
                                " is averaged over; leave it out of the conditions or of over");
  }
  return bounds;
}

bool is_within(const std::vector<Bound>& bounds, const Setting& setting, const ComparisonRow& row,
               const std::vector<record::MetricRecord>& metrics) {
  return std::all_of(bounds.begin(), bounds.end(), [&](const Bound& bound) {
    if (!bound.metric) return holds(bound.condition, setting.on(bound.axis));
    const double mean = mean_of_all(setting, *bound.metric, row.estimates[*bound.metric]);
    return holds(bound.condition, judged(mean, metrics[*bound.metric].better));
  });
}

using Values = std::vector<ReplicateValue>;

// A setting that may be on the front. Of merits, larger is better.
struct Candidate {
  std::size_t row = 0;
  std::vector<double> means;   // per objective; infinite: no bound
  std::vector<double> merits;  // of the means
  std::vector<Values> values;  // per objective, on its scale; none for an infinite mean
  std::vector<Values> gains;   // the same as merits_of()
};

// Returns the mean, infinite if there is no bound; nothing if the setting has no value.
std::optional<double> mean_of(const Setting& setting, const Estimate& estimate, const Want& want) {
  const double mean = mean_of_all(setting, want.metric, estimate);
  if (std::isnan(mean) || (std::isinf(mean) && want.better == record::Better::up)) {
    return std::nullopt;
  }
  return mean;
}

bool are_same(const std::vector<Replicate>& a, const std::vector<Replicate>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Replicate& x, const Replicate& y) { return x.number == y.number; });
}

// Returns the number of pairs by which two candidates can be tested.
std::optional<std::int64_t> pairs_of(const Candidate& a, const Candidate& b) {
  for (std::size_t o = 0; o < a.merits.size(); ++o) {
    const bool is_tested = std::isfinite(a.merits[o]) && std::isfinite(b.merits[o]);
    if (is_tested) return std::ssize(paired_differences(a.gains[o], b.gains[o]));
  }
  return std::nullopt;
}

// Sets the means in one objective to adjusted ones, unless they are infinite, and the merits.
void adjust(std::vector<Candidate>& candidates, std::size_t objective, const Want& want) {
  std::vector<Values> values;
  values.reserve(candidates.size());
  for (const Candidate& candidate : candidates) values.push_back(candidate.values[objective]);
  const std::vector<double> means = adjusted_means(values);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    double& mean = candidates[i].means[objective];
    if (std::isfinite(mean)) mean = from_scale(means[i], want.scale);
    candidates[i].merits[objective] = merit_of(mean, want.better);
  }
}

// Whether no setting's value in this objective differs from replicate to replicate, as of a
// calibrated eps, or of bits.
bool is_constant(const std::vector<Candidate>& candidates, std::size_t objective) {
  return std::all_of(candidates.begin(), candidates.end(), [&](const Candidate& candidate) {
    const Values& values = candidate.values[objective];
    return std::all_of(values.begin(), values.end(), [&](const ReplicateValue& value) {
      return value.value == values.front().value;
    });
  });
}

// Makes merits in one objective equal that differ by rounding alone, or, where they are constant,
// by less than anybody means: noise calibrated to eps = 3 spends 2.99999999.
void level_out(std::vector<Candidate>& candidates, std::size_t objective) {
  const double rounding = is_constant(candidates, objective) ? kResolution : 1e-12;
  std::vector<double*> merits;
  merits.reserve(candidates.size());
  for (Candidate& candidate : candidates) merits.push_back(&candidate.merits[objective]);
  std::sort(merits.begin(), merits.end(), [](double* a, double* b) { return *a < *b; });
  for (std::size_t i = 1; i < merits.size(); ++i) {
    const double before = *merits[i - 1];
    if (std::isinf(before)) continue;
    if (*merits[i] - before <= rounding * std::abs(before)) *merits[i] = before;
  }
}

class Front {
 public:
  Front(const Settings& settings, const Comparison& comparison, const std::vector<Want>& wants,
        bool has_tests, bool rests_on_chains)
      : settings_(settings),
        comparison_(comparison),
        wants_(wants),
        has_tests_(has_tests),
        rests_on_chains_(rests_on_chains) {}

  // Returns whether the row was eligible, and adds it if so.
  bool add(std::size_t row) {
    const ComparisonRow& summary = comparison_.rows[row];
    if (!may_be_best(summary, rests_on_chains_)) return false;
    Candidate candidate{row, {}, {}, {}, {}};
    for (const Want& want : wants_) {
      const Setting& setting = settings_.all[row];
      const auto mean = mean_of(setting, summary.estimates[want.metric], want);
      if (!mean) return false;
      candidate.means.push_back(*mean);
      candidate.merits.push_back(merit_of(*mean, want.better));
      candidate.values.emplace_back();
      candidate.gains.emplace_back();
      if (std::isinf(*mean)) continue;
      candidate.values.back() = replicate_values(setting, want.metric, want.scale);
      candidate.gains.back() = merits_of(candidate.values.back(), want.better);
    }
    candidates_.push_back(std::move(candidate));
    return true;
  }

  std::size_t size() const { return candidates_.size(); }

  bool has_same_replicates() const {
    return std::all_of(candidates_.begin(), candidates_.end(), [this](const Candidate& candidate) {
      return are_same(replicates_of(candidate), replicates_of(candidates_.front()));
    });
  }

  std::vector<FrontierRow> rows() {
    for (std::size_t o = 0; o < wants_.size(); ++o) {
      adjust(candidates_, o, wants_[o]);
      level_out(candidates_, o);
    }
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.merits > b.merits; });
    find_unbeaten();
    std::vector<const Candidate*> listed;
    for (const Candidate& candidate : candidates_) {
      const bool is_listed =
          is_unbeaten(candidate) || (is_tested() && is_beaten_by_chance(candidate));
      if (is_listed) listed.push_back(&candidate);
    }
    std::vector<FrontierRow> rows;
    rows.reserve(listed.size());
    for (const Candidate* candidate : listed) {
      rows.push_back({candidate->row, 0, !is_unbeaten(*candidate), rivals_of(*candidate, listed),
                      candidate->means});
    }
    return rows;
  }

  // Returns whether the rivals in rows() were tested.
  bool is_tested() const { return has_tests_ && unbeaten_.size() <= kMostTested; }

 private:
  static bool beats(const Candidate& a, const Candidate& b) {
    for (std::size_t o = 0; o < a.merits.size(); ++o) {
      if (a.merits[o] < b.merits[o]) return false;
    }
    return a.merits != b.merits;
  }

  // Only candidates that precede a candidate can beat it.
  void find_unbeaten() {
    for (const Candidate& candidate : candidates_) {
      const bool is_beaten =
          std::any_of(unbeaten_.begin(), unbeaten_.end(),
                      [&](const Candidate* other) { return beats(*other, candidate); });
      if (!is_beaten) unbeaten_.push_back(&candidate);
    }
  }

  bool is_unbeaten(const Candidate& candidate) const {
    return std::binary_search(unbeaten_.begin(), unbeaten_.end(), &candidate);
  }

  const std::vector<Replicate>& replicates_of(const Candidate& candidate) const {
    return settings_.all[candidate.row].complete;
  }

  // Returns the p-value of a's advantage in this objective, in which it has the better mean.
  double p_of(const Candidate& a, const Candidate& b, std::size_t objective) const {
    if (std::isinf(a.merits[objective]) || std::isinf(b.merits[objective])) return 0;
    return p_of_advantage(a.gains[objective], b.gains[objective]);
  }

  // Returns whether that p-value is at most alpha, or unknown.
  bool is_certain(const Candidate& a, const Candidate& b, std::size_t objective, double alpha) {
    if (std::isinf(a.merits[objective]) || std::isinf(b.merits[objective])) return true;
    return is_ahead_(a.gains[objective], b.gains[objective], alpha);
  }

  std::vector<Rival> rivals_of(const Candidate& candidate,
                               const std::vector<const Candidate*>& listed) const {
    std::vector<Rival> rivals;
    for (const std::size_t place : places_of_rivals(candidate, listed)) {
      rivals.push_back({place, pairs_of(candidate, *listed[place])});
    }
    return rivals;
  }

  std::vector<std::size_t> places_of_rivals(const Candidate& candidate,
                                            const std::vector<const Candidate*>& listed) const {
    if (!is_tested()) return {};
    return is_unbeaten(candidate) ? possible_victors(candidate, listed)
                                  : victors(candidate, listed);
  }

  std::size_t advantages(const Candidate& a, const Candidate& b) const {
    std::size_t count = 0;
    for (std::size_t o = 0; o < a.merits.size(); ++o) count += a.merits[o] > b.merits[o];
    return count;
  }

  // Returns whether no row that beats the candidate has an advantage beyond chance. By Holm's
  // method, there is such an advantage if the smallest of m p-values is at most alpha / m.
  bool is_beaten_by_chance(const Candidate& candidate) {
    std::size_t count = 0;
    for (const Candidate* other : unbeaten_) {
      if (beats(*other, candidate)) count += advantages(*other, candidate);
    }
    const double most = kAlpha / static_cast<double>(count);
    return std::none_of(unbeaten_.begin(), unbeaten_.end(), [&](const Candidate* other) {
      if (!beats(*other, candidate)) return false;
      for (std::size_t o = 0; o < wants_.size(); ++o) {
        const bool is_better = other->merits[o] > candidate.merits[o];
        if (is_better && is_certain(*other, candidate, o, most)) return true;
      }
      return false;
    });
  }

  std::vector<std::size_t> victors(const Candidate& candidate,
                                   const std::vector<const Candidate*>& listed) const {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < listed.size(); ++i) {
      if (is_unbeaten(*listed[i]) && beats(*listed[i], candidate)) places.push_back(i);
    }
    return places;
  }

  // Returns the unbeaten rows over which the candidate has no advantage beyond chance.
  std::vector<std::size_t> possible_victors(const Candidate& candidate,
                                            const std::vector<const Candidate*>& listed) const {
    std::vector<double> p;
    std::vector<std::size_t> over;  // the index that each p-value belongs to
    for (std::size_t i = 0; i < listed.size(); ++i) {
      if (listed[i] == &candidate || !is_unbeaten(*listed[i])) continue;
      if (listed[i]->merits == candidate.merits) {
        p.push_back(1);
        over.push_back(i);
      }
      for (std::size_t o = 0; o < wants_.size(); ++o) {
        if (candidate.merits[o] <= listed[i]->merits[o]) continue;
        p.push_back(p_of(candidate, *listed[i], o));
        over.push_back(i);
      }
    }
    p = holm_adjusted(p);
    std::vector<std::size_t> places;
    for (std::size_t first = 0, end = 0; first < p.size(); first = end) {
      bool is_beyond_chance = false;
      for (end = first; end < p.size() && over[end] == over[first]; ++end) {
        is_beyond_chance = is_beyond_chance || !(p[end] > kAlpha);
      }
      if (!is_beyond_chance) places.push_back(over[first]);
    }
    return places;
  }

  const Settings& settings_;
  const Comparison& comparison_;
  const std::vector<Want>& wants_;
  bool has_tests_;
  bool rests_on_chains_;  // an objective does, or a bound
  Advantage is_ahead_;
  std::vector<Candidate> candidates_;
  std::vector<const Candidate*> unbeaten_;  // in the order of candidates_
};

// Adds the front of one problem to those of others.
void append(Front& front, Frontier& result) {
  if (front.size() == 0) return;
  const std::size_t before = result.rows.size();
  for (FrontierRow& row : front.rows()) {
    row.problem = result.problems;
    for (Rival& rival : row.rivals) rival.place += before;
    result.rows.push_back(std::move(row));
  }
  ++result.problems;
  result.compared += front.size();
  result.has_same_replicates = result.has_same_replicates && front.has_same_replicates();
  result.is_tested = result.is_tested && front.is_tested();
}

}  // namespace

Frontier frontier(const record::StudyRuns& runs, const FrontierRequest& request) {
  const std::vector<Want> wants = wants_of(runs, request.objectives);
  const Settings settings = settings_of(runs, request.rows.by, request.rows.over);
  const std::vector<Bound> bounds = bounds_of(runs, settings, request.under);
  Frontier result;
  result.objectives = request.objectives;
  for (const Want& want : wants) result.metrics.push_back(want.metric);
  std::vector<std::size_t> asked = result.metrics;
  for (const Bound& bound : bounds) {
    if (bound.metric) asked.push_back(*bound.metric);
  }
  bool has_averages = false;
  for (const std::size_t metric : asked) {
    const bool is_of_target = yardstick_of(runs.metrics[metric]) == Yardstick::target;
    if (is_of_target) result.yardstick = Yardstick::target;
    has_averages = has_averages || rests_on_chains(runs.metrics[metric]);
  }
  result.comparison = compare_settings(runs, settings);
  for (const auto& group : competing_settings(settings, result.yardstick)) {
    Front front(settings, result.comparison, wants, request.has_tests, has_averages);
    for (const std::size_t r : group) {
      if (!is_within(bounds, settings.all[r], result.comparison.rows[r], runs.metrics)) {
        ++result.excluded;
      } else if (!front.add(r)) {
        ++result.ineligible;
      }
    }
    append(front, result);
  }
  return result;
}

}  // namespace skald::report
