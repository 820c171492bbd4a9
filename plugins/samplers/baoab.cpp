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

#include <Eigen/Core>
#include <cmath>
#include <vector>

#include "skald/langevin_law.hpp"
#include "skald/parts/adjoining.hpp"
#include "skald/parts/langevin/affine_map.hpp"
#include "skald/parts/langevin/averaging.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

// What it is told besides `law`, whose step is that of its noise: (1 - kept^2) / 2.
struct BaoabSetting {
  double step, kept;
  bool averages_momenta;
};

// The state is (e_1, ..., e_N, p_1, ..., p_N, F_1, ..., F_N, y): the clients' deviations from the
// mode, their momenta and forces, and the server's average of positions.
class BaoabStages {
 public:
  BaoabStages(const QuadraticClients& clients, const LangevinLaw& law, const BaoabSetting& setting)
      : clients_(clients),
        law_(law),
        set_(setting),
        N_(clients.size()),
        z_(clients, law.weights, 3 * N_ + 1) {}

  // A stride is a round of K iterations where the estimate is taken at communications on a fixed
  // schedule, and otherwise an iteration, all of which have to be alike.
  bool tell(AffineStages& stages) const {
    const bool in_rounds = law_.K > 0;
    if (in_rounds && !law_.at_communication) return false;
    start(stages);
    for (std::int64_t k = 0; k < (in_rounds ? law_.K : 1); ++k) {
      for (const AffineMap& map : {kick(), drift(), exchange(), drift()}) {
        stages.stage();
        map.add_to(stages);
      }
      stages.stage();
      if (!in_rounds) {
        communication().add_to(stages, law_.p_c);
        AffineMap(z_.size()).add_to(stages, 1 - law_.p_c);
      } else {
        (k + 1 == law_.K ? communication() : AffineMap(z_.size())).add_to(stages);
      }
      for (const AffineMap& map : {new_forces(), kick()}) {
        stages.stage();
        map.add_to(stages);
      }
    }
    stages.estimate(view(law_.at_communication ? z_[3 * N_] : z_.average(0)));
    return true;
  }

 private:
  Index momentum(Index c) const { return N_ + c; }
  Index force(Index c) const { return 2 * N_ + c; }
  Eigen::MatrixXd pull(Index c) const { return -clients_.curvature(c).matrix() / z_.weight(c); }
  Eigen::MatrixXd push(Index c) const { return -clients_.slope(c).matrix() / z_.weight(c); }

  void start(AffineStages& stages) const {
    Eigen::MatrixXd lift = Eigen::MatrixXd::Zero(z_.size(), z_.d()), shift = lift.leftCols(1);
    for (Index c = 0; c < N_; ++c) {
      z_.rows(lift, c) = Eigen::MatrixXd::Identity(z_.d(), z_.d());
      z_.rows(lift, force(c)) = pull(c);
      z_.rows(shift, force(c)) = push(c);
    }
    z_.rows(lift, 3 * N_) = Eigen::MatrixXd::Identity(z_.d(), z_.d());
    stages.start(view(lift), view(shift));
  }
  AffineMap kick() const {
    AffineMap map(z_.size());
    for (Index c = 0; c < N_; ++c) z_.rows(map.matrix, momentum(c)) += set_.step / 2 * z_[force(c)];
    return map;
  }
  AffineMap drift() const {
    AffineMap map(z_.size());
    for (Index c = 0; c < N_; ++c) z_.rows(map.matrix, c) += set_.step / 2 * z_[momentum(c)];
    return map;
  }
  AffineMap exchange() const {
    AffineMap map(z_.size());
    for (Index c = 0; c < N_; ++c) z_.rows(map.matrix, momentum(c)) *= set_.kept;
    const double thermal = 2 * law_.step * law_.temp, common = thermal * law_.rho * law_.rho;
    z_.add_noise(map.noise, N_, common, thermal - common);
    return map;
  }
  AffineMap communication() const {
    AffineMap map(z_.size());
    for (Index c = 0; c < N_; ++c) {
      z_.rows(map.matrix, c) = z_.average(0);
      if (set_.averages_momenta) z_.rows(map.matrix, momentum(c)) = z_.average(N_);
    }
    z_.rows(map.matrix, 3 * N_) = z_.average(0);
    return map;
  }
  AffineMap new_forces() const {
    AffineMap map(z_.size());
    for (Index c = 0; c < N_; ++c) {
      z_.rows(map.matrix, force(c)) = pull(c) * z_[c];
      z_.rows(map.shift, force(c)) = push(c);
      z_.block(map.noise, force(c), force(c)) =
          clients_.noise(c).matrix() / (z_.weight(c) * z_.weight(c));
    }
    return map;
  }

  QuadraticClients clients_;
  LangevinLaw law_;
  BaoabSetting set_;
  Index N_;
  ClientVectors z_;
};

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
     .numerics_revision = 1,
     .summary =
         "BAOAB: underdamped Langevin dynamics whose positions, and momenta, clients average "
         "after local iterations",
     .reference = "Leimkuhler and Matthews (2013), Rational construction of stochastic numerical "
                  "methods for molecular sampling; averaging over clients is Skald's",
     .side_by_side = "the clients of a round",
     .no_eps = "no account is known for positions whose noise is that of earlier momenta; "
               "take fa_ld and set its clip"});
