// Keeps evenly spaced draws of a run whose length is not known beforehand.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "skald/block.hpp"

namespace skald::observables {

// Keeps at most `most` draws of every chain: at first all of them; whenever there are too many,
// every other one is dropped and the spacing doubles from then on. Allocates nothing after
// construction.
class EvenDraws {
 public:
  // `most` must be even and at least 2.
  EvenDraws(Index coordinates, Index chains, Index most);

  // Whether the next draw will be kept. If not, skip() may be called in place of observe().
  bool keeps_next() const { return seen() % spacing() == 0; }
  // Takes one draw of every chain, coordinates x C.
  void observe(ConstBlock values);
  void skip() { state_[0] += 1; }
  // Forgets all draws.
  void restart();

  Index draws() const { return static_cast<Index>(state_[1]); }  // kept, per chain
  std::int64_t spacing() const { return static_cast<std::int64_t>(state_[2]); }
  // All chains: coordinates x (C draws), one draw of all chains after the other.
  ConstBlock all() const;

  // The state that a checkpoint saves. An object constructed in the same way continues bit for bit
  // after the state has been copied into it.
  std::span<double> state() { return state_; }
  // Whether the state, if it was overwritten from outside, is one that this class could have
  // written, so that its counts and positions are within bounds.
  bool is_sound() const;

 private:
  std::int64_t seen() const { return static_cast<std::int64_t>(state_[0]); }
  void halve();

  Index coordinates_, chains_, most_;
  std::vector<double> state_;  // seen, kept, spacing, then the draws
};

}  // namespace skald::observables
