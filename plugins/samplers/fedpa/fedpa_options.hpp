// The options of FedPA.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

#include "skald/parts/federated/optimiser_options.hpp"
#include "skald/parts/federated/server_optimiser.hpp"

namespace skald {

struct FedPaOptions : ServerOptions {
  std::int64_t ell = 5;
  std::int64_t burn_steps = 100;
  std::int64_t avg_steps = 20;
  std::int64_t discard_steps = 0;
  std::int64_t burn_rounds = 0;
  double shrink = 0.1;
  double lr = 0.1;
  std::string_view lr_schedule = "constant";
  std::optional<double> lr_decay;  // left out: 0
  std::string_view weights = "examples";
  std::optional<std::int64_t> epochs;
  std::optional<std::int64_t> burn_epochs;  // left out: 1
  std::string_view shrinkage = "given";
  double momentum = 0;
  std::optional<std::int64_t> batch;
  std::optional<std::int64_t> S;
  std::string_view posterior = "iasg";
  std::string_view solver = "recursion";
  bool check_updates = false;
  std::string_view unit = "record";
  std::string_view noise_at = "upload";

  // Iterations of a round.
  std::int64_t round_length() const {
    return epochs.value_or(burn_steps + ell * avg_steps + (ell - 1) * discard_steps);
  }
  std::int64_t passes_before() const { return burn_epochs.value_or(1); }
  std::int64_t samples() const { return epochs ? *epochs - passes_before() : ell; }
  // The client's step size in the round that begins at iteration k.
  double rate(std::int64_t k) const {
    if (lr_schedule == "constant") return lr;
    return lr * std::exp(-lr_decay.value_or(0) * static_cast<double>(k));
  }
};
constexpr std::array fedpa_client_options{
    option("ell", &FedPaOptions::ell, "posterior samples per client and round")
        .only_if("!epochs")
        .symbol("l")
        .at_least(1),
    option("burn_steps", &FedPaOptions::burn_steps, "local burn-in steps before the first sample")
        .only_if("!epochs")
        .symbol("B")
        .at_least(0),
    option("avg_steps", &FedPaOptions::avg_steps, "iterates averaged into one sample")
        .only_if("!epochs")
        .at_least(1),
    option("discard_steps", &FedPaOptions::discard_steps, "local steps discarded between samples")
        .only_if("!epochs")
        .at_least(0),
    option("burn_rounds", &FedPaOptions::burn_rounds,
           "initial rounds, in which the update is that of FedAvg")
        .at_least(0),
    option("shrink", &FedPaOptions::shrink,
           "shrinkage of the covariance estimate: Sigma = r I + (1 - r) S, r = 1 / (1 + (l - 1) "
           "shrink)")
        .only_if("shrinkage=given&posterior=iasg|sampled")
        .symbol("rho")
        .at_least(0),
    option("lr", &FedPaOptions::lr, "client learning rate, on the mean loss")
        .symbol("eta")
        .above(0)
        .stable_to("2 * n / L"),
    option("lr_schedule", &FedPaOptions::lr_schedule,
           "learning rate schedule. constant: lr; exponential: lr exp(-lr_decay k) in the round "
           "that begins at iteration k")
        .one_of("constant|exponential"),
    option("lr_decay", &FedPaOptions::lr_decay, "decay per iteration; 0 if omitted")
        .only_if("lr_schedule=exponential")
        .at_least(0),
    option("weights", &FedPaOptions::weights,
           "weights of the clients' updates in a round. examples: proportional to n_c; uniform: "
           "equal")
        .one_of("examples|uniform"),
    option("epochs", &FedPaOptions::epochs,
           "passes of every client over its rows per round: burn_epochs of burn-in, and a sample "
           "from each other one, the mean of its iterates; in place of ell, burn_steps, avg_steps "
           "and discard_steps. An iteration is then a pass")
        .symbol("E")
        .at_least(1),
    option("burn_epochs", &FedPaOptions::burn_epochs,
           "epochs: passes before the first sample; 1 if omitted")
        .at_least(0),
    option("shrinkage", &FedPaOptions::shrinkage,
           "choice of the covariance estimate. given: by shrink; rblw, oas: Sigma = r tr(S)/d I + "
           "(1 - r) S, r from the client's samples by Chen et al. (2010), without shrink")
        .one_of("given|rblw|oas"),
    option("momentum", &FedPaOptions::momentum,
           "client momentum: v <- momentum v + g, y <- y - lr v")
        .at_least(0)
        .below(1),
    option("batch", &FedPaOptions::batch, "minibatch size of a local step; all rows if omitted")
        .at_least(1),
    option("S", &FedPaOptions::S, "clients per round, drawn without replacement; all if omitted")
        .symbol("S")
        .at_least(1),
    option("posterior", &FedPaOptions::posterior,
           "local posterior. iasg: samples by iterate-averaged SGD; for quadratic losses only, "
           "sampled: exact samples, exact: the exact mean and covariance, without samples")
        .one_of("iasg|sampled|exact"),
    option("solver", &FedPaOptions::solver,
           "computation of the update from the samples. recursion: in O(l^2 d); dense: by forming "
           "and solving with Sigma, in O(d^3)")
        .only_if("posterior=iasg|sampled")
        .one_of("recursion|dense"),
    option("check_updates", &FedPaOptions::check_updates,
           "record the error of the last round's updates against those of exact posteriors, and "
           "the effective sample size of their samples; for quadratic losses only")};
constexpr auto fedpa_options = append(append(fedpa_client_options, server_options<FedPaOptions>()),
                                      record_unit_option<FedPaOptions>(&FedPaOptions::unit),
                                      upload_noise_option<FedPaOptions>(&FedPaOptions::noise_at));

}  // namespace skald
