// The discrete Gaussian mechanism: a message is rounded to a grid, and every coordinate gets a
// whole number of grid steps as noise, drawn exactly. No floating-point noise leaves traces of the
// message in its lowest bits.
//
// Rounding moves two neighbouring messages apart by up to a grid step per coordinate, so that the
// sensitivity grows to Delta + sqrt(d) step; the step, a power of two of at most Delta / (1024
// sqrt(d)), keeps that increase at 0.1 percent. The noise's parameter, in grid steps, is the whole
// number above sqrt(z^2 sensitivity^2 + 4): a discrete Gaussian of variance v is, up to a relative
// ripple of 2 exp(-8 pi^2) < 1e-33 per coordinate, what one gets from a Gaussian of variance v - 4
// by randomised rounding (core/src/privacy/README.md), so that z counts as the noise multiplier of
// a Gaussian.
//
// A simulation draws from the run's streams, which differ between replicates, and from a seed of
// its own where one is given. A release draws from the operating system, takes no seed and cannot
// be repeated; the host then draws batches and participants from there too, since amplification by
// sampling needs secret samples.

#include <sys/random.h>

#include <array>
#include <cmath>
#include <optional>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <system_error>

#include "skald/parts/privacy/calibrated_noise.hpp"
#include "skald/parts/privacy/discrete_gaussian.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : NoiseOptions {
  bool release = false;
  std::optional<std::int64_t> seed;
};
constexpr auto options = append(
    noise_options<Options>(
        "noise parameter as a multiple of the message's L2 sensitivity (or set eps)"),
    option("release", &Options::release,
           "draw noise, minibatches, participants and starts from the operating system, for a "
           "result to be published; the run cannot be repeated. false: a simulation, by seed"),
    option("seed", &Options::seed,
           "simulation only: seed of the noise, in addition to the run's seed and replicate")
        .at_least(0));

// Words of the operating system's cryptographic generator.
class SystemBits {
 public:
  std::uint64_t operator()() {
    if (next_ == words_.size()) refill();
    return words_[next_++];
  }

 private:
  void refill() {
    // Requests of up to 256 bytes are never cut short.
    if (::getrandom(words_.data(), sizeof words_, 0) != static_cast<ssize_t>(sizeof words_)) {
      throw std::system_error(errno, std::generic_category(), "getrandom");
    }
    next_ = 0;
  }

  std::array<std::uint64_t, 32> words_{};
  std::size_t next_ = 32;
};

// A message on its grid.
struct Grid {
  double step;
  std::uint64_t sigma;  // in steps

  Grid(double multiplier, double l2, Index dimension) {
    const double root = std::sqrt(static_cast<double>(dimension));
    step = std::exp2(std::floor(std::log2(l2 / (1024 * root))));
    const double sensitivity = multiplier * (l2 / step + root);
    sigma = static_cast<std::uint64_t>(std::ceil(std::hypot(sensitivity, 2)));
  }
  double rounded(double value) const {
    const double steps = std::nearbyint(value / step);
    if (std::abs(steps) < 0x1p52) return steps;
    throw std::runtime_error("a coordinate of a message is " + std::to_string(value) +
                             ", beyond 2^52 steps of the noise's grid");
  }
};

// The parameter is least for messages of one coordinate, of which the grid is the coarsest.
void require_drawable(double multiplier) {
  constexpr double steps = 1024,
                   most = static_cast<double>(DiscreteGaussian::most_sigma) / (steps + 1);
  if (multiplier <= most) return;
  throw std::invalid_argument("the noise multiplier is " + std::to_string(multiplier) +
                              ", and this mechanism draws noise "
                              "of at most " +
                              std::to_string(most) +
                              " sensitivities: set eps higher, or take gaussian");
}

class DiscreteGaussianMechanism final : public Mechanism {
 public:
  explicit DiscreteGaussianMechanism(const Options& o)
      : options_(o), noise_(o, NoiseLaw::Kind::discrete_gaussian) {
    if (o.release && o.seed) {
      throw std::invalid_argument(
          "release is true, but a seed is given, with which anyone could remove the noise: remove "
          "the seed");
    }
  }

  void prepare(const Accountant& accountant) override {
    multiplier_ = noise_.multiplier(accountant, Accountant::everyone);
    require_drawable(multiplier_);
  }
  NoiseLaw law(Index) const override { return noise_.law(multiplier_); }
  std::optional<Claim> claim() const override { return noise_.claim(multiplier_); }
  bool is_for_publication() const override { return options_.release; }
  bool is_thread_safe() const override { return true; }
  void privatize(const Random& random, Stream stream, std::int64_t iteration,
                 const Sensitivity& sensitivity, Block message) const override {
    if (multiplier_ == 0) return;
    const Grid grid(multiplier_, sensitivity.l2(), message.rows);
    SystemBits system;
    for (Index j = 0; j < message.cols; ++j) {
      if (options_.release) {
        add(grid, message.columns(j, 1), system);
      } else {
        std::mt19937_64 generator = simulated(random, stream, iteration, j);
        add(grid, message.columns(j, 1), generator);
      }
    }
  }

 private:
  template <class Bits>
  static void add(const Grid& grid, Block column, Bits& bits) {
    const DiscreteGaussian draw(grid.sigma);
    for (double& value : column.matrix().reshaped()) {
      value = grid.step * (grid.rounded(value) + static_cast<double>(draw(bits)));
    }
  }
  std::mt19937_64 simulated(const Random& random, Stream stream, std::int64_t iteration,
                            Index column) const {
    std::array<std::uint64_t, 5> key{};
    random.bits(stream, iteration, column, std::span(key).first(4));
    if (options_.seed) key[4] = static_cast<std::uint64_t>(*options_.seed) + 1;
    std::array<std::uint32_t, 10> halves{};
    for (std::size_t i = 0; i < key.size(); ++i) {
      halves[2 * i] = static_cast<std::uint32_t>(key[i]);
      halves[2 * i + 1] = static_cast<std::uint32_t>(key[i] >> 32);
    }
    std::seed_seq seed(halves.begin(), halves.end());
    return std::mt19937_64(seed);
  }

  Options options_;
  CalibratedNoise noise_;
  double multiplier_ = 0;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<DiscreteGaussianMechanism, Options, options>(
    {.name = "discrete_gaussian",
     .numerics_revision = 3,
     .summary = "Discrete Gaussian mechanism, sampled exactly; for a release, it can draw from the "
                "operating system",
     .reference = "Canonne, Kamath and Steinke (2020), The discrete Gaussian for differential "
                  "privacy; Mironov (2012)"});
