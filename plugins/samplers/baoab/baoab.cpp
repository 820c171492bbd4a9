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

class Baoab final : public Averaging, public AffineChain {
 public:
  explicit Baoab(const Options& o) : Averaging(o.averaging()), options_(o) {}

  void start(Context& context, Block theta) override {
    Averaging::start(context, theta);
    Eigen::MatrixXd rest = Eigen::MatrixXd::Zero(theta.rows, theta.cols);
    momenta_.start(clients(), view(rest));
    forces_.start(clients(), view(rest));
    mean_.resize(theta.rows, theta.cols);
    for (Index c = 0; c < clients(); ++c) {
      context.problem.gradient(c, local(c), forces_[c]);
      forces_[c].matrix() /= -weight(c);
    }
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      draw_shared_noise(context, k);
      for_each_client(context, [&](Index c, Index) { baoa(context, k, c); });
      communicate(context, k, [&](Index chain, Block) { average_momenta(context, chain); });
      for_each_client(context, [&](Index c, Index slot) {
        renew_force(context, k, c, slot);
        kick(c);
      });
    }
    estimate(context, theta);
  }
  std::int64_t batch() const override { return full_batch() ? 0 : *options_.batch; }
  bool describe(const QuadraticClients& clients, AffineStages& stages) const override {
    const BaoabSetting setting{options_.step, options_.kept(), averages_momenta()};
    return BaoabStages(clients, averaging_law(), setting).tell(stages);
  }

 private:
  void add_state(std::vector<NamedBlock>& state) override {
    state.push_back({"momenta", momenta_.all()});
    state.push_back({"forces", forces_.all()});
  }
  bool averages_momenta() const { return options_.averages == "positions_and_momenta"; }
  void baoa(const Context& context, std::int64_t k, Index c) {
    const Block theta = local(c), p = momenta_[c];
    kick(c);
    adjoining(theta) += options_.step / 2 * adjoining(p);
    adjoining(p) *= options_.kept();
    add_noise(context, k, c, p);
    adjoining(theta) += options_.step / 2 * adjoining(p);
  }
  void kick(Index c) { adjoining(momenta_[c]) += options_.step / 2 * adjoining(forces_[c]); }
  void renew_force(const Context& context, std::int64_t k, Index c, Index slot) {
    context.problem.gradient(c, rows(context, k, c, slot), local(c), forces_[c]);
    adjoining(forces_[c]) /= -weight(c);
  }
  // The momenta of a chain that communicates, beside its positions.
  void average_momenta(Context& context, Index chain) {
    if (!averages_momenta()) return;
    momenta_.average(weights(), chain, view(mean_));
    momenta_.broadcast(view(mean_), chain);
    count_exchange(context, clients());
  }

  Options options_;
  LocalStates momenta_, forces_;
  Eigen::MatrixXd mean_;  // of momenta
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
     .side_by_side = "the clients of a round",
     .no_eps = "no account is known for positions whose noise is that of earlier momenta; "
               "take fa_ld and set its clip"});
