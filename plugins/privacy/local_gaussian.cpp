// The Gaussian mechanism client by client: every message of client c is sent as m + z_c Delta N(0,
// I), where z_c is calibrated for what c itself releases. A client with few records, whose samples
// are large shares of them, adds more noise; every client spends the same eps. The server adds no
// noise: messages of its own need privacy gaussian.

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "skald/parts/privacy/calibrated_noise.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : NoiseOptions {};
constexpr auto options = noise_options<Options>(
    "noise standard deviation as a multiple of the message's L2 sensitivity, the same for all "
    "clients (or set eps)");

class LocalGaussian final : public Mechanism {
 public:
  explicit LocalGaussian(const Options& o) : noise_(o, NoiseLaw::Kind::gaussian) {}

  void prepare(const Accountant& accountant) override {
    multipliers_.clear();
    for (Index c = 0; c < accountant.clients(); ++c) {
      multipliers_.push_back(noise_.multiplier(accountant, c));
    }
  }
  NoiseLaw law(Index client) const override { return noise_.law(multiplier(client)); }
  std::optional<Claim> claim() const override {
    return noise_.claim(*std::max_element(multipliers_.begin(), multipliers_.end()));
  }
  bool is_thread_safe() const override { return true; }
  void privatize(const Random& random, Stream stream, std::int64_t iteration,
                 const Sensitivity& sensitivity, Block message) const override {
    const double z = multiplier(stream.client);
    if (z > 0) random.add_normal(stream, iteration, z * sensitivity.l2(), message);
  }

 private:
  double multiplier(Index client) const {
    if (client >= 0) return multipliers_.at(static_cast<std::size_t>(client));
    throw std::invalid_argument(
        "the server's messages belong to no single client: choose privacy gaussian");
  }

  CalibratedNoise noise_;
  std::vector<double> multipliers_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<LocalGaussian, Options, options>(
    {.name = "local_gaussian",
     .numerics_revision = 3,
     .summary = "Gaussian mechanism with noise that each client calibrates for itself",
     .reference = "Dwork and Roth (2014); Wei et al. (2020), Federated learning with differential "
                  "privacy"});
