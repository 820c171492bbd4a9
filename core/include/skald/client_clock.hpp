// The clients of a run in simulated time: who is there, and when a selected client has reported.
#pragma once

#include <cstdint>
#include <limits>

#include "skald/block.hpp"

namespace skald {

// What a client does from its selection to its report.
struct ClientWork {
  std::int64_t steps = 0;  // local steps
  double bits_down = 0;    // received before them
  double bits_up = 0;      // sent after them
};

// The world that a run's section `clients` declares. Implemented by the host; a sampler gets it in
// its Context. Times are seconds since the start of a chain. Const and stateless: what is random is
// a function of (seed, replicate; client, chain, iteration) and of nothing else, and nothing here
// depends on anybody's rows.
class ClientClock {
 public:
  static constexpr double never = std::numeric_limits<double>::infinity();

  virtual ~ClientClock() = default;

  // Whether time changes no cohort: everyone is always there and reports, and the server waits for
  // all whom it has selected. Otherwise who takes part is no longer up to the sampler alone.
  virtual bool waits_for_all() const = 0;
  // After how many seconds the server closes a round, whoever has reported; `never` if it waits.
  virtual double deadline() const = 0;
  // The share by which the server selects more clients than it needs.
  virtual double over_selection() const = 0;

  virtual bool is_available(Index client, double time) const = 0;
  // The first time after `time` at which somebody may come or go; `never` if all are always there.
  virtual double next_change(double time) const = 0;
  // Seconds from the client's selection at `time` to its report, whatever the deadline; `never` if
  // it drops out or goes away before. `iteration` tells apart what a client does in one chain.
  virtual double seconds_to_report(Index client, Index chain, std::int64_t iteration, double time,
                                   const ClientWork& work) const = 0;
  // The shortest time that the client's report can take, however lucky it is.
  virtual double least_seconds(Index client, const ClientWork& work) const = 0;
};

}  // namespace skald
