#include "run/noise_scale.hpp"

#include <algorithm>
#include <cmath>

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

}  // namespace skald::run
