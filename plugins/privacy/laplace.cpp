// The Laplace mechanism: every coordinate of a message of L1 sensitivity Delta gets noise of scale
// b Delta. The multiplier b is given, or calibrated for the whole run. Where only the L2 norm is
// clipped, Delta is sqrt(d) times the L2 sensitivity.

#include <cmath>

#include "skald/parts/privacy/calibrated_noise.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : NoiseOptions {};
constexpr auto options = noise_options<Options>(
    "noise scale as a multiple of the message's L1 sensitivity (or set eps)");

// Quantile of the symmetric law of scale 1 at 1 - u, for u a multiple of 2^-53 in [0, 1), moved
// away from the ends by 2^-54.
double laplace_quantile(double u) {
  const double centred = u - 0.5 + 0x1p-54;
  return std::copysign(std::log1p(-2 * std::abs(centred)), -centred);
}

class Laplace final : public Mechanism {
 public:
  explicit Laplace(const Options& o) : noise_(o, NoiseLaw::Kind::laplace) {}

  void prepare(const Accountant& accountant) override {
    multiplier_ = noise_.multiplier(accountant, Accountant::everyone);
  }
  NoiseLaw law(Index) const override { return noise_.law(multiplier_); }
  std::optional<Claim> claim() const override { return noise_.claim(multiplier_); }
  bool is_thread_safe() const override { return true; }
  void privatize(const Random& random, Stream stream, std::int64_t iteration,
                 const Sensitivity& sensitivity, Block message) const override {
    if (multiplier_ == 0) return;
    const double scale = multiplier_ * sensitivity.l1(message.rows);
    Eigen::MatrixXd uniforms(message.rows, message.cols);
    random.uniform(stream, iteration, view(uniforms));
    message.matrix() += scale * uniforms.unaryExpr(&laplace_quantile);
  }

 private:
  CalibratedNoise noise_;
  double multiplier_ = 0;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Laplace, Options, options>(
    {.name = "laplace",
     .numerics_revision = 5,
     .summary = "Laplace mechanism, calibrated for the whole run or with a given scale",
     .reference = "Dwork, McSherry, Nissim and Smith (2006)"});
