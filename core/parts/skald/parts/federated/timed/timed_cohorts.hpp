// The cohorts of synchronous rounds under a clock: whom the server selects, whose reports it keeps,
// and when it closes the round.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "skald/client_clock.hpp"
#include "skald/context.hpp"
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

// Clients at work at the same time, each on the model that it received when it began.

// A report as it reaches the server.
struct Report {
  Index client;
  std::int64_t k;        // the iteration of whose streams its steps take their draws
  std::int64_t version;  // steps of the server before it began
  ConstBlock model;      // as it received it, d x 1
};

// Keeps up to M clients at work in each chain. What happens at one moment has an order: first the
// reports arrive, those of lower clients first, then new clients begin, drawn uniformly among those
// that are there and idle. A client that has not reported at its deadline is given up. Without a
// clock, a local step takes one second, and everyone is there.
class InFlight {
 public:
  // `most`: M; `reports`: the number that gather() waits for. Throws std::invalid_argument if the
  // clock selects more clients than are needed, or if no client can report by the deadline.
  // `works`: of every client; `visit_length`: iterations whose streams a visit may use.
  void start(const Context& context, Block theta, Index most, Index reports,
             std::vector<ClientWork> works, std::int64_t visit_length) {
    clock_ = context.clients;
    works_ = std::move(works);
    visit_length_ = visit_length;
    most_ = most;
    reports_wanted_ = static_cast<std::size_t>(reports);
    places_ = most + reports;
    refuse_over_selection();
    const Index clients = context.problem.clients();
    if (clock_ != nullptr) refuse_early_deadline(*clock_, works_);
    next_.emplace(clients, 1);
    is_busy_.assign(static_cast<std::size_t>(clients), 0);
    models_.setZero(theta.rows, places_ * theta.cols);
    visits_.setZero(kVisitRows, places_ * theta.cols);
    visits_.row(kClient).setConstant(kNobody);
    clocks_.setZero(2, theta.cols);
  }

  // Lets time pass until that many reports have arrived since the last call, and returns them in
  // their order; valid until the next call. Clients that begin receive `server`, the chain's model
  // after `version` steps.
  const std::vector<Report>& gather(Context& context, Index chain, ConstBlock server,
                                    std::int64_t version) {
    open(chain);
    const double before = now();
    while (gathered_.size() < reports_wanted_) {
      const Index next = earliest();
      if (next != kNone && visit(kEnd, next) <= now()) {
        end(context, next);
        continue;
      }
      begin_visits(context, server, version);
      wait();
    }
    context.ledger.simulated_seconds += now() - before;
    close();
    return gathered_;
  }

  void add_state(std::vector<NamedBlock>& state) {
    state.push_back({"models", view(models_)});
    state.push_back({"visits", view(visits_)});
    state.push_back({"clock", view(clocks_)});
  }

 private:
  // The rows of visits_.
  enum Row : Index { kClient, kEnd, kReports, kVisit, kVersion, kVisitRows };
  static constexpr double kNobody = -1;
  static constexpr double kGathered = -2;  // its model is still needed
  static constexpr Index kNone = -1;

  const ClientWork& work(Index client) const { return works_[static_cast<std::size_t>(client)]; }
  double& visit(Row row, Index place) { return visits_(row, chain_ * places_ + place); }
  Block model(Index place) { return view(models_).columns(chain_ * places_ + place, 1); }
  double& now() { return clocks_(0, chain_); }
  double& visits_so_far() { return clocks_(1, chain_); }
  std::uint8_t& is_busy(double client) { return is_busy_[static_cast<std::size_t>(client)]; }

  void refuse_over_selection() const {
    if (clock_ == nullptr || clock_->over_selection() == 0) return;
    throw std::invalid_argument(
        "run.clients.over_selection is given, but here the server selects a client whenever "
        "another has reported: leave it out, and set concurrency");
  }
  void open(Index chain) {
    chain_ = chain;
    gathered_.clear();
    at_work_ = 0;
    for (Index p = 0; p < places_; ++p) {
      if (visit(kClient, p) < 0) continue;
      is_busy(visit(kClient, p)) = 1;
      ++at_work_;
    }
  }
  void close() {
    for (Index p = 0; p < places_; ++p) {
      double& client = visit(kClient, p);
      if (client >= 0) is_busy(client) = 0;
      if (client == kGathered) client = kNobody;
    }
  }
  // The place of the visit that ends first, of the lowest client if there are several.
  Index earliest() {
    Index first = kNone;
    for (Index p = 0; p < places_; ++p) {
      if (visit(kClient, p) < 0) continue;
      const bool is_first =
          first == kNone || visit(kEnd, p) < visit(kEnd, first) ||
          (visit(kEnd, p) == visit(kEnd, first) && visit(kClient, p) < visit(kClient, first));
      if (is_first) first = p;
    }
    return first;
  }
  void end(Context& context, Index place) {
    const double client = visit(kClient, place);
    is_busy(client) = 0;
    --at_work_;
    visit(kClient, place) = kNobody;
    if (visit(kReports, place) == 0) return;
    visit(kClient, place) = kGathered;
    context.ledger.bits_up += work(static_cast<Index>(client)).bits_up;
    gathered_.push_back({static_cast<Index>(client),
                         static_cast<std::int64_t>(visit(kVisit, place)) * visit_length_,
                         static_cast<std::int64_t>(visit(kVersion, place)), model(place)});
  }
  void begin_visits(Context& context, ConstBlock server, std::int64_t version) {
    for (Index p = 0; p < places_ && at_work_ < most_; ++p) {
      if (visit(kClient, p) != kNobody) continue;
      const auto number = static_cast<std::int64_t>(visits_so_far());
      const auto client = next_->draw_among(context.random, number, chain_, [&](Index c) {
        return is_busy_[static_cast<std::size_t>(c)] == 0 && is_there(c);
      });
      if (client.empty()) return;
      visits_so_far() += 1;
      begin(context, p, client.front(), number);
      visit(kVersion, p) = static_cast<double>(version);
      model(p).matrix() = server.matrix();
    }
  }
  void begin(Context& context, Index place, Index client, std::int64_t number) {
    const double seconds = clock_ == nullptr
                               ? static_cast<double>(work(client).steps)
                               : clock_->seconds_to_report(client, chain_, number * visit_length_,
                                                           now(), work(client));
    const double deadline = clock_ == nullptr ? ClientClock::never : clock_->deadline();
    visit(kClient, place) = static_cast<double>(client);
    visit(kVisit, place) = static_cast<double>(number);
    visit(kReports, place) = seconds <= deadline;
    visit(kEnd, place) = now() + std::min(seconds, deadline);
    is_busy_[static_cast<std::size_t>(client)] = 1;
    ++at_work_;
    context.ledger.bits_down += work(client).bits_down;
  }
  bool is_there(Index client) { return clock_ == nullptr || clock_->is_available(client, now()); }
  // Goes on to the next moment at which something may happen.
  void wait() {
    const Index next = earliest();
    double moment = next == kNone ? ClientClock::never : visit(kEnd, next);
    if (at_work_ < most_ && clock_ != nullptr) {
      moment = std::min(moment, clock_->next_change(now()));
    }
    if (moment == ClientClock::never) {
      throw std::runtime_error("the server waits for a report that never comes");
    }
    now() = moment;
  }

  const ClientClock* clock_ = nullptr;
  std::vector<ClientWork> works_;
  std::int64_t visit_length_ = 1;
  Index most_ = 0, places_ = 0, chain_ = 0, at_work_ = 0;
  std::size_t reports_wanted_ = 0;
  std::optional<Participation> next_;
  std::vector<std::uint8_t> is_busy_;  // of every client, between open() and close()
  std::vector<Report> gathered_;
  Eigen::MatrixXd models_;  // d x (places C)
  Eigen::MatrixXd visits_;  // a column per place and chain
  Eigen::MatrixXd clocks_;  // per chain: the time, and how many visits have begun
};

}  // namespace skald
