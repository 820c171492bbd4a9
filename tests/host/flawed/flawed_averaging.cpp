// FALD and VR-FALD*, by their formulas, with one of the mistakes that people have made, which the
// conformance kit must find. Without a flaw it is correct.

#include <cmath>
#include <string_view>
#include <vector>

#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;
using Eigen::MatrixXd;

struct Options {
  double step = 0.1;
  double p_c = 0.5;
  double q_cv = 0.5;
  double rho = 0;
  bool control_variates = false;
  bool minibatches = false;
  std::string_view flaw = "none";
};
constexpr std::array options{
    option("step", &Options::step, "step h on the global potential")
        .above(0)
        .role(OptionRole::step),
    option("p_c", &Options::p_c, "probability of communication").above(0).at_most(1),
    option("q_cv", &Options::q_cv, "probability of a new reference point").above(0).at_most(1),
    option("rho", &Options::rho, "amplitude share of the common noise").at_least(0).at_most(1),
    option("control_variates", &Options::control_variates, "VR-FALD*, not FALD"),
    option("minibatches", &Options::minibatches, "one row per gradient, not all"),
    option("flaw", &Options::flaw, "the mistake")};

class FlawedAveraging final : public Sampler {
 public:
  explicit FlawedAveraging(const Options& o) : o_(o) {}

  double communication_rate() const override { return o_.p_c; }
  void start(Context& context, Block theta) override {
    N_ = context.problem.clients();
    local_ = theta.matrix().replicate(1, N_);
    estimate_ = reference_ = shared_noise_ = theta.matrix();
    state_ = {NamedBlock{"local", view(local_)}, NamedBlock{"server", view(estimate_)},
              NamedBlock{"reference", view(reference_)}};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) iterate(context, k);
    theta.matrix() = estimate_;
  }
  std::span<const NamedBlock> state() override { return state_; }
  bool law(LangevinLaw& law) const override {
    law.kind =
        o_.control_variates ? LangevinLaw::Kind::control_variate : LangevinLaw::Kind::averaging;
    law.step = o_.step;
    law.rho = o_.rho;
    law.p_c = o_.p_c;
    law.q_cv = o_.control_variates ? o_.q_cv : 0;
    law.at_communication = true;
    law.full_batch = !o_.minibatches;
    law.batch = o_.minibatches ? 1 : 0;
    return true;
  }

 private:
  bool flaw(std::string_view name) const { return o_.flaw == name; }
  Index chains() const { return estimate_.cols(); }
  Block local(Index c) { return view(local_).columns(c * chains(), chains()); }

  void iterate(Context& context, std::int64_t k) {
    const MatrixXd next = refreshed(context, k);
    const MatrixXd at = flaw("early_reference") ? next : reference_;
    context.random.normal({Role::shared_noise}, k, view(shared_noise_));
    for (Index c = 0; c < N_; ++c) step(context, k, c, at);
    reference_ = next;
    communicate(context, k);
  }
  // The reference points to use from the next iteration on.
  MatrixXd refreshed(const Context& context, std::int64_t k) {
    MatrixXd next = reference_, coins(1, chains());
    context.random.uniform({Role::reference}, k, view(coins));
    for (Index j = 0; j < chains(); ++j) {
      if (coins(0, j) < o_.q_cv) next.col(j) = average(j);
    }
    return next;
  }
  void step(Context& context, std::int64_t k, Index c, const MatrixXd& reference) {
    const auto n = static_cast<double>(N_);
    const Block theta = local(c);
    draw_rows(context, k, c, Role::minibatch);
    const MatrixXd here = estimate(context, c, theta);
    if (!o_.control_variates) {
      theta.matrix() -= n * o_.step * here;
    } else {
      if (flaw("two_minibatches")) draw_rows(context, k, c, Role::plugin_first);
      const MatrixXd there = estimate(context, c, view(reference));
      MatrixXd whole(theta.rows, theta.cols);
      context.problem.gradient(Problem::everyone, view(reference), view(whole));
      theta.matrix() -= n * o_.step * (here - there) + o_.step * whole;
    }
    const double two = flaw("noise_without_two") ? 1 : 2;
    const double shared = o_.rho * std::sqrt(flaw("undivided_shared_noise") ? n : 1);
    const double own = std::sqrt((1 - o_.rho * o_.rho) * (flaw("unweighted_noise") ? 1 : n));
    theta.matrix() += std::sqrt(two * o_.step) * shared * shared_noise_;
    context.random.add_normal({Role::noise, c}, k, std::sqrt(two * o_.step) * own, theta);
  }
  // A row of client c for every chain.
  void draw_rows(const Context& context, std::int64_t k, Index c, Role role) {
    if (!o_.minibatches) return;
    rows_.clear();
    for (Index j = 0; j < chains(); ++j) {
      const auto word = random_words(context.random, {role, c}, k, j, 1).front();
      rows_.push_back(static_cast<std::int32_t>(below(word, context.problem.examples(c))));
    }
  }
  // An estimate of grad U_c, from all rows or from those drawn.
  MatrixXd estimate(Context& context, Index c, ConstBlock theta) {
    MatrixXd out(theta.rows, theta.cols);
    if (o_.minibatches) {
      context.problem.gradient(c, Rows{0, 1, rows_.data(), chains()}, theta, view(out));
    } else {
      context.problem.gradient(c, theta, view(out));
    }
    if (flaw("whole_prior_at_every_client")) {
      const auto* bounds =
          static_cast<const CurvatureBounds*>(context.problem.model_extension(CurvatureBounds::id));
      const double prior = bounds->bounds(Rows::range(0, 0), 1).L;  // of the prior / 2 |theta|^2
      out += (1 - context.problem.prior_share(c)) * prior * theta.matrix();
    }
    return out;
  }
  Eigen::VectorXd average(Index j) {
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(local_.rows());
    for (Index c = 0; c < N_; ++c) sum += local(c).column(j);
    return sum / static_cast<double>(N_);
  }
  void communicate(Context& context, std::int64_t k) {
    MatrixXd coins(1, chains());
    context.random.uniform({Role::communication}, k, view(coins));
    for (Index j = 0; j < chains(); ++j) {
      if (coins(0, j) >= o_.p_c) continue;
      estimate_.col(j) = average(j);
      for (Index c = 0; c < N_; ++c) local(c).column(j) = estimate_.col(j);
      context.ledger.rounds += 1;
      context.ledger.bits_up += 64;
      context.ledger.bits_down += 64;
    }
  }

  Options o_;
  Index N_ = 0;
  MatrixXd local_, estimate_, reference_;  // theta^c, client after client; last average; Y
  MatrixXd shared_noise_;
  std::vector<std::int32_t> rows_;
  std::array<NamedBlock, 3> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FlawedAveraging, Options, options>(
    {.name = "flawed_averaging",
     .numerics_revision = 1,
     .summary = "Federated averaging Langevin dynamics with a mistake",
     .reference = ""});
