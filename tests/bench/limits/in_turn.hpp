// Skald and a loop by hand, which take turns.
#pragma once

#include <benchmark/benchmark.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "bench_run.hpp"

namespace skald::bench {

inline constexpr int kTurns = 25;
// How far apart the mean squares of both may be: softmax wanders in few directions, so that runs of
// other seeds differ by a tenth; a wrong factor makes more.
inline constexpr double kSameLaw = 0.2;

inline double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

// One of the two: `advance` does as much as the other's, `states` are d x C, and become others.
struct Competitor {
  std::function<void()> advance;
  std::function<Eigen::MatrixXd()> states;
  Eigen::MatrixXd start = {};
  std::vector<double> seconds = {}, squares = {};

  // Seconds of a block, which takes some 20 ms: processor time is counted in ticks.
  void take_turn(int block) {
    const double begin = processor_time();
    for (int i = 0; i < block; ++i) advance();
    seconds.push_back(processor_time() - begin);
    squares.push_back((states() - start).squaredNorm());
  }
  double mean_square() const {
    double sum = 0;
    for (const double square : squares) sum += square;
    return sum / static_cast<double>(squares.size());
  }
  double microseconds(int block) const { return 1e6 * quantile(seconds, 0.5) / block; }
};

// What else the machine does strikes both. Times are of the processor, the medians of all turns;
// `low` and `high` are the quartiles of the turns' ratios. Whether both follow the same law is seen
// by how far they move from their common start.
inline void in_turn(benchmark::State& state, int block, Competitor skald, Competitor bare) {
  std::vector<double> ratios;
  skald.start = skald.states();
  bare.start = bare.states();
  if ((skald.start - bare.start).norm() > 0) return state.SkipWithError("not the same start");
  for ([[maybe_unused]] auto _ : state) {
    for (int i = 0; i < block; ++i) {
      skald.advance();
      bare.advance();
    }
    for (int turn = 0; turn < kTurns; ++turn) {
      skald.take_turn(block);
      bare.take_turn(block);
      ratios.push_back(bare.seconds.back() / skald.seconds.back());
    }
    state.SetIterationTime(1e-6 * skald.microseconds(block));
  }
  state.counters["skald_us"] = skald.microseconds(block);
  state.counters["bare_us"] = bare.microseconds(block);
  state.counters["times_as_fast"] = quantile(ratios, 0.5);
  state.counters["low"] = quantile(ratios, 0.25);
  state.counters["high"] = quantile(ratios, 0.75);
  const double law = bare.mean_square() / skald.mean_square();
  state.counters["mean_squares"] = law;
  if (!(std::abs(law - 1) < kSameLaw)) {
    const std::string found = "the loop's mean square is " + std::to_string(law) + " of Skald's";
    state.SkipWithError(found.c_str());
  }
}

}  // namespace skald::bench
