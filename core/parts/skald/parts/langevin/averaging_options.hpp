// The options that every Langevin sampler with model averaging shares, under the same names.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "skald/options.hpp"

namespace skald {

// What theory says about step and K (Deng et al., 2021), where m and L bound the curvature of every
// client's f^c = U_c / w_c, rather than of their average U: the step is at most 1 / (2 L), and
// about sqrt(L / m) local steps per round need the fewest rounds. Formulas cannot depend on the
// option `weights`, so these bounds hold for either of its values.
inline constexpr const char* kSmallestLocalCurvature = "min(m_min, m_local)";
inline constexpr const char* kLargestLocalCurvature = "max(L_max, L_local)";
inline constexpr const char* kStepByTheory = "1/(2*max(L_max, L_local))";
inline constexpr const char* kLocalStepsByTheory =
    "max(1, round(sqrt(max(L_max, L_local)/min(m_min, m_local))))";

// Base of such a sampler's Options struct.
struct AveragingOptions {
  double step = 1e-3;
  std::optional<std::int64_t> K;
  std::optional<double> p_c;
  double rho = 0;
  double temp = 1;
  std::optional<std::int64_t> batch;
  std::string_view weights = "uniform";
  std::string_view estimate = "server";
};

// Option rows of AveragingOptions, from which `Options` derives: those of every chain whose clients
// communicate now and then;
template <class Options>
constexpr std::array<Option<Options>, 4> local_langevin_options() {
  return {
      inherited<Options>("p_c", &AveragingOptions::p_c,
                         "communication probability per iteration (or set K)")
          .symbol("p_c")
          .above(0)
          .at_most(1),
      inherited<Options>(
          "rho", &AveragingOptions::rho,
          "amplitude of the noise shared by all clients; their own noise has sqrt(1 - rho^2)")
          .symbol("rho")
          .at_least(0)
          .at_most(1),
      inherited<Options>("temp", &AveragingOptions::temp, "temperature T; the target is exp(-U/T)")
          .symbol("T")
          .at_least(0),
      inherited<Options>(
          "batch", &AveragingOptions::batch,
          "minibatch size per client, drawn without replacement; all rows if omitted")
          .at_least(1),
  };
}
// those beside step and K;
template <class Options>
constexpr std::array<Option<Options>, 6> averaging_options_beside_step() {
  return append(
      local_langevin_options<Options>(),
      inherited<Options>("weights", &AveragingOptions::weights,
                         "aggregation weights w_c. uniform: 1/N; examples: n_c/n")
          .symbol("w_c")
          .one_of("uniform|examples"),
      inherited<Options>(
          "estimate", &AveragingOptions::estimate,
          "reported estimate. server: the server's last average; average: the average of the local "
          "states at every iteration, which only a simulation can see")
          .one_of("server|average"));
}
// and all of them.
template <class Options>
constexpr std::array<Option<Options>, 8> averaging_options() {
  constexpr std::array<Option<Options>, 2> rows{
      inherited<Options>(
          "step", &AveragingOptions::step,
          "step size h on the global potential: client c moves by (h / w_c) grad U_c")
          .symbol("h")
          .above(0)
          .automatic(kStepByTheory)
          .stable_to("2 / L")
          .role(OptionRole::step),
      inherited<Options>("K", &AveragingOptions::K, "local steps per round (or set p_c)")
          .symbol("K")
          .at_least(1)
          .automatic(kLocalStepsByTheory)};
  return append(rows, averaging_options_beside_step<Options>());
}

}  // namespace skald
