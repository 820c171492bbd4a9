// FA-LD, federated averaging Langevin dynamics on a fixed schedule. In every round the clients of
// the cohort start from the server's theta and run K steps
//
//   theta^c <- theta^c - (h_k / w_c) ghat_c(theta^c)
//                      + sqrt(2 h_k T) (rho z + sqrt((1 - rho^2) / w_c) z^c)
//
// after which theta <- sum_c w_c theta^c (full participation), or the plain average over S clients
// drawn with replacement and P(c) = w_c (scheme I; a client that is drawn twice counts twice but
// works once), or over S distinct clients of equal weight (scheme II). The step h_k is constant, or
// 1 / (2 L + m k / 12), where k counts local steps and m and L bound the curvature of every f^c =
// U_c / w_c (assumptions 4.1 and 4.2 of the paper): a client's step meets that of its own f^c,
// which may be far above U's. Draws should be taken at the ends of rounds.
//
// With full participation the scalar client_spread is (1/N) sum_c |theta^c - mean|^2 just before
// the last average.
//
// With full participation and a constant step the rule is FALD's on a fixed schedule. For h -> 0
// and equal clients, the covariance of a partial average tends to T A^-1 (rho^2 + (1 - rho^2) N /
// S) (scheme II; similarly scheme I): it is inflated, however small the step, unless rho = 1.
//
// With rows clipped to norm C every local step is a private release (replace one record, whoever
// sees every iterate): see private_steps.hpp. Theorem G.3 of the paper states a bound for the same
// steps; accountants compose them tightly.

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "fa_ld/theorem_g3.hpp"
#include "skald/extensions/descent_chain.hpp"
#include "skald/minibatch.hpp"
#include "skald/parts/aligned_matrix.hpp"
#include "skald/parts/federated/cohorts.hpp"
#include "skald/parts/federated/local_states.hpp"
#include "skald/parts/federated/participation.hpp"
#include "skald/parts/langevin/averaging.hpp"
#include "skald/parts/langevin/langevin_noise.hpp"
#include "skald/parts/langevin/private_steps.hpp"
#include "skald/plugin.hpp"
#include "skald/sampler.hpp"
#include "text/number_text.hpp"

namespace {

using namespace skald;

struct Options {
  double step = 1e-3;
  std::string_view decay = "none";
  std::optional<double> m;
  std::optional<double> L;
  std::int64_t K = 10;
  double rho = 0;
  double temp = 1;
  std::optional<std::int64_t> batch;
  std::string_view weights = "examples";
  std::string_view participation = "full";
  std::optional<std::int64_t> S;
  std::optional<double> clip;
};
constexpr std::array options{
    option("step", &Options::step,
           "step size h on the global potential: client c moves by (h / w_c) grad U_c")
        .only_if("decay=none")
        .symbol("h")
        .above(0)
        .automatic(kStepByTheory)
        .stable_to("2 / L")
        .role(OptionRole::step),
    option("decay", &Options::decay,
           "step size schedule. none: constant h; harmonic: h_k = 1 / (2 L + m k / 12)")
        .one_of("none|harmonic"),
    option("m", &Options::m, "smallest curvature of any f^c = U_c / w_c")
        .only_if("decay=harmonic")
        .symbol("m")
        .above(0)
        .automatic(kSmallestLocalCurvature),
    option("L", &Options::L, "largest curvature of any f^c = U_c / w_c")
        .only_if("decay=harmonic")
        .symbol("L")
        .above(0)
        .automatic(kLargestLocalCurvature),
    option("K", &Options::K, "local steps per round")
        .symbol("K")
        .at_least(1)
        .automatic(kLocalStepsByTheory),
    option("rho", &Options::rho,
           "amplitude of the noise shared by all clients; their own noise has sqrt(1 - rho^2)")
        .symbol("rho")
        .at_least(0)
        .at_most(1),
    option("temp", &Options::temp, "temperature T; the target is exp(-U/T)")
        .symbol("T")
        .at_least(0),
    option("batch", &Options::batch,
           "minibatch size per client, drawn without replacement; all rows if omitted")
        .at_least(1),
    option("weights", &Options::weights, "aggregation weights w_c. uniform: 1/N; examples: n_c/n")
        .symbol("w_c")
        .one_of("uniform|examples"),
    option("participation", &Options::participation,
           "clients per round. full: all; with_replacement: S drawn with P(c) = w_c (scheme I); "
           "without_replacement: S distinct ones of equal weight (scheme II)")
        .one_of("full|with_replacement|without_replacement"),
    option("S", &Options::S, "clients per round under partial participation")
        .symbol("S")
        .at_least(1),
    row_clip_option<Options>(&Options::clip)};

class FaLd final : public Sampler, public DescentChain {
 public:
  explicit FaLd(const Options& o)
      : options_(o),
        noise_(o.step, o.temp, o.rho),
        steps_(o.batch, o.clip),
        minibatch_(Minibatch(o.batch)) {
    if (decays() && (!o.m || !o.L || *o.m > *o.L)) {
      throw std::invalid_argument(
          "decay harmonic needs m and L with m <= L, bounds on the curvatures of U_c / w_c: set "
          "both, or set decay to none");
    }
  }

  Index stride() const override { return options_.K; }
  double temperature() const override { return options_.temp; }
  const char* bias() const override {
    if (steps_.clips()) return "clipped gradients are not those of the potential";
    return options_.participation == "full" || options_.rho == 1
               ? nullptr
               : "under partial participation an average has more noise";
  }
  double communication_rate() const override { return 1.0 / static_cast<double>(options_.K); }

  void start(Context& context, Block theta) override {
    const Problem& problem = context.problem;
    cohorts_.emplace(participation_scheme(options_.participation), options_.S,
                     aggregation_weights(problem, options_.weights), theta.cols);
    server_ = theta.matrix();
    local_.start(problem.clients(), theta);
    gradient_.start(context.slots());
    noise_.start(theta.rows, theta.cols);
    steps_.start(context);
    minibatch_.first().start(problem, theta.cols);
    minibatch_.start(context.slots());
    full_batch_ = takes_all_rows(problem, options_.batch);
    state_[0] = {"server", view(server_)};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; k += options_.K) round(context, k);
    const bool full = cohorts_->scheme() == LangevinLaw::Participation::full;
    if (full) context.recorder.record("client_spread", client_spread());
    theta.matrix() = server_;
  }
  // With K = 1 and all clients, a round is a step of ULA.
  bool describe(const Problem&, DescentStep& step) const override {
    const bool whole = cohorts_->scheme() == LangevinLaw::Participation::full && full_batch_;
    if (!whole || options_.K != 1 || decays()) return false;
    step = {options_.step, options_.temp, steps_.clip_or(step.clip)};
    return true;
  }
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    if (std::isinf(steps_.gradient_distance(problem))) {
      return plan.releases_nothing("no clip is given; set sampler.clip, for privacy langevin");
    }
    const std::vector<double> weights = aggregation_weights(problem, options_.weights);
    // All steps are treated as being as large as the first.
    const LangevinNoise noise(step(0), options_.temp, options_.rho);
    for (Index c = 0; c < problem.clients(); ++c) {
      const double weight = weights[static_cast<std::size_t>(c)];
      Release release =
          steps_.release(problem, c, weight, noise, iterations / options_.K, options_.K);
      release.participation = participation_rate(participation_scheme(options_.participation),
                                                 options_.S, weight, problem.clients());
      release.has_fixed_cohorts = options_.participation != "with_replacement";
      plan.add(release);
    }
    if (options_.participation != "full") {
      plan.warns(
          {.why = "theorem G.3 assumes amplification by client sampling, which the server sees"});
    }
  }
  void claims(const Problem& problem, Index iterations, const Mechanism& mechanism,
              PublishedClaims& claims) const override {
    if (options_.rho == 1) {
      return claims.claims_nothing("rho = 1: all noise is shared, so nothing protects a client");
    }
    if (mechanism.law(0).multiplier > 0) {
      return claims.claims_nothing("theorem G.3 knows no noise that is raised for an eps");
    }
    if (decays()) {
      return claims.claims_nothing(
          "theorem G.3 is stated for a constant step size, but this one decays");
    }
    double allowed = options_.step;
    const auto settings = theorem_settings(problem, iterations, mechanism.claim().value().delta);
    for (const FaLdSetting& s : settings) allowed = std::min(allowed, fa_ld_largest_step(s));
    if (allowed < options_.step) {
      const std::string why = "theorem G.3 is stated for step sizes up to " +
                              text::number_text(allowed, 4) + ", but the step size is " +
                              text::number_text(options_.step, 4);
      return claims.claims_nothing(why.c_str());
    }
    double most = 0;
    for (const FaLdSetting& s : settings) {
      most = std::max(most, fa_ld_bound(s, theorem_scheme()).total.epsilon);
    }
    claims.claims("theorem G.3 of FA-LD", most, "the whole run");
  }
  std::span<const NamedBlock> state() override { return state_; }
  bool law(LangevinLaw& law) const override {
    if (!steps_.are_plain() || decays()) return false;
    law.kind = LangevinLaw::Kind::averaging;
    law.step = options_.step;
    law.temp = options_.temp;
    law.rho = options_.rho;
    law.K = options_.K;
    law.participation = cohorts_->scheme();
    law.S = cohorts_->S();
    law.at_communication = true;
    law.full_batch = full_batch_;
    law.batch = options_.batch.value_or(0);
    law.weights = cohorts_->weights();
    return true;
  }

 private:
  void round(Context& context, std::int64_t first) {
    cohorts_->draw(context.random, first);
    for (Index j = 0; j < server_.cols(); ++j) local_.broadcast(view(server_), j);
    for (std::int64_t k = first; k < first + options_.K; ++k) {
      noise_.set_step(step(k));
      noise_.draw_shared(context.random, k);
      context.parallel(cohorts_->clients(),
                       [&](Index c, Index slot) { local_step(context, k, c, slot); });
    }
    for (Index j = 0; j < server_.cols(); ++j) {
      local_.average(cohorts_->shares(j), j, view(server_));
    }
    const double bits = static_cast<double>(cohorts_->participants()) * vector_bits(server_.rows());
    context.ledger.rounds += server_.cols();
    context.ledger.bits_up += bits;
    context.ledger.bits_down += bits;
  }
  // One step of client c in the chains where it takes part.
  void local_step(Context& context, std::int64_t k, Index c, Index slot) {
    const Rows batch = minibatch_[slot].draw(context.random, k, context.problem, c);
    gradient_[slot].resize(server_.rows(), server_.cols());
    cohorts_->for_each_range(c, [&](Index first, Index count) {
      const Block theta = local_[c].columns(first, count);
      const Block gradient = gradient_[slot].block().columns(first, count);
      steps_.gradient(context.problem, c, batch.of_chains(first, count), theta, gradient);
      drift(step(k) / cohorts_->weight(c), gradient, theta);
      noise_.add(context.random, k, c, cohorts_->weight(c), theta, first);
      steps_.raise(context, k, c, cohorts_->weight(c), noise_, theta, first);
    });
  }
  // Mean over chains, just before the last average.
  double client_spread() {
    double sum = 0;
    for (Index j = 0; j < server_.cols(); ++j) sum += local_.spread(j);
    return sum / static_cast<double>(server_.cols());
  }
  FaLdScheme theorem_scheme() const {
    return options_.participation == "with_replacement" ? FaLdScheme::with_replacement
                                                        : FaLdScheme::without_replacement;
  }
  // Every client's, with deltas that add up to `delta`.
  std::vector<FaLdSetting> theorem_settings(const Problem& problem, Index iterations,
                                            double delta) const {
    const std::vector<double> weights = aggregation_weights(problem, options_.weights);
    const Index clients = problem.clients();
    FaLdSetting setting{};
    setting.gradient_distance = steps_.gradient_distance(problem);
    setting.step = options_.step;
    setting.temp = options_.temp;
    setting.rho = options_.rho;
    setting.clients = clients;
    setting.participants =
        options_.participation == "full" ? clients : options_.S.value_or(clients);
    setting.local_steps = options_.K;
    setting.rounds = iterations / options_.K;
    std::vector<FaLdSetting> settings;
    settings.reserve(weights.size());
    for (Index c = 0; c < clients; ++c) {
      const Index examples = problem.examples(c);
      setting.data_fraction = steps_.batch_size(examples) / static_cast<double>(examples);
      setting.least_weight = weights[static_cast<std::size_t>(c)];
      settings.push_back(fa_ld_with_delta(setting, theorem_scheme(), delta));
    }
    return settings;
  }
  bool decays() const { return options_.decay == "harmonic"; }
  double step(std::int64_t k) const {
    if (!decays()) return options_.step;
    return 1 / (2 * *options_.L + *options_.m * static_cast<double>(k) / 12);
  }

  Options options_;
  LangevinNoise noise_;
  PrivateSteps steps_;
  PerSlot<Minibatch> minibatch_;
  std::optional<Cohorts> cohorts_;
  LocalStates local_;
  bool full_batch_ = true;
  Eigen::MatrixXd server_;
  PerSlot<AlignedMatrix> gradient_;
  std::array<NamedBlock, 1> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FaLd, Options, options>(
    {.name = "fa_ld",
     .numerics_revision = 2,
     .summary = "FA-LD: federated averaging Langevin dynamics, with full or partial participation "
                "and a constant or decaying step size",
     .reference = "Deng et al. (2021), On convergence of federated averaging Langevin dynamics, "
                  "algorithms 1 and 4",
     .side_by_side = "the clients of a round"});
