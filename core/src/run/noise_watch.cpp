#include "run/noise_watch.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "problem/declared_releases.hpp"
#include "run/run_budget.hpp"
#include "run/run_hooks.hpp"
#include "run/start/beginning.hpp"

namespace skald::run {
namespace {

constexpr std::int64_t kNone = -1;

bool comes_before(const NoisyMessage& a, const NoisyMessage& b) {
  const auto key = [](const NoisyMessage& m) {
    return std::tuple(m.noise_over_length(), m.client, m.iteration);
  };
  return key(a) < key(b);
}

}  // namespace

NoiseWatch::NoiseWatch(const Mechanism& mechanism, Index stride)
    : mechanism_(mechanism), stride_(stride), round_(kNone) {}

void NoiseWatch::prepare(const Accountant&) {
  throw std::logic_error("a mechanism that is watched was prepared before");
}

bool NoiseWatch::is_of_first_round(std::int64_t iteration) const {
  const std::int64_t round = iteration / stride_;
  std::int64_t first = kNone;
  return round_.compare_exchange_strong(first, round) || first == round;
}

void NoiseWatch::privatize(const Random& random, Stream stream, std::int64_t iteration,
                           const Sensitivity& sensitivity, Block message) const {
  if (stream.chain == 0 && sensitivity.bounded() && is_of_first_round(iteration)) {
    const NoiseLaw noise = law(stream.client);
    const NoisyMessage noted{.client = stream.client,
                             .iteration = iteration,
                             .sensitivity = sensitivity.l2(),
                             .multiplier = noise.multiplier,
                             .deviation = deviation_of(noise, sensitivity, message.rows),
                             .dimension = message.rows,
                             .length = message.matrix().col(0).norm()};
    const std::scoped_lock guard(lock_);
    messages_.push_back(noted);
  }
  mechanism_.privatize(random, stream, iteration, sensitivity, message);
}

std::optional<NoiseScale> NoiseWatch::scale(std::int64_t iterations) const {
  const std::scoped_lock guard(lock_);
  std::vector<NoisyMessage> messages = messages_;
  std::erase_if(messages, [](const NoisyMessage& m) { return m.deviation == 0; });
  if (messages.empty()) return std::nullopt;
  const auto middle = messages.begin() + static_cast<std::ptrdiff_t>((messages.size() - 1) / 2);
  std::nth_element(messages.begin(), middle, messages.end(), comes_before);
  return NoiseScale{.typical = *middle,
                    .messages = static_cast<std::int64_t>(messages.size()),
                    .rounds = static_cast<double>(iterations) / static_cast<double>(stride_)};
}

void NoiseWatch::save(text::WireWriter& wire) const {
  const std::scoped_lock guard(lock_);
  wire.put(round_.load());
  wire.put(messages_);
}

void NoiseWatch::restore(text::WireReader& wire) {
  round_ = wire.get<std::int64_t>();
  wire.read(messages_);
}

std::optional<NoiseScale> scale_of(const NoiseWatch& watch, Experiment& experiment,
                                   std::int64_t iterations) {
  std::optional<NoiseScale> scale = watch.scale(iterations);
  if (!scale) return scale;
  const std::vector<Release> releases =
      problem::declared_releases(experiment.sampler(), experiment.problem(), iterations);
  if (cancels(releases)) return std::nullopt;
  scale->spans_rounds = spans_rounds(releases, scale->rounds);
  return scale;
}

std::optional<NoiseScale> rehearse_round(Experiment& experiment) {
  SilentRecorder recorder;
  Eigen::MatrixXd theta = starting_point(experiment).leftCols(1);
  experiment.start(recorder, view(theta));
  if (experiment.has_start_run()) return std::nullopt;  // the first round is where that ends
  const Index stride = experiment.sampler().stride();
  const NoiseWatch watch(experiment.mechanism(), stride);
  experiment.at_work(experiment.random(), watch, recorder).advance(stride, view(theta));
  return scale_of(watch, experiment, RunBudget(experiment).last_iteration());
}

}  // namespace skald::run
