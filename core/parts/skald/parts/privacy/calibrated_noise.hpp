// The options and the preparation that mechanisms with adjustable noise share.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "skald/mechanism.hpp"
#include "skald/options.hpp"
#include "skald/release.hpp"
#include "skald/sampler.hpp"

namespace skald {

// Base of a mechanism's Options struct: what its eps means.
struct ClaimOptions {
  double delta = 1e-5;
  std::string_view calibration = "pld";
  std::string_view adversary = "server";

  Claim claim() const {
    return {.delta = delta,
            .adversary = adversary == "server" ? Adversary::server : Adversary::observer,
            .accounting = accounting()};
  }

 private:
  Accounting accounting() const {
    if (calibration == "rdp") return Accounting::rdp;
    return calibration == "classical" ? Accounting::classical : Accounting::pld;
  }
};

// The option rows of ClaimOptions, from which `Options` derives.
template <class Options>
constexpr std::array<Option<Options>, 3> claim_options() {
  return {
      inherited<Options>("delta", &ClaimOptions::delta,
                         "delta of the (eps, delta) guarantee; 0: eps alone (pure), which Laplace "
                         "noise can give")
          .symbol("delta")
          .at_least(0)
          .below(1),
      inherited<Options>(
          "calibration", &ClaimOptions::calibration,
          "accountant that composes the privacy losses of all messages. pld: privacy loss "
          "distributions (tightest; exact for Gaussian noise without sampling or in a single "
          "message); rdp: Renyi divergences; classical: textbook formula (eps up to 1)")
          .one_of("pld|rdp|classical"),
      inherited<Options>("adversary", &ClaimOptions::adversary,
                         "adversary of the guarantee. server: sees every message; observer: sees "
                         "the model, but not which clients take part")
          .one_of("server|observer")
          .role(OptionRole::adversary)};
}

// ClaimOptions with a noise level, either calibrated for a budget or given.
struct NoiseOptions : ClaimOptions {
  std::optional<double> eps;
  std::optional<double> noise_multiplier;
};

// The option rows of NoiseOptions, from which `Options` derives.
template <class Options>
constexpr std::array<Option<Options>, 5> noise_options(const char* multiplier) {
  return append(
      std::array<Option<Options>, 2>{
          inherited<Options>("eps", &NoiseOptions::eps,
                             "privacy budget of the whole run, for all its chains together (or set "
                             "noise_multiplier); \"inf\": no noise")
              .symbol("eps")
              .above(0)
              .role(OptionRole::noise),
          inherited<Options>("noise_multiplier", &NoiseOptions::noise_multiplier, multiplier)
              .symbol("z")
              .at_least(0)
              .role(OptionRole::noise)},
      claim_options<Options>());
}

// A noise multiplier, given or calibrated for a budget.
class CalibratedNoise {
 public:
  // Throws std::invalid_argument unless exactly one of eps and noise_multiplier is set.
  CalibratedNoise(const NoiseOptions& options, NoiseLaw::Kind kind)
      : options_(options), kind_(kind) {
    if (options.eps.has_value() != options.noise_multiplier.has_value()) return;
    throw std::invalid_argument(
        options.eps
            ? "both eps and noise_multiplier are given, but one follows from the other: remove one"
            : "neither eps nor noise_multiplier is given: set eps (to calibrate the noise) or "
              "noise_multiplier (to have eps reported)");
  }

  // The multiplier that `client`, or everyone, needs.
  double multiplier(const Accountant& accountant, Index client) const {
    if (options_.noise_multiplier) return *options_.noise_multiplier;
    return accountant.multiplier(kind_, *options_.eps, options_.claim(), client);
  }
  NoiseLaw law(double multiplier) const {
    if (multiplier > 0) return {.kind = kind_, .multiplier = multiplier};
    return {};
  }
  // What is claimed for a mechanism whose largest multiplier is `multiplier`.
  std::optional<Claim> claim(double multiplier) const {
    if (multiplier > 0) return options_.claim();
    return std::nullopt;
  }

 private:
  NoiseOptions options_;
  NoiseLaw::Kind kind_;
};

// How much noise a mechanism adds to a message.

// The variance, in every coordinate, of noise of that law in a message of that sensitivity.
inline double variance_of(const NoiseLaw& law, const Sensitivity& sensitivity, Index dimension) {
  const double z = law.multiplier;
  if (z == 0) return 0;
  if (law.kind == NoiseLaw::Kind::laplace) {
    return 2 * z * z * sensitivity.l1(dimension) * sensitivity.l1(dimension);
  }
  return z * z * sensitivity.l2() * sensitivity.l2();
}

// The eps that papers claim for a round of private federated averaging, by the calibration that
// they print.

// (2 rate / multiplier) sqrt(2 ln(1.25 rate / delta)): eq. 16 of private FedPaq, read from the
// noise that it asks for, noise per sensitivity. Infinite without noise. A claim: it relies on e^x
// - 1 <= 2 x, x = eps / (2 rate), which is true up to 1.2564 only.
inline double calibrated_epsilon(double multiplier, double rate, double delta) {
  if (!(rate > 0 && rate <= 1 && multiplier >= 0 && delta > 0 && 1.25 * rate > delta)) {
    throw std::invalid_argument(
        "calibrated round: expected rate in (0, 1], multiplier >= 0 and 0 < delta < 1.25 rate");
  }
  return 2 * rate / multiplier * std::sqrt(2 * std::log(1.25 * rate / delta));
}

// What the sampler releases in these iterations, where the calibration speaks of all of it: noise
// that is Gaussian, and rates above delta / 1.25. Nothing otherwise.
inline std::vector<Release> calibrated_releases(const Sampler& sampler, const Problem& problem,
                                                Index iterations, const Mechanism& mechanism) {
  struct Plan final : ReleasePlan {
    void add(const Release& release) override {
      if (release.count > 0) releases.push_back(release);
    }
    void reads(const PrivateInput&) override {}
    void warns(const Caveat&) override {}
    std::vector<Release> releases;
  } plan;
  sampler.releases(problem, iterations, plan);
  const double delta = mechanism.claim().value().delta;
  const bool all = std::all_of(plan.releases.begin(), plan.releases.end(), [&](const Release& r) {
    return mechanism.law(r.client).kind == NoiseLaw::Kind::gaussian && 1.25 * r.rate > delta;
  });
  return all ? std::move(plan.releases) : std::vector<Release>();
}

}  // namespace skald
