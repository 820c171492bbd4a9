// The Gaussian mechanism: every message m of L2 sensitivity Delta is sent as m + z Delta N(0, I).
// The noise multiplier z is given, or calibrated so that the whole run, composed over every message
// that the sampler's release plan declares, is (eps, delta)-differentially private. An infinite eps
// adds nothing.

#include "skald/parts/privacy/calibrated_noise.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : NoiseOptions {};
constexpr auto options = noise_options<Options>(
    "noise standard deviation as a multiple of the message's L2 sensitivity (or set eps)");

class Gaussian final : public Mechanism {
 public:
  explicit Gaussian(const Options& o) : noise_(o, NoiseLaw::Kind::gaussian) {}

  void prepare(const Accountant& accountant) override {
    multiplier_ = noise_.multiplier(accountant, Accountant::everyone);
  }
  NoiseLaw law(Index) const override { return noise_.law(multiplier_); }
  std::optional<Claim> claim() const override { return noise_.claim(multiplier_); }
  bool is_thread_safe() const override { return true; }
  void privatize(const Random& random, Stream stream, std::int64_t iteration,
                 const Sensitivity& sensitivity, Block message) const override {
    if (multiplier_ == 0) return;
    random.add_normal(stream, iteration, multiplier_ * sensitivity.l2(), message);
  }

 private:
  CalibratedNoise noise_;
  double multiplier_ = 0;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Gaussian, Options, options>(
    {.name = "gaussian",
     .version = "2",
     .numerics_revision = 3,
     .summary = "Gaussian mechanism, calibrated for the whole run or with a given noise multiplier",
     .reference = "Dwork and Roth (2014); Balle and Wang (2018); composition: Mironov, Talwar and "
                  "Zhang (2019), Wang, Balle and Kasiviswanathan (2019)"});
