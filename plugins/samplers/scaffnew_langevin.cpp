// Scaffnew-Langevin: FALD whose clients learn what their own data add to the drift, as those of
// Scaffnew (ProxSkip: Mishchenko, Malinovsky, Stich and Richtarik, 2022, algorithm 2) do. With s_c
// in place of what a client's gradient is at the mode,
//
//   theta^c <- theta^c - (h / w_c) (ghat_c(theta^c) - s_c) + noise as in FALD
//
// and, when the clients communicate (after every K iterations or with probability p_c, for all),
//
//   s_c <- s_c + p_c (w_c / h) (mean - theta^c),   theta^c <- mean = sum_c w_c theta^c
//
// s_c never travels: it follows from what has been sent, and the upload is that of FALD. At the
// start s_c = 0, and sum_c s_c = 0 throughout. On Gaussian problems the stationary mean is exact
// for every p_c and rho; with p_c = 1, or if the curvatures A_c / w_c agree, the average of the
// clients is the chain of ULA itself. On a fixed schedule 1/K stands for p_c, which no theory
// covers.
//
// With rows clipped to norm C every local step is a private release, as in FALD: s_c is a function
// of what the client and the others have sent, and begins at 0.

#include <Eigen/Core>

#include "skald/langevin_law.hpp"
#include "skald/parts/adjoining.hpp"
#include "skald/parts/federated/local_states.hpp"
#include "skald/parts/langevin/affine_map.hpp"
#include "skald/parts/langevin/averaging.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

// The state is (e_1, ..., e_N, u_1, ..., u_{N-1}, y): the clients' deviations from the mode, what
// their controls lack, u_c = (h / w_c) (s_c - g_c), and the server's average. As sum_c w_c u_c is
// zero, the last u_c follows from the others.
class ScaffnewStages {
 public:
  ScaffnewStages(const QuadraticClients& clients, const LangevinLaw& law)
      : clients_(clients), law_(law), N_(clients.size()), z_(clients, law.weights, 2 * N_) {}

  // A stride is a round of K iterations where the estimate is taken at communications on a fixed
  // schedule, and otherwise an iteration, all of which have to be alike.
  bool tell(AffineStages& stages) const {
    const bool in_rounds = law_.K > 0;
    if (in_rounds && !law_.at_communication) return false;
    start(stages);
    for (std::int64_t k = 0; k < (in_rounds ? law_.K : 1); ++k) {
      stages.stage();
      local_step().add_to(stages);
    }
    stages.stage();
    communication().add_to(stages, in_rounds ? 1 : law_.p_c);
    if (!in_rounds) AffineMap(z_.size()).add_to(stages, 1 - law_.p_c);
    stages.estimate(view(law_.at_communication ? z_[2 * N_ - 1] : z_.average(0)));
    return true;
  }

 private:
  double step(Index c) const { return law_.step / z_.weight(c); }
  double rate() const { return law_.K > 0 ? 1 / static_cast<double>(law_.K) : law_.p_c; }
  bool is_free(Index c) const { return c + 1 < N_; }  // whether u_c is in the state

  void start(AffineStages& stages) const {
    Eigen::MatrixXd lift = Eigen::MatrixXd::Zero(z_.size(), z_.d()), shift = lift.leftCols(1);
    for (Index c = 0; c < N_; ++c) {
      z_.rows(lift, c) = Eigen::MatrixXd::Identity(z_.d(), z_.d());
      if (is_free(c)) z_.rows(shift, N_ + c) = -step(c) * clients_.slope(c).matrix();
    }
    z_.rows(lift, 2 * N_ - 1) = Eigen::MatrixXd::Identity(z_.d(), z_.d());
    stages.start(view(lift), view(shift));
  }
  AffineMap local_step() const {
    AffineMap map(z_.size());
    const double thermal = 2 * law_.step * law_.temp, common = thermal * law_.rho * law_.rho;
    z_.add_noise(map.noise, 0, common, thermal - common);
    for (Index c = 0; c < N_; ++c) {
      z_.rows(map.matrix, c) +=
          z_.zero_sum(N_, c) - step(c) * clients_.curvature(c).matrix() * z_[c];
      z_.block(map.noise, c, c) += step(c) * step(c) * clients_.noise(c).matrix();
    }
    return map;
  }
  AffineMap communication() const {
    AffineMap map(z_.size());
    const Eigen::MatrixXd mean = z_.average(0);
    for (Index c = 0; c < N_; ++c) {
      z_.rows(map.matrix, c) = mean;
      if (is_free(c)) z_.rows(map.matrix, N_ + c) += rate() * (mean - z_[c]);
    }
    z_.rows(map.matrix, 2 * N_ - 1) = mean;
    return map;
  }

  QuadraticClients clients_;
  LangevinLaw law_;
  Index N_;
  ClientVectors z_;
};

struct Options : AveragingOptions {
  std::optional<double> clip;
  std::string_view unit = "record";
};
constexpr auto options =
    append(averaging_options<Options>(), row_clip_option<Options>(&Options::clip),
           gradient_unit_option<Options>(&Options::unit).only_if("clip"));

class ScaffnewLangevin final : public Averaging, public AffineChain {
 public:
  explicit ScaffnewLangevin(const Options& o)
      : Averaging(o, o.clip, unit_of(o.unit)), options_(o) {}

  const char* bias() const override {
    return clips() ? "clipped gradients are not those of the potential" : nullptr;
  }

  void start(Context& context, Block theta) override {
    Averaging::start(context, theta);
    controls_.start(clients(), theta);
    gradient_.start(context.slots());
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      draw_shared_noise(context, k);
      for_each_client(context, [&](Index c, Index slot) { local_step(context, k, c, slot); });
      communicate(context, k, [this](Index chain, Block mean) { learn(chain, mean); });
    }
    estimate(context, theta);
  }
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    release_steps(problem, iterations, plan);
  }
  std::int64_t batch() const override { return full_batch() ? 0 : *options_.batch; }
  bool describe(const QuadraticClients& clients, AffineStages& stages) const override {
    return has_plain_steps() && ScaffnewStages(clients, averaging_law()).tell(stages);
  }

 private:
  void add_state(std::vector<NamedBlock>& state) override {
    state.push_back({"controls", controls_.all()});
  }
  void local_step(Context& context, std::int64_t k, Index c, Index slot) {
    const Block theta = local(c);
    Eigen::MatrixXd& gradient = gradient_[slot];
    gradient.resize(theta.rows, theta.cols);
    estimate_gradient(context, c, rows(context, k, c, slot), theta, view(gradient));
    adjoining(theta) -= step_of(c) * (gradient - adjoining(controls_[c]));
    add_noise(context, k, c, theta);
  }
  void learn(Index chain, Block mean) {
    const double p_c = communication_rate();
    for (Index c = 0; c < clients(); ++c) {
      controls_.learn(c, chain, p_c / step_of(c), local(c), mean);
    }
  }

  Options options_;
  LearntControls controls_;
  PerSlot<Eigen::MatrixXd> gradient_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<ScaffnewLangevin, Options, options>(
    {.name = "scaffnew_langevin",
     .numerics_revision = 1,
     .summary = "Scaffnew-Langevin: federated averaging Langevin dynamics whose clients correct "
                "their drift by what they have learnt from the averages, at no further traffic",
     .reference = "Mishchenko et al. (2022), algorithm 2, with the noise of Plassier et al. (2023)",
     .side_by_side = "the clients of a round"});
