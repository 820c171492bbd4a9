// The noise that a Langevin sampler adds anyway, taken as the privacy mechanism: the sampler
// declares its steps as releases with noise of their own, and eps follows from step, temperature,
// rho and sampling. Noise that clients share is known to all of them and protects nobody.
//
// With a budget eps, a client whose own noise is too small for it raises that noise, in every step,
// to z_c times the step's sensitivity, calibrated for what the client itself releases; its chain is
// then hotter than the temperature says. Where the noise is large enough nothing is added, and the
// eps that is reported is below the budget.

#include <algorithm>
#include <optional>
#include <vector>

#include "skald/parts/privacy/calibrated_noise.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : ClaimOptions {
  std::optional<double> eps;
};
constexpr auto options = append(
    std::array{option("eps", &Options::eps,
                      "privacy budget of the whole run, for all its chains together: steps whose "
                      "own noise is too small for it get more; omitted or \"inf\": none does")
                   .symbol("eps")
                   .above(0)
                   .role(OptionRole::noise)},
    claim_options<Options>());

class Langevin final : public Mechanism {
 public:
  explicit Langevin(const Options& o) : options_(o) {}

  // Refuses samplers that declare no noise of their own.
  void prepare(const Accountant& accountant) override {
    multipliers_.clear();
    if (options_.eps) {
      for (Index c = 0; c < accountant.clients(); ++c) {
        multipliers_.push_back(
            accountant.multiplier(NoiseLaw::Kind::langevin, *options_.eps, options_.claim(), c));
      }
    }
    accountant.epsilon(law(Accountant::everyone), options_.claim(), Accountant::everyone);
  }
  NoiseLaw law(Index client) const override {
    return {.kind = NoiseLaw::Kind::langevin, .multiplier = multiplier(client)};
  }
  std::optional<Claim> claim() const override { return options_.claim(); }
  bool is_thread_safe() const override { return true; }
  void privatize(const Random& random, Stream stream, std::int64_t iteration,
                 const Sensitivity& sensitivity, Block message) const override {
    const double z = multiplier(stream.client);
    if (z > 0) random.add_normal(stream, iteration, z * sensitivity.l2(), message);
  }

 private:
  // 0 if no budget is given; of the server, which releases nothing itself.
  double multiplier(Index client) const {
    return multipliers_.empty() || client < 0 ? 0
                                              : multipliers_.at(static_cast<std::size_t>(client));
  }

  Options options_;
  std::vector<double> multipliers_;  // by client
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Langevin, Options, options>(
    {.name = "langevin",
     .version = "2",
     .numerics_revision = 3,
     .summary = "The sampler's own Langevin noise as the mechanism, raised where a budget asks for "
                "more; reports eps",
     .reference = "Deng et al. (2021), On convergence of federated averaging Langevin dynamics, "
                  "theorem G.3, with eps recomputed; Wang, Fienberg and Smola (2015)"});
