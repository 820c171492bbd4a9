// Evenly spaced draws of a run whose length is not known beforehand.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "skald/block.hpp"

namespace skald::observables {

// Keeps at most `most` draws of every chain: all of them at first; whenever they are too many,
// every other one is forgotten and twice as many are skipped from then on. Nothing is allocated
// after construction.
class EvenDraws {
 public:
  // `most` is even and at least 2.
  EvenDraws(Index coordinates, Index chains, Index most);

  // Whether the next draw observed is one to keep; skip() then is as good as observe() otherwise.
  bool keeps_next() const { return seen() % spacing() == 0; }
  // One draw of every chain, coordinates x C.
  void observe(ConstBlock values);
  void skip() { state_[0] += 1; }
  // Forgets all draws.
  void restart();

  Index draws() const { return static_cast<Index>(state_[1]); }  // kept, per chain
  std::int64_t spacing() const { return static_cast<std::int64_t>(state_[2]); }
  // All chains: coordinates x (C draws), draw after draw.
  ConstBlock all() const;
  // One coordinate: draws x C.
  Eigen::MatrixXd coordinate(Index i) const;

  // Everything a checkpoint must keep: copied out, and into an object constructed alike, it
  // continues bit for bit.
  std::span<double> state() { return state_; }
  // Whether the state, written from outside, is one that this class can have written: nothing is
  // counted or placed by it that is not there.
  bool is_sound() const;

 private:
  std::int64_t seen() const { return static_cast<std::int64_t>(state_[0]); }
  void halve();

  Index coordinates_, chains_, most_;
  std::vector<double> state_;  // seen, kept, spacing, then the draws
};

}  // namespace skald::observables
