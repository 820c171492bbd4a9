// What the host gives to a sampler while it runs.
#pragma once

#include <cstdint>

#include "skald/ledger.hpp"
#include "skald/mechanism.hpp"
#include "skald/problem.hpp"
#include "skald/random.hpp"

namespace skald {

// Takes named scalars out of a sampler (an acceptance rate, a spread), stored as metrics of the
// run.
class Recorder {
 public:
  virtual ~Recorder() = default;
  // The value stands until the next one of that name; `name` is a snake_case word.
  virtual void record(const char* name, double value) = 0;
};

// References that outlive every call they are passed to. `iteration` is the clock: the number of
// iterations completed before the call, where an iteration is one local step of every participating
// client.
struct Context {
  Problem& problem;
  const Random& random;
  const Mechanism& mechanism;
  Ledger& ledger;
  Recorder& recorder;
  std::int64_t iteration = 0;
};

}  // namespace skald
