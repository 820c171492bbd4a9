// A Gaussian mechanism that adds the noise that it declares, or does not, in a way of choice.
#include <array>
#include <cmath>

#include "skald/mechanism.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options {
  double noise_multiplier = 1;
  double delta = 1e-5;
  std::string_view fault = "none";
};

constexpr std::array options{
    option("noise_multiplier", &Options::noise_multiplier, "noise over sensitivity").above(0),
    option("delta", &Options::delta, "of the claim").above(0).below(1),
    option("fault", &Options::fault, "what it does wrong")
        .one_of("none|half_noise|same_noise|divided_by_batch|same_in_all_rounds")};

class LeakyGaussian final : public Mechanism {
 public:
  explicit LeakyGaussian(const Options& o) : o_(o) {}

  void prepare(const Accountant&) override {}
  NoiseLaw law(Index) const override { return {NoiseLaw::Kind::gaussian, o_.noise_multiplier}; }
  std::optional<Claim> claim() const override {
    return Claim{.delta = o_.delta, .accounting = Accounting::pld};
  }
  void privatize(const Random& random, Stream stream, std::int64_t iteration,
                 const Sensitivity& sensitivity, Block message) const override {
    double deviation = o_.noise_multiplier * sensitivity.l2();
    if (o_.fault == "half_noise") deviation /= 2;
    if (o_.fault == "divided_by_batch") deviation /= 10;
    if (o_.fault == "same_noise") stream.client = 0;
    // The noise of an odd round is that of the even one before, with the other sign.
    const bool again = o_.fault == "same_in_all_rounds" && iteration % 2 == 1;
    random.add_normal(stream, again ? iteration - 1 : iteration, again ? -deviation : deviation,
                      message);
  }

 private:
  Options o_;
};

}  // namespace

SKALD_PLUGIN = plugin<LeakyGaussian, Options, options>({.name = "leaky_gaussian",
                                                        .numerics_revision = 1,
                                                        .summary = "Gaussian noise, or not quite",
                                                        .reference = ""});
