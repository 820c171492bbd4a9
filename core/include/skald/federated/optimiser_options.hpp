// The options that every federated optimiser shares, under the same names.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "skald/federated/server_optimiser.hpp"
#include "skald/options.hpp"

namespace skald {

// A base of a federated optimiser's Options struct.
struct OptimiserOptions : ServerOptions {
  std::int64_t K = 10;
  double lr = 0.1;
  std::string_view lr_schedule = "constant";
  double lr_decay = 0;
  std::optional<std::int64_t> batch;
  std::optional<double> frac;  // of a client's rows in K batches, in place of batch
  std::optional<std::int64_t> S;
  std::string_view weights = "examples";
  double momentum = 0;
  double clip = std::numeric_limits<double>::infinity();

  // The client step size of iteration k + step, in the round that begins at iteration k. It never
  // grows, neither within a round nor from one to the next.
  double rate(std::int64_t k, std::int64_t step = 0) const {
    if (lr_schedule == "inverse") return lr / (1 + lr_decay * static_cast<double>(k));
    if (lr_schedule == "inverse_sqrt") return lr / std::sqrt(1 + static_cast<double>(k + step));
    return lr;
  }
};

// Their rows of the option table, but for those below. `Options` derives from OptimiserOptions.
template <class Options>
constexpr std::array<Option<Options>, 6> batchless_optimiser_options() {
  return {inherited<Options>("K", &OptimiserOptions::K, "local steps per round")
              .symbol("K")
              .at_least(1),
          inherited<Options>("lr", &OptimiserOptions::lr, "client step size on the mean loss")
              .symbol("eta")
              .above(0),
          inherited<Options>("lr_schedule", &OptimiserOptions::lr_schedule,
                             "lr; or lr / (1 + lr_decay r K) in round r; or lr / sqrt(1 + t) in "
                             "iteration t")
              .one_of("constant|inverse|inverse_sqrt"),
          inherited<Options>("lr_decay", &OptimiserOptions::lr_decay,
                             "decay per iteration of the inverse schedule")
              .at_least(0),
          inherited<Options>("S", &OptimiserOptions::S,
                             "clients per round, without replacement; all when left out")
              .symbol("S")
              .at_least(1),
          inherited<Options>("weights", &OptimiserOptions::weights,
                             "weights of the moves: n_c over the cohort, or equal")
              .one_of("examples|uniform")};
}
template <class Options>
constexpr std::array<Option<Options>, 7> optimiser_options() {
  return append(batchless_optimiser_options<Options>(),
                inherited<Options>("batch", &OptimiserOptions::batch,
                                   "rows per local step; all when left out")
                    .at_least(1));
}
template <class Options>
constexpr Option<Options> momentum_option() {
  return inherited<Options>("momentum", &OptimiserOptions::momentum,
                            "client momentum beta, from rest in every round: v <- beta v + g")
      .symbol("beta")
      .at_least(0)
      .below(1);
}
template <class Options>
constexpr Option<Options> clip_option() {
  return inherited<Options>("clip", &OptimiserOptions::clip,
                            "norm to which every row's gradient is clipped")
      .symbol("C")
      .above(0);
}

}  // namespace skald
