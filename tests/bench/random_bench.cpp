// Time per draw of the streams, by law, instruction set and shape of the block (d coordinates, C
// chains), beside the generators of the standard library.
#include <benchmark/benchmark.h>

#include <Eigen/Core>
#include <random>
#include <string>

#include "random/philox_random.hpp"

namespace {

using namespace skald;

struct Shape {
  Index rows, cols;
};
constexpr Shape shapes[] = {{20, 64}, {2, 64}, {1000, 1}, {20, 1}};

constexpr Stream noise = {Role::noise, 0};

void report(benchmark::State& state, Index draws_per_iteration) {
  const auto draws =
      static_cast<double>(state.iterations()) * static_cast<double>(draws_per_iteration);
  state.counters["time_per_draw"] =
      benchmark::Counter(draws, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

template <class Fill>
void fill_blocks(benchmark::State& state, random::InstructionSet set, Shape shape, Fill fill) {
  const random::PhiloxRandom random(1, 0, 0, set);
  Eigen::MatrixXd block = Eigen::MatrixXd::Zero(shape.rows, shape.cols);
  std::int64_t iteration = 0;
  for ([[maybe_unused]] auto _ : state) {
    fill(random, iteration++, view(block));
    benchmark::ClobberMemory();
  }
  report(state, shape.rows * shape.cols);
}

template <class Engine, class Law>
void standard_library(benchmark::State& state) {
  Engine engine;
  Law law;
  Eigen::MatrixXd block(20, 64);
  for ([[maybe_unused]] auto _ : state) {
    for (Index i = 0; i < block.size(); ++i) block.data()[i] = law(engine);
    benchmark::ClobberMemory();
  }
  report(state, block.size());
}

void add_normal(const Random& random, std::int64_t iteration, Block block) {
  random.add_normal(noise, iteration, 0.1, block);
}
void normal(const Random& random, std::int64_t iteration, Block block) {
  random.normal(noise, iteration, block);
}
void uniform(const Random& random, std::int64_t iteration, Block block) {
  random.uniform(noise, iteration, block);
}

void register_streams(const std::string& law, void (*fill)(const Random&, std::int64_t, Block)) {
  for (const auto set : {random::InstructionSet::avx512, random::InstructionSet::avx2,
                         random::InstructionSet::baseline}) {
    if (!random::is_supported(set)) continue;
    for (const Shape shape : shapes) {
      const std::string title = law + "/" + std::string(random::name_of(set)) +
                                "/d=" + std::to_string(shape.rows) +
                                "/C=" + std::to_string(shape.cols);
      benchmark::RegisterBenchmark(
          title.c_str(), [=](benchmark::State& state) { fill_blocks(state, set, shape, fill); });
    }
  }
}

void register_standard_library() {
  using Normal = std::normal_distribution<double>;
  using Uniform = std::uniform_real_distribution<double>;
  benchmark::RegisterBenchmark("std::normal_distribution/mt19937_64",
                               standard_library<std::mt19937_64, Normal>);
  benchmark::RegisterBenchmark("std::normal_distribution/minstd_rand",
                               standard_library<std::minstd_rand, Normal>);
  benchmark::RegisterBenchmark("std::uniform_real_distribution/mt19937_64",
                               standard_library<std::mt19937_64, Uniform>);
}

}  // namespace

int main(int argc, char** argv) {
  register_streams("add_normal", add_normal);
  register_streams("normal", normal);
  register_streams("uniform", uniform);
  register_standard_library();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
