// The options that every federated optimiser shares, under the same names.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "skald/options.hpp"
#include "skald/parts/federated/local_optimiser.hpp"
#include "skald/parts/federated/record_batches.hpp"
#include "skald/parts/federated/schedule.hpp"
#include "skald/parts/federated/server_optimiser.hpp"

namespace skald {

// Base of a federated optimiser's Options struct.
struct OptimiserOptions : ServerOptions, RateOptions, LocalOptimiserOptions {
  std::int64_t K = 10;
  std::optional<std::int64_t> epochs;  // in place of K: passes of a client over its rows
  std::optional<std::int64_t> batch;
  std::optional<double> frac;  // share of a client's rows that its K batches hold, in place of
                               // batch
  std::optional<std::int64_t> S;
  std::string_view weights = "examples";
  std::optional<std::string_view> client_sampling;  // left out: without_replacement
  double clip = std::numeric_limits<double>::infinity();
  std::string_view unit = "record";
  std::string_view noise_by = "server";
  std::optional<double> dropout;
  double pair_noise = 10;
  std::string_view topology = "complete";
  std::optional<std::string_view> edges;
  std::int64_t colluding = 0;
  std::string_view norms = "received";
  double norm_weight = 1;
  std::string_view correlation = "none";
  std::optional<std::int64_t> correlation_size, horizon;
  std::string_view noise_at = "upload";
  std::optional<std::string_view> row_sampling;  // left out: without_replacement
  std::string_view clip_unit = "row";
  std::string_view clip_rule = "given";
  double clip_quantile = 0.5;
  double clip_rate = 0.2;
  double count_weight = 0.1;
  double stragglers = 0;
  std::string_view straggler_work = "partial";

  // Whether privacy and clip are those of whole clients.
  bool protects_clients() const { return unit == "client"; }
  bool adds_noise_to_steps() const { return noise_at == "step"; }
  // How a step's or a round's rows are drawn, for samplers with rows_option().
  Sampling records() const { return sampling_scheme(row_sampling.value_or("without_replacement")); }
  // Whether the mean gradient of a batch is clipped, rather than the gradient of every row.
  bool clips_batches() const { return clip_unit == "batch"; }
  // What becomes of stragglers, if there are any (local_work.hpp).
  bool drops_stragglers() const { return stragglers > 0 && straggler_work == "drop"; }
  bool shortens_work() const { return stragglers > 0 && straggler_work == "partial"; }
  // The same for a server that averages the moves of a cohort alike, whatever `weights` say.
  OptimiserOptions averaging_alike() const {
    OptimiserOptions o = *this;
    o.weights = "uniform";
    return o;
  }
  // Iterations of a round: K local steps or, under epochs, as many passes; a client's local steps
  // are those of local_work.hpp.
  std::int64_t round_length() const { return epochs.value_or(K); }
  // The client's step size in iteration k + step, in the round that begins at iteration k: see
  // RateOptions::rate_in().
  double rate(std::int64_t k, std::int64_t step = 0) const {
    return rate_in(round_length(), k, step);
  }
};

// The option rows, by what they concern. `Options` derives from OptimiserOptions.
template <class Options>
constexpr Option<Options> steps_option() {
  return inherited<Options>("K", &OptimiserOptions::K, "local steps per round")
      .symbol("K")
      .at_least(1);
}
template <class Options>
constexpr std::array<Option<Options>, 2> cohort_options() {
  return {inherited<Options>("S", &OptimiserOptions::S,
                             "clients per round, drawn without replacement; all if omitted")
              .symbol("S")
              .at_least(1),
          inherited<Options>("weights", &OptimiserOptions::weights,
                             "weights of the clients' updates in a round. examples: proportional "
                             "to n_c; uniform: equal")
              .one_of("examples|uniform")};
}
template <class Options>
constexpr std::array<Option<Options>, 2> straggler_options() {
  return {inherited<Options>("stragglers", &OptimiserOptions::stragglers,
                             "share of a round's clients that have time for a part of their work "
                             "only, drawn anew every round")
              .at_least(0)
              .at_most(1),
          inherited<Options>("straggler_work", &OptimiserOptions::straggler_work,
                             "what becomes of that part. partial: it is reported; it is a "
                             "random number of a client's steps (under epochs, of its passes), "
                             "uniform from 1 to all; drop: the server does without it")
              .one_of("partial|drop")};
}
// Those of rounds, whatever a client does in them.
template <class Options>
constexpr std::array<Option<Options>, 8> round_options() {
  return append(std::array{lr_option<Options>()},
                append(schedule_options<Options>(), cohort_options<Options>()));
}
// Those that do not concern batches.
template <class Options>
constexpr std::array<Option<Options>, 9> batchless_optimiser_options() {
  return append(std::array{steps_option<Options>()}, round_options<Options>());
}
template <class Options>
constexpr Option<Options> batch_option() {
  return inherited<Options>("batch", &OptimiserOptions::batch,
                            "minibatch size of a local step; all rows if omitted")
      .at_least(1);
}
template <class Options>
constexpr Option<Options> epochs_option() {
  return inherited<Options>("epochs", &OptimiserOptions::epochs,
                            "passes of every client over its rows per round, in place of K: "
                            "ceil(n_c / batch) steps each, the last on the rows that are left. An "
                            "iteration is then a pass")
      .symbol("E")
      .at_least(1)
      .role(OptionRole::passes);
}
template <class Options>
constexpr std::array<Option<Options>, 11> optimiser_options() {
  auto rows = batchless_optimiser_options<Options>();
  rows[0] = rows[0].only_if("!epochs");  // K
  return append(rows, batch_option<Options>(), epochs_option<Options>());
}
template <class Options>
constexpr Option<Options> clip_option() {
  return inherited<Options>("clip", &OptimiserOptions::clip,
                            "clipping norm of each row's gradient, or with unit client of a "
                            "client's whole move; under clip_rule quantile, that of the first "
                            "round")
      .symbol("C")
      .above(0);
}
template <class Options>
constexpr Option<Options> clip_rule_option() {
  return inherited<Options>("clip_rule", &OptimiserOptions::clip_rule,
                            "choice of the clipping norm. given: clip; quantile: tracks the "
                            "clip_quantile of the norms of gradients (with unit client, of "
                            "moves), by noisy counts")
      .one_of("given|quantile");
}
template <class Options>
constexpr Option<Options> unit_option() {
  return inherited<Options>("unit", &OptimiserOptions::unit,
                            "unit that privacy protects and clip bounds. record: one row; client: "
                            "all rows of a client, whose whole move is clipped, and the sum of "
                            "the moves gets the noise (needs weights uniform)")
      .one_of("record|client");
}
// The row of a method that protects no clients, and only says why; see refuse_clients().
template <class Options, class Base>
constexpr Option<Options> record_unit_option(std::string_view Base::*unit) {
  return inherited<Options>("unit", unit,
                            "unit that privacy protects; this method has no clients as units, and "
                            "client is refused with the reason")
      .one_of("record|client");
}
// Throws std::invalid_argument if the unit is client. `why` is a clause about the method.
inline void refuse_clients(std::string_view unit, const char* why) {
  if (unit != "client") return;
  throw std::invalid_argument(std::string("unit is client, but ") + why +
                              ": leave unit out, or choose fedavg or fedprox");
}
template <class Options>
constexpr Option<Options> client_sampling_option() {
  return inherited<Options>("client_sampling", &OptimiserOptions::client_sampling,
                            "how a round's clients are drawn. without_replacement: S uniformly, "
                            "as if omitted; poisson: each with probability S/N, their moves "
                            "divided as if S took part; cyclic: S at a time take turns, in one "
                            "random order (needs unit client)")
      .one_of("without_replacement|poisson|cyclic");
}
// The rows for privacy of whole clients.
template <class Options>
constexpr std::array<Option<Options>, 2> client_unit_options() {
  return {unit_option<Options>(), client_sampling_option<Options>()};
}
template <class Options>
constexpr std::array<Option<Options>, 6> noise_by_options() {
  return {
      inherited<Options>("noise_by", &OptimiserOptions::noise_by,
                         "who adds the noise. server: the trusted server (needs "
                         "the adversary observer); clients: each adds a share, and the server "
                         "learns the sum alone, as by secure aggregation (cohorts of fixed "
                         "size); pairs: each adds noise of its own, and noise that it shares "
                         "with others and that cancels in the sum, and the server sees every "
                         "upload (DECOR; cohorts of fixed size)")
          .only_if("unit=client")
          .one_of("server|clients|pairs"),
      inherited<Options>("dropout", &OptimiserOptions::dropout,
                         "largest share of a round's clients that may drop "
                         "out or tell the server their noise; the others' shares are made "
                         "larger for it; 0 if omitted")
          .only_if("unit=client&noise_by=clients")
          .symbol("f")
          .at_least(0)
          .below(1),
      inherited<Options>("pair_noise", &OptimiserOptions::pair_noise,
                         "standard deviation of the noise that two neighbours share, over that "
                         "of a client's own")
          .only_if("unit=client&noise_by=pairs")
          .at_least(0)
          .at_most(1e4),
      inherited<Options>("topology", &OptimiserOptions::topology,
                         "who shares noise with whom: the graph of a round's clients, in their "
                         "order. complete; star: around the first; ring; grid: as square as "
                         "their number allows; edges: those of `edges`")
          .only_if("unit=client&noise_by=pairs")
          .one_of("complete|star|ring|grid|edges"),
      inherited<Options>("edges", &OptimiserOptions::edges,
                         "pairs of a round's clients, counted from 0, such as \"0-1, 1-2, 2-0\"")
          .only_if("unit=client&noise_by=pairs&topology=edges"),
      inherited<Options>("colluding", &OptimiserOptions::colluding,
                         "how many of a round's clients may tell the server all that they "
                         "know, whichever they are")
          .only_if("unit=client&noise_by=pairs")
          .symbol("q")
          .at_least(0)};
}
// The rows for noise that is correlated over rounds.
template <class Options>
constexpr std::array<Option<Options>, 3> correlation_options() {
  return {
      inherited<Options>(
          "correlation", &OptimiserOptions::correlation,
          "unit client, with client_sampling cyclic: how the noise of rounds is correlated, so "
          "that it cancels in sums over rounds (DP-FTRL). none: it does not; tree: sums over "
          "dyadic ranges; banded: the square root's bands; blt: buffers; square_root: all rounds; "
          "previous: minus the best share of the last round's fresh noise")
          .one_of("none|tree|banded|blt|square_root|previous"),
      inherited<Options>("correlation_size", &OptimiserOptions::correlation_size,
                         "banded: number of bands, as many as rounds between two turns if omitted "
                         "(at most 256); blt: number of buffers, 4 if omitted")
          .at_least(1),
      inherited<Options>("horizon", &OptimiserOptions::horizon,
                         "correlation: the number of rounds that the noise is planned for; a run "
                         "may be shorter, not longer")
          .at_least(1)};
}
template <class Options>
constexpr Option<Options> noise_at_option() {
  return inherited<Options>(
             "noise_at", &OptimiserOptions::noise_at,
             "unit record: where the noise is added. upload: to a client's whole move; step: to "
             "the "
             "gradient of every local step (DP-SGD), so that K, lr and momentum need no bound")
      .one_of("upload|step");
}
template <class Options>
constexpr Option<Options> rows_option() {
  return inherited<Options>(
             "data_sampling", &OptimiserOptions::row_sampling,
             "how rows are drawn, under noise_at step afresh for every step, else for a round of K "
             "minibatches. without_replacement: each minibatch of `batch` rows, as if omitted; "
             "with_replacement: each row independently; poisson: every row with the probability "
             "that makes `batch` the expected size; balls_in_bins, under noise_at step: in every "
             "epoch of n_c / batch steps, each row in one of them, at random. eps is for zeroing "
             "out one row under poisson and balls_in_bins, else for replacing one")
      .one_of(record_samplings);
}
// The rows for noise in the local steps.
template <class Options>
constexpr std::array<Option<Options>, 2> step_noise_options() {
  return {noise_at_option<Options>(), rows_option<Options>()};
}
// The row of a method that cannot have noise in its steps, and only says why; see
// refuse_noisy_steps().
template <class Options, class Base>
constexpr Option<Options> upload_noise_option(std::string_view Base::*noise_at) {
  return inherited<Options>("noise_at", noise_at,
                            "where privacy adds noise; this method has none in its steps, and step "
                            "is refused with the reason")
      .one_of("upload|step");
}
// Throws std::invalid_argument if noise is to be added in steps. `why` is a clause about the
// method.
inline void refuse_noisy_steps(std::string_view noise_at, const char* why) {
  if (noise_at != "step") return;
  throw std::invalid_argument(std::string("noise_at is step, but ") + why +
                              ": leave noise_at out, or choose fedavg, fedprox or scaffold");
}
// The rows for clip_rule quantile.
template <class Options>
constexpr std::array<Option<Options>, 3> quantile_options() {
  return {
      inherited<Options>("clip_quantile", &OptimiserOptions::clip_quantile,
                         "fraction of gradients or moves to leave unclipped")
          .only_if("clip_rule=quantile")
          .symbol("gamma")
          .at_least(0)
          .at_most(1),
      inherited<Options>("clip_rate", &OptimiserOptions::clip_rate,
                         "learning rate of the clipping norm's logarithm")
          .only_if("clip_rule=quantile")
          .symbol("eta_C")
          .above(0),
      inherited<Options>("count_weight", &OptimiserOptions::count_weight,
                         "sensitivity of a message's count relative to that of its "
                         "update; a weight r widens the update's noise by a factor sqrt(1 + r^2)")
          .only_if("clip_rule=quantile")
          .symbol("r")
          .above(0)};
}
template <class Options>
constexpr std::array<Option<Options>, 5> clip_options() {
  return append(std::array<Option<Options>, 2>{clip_option<Options>(), clip_rule_option<Options>()},
                quantile_options<Options>());
}

}  // namespace skald
