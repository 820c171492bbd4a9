// The options that methods on natural parameters share: of a client's local problem, of its local
// steps, and of one site per client.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "skald/options.hpp"

namespace skald {

struct LocalProblemOptions {
  std::string_view family = "diagonal";
  std::string_view local = "steps";
  std::int64_t K = 10;
  std::optional<std::int64_t> batch;
  double temp = 1;

  bool is_exact() const { return local == "exact"; }
  bool is_diagonal() const { return family != "full" || local == "ivon"; }
};
// Of local steps that lead to the Gaussian of least free energy.
struct LocalStepOptions {
  double lr = 0.1;
  std::int64_t pairs = 1;
  double beta1 = 0.5;
  double beta2 = 0.9;
};
// Of methods that go on drawing from q at no cost.
struct LastRoundOptions {
  std::optional<std::int64_t> last_round;  // offered by last_round_option()

  bool is_over(std::int64_t round) const { return last_round && round >= *last_round; }
};
struct SiteOptions : LocalProblemOptions, LastRoundOptions {
  std::string_view schedule = "synchronous";
  std::optional<double> damping;  // left out: 1/N
  std::optional<std::int64_t> S;
  std::string_view client_sampling = "without_replacement";
  double site_precision = 0;
  std::optional<double> clip;        // offered by site_clip_options()
  std::string_view unit = "record";  // likewise
};

// The ways to solve a local problem.
struct LocalWays {
  const char *words, *doc;
  const char* steps;  // the condition that it takes local steps
};
inline constexpr LocalWays kSteps{
    .words = "steps|exact",
    .doc =
        "local problem. steps: approximately, by K local steps; exact: in closed form, for "
        "quadratic potentials only (a round is then one iteration)",
    .steps = "local=steps"};
inline constexpr LocalWays kStepsOrIvon{
    .words = "steps|ivon|exact",
    .doc =
        "local problem. steps: approximately, by K natural-gradient steps; ivon: by K steps of "
        "IVON, with diagonal covariances; exact: in closed form, for quadratic potentials only "
        "(a round is then one iteration)",
    .steps = "local=steps|ivon"};

template <class Options>
constexpr std::array<Option<Options>, 4> local_problem_options(const LocalWays& ways = kSteps) {
  return {
      inherited<Options>("local", &LocalProblemOptions::local, ways.doc).one_of(ways.words),
      inherited<Options>("K", &LocalProblemOptions::K, "local steps per round")
          .only_if(ways.steps)
          .symbol("K")
          .at_least(1),
      inherited<Options>("batch", &LocalProblemOptions::batch,
                         "minibatch size of a local step, drawn without replacement; all rows if "
                         "omitted")
          .only_if(ways.steps)
          .at_least(1),
      inherited<Options>("temp", &LocalProblemOptions::temp,
                         "temperature T; q approximates exp(-U/T), prior included")
          .symbol("T")
          .above(0)};
}
// Of methods with kStepsOrIvon.
template <class Options>
constexpr std::array<Option<Options>, 4> local_step_options() {
  return {
      inherited<Options>("lr", &LocalStepOptions::lr,
                         "step of the natural gradient, with ivon that of the mean; at most 1")
          .only_if(kStepsOrIvon.steps)
          .symbol("beta")
          .above(0)
          .at_most(1),
      inherited<Options>("pairs", &LocalStepOptions::pairs,
                         "pairs of draws m + e, m - e in a local step")
          .only_if(kStepsOrIvon.steps)
          .at_least(1),
      inherited<Options>(
          "beta1", &LocalStepOptions::beta1,
          "ivon: decay of the average gradient, which begins anew every round; usually 0.9, "
          "with a small lr and many steps")
          .only_if("local=ivon")
          .symbol("beta1")
          .at_least(0)
          .below(1),
      inherited<Options>("beta2", &LocalStepOptions::beta2,
                         "ivon: decay of the average Hessian. The nearer to 1, the more steps it "
                         "needs, and the less noise inflates precisions")
          .only_if("local=ivon")
          .symbol("beta2")
          .at_least(0)
          .below(1)};
}

template <class Options>
constexpr auto site_options(const LocalWays& ways = kSteps) {
  return append(
      std::array{inherited<Options>(
                     "schedule", &SiteOptions::schedule,
                     "synchronous: the clients of a round start from the same q; sequential: "
                     "one after another, each from the q that the one before has left")
                     .one_of("synchronous|sequential"),
                 inherited<Options>(
                     "damping", &SiteOptions::damping,
                     "share of the new site in a site's natural parameters, up to 1; 1/N if "
                     "omitted")
                     .above(0)
                     .at_most(1),
                 inherited<Options>("S", &SiteOptions::S, "clients per round; all if omitted")
                     .symbol("S")
                     .at_least(1),
                 inherited<Options>(
                     "client_sampling", &SiteOptions::client_sampling,
                     "how a round's clients are drawn. without_replacement: S uniformly; "
                     "poisson: each with probability S/N; cyclic: S at a time take turns, in "
                     "one random order. The others keep their sites")
                     .one_of("without_replacement|poisson|cyclic"),
                 inherited<Options>(
                     "site_precision", &SiteOptions::site_precision,
                     "precision of every site before the first round, with the chain's start "
                     "as its mean; must be positive if the model has a flat prior")
                     .at_least(0)},
      local_problem_options<Options>(ways));
}
// Of methods whose messages may be noisy.
template <class Options>
constexpr std::array<Option<Options>, 2> site_clip_options() {
  return {inherited<Options>(
              "clip", &SiteOptions::clip,
              "clipping norm of the change of q that a client sends: of its shift and half its "
              "precision together. No clipping, and no eps, if omitted")
              .symbol("C")
              .above(0),
          inherited<Options>("unit", &SiteOptions::unit,
                             "unit of which eps is told. record: one row; client: all rows of a "
                             "client, which the same clip bounds")
              .one_of("record|client")
              .only_if("clip")};
}
// Of methods that draw from q.
template <class Options>
constexpr Option<Options> last_round_option() {
  return inherited<Options>(
             "last_round", &LastRoundOptions::last_round,
             "round after which q stays as it is and nothing is sent, while it is drawn from on "
             "and on; none is the last if omitted")
      .at_least(1);
}
template <class Options>
constexpr Option<Options> family_option() {
  return inherited<Options>("family", &LocalProblemOptions::family,
                            "covariances of q and of the sites")
      .one_of("diagonal|full");
}

}  // namespace skald
