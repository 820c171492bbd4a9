// The noise that a Langevin sampler adds anyway, taken as the privacy mechanism: nothing is added,
// the sampler declares its steps as releases with noise of their own, and eps follows from step,
// temperature, rho and sampling. Noise that clients share is known to all of them and protects
// nobody: at rho = 1 eps is infinite.

#include "skald/parts/privacy/calibrated_noise.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : ClaimOptions {};
constexpr auto options = claim_options<Options>();

class Langevin final : public Mechanism {
 public:
  explicit Langevin(const Options& o) : options_(o) {}

  // Refuses samplers that declare no noise of their own.
  void prepare(const Accountant& accountant) override {
    accountant.epsilon(law(Accountant::everyone), options_.claim(), Accountant::everyone);
  }
  NoiseLaw law(Index) const override { return {.kind = NoiseLaw::Kind::langevin, .multiplier = 0}; }
  std::optional<Claim> claim() const override { return options_.claim(); }
  bool is_thread_safe() const override { return true; }
  void privatize(const Random&, Stream, std::int64_t, const Sensitivity&, Block) const override {}

 private:
  Options options_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Langevin, Options, options>(
    {.name = "langevin",
     .version = "1.0.0",
     .numerics_revision = 3,
     .summary = "The sampler's own Langevin noise as the mechanism: adds no noise, reports eps",
     .reference = "Deng et al. (2021), On convergence of federated averaging Langevin dynamics, "
                  "theorem G.3, with eps recomputed; Wang, Fienberg and Smola (2015)"});
