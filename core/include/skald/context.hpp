// What the host gives to a sampler while it runs.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "skald/client_clock.hpp"
#include "skald/ledger.hpp"
#include "skald/mechanism.hpp"
#include "skald/problem.hpp"
#include "skald/random.hpp"
#include "skald/threads.hpp"

namespace skald {

// Takes named numbers from a sampler (an acceptance rate, a spread), which are stored with the run
// under "sampler.<name>". A value stands until the next one with that name, and is stored whenever
// the run's metrics are. A name is a snake_case word of at most 192 bytes. A sampler has at most
// 200 names, each for a scalar or for a vector; what belongs to one client goes into a vector, not
// under a name with the client's number. If any of this is violated, both calls throw
// std::invalid_argument, which ends the run as failed.
class Recorder {
 public:
  virtual ~Recorder() = default;
  virtual void record(const char* name, double value) = 0;
  // Records a vector series: one value per item (such as a client), in the order of the items from
  // 0 on. NaN means that the item has no value, such as a client that did not take part. A run
  // stores at most two million values of vectors.
  virtual void record_vector(const char* name, std::span<const double> values) = 0;
};

// What a sampler works with; the references outlive every call they are passed to. `iteration` is
// the clock: the number of iterations completed before the call, an iteration being one local step
// of every participating client.
struct Context {
  Problem& problem;
  const Random& random;
  const Mechanism& mechanism;
  Ledger& ledger;
  Recorder& recorder;
  std::int64_t iteration = 0;
  Threads* threads = nullptr;  // null: one thread
  // Null: the run has no section `clients`, and nobody asks for the time. Only samplers that state
  // Info::keeps_time run with one; they count Ledger::simulated_seconds.
  const ClientClock* clients = nullptr;

  // The number of slots of the run's sections; see Threads.
  Index slots() const { return threads == nullptr ? 1 : threads->slots(); }
  // A section: f(i, slot) for i = 0, ..., n - 1 side by side.
  template <class F>
  void parallel(Index n, F&& f) const {
    if (threads != nullptr) return threads->parallel(n, f);
    for (Index i = 0; i < n; ++i) f(i, Index{0});
  }
  // The same, with then(i, slot) one at a time and in the order of i.
  template <class F, class Then>
  void parallel(Index n, F&& f, Then&& then) const {
    if (threads != nullptr) return threads->parallel(n, f, then);
    for (Index i = 0; i < n; ++i) {
      f(i, Index{0});
      then(i, Index{0});
    }
  }
};

}  // namespace skald
