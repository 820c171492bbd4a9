// FALD and FA-LD, federated averaging Langevin dynamics. Every client c runs
//
//   theta^c <- theta^c - (h / w_c) ghat_c(theta^c) + sqrt(2 h T) (rho z + sqrt((1-rho^2)/w_c) z^c)
//
// and all clients average, theta^c <- sum_c w_c theta^c, after every K iterations (FA-LD) or with
// probability p_c after each (FALD). In the papers' terms: FA-LD's eta = h; FALD's gamma = N h and
// tau = rho^2, with w_c = 1/N. A sum over heterogeneous clients drifts between communications: the
// stationary mean is biased unless K = 1 (p_c = 1) or the curvatures A_c / w_c agree.
//
// Under partial participation only the clients of a cohort work from one communication to the next,
// and theta becomes their average: S independent draws with P(c) = w_c, or S distinct clients of
// equal weight, as in FA-LD. The coin of a communication is common to all clients, as in the paper.
//
// With rows clipped to norm C every local step is a private release (replace one record, whoever
// sees every local state and the common noise): see private_steps.hpp. K and p_c do not enter. With
// clients as the unit the clip is that of all their rows together, and another client is replaced.

#include <optional>
#include <stdexcept>
#include <vector>

#include "skald/extensions/descent_chain.hpp"
#include "skald/parts/aligned_matrix.hpp"
#include "skald/parts/federated/cohorts.hpp"
#include "skald/parts/langevin/averaging.hpp"
#include "skald/parts/langevin/langevin_noise.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : AveragingOptions {
  std::string_view participation = "full";
  std::optional<std::int64_t> S;
  std::optional<double> clip;
  std::string_view unit = "record";
};
constexpr auto options = append(
    averaging_options<Options>(),
    option("participation", &Options::participation,
           "clients between two communications. full: all; with_replacement: S drawn with P(c) = "
           "w_c; without_replacement: S distinct ones of equal weight")
        .one_of("full|with_replacement|without_replacement"),
    option("S", &Options::S, "clients between two communications under partial participation")
        .symbol("S")
        .at_least(1),
    row_clip_option<Options>(&Options::clip),
    gradient_unit_option<Options>(&Options::unit).only_if("clip"));

class Fald final : public Averaging, public DescentChain {
 public:
  explicit Fald(const Options& o) : Averaging(o, o.clip, unit_of(o.unit)), options_(o) {
    if (!full() && o.estimate == "average") {
      throw std::invalid_argument(
          "estimate average is of all clients, but under partial participation only some of them "
          "work: set estimate to server, or participation to full");
    }
  }

  // The average of S clients has more noise than that of all, unless all have the same noise.
  const char* bias() const override {
    if (clips()) return "clipped gradients are not those of the potential";
    return full() || options_.rho == 1 ? nullptr
                                       : "under partial participation an average has more noise";
  }
  void start(Context& context, Block theta) override {
    Averaging::start(context, theta);
    gradient_.start(context.slots());
    cohorts_.emplace(participation_scheme(options_.participation), options_.S, weights(),
                     theta.cols);
    cohorts_->draw(context.random, 0);
  }
  void advance(Context& context, Index iterations, Block theta) override {
    cohorts_->find_members();  // their shares may come from a checkpoint
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      draw_shared_noise(context, k);
      const std::span<const std::int32_t> members = cohorts_->members();
      context.parallel(std::ssize(members), [&](Index i, Index slot) {
        local_step(context, k, members[static_cast<std::size_t>(i)], slot);
      });
      full() ? communicate(context, k) : communicate(context, k, *cohorts_);
    }
    estimate(context, theta);
  }
  // With communication after every step and all clients, a step is one of ULA.
  bool describe(const Problem&, DescentStep& step) const override {
    if (!full() || !full_batch() || communication_rate() != 1) return false;
    if (options_.clip && options_.unit == "client") return false;
    step = {options_.step, options_.temp, options_.clip.value_or(step.clip)};
    return true;
  }
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    release_steps(problem, iterations, plan, participation_scheme(options_.participation),
                  options_.S);
  }
  bool law(LangevinLaw& law) const override {
    if (!has_plain_steps()) return false;
    law = averaging_law();
    law.participation = participation_scheme(options_.participation);
    law.S = options_.S.value_or(0);
    return true;
  }

 private:
  void add_state(std::vector<NamedBlock>& state) override {
    if (!full()) state.push_back({"cohorts", cohorts_->shares()});
  }
  bool full() const { return options_.participation == "full"; }
  // One step of client c in the chains where it takes part.
  void local_step(Context& context, std::int64_t k, Index c, Index slot) {
    const Rows batch = rows(context, k, c, slot);
    const Block states = local(c);
    AlignedMatrix& gradient = gradient_[slot];
    gradient.resize(states.rows, states.cols);
    cohorts_->for_each_range(c, [&](Index first, Index count) {
      const Block theta = states.columns(first, count);
      const Block g = gradient.block().columns(first, count);
      estimate_gradient(context, c, batch.of_chains(first, count), theta, g);
      drift(step_of(c), g, theta);
      add_noise(context, k, c, theta, first);
    });
  }

  Options options_;
  std::optional<Cohorts> cohorts_;
  PerSlot<AlignedMatrix> gradient_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Fald, Options, options>(
    {.name = "fald",
     .numerics_revision = 2,
     .summary = "FALD: federated averaging Langevin dynamics, with K local steps per round or "
                "communication probability p_c",
     .reference = "Plassier, Moulines and Durmus (2023), algorithm 2; Deng et al. (2021), "
                  "algorithm 1",
     .side_by_side = "the clients of a round"});
