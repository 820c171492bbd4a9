// What must hold of every setting that the accountants can be asked about, whatever its numbers:
// the Renyi accountant never says less than what the accountant of loss distributions knows to be
// attained, nobody says less than a closed form, and both are monotonous: less noise, more steps, a
// smaller delta never make eps smaller, nor does looking at everybody in place of a sample. What is
// finite by the mechanism has a finite eps.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include "privacy/accounting.hpp"
#include "privacy/gaussian.hpp"
#include "privacy/rdp.hpp"
#include "skald/parts/privacy/amplification.hpp"

namespace accounting_properties {

using namespace skald::privacy;

struct Setting {
  NoisyRelease release;
  double delta;
};

inline std::string text_of(const Setting& setting) {
  const NoisyRelease& r = setting.release;
  std::string text(name_of(r.noise));
  text += " " + std::string(name_of(r.sampling)) + " " + std::string(name_of(r.relation));
  const auto add = [&](const char* name, double value) {
    std::array<char, 64> line{};
    std::snprintf(line.data(), line.size(), ", %s %.17g", name, value);
    text += line.data();
  };
  add("z", r.noise_multiplier);
  add("rate", r.rate);
  add("count", static_cast<double>(r.count));
  add("steps", static_cast<double>(r.steps));
  add("round_rate", r.round_rate);
  add("draws", static_cast<double>(r.draws));
  add("delta", setting.delta);
  return text;
}

// The setting that ten bytes name. What is not defined is replaced by what is.
inline Setting setting_of(std::string_view bytes) {
  const auto byte = [&](std::size_t i) {
    return i < bytes.size() ? static_cast<std::uint8_t>(bytes[i]) : 0U;
  };
  // Between low and high, evenly on a logarithmic scale.
  const auto number = [&](std::size_t i, double low, double high) {
    const double share = (256.0 * byte(i) + byte(i + 1)) / 65535;
    return low * std::pow(high / low, share);
  };
  NoisyRelease r;
  r.noise = std::array{
      Noise::gaussian, Noise::gaussian, Noise::laplace, Noise::discrete_gaussian,
      Noise::gaussian, Noise::gaussian, Noise::laplace, Noise::discrete_laplace}[byte(0) % 8];
  r.sampling =
      std::array{Sampling::none, Sampling::poisson, Sampling::without_replacement}[byte(0) / 4 % 3];
  r.relation =
      std::array{Relation::add_remove, Relation::replace_one, Relation::zero_out}[byte(0) / 16 % 3];
  if (r.sampling == Sampling::without_replacement && r.relation == Relation::add_remove) {
    r.relation = Relation::zero_out;
  }
  if (r.sampling == Sampling::poisson && r.relation == Relation::replace_one) {
    r.noise = Noise::gaussian;
  }
  if (is_bounded(r.noise)) r.sampling = Sampling::none;
  const bool atoms = r.noise != Noise::gaussian;  // whose compositions take longer
  const bool epochs = byte(9) / 8 % 4 == 1 && !atoms && r.relation != Relation::replace_one;
  r.noise_multiplier = number(1, atoms || epochs ? 0.6 : 0.3, 60);
  r.rate = r.sampling == Sampling::none ? 1 : number(3, 1e-7, 1);
  r.count = static_cast<std::int64_t>(number(5, 1, atoms ? 300 : 1e8));
  if (byte(9) % 8 == 0 && !is_bounded(r.noise)) r.round_rate = 0.3;
  if (epochs) {
    r.sampling = Sampling::balls_in_bins;
    r.rate = 1 / std::floor(number(3, 2, 1e4));
    r.count = static_cast<std::int64_t>(number(5, 1, 300));
    r.draws = std::min<std::int64_t>(1 + byte(9) / 32, bins_of(r));
    r.round_rate = 1;
  }
  return {r, number(7, 1e-12, 0.1)};
}

// The exact epsilon, where there is a formula; 0 elsewhere.
inline double closed_form(const Setting& setting) {
  const NoisyRelease& r = setting.release;
  if (r.round_rate < 1) return 0;
  const double distance = is_fixed_size(r) ? 2 : distance_in_clips(r.relation);
  const double z = r.noise_multiplier / distance, delta = setting.delta;
  if (r.noise == Noise::laplace) {
    return r.count == 1 ? std::max(0.0, 1 / z + 2 * std::log1p(-delta)) : 0;
  }
  if (r.noise != Noise::gaussian) return 0;
  if (is_unsampled(r)) {
    return gaussian_epsilon(z / std::sqrt(static_cast<double>(r.count)), delta);
  }
  if (r.count > 1 || (r.sampling == Sampling::poisson && r.relation == Relation::replace_one)) {
    return 0;
  }
  // The pair of replacements is none of that relation.
  if (is_fixed_size(r) && r.relation == Relation::zero_out) return 0;
  const double base = gaussian_epsilon(z, std::min(1.0, delta / r.rate));
  return skald::amplified_epsilon(base, r.rate);
}

// The property that does not hold, in words; empty if all hold.
class Properties {
 public:
  explicit Properties(const Setting& setting) : setting_(setting) {}

  std::string broken() {
    const Guarantee exact = by_pld(setting_);
    require(exact.epsilon_low <= exact.epsilon, "the bracket is empty", exact.epsilon,
            exact.epsilon_low);
    require(std::isfinite(exact.epsilon), "pld is infinite, which the mechanism is not",
            exact.epsilon, 0);
    expect_monotonous(exact);
    if (is_epoch(setting_.release)) {
      const Setting rarer =
          changed([](Setting& s) { s.release.draws = (s.release.draws + 1) / 2; });
      expect(exact.epsilon, by_pld(rarer).epsilon_low, "pld says less of more steps in an epoch");
      return broken_;
    }
    expect_attained(exact);
    const double renyi = by_rdp(setting_);
    expect(renyi, exact.epsilon_low, "rdp undercuts what is attained");
    const double formula = closed_form(setting_);
    expect(renyi, formula, "rdp undercuts the closed form");
    expect(exact.epsilon, formula, "pld undercuts the closed form");
    for (const auto& [more_private, name] : {
             std::pair{changed([](Setting& s) { s.release.noise_multiplier *= 1.25; }), "noise"},
             std::pair{changed([](Setting& s) { s.release.rate *= s.release.rate < 1 ? 0.8 : 1; }),
                       "rate"},
             std::pair{changed([](Setting& s) { s.release.count = (s.release.count + 1) / 2; }),
                       "steps"},
             std::pair{changed([](Setting& s) { s.delta *= 3; }), "delta"},
         }) {
      const std::string words = std::string(" says less where it is more, by the ") + name;
      expect(renyi, by_rdp(more_private), "rdp" + words);
      expect(exact.epsilon, by_pld(more_private).epsilon_low, "pld" + words);
    }
    if (setting_.release.relation == Relation::replace_one &&
        setting_.release.sampling != Sampling::without_replacement) {
      const Setting removed = changed([](Setting& s) { s.release.relation = Relation::zero_out; });
      expect(renyi, by_rdp(removed), "rdp says less of a replacement than of a removal");
      expect(exact.epsilon, by_pld(removed).epsilon_low,
             "pld says less of a replacement than of a removal");
    }
    return broken_;
  }

 private:
  // Of upper bounds, which their relative error may exceed.
  void expect_monotonous(const Guarantee& exact) {
    constexpr double within = 1 + 1e-3;
    const Setting quiet = changed([](Setting& s) { s.release.noise_multiplier *= 1.25; });
    expect(within * exact.epsilon, by_pld(quiet).epsilon, "more noise makes pld larger");
    const Setting open = changed([](Setting& s) {
      NoisyRelease& r = s.release;
      // A sample of fixed size is accounted for as if a unit took the place of another.
      if (is_fixed_size(r)) r.relation = Relation::replace_one;
      if (is_epoch(r)) r.count *= std::exchange(r.draws, 1);
      r.sampling = Sampling::none;
      r.rate = r.round_rate = 1;
    });
    expect(within * by_pld(open).epsilon, exact.epsilon, "a sample tells more than everybody");
  }

  // What is known from below of fixed-size samples is what one pair of data sets shows: all others
  // contribute a clip, and the unit that is replaced the same or the opposite.
  void expect_attained(const Guarantee& exact) {
    const NoisyRelease& r = setting_.release;
    const bool has_pair = is_fixed_size(r) && r.relation == Relation::replace_one &&
                          r.noise == Noise::gaussian && r.draws == 1;
    if (!has_pair) return;
    const Guarantee pair = by_pld(changed([](Setting& s) {
      s.release.sampling = Sampling::poisson;
      s.release.relation = Relation::zero_out;
      s.release.noise_multiplier /= 2;
    }));
    expect(pair.epsilon, exact.epsilon_low, "no pair of data sets attains the lower bound");
    constexpr double within = 1 - 1e-3;
    expect(exact.epsilon_low, within * pair.epsilon_low, "a pair of data sets shows more than low");
  }

  template <class Change>
  Setting changed(Change change) const {
    Setting other = setting_;
    change(other);
    return other;
  }
  static double by_rdp(const Setting& s) {
    return epsilon({&s.release, 1}, s.delta, Accounting::rdp).epsilon;
  }
  static Guarantee by_pld(const Setting& s) {
    return epsilon({&s.release, 1}, s.delta, Accounting::pld);
  }
  void require(bool holds, const std::string& what, double found, double least) {
    if (holds || !broken_.empty()) return;
    broken_ = text_of(setting_) + ": " + what + " (" + std::to_string(found) +
              ", expected at least " + std::to_string(least) + ")";
  }
  // Rounding is allowed for. No number at all is nothing that holds.
  void expect(double found, double least, const std::string& what) {
    require(found >= least * (1 - 1e-9) - 1e-12, what, found, least);
  }

  Setting setting_;
  std::string broken_;
};

}  // namespace accounting_properties
