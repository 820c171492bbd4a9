// The options that methods on natural parameters share: of a client's local problem, of natural
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
};
struct SiteOptions : LocalProblemOptions {
  std::string_view schedule = "synchronous";
  std::optional<double> damping;  // left out: 1/N
  std::optional<std::int64_t> S;
  std::string_view client_sampling = "without_replacement";
  double site_precision = 0;
};

template <class Options>
constexpr std::array<Option<Options>, 4> local_problem_options() {
  return {
      inherited<Options>("local", &LocalProblemOptions::local,
                         "local problem. steps: approximately, by K local steps; exact: in closed "
                         "form, for quadratic potentials only (a round is then one iteration)")
          .one_of("steps|exact"),
      inherited<Options>("K", &LocalProblemOptions::K, "local steps per round")
          .only_if("local=steps")
          .symbol("K")
          .at_least(1),
      inherited<Options>("batch", &LocalProblemOptions::batch,
                         "minibatch size of a local step, drawn without replacement; all rows if "
                         "omitted")
          .only_if("local=steps")
          .at_least(1),
      inherited<Options>("temp", &LocalProblemOptions::temp,
                         "temperature T; q approximates exp(-U/T), prior included")
          .symbol("T")
          .above(0)};
}
// For options with `lr` and `pairs`.
template <class Options>
constexpr std::array<Option<Options>, 2> natural_step_options() {
  return {option("lr", &Options::lr, "step of the natural gradient, at most 1")
              .only_if("local=steps")
              .symbol("beta")
              .above(0)
              .at_most(1),
          option("pairs", &Options::pairs, "pairs of draws m + e, m - e in a local step")
              .only_if("local=steps")
              .at_least(1)};
}

template <class Options>
constexpr auto site_options() {
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
      local_problem_options<Options>());
}
template <class Options>
constexpr Option<Options> family_option() {
  return inherited<Options>("family", &LocalProblemOptions::family,
                            "covariances of q and of the sites")
      .one_of("diagonal|full");
}

}  // namespace skald
