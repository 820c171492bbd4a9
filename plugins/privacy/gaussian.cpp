// The Gaussian mechanism: every message m of L2 sensitivity Delta leaves as m + z Delta N(0, I).
// The noise multiplier z is given, or calibrated so that the whole run, composed over every message
// that the sampler's release plan declares, is (eps, delta)-differentially private. An infinite eps
// adds nothing.

#include <stdexcept>

#include "skald/mechanism.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options {
  std::optional<double> eps;
  std::optional<double> noise_multiplier;
  double delta = 1e-5;
};
constexpr std::array options{
    option("eps", &Options::eps,
           "privacy budget of the whole run (or set noise_multiplier); \"inf\" adds nothing")
        .symbol("eps")
        .above(0),
    option("noise_multiplier", &Options::noise_multiplier,
           "standard deviation of the noise over the message's sensitivity (or set eps)")
        .symbol("z")
        .at_least(0),
    option("delta", &Options::delta, "probability by which the guarantee may fail")
        .symbol("delta")
        .above(0)
        .below(1)};

class Gaussian final : public Mechanism {
 public:
  explicit Gaussian(const Options& o) : options_(o) {
    if (o.eps.has_value() == o.noise_multiplier.has_value()) {
      throw std::invalid_argument(
          o.eps ? "both eps and noise_multiplier are given; one follows from the other: remove one"
                : "neither eps nor noise_multiplier is given; set eps (the noise is calibrated) or "
                  "noise_multiplier (eps is reported)");
    }
  }

  void prepare(const Accountant& accountant) override {
    multiplier_ = options_.noise_multiplier
                      ? *options_.noise_multiplier
                      : accountant.noise_multiplier(*options_.eps, options_.delta);
  }
  NoiseLaw law() const override {
    return {.kind = multiplier_ > 0 ? NoiseLaw::Kind::gaussian : NoiseLaw::Kind::none,
            .multiplier = multiplier_};
  }
  double delta() const override { return multiplier_ > 0 ? options_.delta : 0; }
  void privatize(const Random& random, Stream stream, std::int64_t iteration, double sensitivity,
                 Block message) const override {
    if (multiplier_ == 0) return;
    random.add_normal(stream, iteration, multiplier_ * sensitivity, message);
  }

 private:
  Options options_;
  double multiplier_ = 0;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Gaussian, Options, options>(
    {.name = "gaussian",
     .version = "1.0.0",
     .numerics_revision = 1,
     .summary = "Gaussian mechanism, calibrated for the whole run or with a given noise multiplier",
     .reference = "Dwork and Roth (2014); Balle and Wang (2018); composition: Mironov, Talwar and "
                  "Zhang (2019), Wang, Balle and Kasiviswanathan (2019)"});
