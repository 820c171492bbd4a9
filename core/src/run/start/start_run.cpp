#include "run/start/start_run.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "problem/metered_random.hpp"
#include "random/philox_random.hpp"
#include "random/secret_random.hpp"
#include "run/cell_plugins.hpp"
#include "run/run_hooks.hpp"

namespace skald::run {
namespace {

constexpr std::int64_t kPortions = 100;  // about as many as a run has records

std::unique_ptr<const Random> streams_of(const grid::Cell& start, std::uint64_t replicate,
                                         bool is_secret) {
  if (is_secret) return std::make_unique<random::SecretRandom>();
  return std::make_unique<random::PhiloxRandom>(start.seed, replicate, random::Part::start);
}

// The run's options with the length of the start.
RunOptions with_length_of(const grid::Cell& start, RunOptions run) {
  const auto length = [&start](std::string_view name) -> std::optional<std::int64_t> {
    const options::OptionValue* value = start.find(options::Section::run, name);
    const auto* number = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
    return number == nullptr ? std::nullopt : std::optional(*number);
  };
  run.iterations = length("iterations");
  run.rounds = length("rounds");
  return run;
}

}  // namespace

StartRun::StartRun(const grid::Cell& start, std::uint64_t replicate, plugin_host::PluginHost& host,
                   const StartPlace& place)
    : place_(place),
      streams_(streams_of(start, replicate, place.is_secret)),
      owned_(*streams_, random::StreamOwner::sampler),
      metered_(owned_, place.ledger) {
  in_section("start", [&] {
    if (place.run.are_given()) {
      throw std::invalid_argument(
          "the run has a clock, and its start has none: leave out run.clients, or the start");
    }
    sampler_ = make<Sampler>(start, Kind::sampler, host);
    iterations_ = plan_run(with_length_of(start, place.run), *sampler_).iterations;
  });
}

Context StartRun::context(Recorder& recorder, Threads* threads) {
  static const problem::NoNoise mechanism;
  return {place_.problem, metered_, mechanism, place_.ledger, recorder, 0, threads};
}

void StartRun::rehearse(Block theta) {
  in_section("start", [&] {
    SilentRecorder recorder;
    Context context = this->context(recorder, nullptr);
    sampler_->start(context, theta);
  });
}

void StartRun::go(Block theta, Threads* threads, const Watch& watch) {
  in_section("start", [&] {
    SilentRecorder recorder;
    Context context = this->context(recorder, threads);
    sampler_->start(context, theta);
    const std::int64_t stride = sampler_->stride();
    const std::int64_t portion = std::max(iterations_ / kPortions / stride, std::int64_t{1});
    while (context.iteration < iterations_) {
      const std::int64_t next = std::min(portion * stride, iterations_ - context.iteration);
      sampler_->advance(context, next, theta);
      context.iteration += next;
      if (has_diverged(theta)) {
        throw std::runtime_error(
            "a parameter was not finite or beyond run.divergence_bound after iteration " +
            std::to_string(context.iteration) + " of the start");
      }
      watch(context.iteration);
    }
    sampler_.reset();
  });
}

bool StartRun::has_diverged(ConstBlock theta) const {
  return !(theta.matrix().array().abs() <= place_.run.divergence_bound).all();
}

}  // namespace skald::run
