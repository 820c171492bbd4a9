#include "stopping/halving.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "skald/parts/not_a_number.hpp"

namespace skald::stopping {
namespace {

// The values of a setting's replicates at a rung; nothing if one is missing.
std::optional<std::vector<double>> values_at(const std::vector<Climb>& replicates,
                                             std::size_t wanted, std::size_t rung) {
  if (replicates.size() < wanted) return std::nullopt;
  std::vector<double> values;
  values.reserve(wanted);
  for (std::size_t r = 0; r < wanted; ++r) {
    const auto& known = replicates[r].values;
    if (rung >= known.size() || !known[rung]) return std::nullopt;
    values.push_back(*known[rung]);
  }
  return values;
}

// NaN if one of them is not finite.
double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) return kNotANumber;
    sum += value;
  }
  return sum / static_cast<double>(values.size());
}

bool have_ended(const std::vector<Climb>& replicates, std::size_t wanted) {
  return replicates.size() >= wanted &&
         std::all_of(replicates.begin(), replicates.begin() + static_cast<std::ptrdiff_t>(wanted),
                     [](const Climb& climb) { return climb.has_ended; });
}

class Ladder {
 public:
  Ladder(const Rules& rules, std::span<const std::vector<Climb>> settings)
      : halving_(*rules.race->halving),
        is_larger_better_(rules.race->is_larger_better),
        is_nearest_zero_better_(rules.race->is_nearest_zero_better),
        replicates_(rules.max),
        settings_(settings),
        rungs_(rungs_of(halving_)),
        courses_(settings.size()),
        left_(settings.size()) {
    std::iota(left_.begin(), left_.end(), std::size_t{0});
  }

  std::vector<Course> go() {
    const std::vector<std::size_t> survivors = survivors_of(halving_, settings_.size());
    for (std::size_t rung = 0; rung < rungs_.size() && left_.size() > 1; ++rung) {
      for (const std::size_t s : left_) courses_[s].rung = rung;
      if (!decide(rung, survivors[rung])) return std::move(courses_);
    }
    for (const std::size_t s : left_) to_the_end(s);
    return std::move(courses_);
  }

 private:
  std::size_t wanted() const { return static_cast<std::size_t>(replicates_); }

  // Returns whether all settings have come so far.
  bool decide(std::size_t rung, std::size_t survivors) {
    std::vector<double> means(settings_.size(), kNotANumber);
    for (const std::size_t s : left_) {
      const auto values = values_at(settings_[s], wanted(), rung);
      if (!values) return false;
      means[s] = mean_of(*values);
    }
    std::vector<std::size_t> ranked = left_;
    std::stable_sort(ranked.begin(), ranked.end(), [&](std::size_t a, std::size_t b) {
      return score(means[a]) > score(means[b]);
    });
    const std::size_t last = ranked[survivors - 1];
    for (std::size_t i = survivors; i < ranked.size(); ++i) {
      courses_[ranked[i]].decision = {.reason = Reason::halved,
                                      .replicates = replicates_,
                                      .statistic = means[ranked[i]],
                                      .threshold = means[last],
                                      .rival = last,
                                      .rung = rungs_[rung]};
    }
    ranked.resize(survivors);
    std::sort(ranked.begin(), ranked.end());
    left_ = std::move(ranked);
    return true;
  }

  double score(double mean) const {
    if (std::isnan(mean)) return -std::numeric_limits<double>::infinity();
    if (is_nearest_zero_better_) return -std::abs(mean);
    return is_larger_better_ ? mean : -mean;
  }

  void to_the_end(std::size_t s) {
    courses_[s].rung.reset();
    if (!have_ended(settings_[s], wanted())) return;
    courses_[s].decision = {.reason = Reason::limit, .replicates = replicates_, .rival = {}};
  }

  const Halving& halving_;
  bool is_larger_better_, is_nearest_zero_better_;
  std::int64_t replicates_;
  std::span<const std::vector<Climb>> settings_;
  std::vector<std::int64_t> rungs_;
  std::vector<Course> courses_;
  std::vector<std::size_t> left_;  // in the order of the settings
};

}  // namespace

std::vector<std::int64_t> rungs_of(const Halving& halving) {
  std::vector<std::int64_t> rungs;
  for (std::int64_t rung = halving.first; rung < halving.length; rung *= halving.eta) {
    rungs.push_back(rung);
    if (rung > halving.length / halving.eta) break;
  }
  return rungs;
}

std::vector<std::size_t> survivors_of(const Halving& halving, std::size_t settings) {
  std::vector<std::size_t> counts(rungs_of(halving).size());
  for (std::size_t& count : counts) {
    settings = std::max<std::size_t>(1, settings / static_cast<std::size_t>(halving.eta));
    count = settings;
  }
  return counts;
}

double most_work(const Halving& halving, std::size_t settings) {
  const std::vector<std::int64_t> rungs = rungs_of(halving);
  const std::vector<std::size_t> survivors = survivors_of(halving, settings);
  std::int64_t done = 0;
  double work = 0;
  std::size_t left = settings;
  for (std::size_t i = 0; i < rungs.size(); ++i) {
    work += static_cast<double>(left) * static_cast<double>(rungs[i] - done);
    done = rungs[i];
    left = survivors[i];
  }
  work += static_cast<double>(left) * static_cast<double>(halving.length - done);
  return work / (static_cast<double>(settings) * static_cast<double>(halving.length));
}

Climb climb_of(const Halving& halving, std::span<const Reading> readings) {
  Climb climb;
  for (const std::int64_t rung : rungs_of(halving)) {
    const auto reading = std::find_if(readings.begin(), readings.end(), [rung](const Reading& r) {
      return r.position >= static_cast<double>(rung);
    });
    climb.values.push_back(reading == readings.end() ? std::nullopt
                                                     : std::optional<double>(reading->value));
  }
  return climb;
}

void end(Climb& climb, const Halving& halving, double last) {
  climb.values.resize(rungs_of(halving).size());
  climb.has_ended = true;
  for (auto& value : climb.values) {
    if (!value) value = last;
  }
}

std::vector<Course> halve(const Rules& rules, std::span<const std::vector<Climb>> settings) {
  return Ladder(rules, settings).go();
}

}  // namespace skald::stopping
