// BAOAB (Leimkuhler and Matthews, 2013), underdamped Langevin dynamics of unit mass and friction g,
// averaged over clients as FALD is. With the client's force F_c = -ghat_c(theta^c) / w_c and f =
// exp(-g epsilon),
//
//   B  p^c <- p^c + (epsilon / 2) F_c
//   A  theta^c <- theta^c + (epsilon / 2) p^c
//   O  p^c <- f p^c + sqrt(T (1 - f^2)) (rho z + sqrt((1 - rho^2) / w_c) z_c)
//   A  theta^c <- theta^c + (epsilon / 2) p^c
//      after every K iterations, or with probability p_c for all clients: theta^c <- sum_c w_c
//      theta^c, and p^c likewise if momenta are averaged
//   B  p^c <- p^c + (epsilon / 2) F_c, a new force, which is that of the next iteration's first B
//
// With p_c = 1 and full gradients the average is BAOAB on the global potential, whatever rho: its
// positions have the exact covariance T A^-1 on Gaussian problems, for epsilon^2 lambda_max(A) < 4.
// With fewer communications the clients drift apart, and momentum does not mend it. The federated
// form is Skald's; nothing like it is known to be published.
//
// Whoever sees theta^c and p^c after a single local step knows F_c without noise, and positions
// alone have no proven account: nothing here is private.

#include <array>
#include <cmath>
#include <vector>

#include "baoab/stages.hpp"
#include "skald/parts/adjoining.hpp"
#include "skald/parts/langevin/averaging.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : AveragingOptions {
  double friction = 1;
  std::string_view averages = "positions_and_momenta";

  constexpr Options() { step = 0.01; }
  double kept() const { return std::exp(-friction * step); }  // f
  // The part that averages positions, whose noise of step h has variance 2 h T.
  AveragingOptions averaging() const {
    AveragingOptions result = *this;
    result.step = (1 - kept() * kept()) / 2;
    return result;
  }
};
constexpr auto options = append(
    append(
        std::array{
            inherited<Options>(
                "step", &Options::step,
                "time epsilon of an iteration; stable while epsilon^2 L < 4 for the largest "
                "curvature L of any U_c / w_c")
                .symbol("epsilon")
                .above(0)
                .role(OptionRole::step),
            option("friction", &Options::friction, "friction g; momenta decay by exp(-g epsilon)")
                .symbol("g")
                .above(0),
            inherited<Options>("K", &Options::K, "iterations per round (or set p_c)")
                .symbol("K")
                .at_least(1)},
        averaging_options_beside_step<Options>()),
    option("averages", &Options::averages,
           "what is averaged. positions_and_momenta: both, at twice the traffic; positions: "
           "momenta stay with the clients")
        .one_of("positions_and_momenta|positions"));

class Baoab final : public Sampler, public AffineChain {
 public:
  explicit Baoab(const Options& o) : options_(o), federation_(o.averaging()) {}

  Index stride() const override { return federation_.stride(); }
  double temperature() const override { return options_.temp; }
  double communication_rate() const override { return federation_.communication_rate(); }
  void start(Context& context, Block theta) override {
    federation_.start(context, theta);
    const Index N = federation_.clients();
    Eigen::MatrixXd rest = Eigen::MatrixXd::Zero(theta.rows, theta.cols);
    momenta_.start(N, view(rest));
    forces_.start(N, view(rest));
    mean_.resize(theta.rows, theta.cols);
    state_ = {federation_.local_state(), federation_.server_state(),
              NamedBlock{"momenta", momenta_.all()}, NamedBlock{"forces", forces_.all()}};
    for (Index c = 0; c < N; ++c) {
      context.problem.gradient(c, federation_.local(c), forces_[c]);
      forces_[c].matrix() /= -federation_.weight(c);
    }
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      federation_.draw_shared_noise(context, k);
      federation_.for_each_client(context, [&](Index c, Index) { baoa(context, k, c); });
      federation_.communicate(context, k,
                              [&](Index chain, Block) { average_momenta(context, chain); });
      federation_.for_each_client(context, [&](Index c, Index slot) {
        renew_force(context, k, c, slot);
        kick(c);
      });
    }
    federation_.estimate(context, theta);
  }
  void releases(const Problem&, Index, ReleasePlan& plan) const override {
    plan.releases_nothing(
        "no account is known for positions whose noise is that of earlier momenta; take fa_ld and "
        "set its clip");
  }
  std::span<const NamedBlock> state() override { return state_; }

  std::int64_t batch() const override { return stated().full_batch ? 0 : stated().batch; }
  bool describe(const QuadraticClients& clients, AffineStages& stages) const override {
    const BaoabSetting setting{options_.step, options_.kept(), averages_momenta()};
    return BaoabStages(clients, stated(), setting).tell(stages);
  }

 private:
  bool averages_momenta() const { return options_.averages == "positions_and_momenta"; }
  LangevinLaw stated() const {
    LangevinLaw law;
    federation_.describe(law);
    return law;
  }
  void baoa(const Context& context, std::int64_t k, Index c) {
    const Block theta = federation_.local(c), p = momenta_[c];
    kick(c);
    adjoining(theta) += options_.step / 2 * adjoining(p);
    adjoining(p) *= options_.kept();
    federation_.add_noise(context, k, c, p, 0);
    adjoining(theta) += options_.step / 2 * adjoining(p);
  }
  void kick(Index c) { adjoining(momenta_[c]) += options_.step / 2 * adjoining(forces_[c]); }
  void renew_force(const Context& context, std::int64_t k, Index c, Index slot) {
    context.problem.gradient(c, federation_.batch(context, k, c, slot), federation_.local(c),
                             forces_[c]);
    adjoining(forces_[c]) /= -federation_.weight(c);
  }
  // The momenta of a chain that communicates, beside its positions.
  void average_momenta(Context& context, Index chain) {
    if (!averages_momenta()) return;
    momenta_.average(federation_.weights(), chain, view(mean_));
    momenta_.broadcast(view(mean_), chain);
    const double bits = static_cast<double>(federation_.clients()) * vector_bits(mean_.rows());
    context.ledger.bits_up += bits;
    context.ledger.bits_down += bits;
  }

  Options options_;
  Averaging federation_;
  LocalStates momenta_, forces_;
  Eigen::MatrixXd mean_;  // of momenta
  std::array<NamedBlock, 4> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Baoab, Options, options>(
    {.name = "baoab",
     .version = "1.0.0",
     .numerics_revision = 1,
     .summary =
         "BAOAB: underdamped Langevin dynamics whose positions, and momenta, clients average "
         "after local iterations",
     .reference = "Leimkuhler and Matthews (2013), Rational construction of stochastic numerical "
                  "methods for molecular sampling; averaging over clients is Skald's",
     .side_by_side = "the clients of a round"});
