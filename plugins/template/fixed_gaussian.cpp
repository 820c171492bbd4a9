// Privacy mechanism: every message of L2 sensitivity Delta gets noise N(0, (z Delta)^2 I), with a
// given multiplier z. The accountant tells the eps of the whole run at the given delta.
#include <array>

#include "skald/mechanism.hpp"
#include "skald/plugin.hpp"

namespace {

struct Options {
  double multiplier = 1;
  double delta = 1e-5;
};

constexpr std::array options{
    skald::option("multiplier", &Options::multiplier,
                  "standard deviation z of the noise as a multiple of the L2 sensitivity")
        .above(0)
        .symbol("z"),
    skald::option("delta", &Options::delta, "delta of the (eps, delta) guarantee")
        .above(0)
        .below(1)};

class FixedGaussian final : public skald::Mechanism {
 public:
  explicit FixedGaussian(const Options& o) : multiplier_(o.multiplier), delta_(o.delta) {}

  // A mechanism that has a budget asks the accountant for its multiplier here.
  void prepare(const skald::Accountant&) override {}
  skald::NoiseLaw law(skald::Index) const override {
    return {.kind = skald::NoiseLaw::Kind::gaussian, .multiplier = multiplier_};
  }
  std::optional<skald::Claim> claim() const override { return skald::Claim{.delta = delta_}; }
  void privatize(const skald::Random& random, skald::Stream stream, std::int64_t iteration,
                 const skald::Sensitivity& sensitivity, skald::Block message) const override {
    random.add_normal(stream, iteration, multiplier_ * sensitivity.l2(), message);
  }

 private:
  double multiplier_;
  double delta_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FixedGaussian, Options, options>(
    {.name = "fixed_gaussian",
     .numerics_revision = 1,
     .summary = "Gaussian noise with a given multiplier",
     .reference = "Dwork and Roth (2014), The Algorithmic Foundations of Differential Privacy"});
