// The options of FedPA.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "skald/parts/federated/optimiser_options.hpp"
#include "skald/parts/federated/server_optimiser.hpp"

namespace skald {

struct FedPaOptions : OptimiserOptions {
  std::int64_t ell = 5;
  std::int64_t burn_steps = 100;
  std::int64_t avg_steps = 20;
  std::int64_t discard_steps = 0;
  std::int64_t burn_rounds = 0;
  double shrink = 0.1;
  std::optional<std::int64_t> burn_epochs;  // left out: 1
  std::string_view shrinkage = "given";
  std::string_view posterior = "iasg";
  std::string_view solver = "recursion";
  bool check_updates = false;

  std::int64_t passes_before() const { return burn_epochs.value_or(1); }
  std::int64_t samples() const { return epochs ? *epochs - passes_before() : ell; }
  // The same, with the local steps of a round as K.
  FedPaOptions with_steps() const {
    FedPaOptions o = *this;
    if (!epochs) o.K = burn_steps + ell * avg_steps + (ell - 1) * discard_steps;
    return o;
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
    inherited<FedPaOptions>(
        "epochs", &OptimiserOptions::epochs,
        "passes of every client over its rows per round: burn_epochs of burn-in, and a sample "
        "from each other one, the mean of its iterates; in place of ell, burn_steps, avg_steps "
        "and discard_steps. An iteration is then a pass")
        .symbol("E")
        .at_least(1)
        .role(OptionRole::passes),
    option("burn_epochs", &FedPaOptions::burn_epochs,
           "epochs: passes before the first sample; 1 if omitted")
        .at_least(0),
    option("shrinkage", &FedPaOptions::shrinkage,
           "choice of the covariance estimate. given: by shrink; rblw, oas: Sigma = r tr(S)/d I + "
           "(1 - r) S, r from the client's samples by Chen et al. (2010), without shrink")
        .one_of("given|rblw|oas"),
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
constexpr auto fedpa_options = append(
    append(append(fedpa_client_options, round_options<FedPaOptions>()),
           batch_option<FedPaOptions>(), momentum_option<FedPaOptions>()),
    append(server_options<FedPaOptions>(), record_unit_option<FedPaOptions>(&FedPaOptions::unit),
           upload_noise_option<FedPaOptions>(&FedPaOptions::noise_at)));

}  // namespace skald
