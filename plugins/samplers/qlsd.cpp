// QLSD, quantised Langevin stochastic dynamics. The chain is the server's; in every iteration S of
// N clients upload compressed estimates of their gradients:
//
//   theta <- theta - h (N / S) sum_{c in cohort} C(ghat_c(theta)) + sqrt(2 h T) xi
//
// With noise_by clients the noise is theirs, in C(ghat_c(theta) + xi_c): the Langevin noise that
// protects their rows (see CompressedLangevin). C is unbiased, and so is the drift; its variance
// grows with the gradients, which do not vanish at the mode where clients differ. Without
// compression and with all clients it is SGLD with one minibatch per client.

#include "skald/extensions/affine_chain.hpp"
#include "skald/parts/langevin/affine_map.hpp"
#include "skald/parts/langevin/compressed_langevin.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : CompressedLangevinOptions {};
constexpr auto options =
    append(compressed_langevin_options<Options>(), client_noise_options<Options>());

class Qlsd final : public CompressedLangevin, public AffineChain {
 public:
  explicit Qlsd(const Options& o) : CompressedLangevin(o) {}

  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    release_messages(problem, iterations, plan);
  }
  bool describe(const QuadraticClients& clients, AffineStages& stages) const override;

 private:
  void iterate(Context& context, std::int64_t k) override {
    const auto gradient = [&](const Sender& at, const Rows& rows, Block out) {
      estimate_gradient(context, k, at, rows, out);
    };
    upload(context, k, gradient);
    move(context, k);
  }
};

bool Qlsd::describe(const QuadraticClients& clients, AffineStages& stages) const {
  const auto factors = this->factors();
  if (!factors) return false;
  const StackedVectors z(1, clients.dimension());
  const Eigen::MatrixXd theta = z[0], shift = Eigen::MatrixXd::Zero(z.size(), 1);
  CompressedMap moves(z.size());
  for (Index c = 0; c < clients.size(); ++c) {
    moves.send(-step() * theta.transpose(), clients.curvature(c).matrix() * theta,
               clients.slope(c).matrix(), *factors);
  }
  moves.noise += noise() * theta;  // whoever draws it

  stages.start(view(theta), view(shift));
  stages.stage();
  moves.add_to(stages);
  stages.estimate(view(theta));
  return true;
}

}  // namespace

SKALD_PLUGIN = skald::plugin<Qlsd, Options, options>(
    {.name = "qlsd",
     .numerics_revision = 2,
     .summary = "QLSD: Langevin dynamics with compressed client gradients",
     .reference = "Vono et al. (2022), QLSD: quantised Langevin stochastic dynamics for Bayesian "
                  "federated learning",
     .side_by_side = "the clients of a round"});
