#include "stopping/allotment.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "stopping/f_race.hpp"
#include "stopping/halving.hpp"
#include "stopping/rules.hpp"

namespace skald::stopping {
namespace {

double alpha_of(const Race& race) { return 1 - race.confidence; }

// Returns a score of which larger values are better. A run without a finite value has the worst.
double score_of(const Race& race, const Outcome& outcome) {
  if (outcome.ending != Outcome::Ending::ok || !std::isfinite(outcome.race)) {
    return -std::numeric_limits<double>::infinity();
  }
  if (race.is_nearest_zero_better) return -std::abs(outcome.race);
  return race.is_larger_better ? outcome.race : -outcome.race;
}

class StageWalk {
 public:
  StageWalk(const Rules& rules, std::span<const Outcomes> cells)
      : rules_(rules),
        cells_(cells),
        allotted_(cells.size()),
        means_(cells.size()),
        scores_(cells.size()),
        in_race_(cells.size(), rules.race.has_value()) {
    if (rules.race) look_ = first_look(cells.size(), alpha_of(*rules.race), rules.race->first_test);
  }

  std::vector<Allotment> go() {
    std::int64_t done = 0;
    for (std::int64_t n = first_stage(rules_, cells_.size());; n = next_stage(n)) {
      for (Allotment& cell : allotted_) {
        if (!cell.decision) cell.replicates = n;
      }
      if (!has_ended(done, n)) return std::move(allotted_);
      take(done, n);
      decide(n);
      done = n;
      if (is_over()) return std::move(allotted_);
    }
  }

 private:
  bool is_over() const {
    return std::all_of(allotted_.begin(), allotted_.end(),
                       [](const Allotment& cell) { return cell.decision.has_value(); });
  }

  std::int64_t next_stage(std::int64_t n) const {
    std::int64_t next = rules_.max;
    if (rules_.until) next = std::min(next, std::max(n + rules_.step, rules_.min));
    if (rules_.race && look_ > n) next = std::min(next, look_);
    return next;
  }

  // Returns whether replicates `first` to `end` of all cells that are still going have ended.
  bool has_ended(std::int64_t first, std::int64_t end) const {
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      if (allotted_[c].decision) continue;
      for (std::int64_t r = first; r < end; ++r) {
        if (r >= std::ssize(cells_[c]) || !cells_[c][static_cast<std::size_t>(r)]) return false;
      }
    }
    return true;
  }

  void take(std::int64_t first, std::int64_t end) {
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      if (allotted_[c].decision) continue;
      for (std::int64_t r = first; r < end; ++r) {
        take(c, *cells_[c][static_cast<std::size_t>(r)], end);
      }
    }
  }

  void take(std::size_t c, const Outcome& outcome, std::int64_t n) {
    if (outcome.ending == Outcome::Ending::ok && std::isfinite(outcome.until)) {
      means_[c].add(outcome.until);
    }
    if (!rules_.race) return;
    scores_[c].push_back(score_of(*rules_.race, outcome));
    if (outcome.ending == Outcome::Ending::failed) {
      in_race_[c] = false;
      end(c, {.reason = Reason::failed, .replicates = n, .rival = {}});
    }
  }

  void end(std::size_t c, const Decision& decision) {
    if (!allotted_[c].decision) allotted_[c].decision = decision;
  }

  void decide(std::int64_t n) {
    if (rules_.race && n == look_) {
      if (n < rules_.max) race(n);
      look_ = look_after(look_);
      ++looks_;
    }
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      if (rules_.until && n >= rules_.min) judge_precision(c, n);
      if (n >= rules_.max) end(c, limit(c, n));
    }
  }

  void race(std::int64_t n) {
    for (const Loss& loss : look(scores_, in_race_, alpha_of(*rules_.race), looks_ + 1)) {
      in_race_[loss.setting] = false;
      end(loss.setting, {.reason = Reason::worse,
                         .replicates = n,
                         .statistic = loss.p,
                         .threshold = loss.level,
                         .rival = loss.leader});
    }
  }

  void judge_precision(std::size_t c, std::int64_t n) {
    const RunningMean& mean = means_[c];
    if (mean.n() == 0) return end(c, {.reason = Reason::no_value, .replicates = n, .rival = {}});
    if (mean.n() < rules_.min) return;
    Decision decision = limit(c, n);
    if (!(decision.statistic <= decision.threshold)) return;
    decision.reason = Reason::precise;
    end(c, decision);
  }

  Decision limit(std::size_t c, std::int64_t n) const {
    Decision decision{.reason = Reason::limit, .replicates = n, .rival = {}};
    if (!rules_.until) return decision;
    decision.statistic = means_[c].half_width();
    decision.threshold = wanted_half_width(*rules_.until, means_[c].mean());
    return decision;
  }

  const Rules& rules_;
  std::span<const Outcomes> cells_;
  std::vector<Allotment> allotted_;
  std::vector<RunningMean> means_;
  std::vector<std::vector<double>> scores_;  // by replicate
  std::vector<bool> in_race_;
  std::int64_t look_ = 0;   // replicates of the next look
  std::int64_t looks_ = 0;  // looks so far
};

}  // namespace

std::string_view name_of(Reason reason) {
  constexpr std::array<std::string_view, 6> names{"precise", "limit",  "no_value",
                                                  "worse",   "failed", "halved"};
  return names[static_cast<std::size_t>(reason)];
}

std::int64_t first_stage(const Rules& rules, std::size_t cells) {
  std::int64_t first = rules.max;
  if (rules.until) first = std::min(first, rules.min);
  if (!rules.race || rules.race->halving) return first;
  return std::min(first, first_look(cells, alpha_of(*rules.race), rules.race->first_test));
}

bool can_stop(const Rules& rules, std::size_t cells) {
  if (!rules.race || cells < 2) return false;
  if (rules.race->halving) return !rungs_of(*rules.race->halving).empty();
  return first_look(cells, alpha_of(*rules.race), rules.race->first_test) < rules.max;
}

std::vector<Allotment> allot(const Rules& rules, std::span<const Outcomes> cells) {
  if (cells.empty()) return {};
  return StageWalk(rules, cells).go();
}

}  // namespace skald::stopping
