// The cohorts of synchronous rounds under a clock: whom the server selects, whose reports it keeps,
// and when it closes the round.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "skald/client_clock.hpp"
#include "skald/parts/federated/participation.hpp"
#include "skald/sampler.hpp"

namespace skald {

// How many clients the server selects to have S reports.
inline Index selected_for(Index S, double over_selection, Index clients) {
  const auto selected =
      static_cast<Index>(std::ceil(static_cast<double>(S) * (1 + over_selection) * (1 - 1e-12)));
  if (selected <= clients) return selected;
  throw std::invalid_argument("run.clients.over_selection would select " +
                              std::to_string(selected) + " of " + std::to_string(clients) +
                              " clients: lower it, or S");
}

// Throws std::invalid_argument if no client can report by the deadline.
inline void refuse_early_deadline(const ClientClock& clock, std::span<const ClientWork> works) {
  double least = ClientClock::never;
  Index c = 0;
  for (const ClientWork& work : works) least = std::min(least, clock.least_seconds(c++, work));
  if (least <= clock.deadline()) return;
  throw std::invalid_argument("run.clients.deadline is " + std::to_string(clock.deadline()) +
                              " s, but the fastest client needs " + std::to_string(least) +
                              " s: raise the deadline, or lower K (or epochs) or step_seconds");
}

// A round of one chain (Bonawitz et al., 2019, Towards federated learning at scale, section 2.2):
//  1. if nobody is there, the server waits until somebody is;
//  2. it selects S (1 + over_selection) clients uniformly among those that are there, or all if
//     there are not so many;
//  3. it keeps the first S reports (of reports at the same moment, those of lower clients), and
//     closes the round with the S-th, or once all whom it selected have reported, or at the
//     deadline. Later reports are lost.
// A round may end without any report. Where clients come, go or drop out, the clock has a deadline.
class TimedCohorts {
 public:
  // Throws std::invalid_argument if more clients would be selected than there are, or if no client
  // can ever report in time.
  // `works`: of every client, with the shortest message that it may receive.
  TimedCohorts(const ClientClock& clock, Index S, Index chains, std::vector<ClientWork> works)
      : clock_(clock),
        works_(std::move(works)),
        clients_(std::ssize(works_)),
        wanted_(S),
        order_(clients_, selected_for(S, clock.over_selection(), clients_)),
        now_(Eigen::MatrixXd::Zero(1, chains)) {
    refuse_early_deadline(clock, works_);
  }

  // The clients whose reports the server keeps, in increasing order; valid until the next call. The
  // round is over then.
  // download(client): bits that it would receive.
  template <class Download>
  std::span<const std::int32_t> draw(const Context& context, std::int64_t iteration, Index chain,
                                     const Download& download) {
    const double begin = when_somebody_is_there(now_(0, chain));
    const auto selected = order_.draw_among(context.random, iteration, chain,
                                            [&](Index c) { return clock_.is_available(c, begin); });
    selected_ = selected;
    reports_.clear();
    for (const std::int32_t c : selected) {
      const ClientWork own = work(c, download(c));
      reports_.emplace_back(clock_.seconds_to_report(c, chain, iteration, begin, own), c);
    }
    end_at(begin + close(), context, chain);
    return cohort_;
  }
  // A round with a cohort that the sampler has drawn and waits for (ClientClock::waits_for_all()).
  template <class Download>
  void wait_for(std::span<const std::int32_t> cohort, const Context& context,
                std::int64_t iteration, Index chain, const Download& download) {
    selected_ = cohort;
    const double begin = now_(0, chain);
    double longest = 0;
    for (const std::int32_t c : cohort) {
      const ClientWork own = work(c, download(c));
      longest = std::max(longest, clock_.seconds_to_report(c, chain, iteration, begin, own));
    }
    end_at(begin + longest, context, chain);
  }
  // Who was selected for the last round, in increasing order; valid until the next one.
  std::span<const std::int32_t> selected() const { return selected_; }
  // The time of each chain, 1 x C.
  NamedBlock state() { return {"clock", view(now_)}; }

 private:
  ClientWork work(std::int32_t client, double bits_down) const {
    ClientWork work = works_[static_cast<std::size_t>(client)];
    work.bits_down = bits_down;
    return work;
  }
  bool is_anybody_there(double time) const {
    for (Index c = 0; c < clients_; ++c) {
      if (clock_.is_available(c, time)) return true;
    }
    return false;
  }
  double when_somebody_is_there(double time) const {
    while (!is_anybody_there(time)) time = clock_.next_change(time);
    return time;
  }
  // Keeps the first S reports; returns how long the round has lasted.
  double close() {
    std::sort(reports_.begin(), reports_.end());
    const std::size_t most = std::min(static_cast<std::size_t>(wanted_), selected_.size());
    cohort_.clear();
    for (const auto& [seconds, client] : reports_) {
      if (cohort_.size() == most || seconds > clock_.deadline()) break;
      cohort_.push_back(client);
    }
    std::sort(cohort_.begin(), cohort_.end());
    return cohort_.size() == most ? reports_[most - 1].first : clock_.deadline();
  }
  void end_at(double time, const Context& context, Index chain) {
    context.ledger.simulated_seconds += time - now_(0, chain);
    now_(0, chain) = time;
  }

  const ClientClock& clock_;
  std::vector<ClientWork> works_;
  Index clients_, wanted_;
  Participation order_;
  std::span<const std::int32_t> selected_;
  std::vector<std::pair<double, std::int32_t>> reports_;  // seconds, client
  std::vector<std::int32_t> cohort_;
  Eigen::MatrixXd now_;
};

}  // namespace skald
