// Random decisions that a seed reproduces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <vector>

namespace skald::chaos {

class Dice {
 public:
  explicit Dice(std::initializer_list<std::uint64_t> seed) {
    std::seed_seq sequence(seed);
    random_.seed(sequence);
  }

  // A whole number from low to high, both included.
  int between(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  bool one_in(int times) { return between(1, times) == 1; }
  template <class T>
  const T& one_of(const std::vector<T>& choices) {
    return choices.at(static_cast<std::size_t>(between(0, static_cast<int>(choices.size()) - 1)));
  }
  // An index, with probability in proportion to its weight.
  std::size_t weighted(const std::vector<int>& weights) {
    return std::discrete_distribution<std::size_t>(weights.begin(), weights.end())(random_);
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace skald::chaos
