#include "run/noise_watch.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>

#include "problem/declared_releases.hpp"
#include "run/run_budget.hpp"
#include "run/run_hooks.hpp"
#include "run/start/beginning.hpp"
#include "text/number_text.hpp"

namespace skald::run {
namespace {

constexpr int kDigits = 3;

std::string number(double x) {
  return x >= 100 && x < 1e6 ? text::fixed_text(x, 0) : text::number_text(x, kDigits);
}

double root(double x) { return std::sqrt(x); }

}  // namespace

double deviation_of(const NoiseLaw& noise, const Sensitivity& sensitivity, std::int64_t dimension) {
  if (!noise.adds_noise()) return 0;
  if (noise.kind == NoiseLaw::Kind::laplace) {
    return noise.multiplier * sensitivity.l1(dimension) * std::sqrt(2.0);
  }
  return noise.multiplier * sensitivity.l2();
}

double NoisyMessage::noise_length() const {
  return deviation * root(static_cast<double>(dimension));
}

double NoisyMessage::noise_over_length() const {
  return noise_length() == 0 ? 0 : noise_length() / length;
}

double NoiseScale::over_round() const {
  return typical.noise_over_length() / root(static_cast<double>(messages));
}

double NoiseScale::over_run() const { return over_round() / root(rounds); }

bool spans_rounds(const std::vector<Release>& releases, double rounds) {
  return rounds > 1 && std::any_of(releases.begin(), releases.end(), [](const Release& release) {
           const bool whole = release.unit == Unit::client && release.noised_by_server;
           return whole && release.sampling == Sampling::none && release.count == 1;
         });
}

bool cancels(const std::vector<Release>& releases) {
  return std::any_of(releases.begin(), releases.end(), [](const Release& release) {
    return release.unit == Unit::client && release.client >= 0;
  });
}

std::string describe(const NoiseScale& scale) {
  const NoisyMessage& typical = scale.typical;
  std::string text = "sensitivity " + number(typical.sensitivity) + ", standard deviation " +
                     number(typical.deviation) + " in each of " +
                     text::counted(typical.dimension, "coordinate") + ": " +
                     number(typical.noise_over_length()) +
                     " times as long as a typical message of the first round";
  if (scale.messages > 1) {
    text += ", " + number(scale.over_round()) + " times in the average of its " +
            std::to_string(scale.messages);
  }
  if (scale.spans_rounds) return text;
  return text + ", " + number(scale.over_run()) + " times over the whole run";
}

std::string warning_of(const NoiseScale& scale) {
  if (!scale.rules()) return "";
  return "noise rules: over the whole run it adds up to " + number(scale.over_run()) +
         " times the length of all updates, were they all as long as the first and of one "
         "direction; lower the sensitivity (noise_at step in place of upload, a smaller K or clip, "
         "larger batches), take more clients into a round, or allow a larger eps";
}

std::string statement_of(const NoiseScale& scale) {
  const std::string warning = warning_of(scale);
  return "Noise multiplier " + number(scale.typical.multiplier) + ", " + describe(scale) + ". " +
         (warning.empty() ? "" : "The " + warning + ". ") +
         "The lengths of messages are those of private rows, and not covered by eps.";
}

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
