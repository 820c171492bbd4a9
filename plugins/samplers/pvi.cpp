// PVI, partitioned variational inference. The posterior is approximated by a Gaussian q, a product
// of the prior and one site per client, in rounds described in variational/site_sampler.hpp. A
// client's q_c is the Gaussian of the family with the least free energy,
//
//   q_c = argmin_q KL(q | cavity_c) - E_q log likelihood_c / T
//
// On a quadratic potential with curvature H and shift s (-log likelihood_c / T = x' H x / 2 - s' x)
// q_c is exact: precision Lambda_c + H, Lambda_c that of the cavity, or its diagonal; the mean is
// that of cavity times likelihood. Otherwise it takes K natural-gradient steps from q, with
// gradients at `pairs` pairs of draws (variational/local_steps.hpp), or K steps of IVON
// (variational/local_steps.hpp).
//
// With a clip it is DP-PVI in its first form (perturbed parameters): the whole change of q is
// clipped, noise is added by the mechanism, and damping comes after it. A published sigma is noise
// over clip, twice the noise_multiplier here, since a change moves by two clips.
//
// A diagonal family has the posterior's mean on Gaussian problems, but variances 1 / (posterior
// precision)_ii: too small. The full one is exact after one round with damping 1.

#include "skald/parts/variational/local_steps.hpp"
#include "skald/parts/variational/site_sampler.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : SiteOptions, LocalStepOptions {};
constexpr auto options =
    append(append(std::array{family_option<Options>().only_if("local=steps|exact")},
                  site_options<Options>(kStepsOrIvon)),
           append(local_step_options<Options>(),
                  append(site_clip_options<Options>(), last_round_option<Options>())));

class Pvi final : public SiteSampler {
 public:
  explicit Pvi(const Options& o) : SiteSampler(o), options_(o) {}

  const char* bias() const override {
    return options_.clip ? "clipped changes of sites stop short" : SiteSampler::bias();
  }
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    release_changes(problem, iterations, plan);
  }

 private:
  Approximation approximate(const Visit& at) override {
    if (options_.is_exact()) {
      const NaturalGaussian tilted = exact_tilted(at);
      return {family::nearest(tilted.precision, is_diagonal()), mean_of(tilted)};
    }
    const NaturalGaussian q = local_steps(
        options_, at.q, at.cavity, [&](auto step) { return normals(at, step, options_.pairs); },
        [&](auto step, const auto& points) { return likelihood_gradient(at, step, points); });
    return {q.precision, mean_of(q)};
  }

  Options options_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Pvi, Options, options>(
    {.name = "pvi",
     .numerics_revision = 1,
     .summary = "Partitioned variational inference: a Gaussian approximation of the posterior, of "
                "which every client refines its own factor",
     .reference = "Ashman et al. (2022), Partitioned variational inference: a framework for "
                  "probabilistic federated learning, algorithm 1; with a clip, Heikkila et al. "
                  "(2023), Differentially private partitioned variational inference",
     .side_by_side = "the clients of a round"});
