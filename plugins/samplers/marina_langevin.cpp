// Langevin-MARINA: the server's chain follows an estimate G of grad U that clients correct by the
// compressed changes of their gradients, and now and then replace. In iteration k, in which theta'
// is the theta of the iteration before, one coin for all clients decides:
//
//   G <- sum_c grad U_c(theta)                                     with probability p_full
//   G <- G + sum_c C(grad U_c(theta) - grad U_c(theta'))           otherwise
//   theta <- theta - h G + sqrt(2 h T) xi
//
// The first iteration is of the first kind. C is unbiased, and so is G; its error vanishes with the
// step, since the changes do, so that compression costs O(h^2) of the stationary covariance beyond
// ULA's h T / 2. All clients take part with all their rows: what one leaves out of a change would
// be missing from G until it is replaced.
//
// The update is that of MARINA (Gorbunov, Burlachenko, Li and Richtarik, 2021) with the chain's
// noise in the server's step, and is not compared with the text of the Langevin-MARINA paper; the
// exact law is derived here.

#include <optional>

#include "skald/extensions/affine_chain.hpp"
#include "skald/parts/federated/schedule.hpp"
#include "skald/parts/langevin/affine_map.hpp"
#include "skald/parts/langevin/compressed_langevin.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : CompressedLangevinOptions {
  std::optional<double> p_full;
};
constexpr auto options = append(
    langevin_step_options<Options>(),
    option("p_full", &Options::p_full,
           "probability that clients send whole gradients in place of compressed changes; "
           "1 / (omega_q + 1) if omitted")
        .above(0)
        .at_most(1),
    inherited<Options>("compressor", &Options::compressor,
                       "compression of changes. none: no compression; qsgd: quantisation to "
                       "`levels` levels; sparsifier: each coordinate is kept with probability "
                       "`keep`; random_k: any `keep` d coordinates")
        .one_of("none|qsgd|sparsifier|random_k"),
    quantiser_levels_option<Options>(),
    inherited<Options>("keep", &Options::keep,
                       "sparsifier: probability of keeping a coordinate; random_k: share of the "
                       "coordinates to keep")
        .only_if("compressor=sparsifier|random_k")
        .above(0)
        .at_most(1),
    coding_options<Options>(&Options::coding, &Options::error_feedback, "compressor=qsgd")[0]);

class MarinaLangevin final : public CompressedLangevin, public AffineChain {
 public:
  explicit MarinaLangevin(const Options& o) : CompressedLangevin(o), p_full_(o.p_full) {}

  void start(Context& context, Block theta) override {
    CompressedLangevin::start(context, theta);
    coins_.emplace(Stream{Role::communication}, p_full(), theta.cols);
    estimate_.setZero(theta.rows, theta.cols);
    base_.resizeLike(estimate_);
    gradients_.setZero(theta.rows, context.problem.clients() * theta.cols);
  }
  bool describe(const QuadraticClients& clients, AffineStages& stages) const override;

 private:
  void iterate(Context& context, std::int64_t k) override {
    if (k > 0) coins_->toss(context.random, k);
    for (Index j = 0; j < base_.cols(); ++j) {
      send_whole(j, k == 0 || coins_->head(j));
      base_.col(j) = estimate_.col(j);
      if (is_whole(j)) base_.col(j).setZero();
    }
    const auto change = [&](const Sender& at, const Rows& rows, Block out) {
      context.problem.gradient(at.client, rows, theta().columns(at.first, out.cols), out);
      subtract_last(at, out);
    };
    upload(context, k, change);
    estimate_ = base_ + sum().matrix();
    move(context, k, view(base_));
  }
  void add_state(std::vector<NamedBlock>& state) override {
    state.push_back({"estimate", view(estimate_)});
    state.push_back({"gradients", view(gradients_)});
  }

  double p_full() const { return p_full_.value_or(1 / (omega_q() + 1)); }
  // Keeps the client's gradients, and makes changes of them where those are sent.
  void subtract_last(const Sender& at, Block gradients) {
    for (Index i = 0; i < gradients.cols; ++i) {
      const Index j = at.first + i;
      auto last = gradients_.col(at.client * base_.cols() + j);
      last.swap(gradients.column(i));
      gradients.column(i) = is_whole(j) ? Eigen::VectorXd(last) : last - gradients.column(i);
    }
  }

  std::optional<double> p_full_;
  std::optional<Coins> coins_;
  Eigen::MatrixXd estimate_, base_;  // G, and what of it stands in this iteration
  Eigen::MatrixXd gradients_;        // grad U_c(theta'), client after client
};

// z = (theta, theta', h G). A start with theta' = theta and G = grad U(theta) makes the first
// iteration one like the others.
bool MarinaLangevin::describe(const QuadraticClients& clients, AffineStages& stages) const {
  const auto factors = this->factors();
  if (!factors) return false;
  const double h = step();
  const Index d = clients.dimension();
  const StackedVectors z(3, d);
  const Eigen::MatrixXd theta = z[0], last = z[1], hG = z[2];
  const Eigen::MatrixXd zero = Eigen::MatrixXd::Zero(d, 1);
  Eigen::MatrixXd curvature = Eigen::MatrixXd::Zero(d, d);
  CompressedMap corrected(z.size()), replaced(z.size()), moved(z.size());
  for (Index c = 0; c < clients.size(); ++c) {
    const Eigen::MatrixXd A = clients.curvature(c).matrix();
    curvature += A;
    corrected.send(h * hG.transpose(), A * (theta - last), zero, *factors);
  }
  replaced.matrix += hG.transpose() * (h * curvature * theta - hG);
  moved.matrix += last.transpose() * (theta - last) - theta.transpose() * hG;
  moved.noise += noise() * theta.transpose() * theta;

  const Eigen::MatrixXd lift = (theta + last + h * curvature * hG).transpose();
  const Eigen::MatrixXd shift = Eigen::MatrixXd::Zero(z.size(), 1);
  stages.start(view(lift), view(shift));
  stages.stage();
  replaced.add_to(stages, p_full());
  if (p_full() < 1) corrected.add_to(stages, 1 - p_full());
  stages.stage();
  moved.add_to(stages);
  stages.estimate(view(theta));
  return true;
}

}  // namespace

SKALD_PLUGIN = skald::plugin<MarinaLangevin, Options, options>(
    {.name = "marina_langevin",
     .numerics_revision = 2,
     .summary = "Langevin-MARINA: Langevin dynamics whose gradient follows the compressed changes "
                "of the clients' gradients",
     .reference = "Sun, Salim and Richtarik (2022), Federated learning with a sampling algorithm "
                  "under isoperimetry, arXiv 2206.00920",
     .side_by_side = "the clients of a round",
     .no_eps = "clients send gradients without noise; take qlsd or qlsd_pp, whose noise "
               "may be the clients' (noise_by)"});
