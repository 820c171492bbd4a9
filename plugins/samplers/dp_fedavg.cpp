// DP-FedAvg: FedAvg with a choice of client and data sampling (federated/client_sampling.hpp,
// record_batches.hpp), per-example clipping and the mechanism's noise on every upload. In every
// round each client of the cohort runs K steps
//
//   y <- y - lr g(y),   g: mean over the batch of the rows' gradients, each clipped to norm `clip`,
//
// and uploads y - theta plus noise; the server averages as the client sampling asks. Without noise
// and clip, with all clients or clients of equal size, it is FedAvg, bit for bit.
//
// What is clipped, and so how far a record can move an upload:
//  - clip_unit "row": every row's gradient; a record moves a step by at most 2 lr clip / batch;
//  - clip_unit "batch": the batch's mean gradient, as the paper's equations 14 and 15 do. A record
//    may turn all of it, 2 lr clip a step. The published 4 K clip lr (Lemma 2) holds for either; a
//    bound per row does not hold here. Each unit gets its own, and both are sound.
//
// The norm that is clipped to:
//  - clip_rule "given": to `clip`;
//  - clip_rule "quantile": to a quantile that is followed by means of noisy counts, which are a
//    part of every upload and accounted with it (uploads.hpp, private_uploads.hpp);
//  - clip_rule "median": a round clips to the median norm of the gradients, at the state received,
//    of the rows (or batches) that it is going to use. The paper takes the median of the norms over
//    the course of training, which would need a run before the run. Either is a function of the
//    rows that noise does not hide, and scales the noise: eps is infinite.
//
// The noise is z times a sensitivity, z the mechanism's noise multiplier:
//   sensitivity "tight": that of private_uploads.hpp; "published": the paper's 4 K clip lr (Lemma
//   2), which holds too, but is larger;
//   noise_units "model": the noise is that wide, what the guarantee needs; "gradient": the noise is
//   added to the last gradient, theta - lr (g + xi), and so is narrower by lr. That is the variant
//   whose curves are published; its claimed guarantee is void. eps is that of the noise there is.

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "skald/parts/federated/local_solver.hpp"
#include "skald/parts/federated/stated/stated_optimiser.hpp"
#include "skald/parts/privacy/calibrated_noise.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : OptimiserOptions {
  std::string_view drawn_clients = "without_replacement";
  std::string_view data_sampling = "without_replacement";
  std::string_view sensitivity = "tight";
  std::string_view noise_units = "model";
};
constexpr auto options = append(
    append(
        append(optimiser_options<Options>(), quantile_options<Options>()), clip_option<Options>(),
        inherited<Options>("clip_unit", &OptimiserOptions::clip_unit,
                           "what is clipped. row: each row's gradient; batch: the mean gradient of "
                           "a minibatch, as published, which one record can change entirely, so "
                           "that the noise is wider by up to the minibatch size")
            .one_of("row|batch"),
        inherited<Options>(
            "clip_rule", &OptimiserOptions::clip_rule,
            "choice of the clipping norm. given: clip; quantile: tracks the clip_quantile of the "
            "gradient norms, by noisy counts; median: the median norm of a round's gradients (in "
            "the paper, of all training), used without noise, so that eps is infinite")
            .one_of("given|quantile|median"),
        option("client_sampling", &Options::drawn_clients,
               "how a round's clients are drawn. without_replacement: S uniformly; "
               "with_replacement: S by weight; poisson: each with probability S/N")
            .one_of(client_samplings),
        option(
            "data_sampling", &Options::data_sampling,
            "how a round's rows are drawn. without_replacement: K minibatches; "
            "with_replacement: each row independently; poisson: each row with probability K "
            "batch / n_c, into one of the K minibatches. With noise_at step every step draws "
            "anew: poisson each row with probability batch / n_c; balls_in_bins, each row in one "
            "step of an epoch of n_c / batch, at random. eps is for zeroing out one row under "
            "poisson and balls_in_bins, else for replacing one")
            .one_of(record_samplings),
        option(
            "sensitivity", &Options::sensitivity,
            "sensitivity that scales the noise. tight: a bound per record; published: 4 K clip lr")
            .one_of("tight|published"),
        option("noise_units", &Options::noise_units,
               "scale of the noise. model: as the guarantee needs; gradient: noise on the last "
               "gradient, as published, which is too narrow for the published guarantee (eps is "
               "that of the noise added)")
            .one_of("model|gradient")),
    append(append(server_options<Options>(), unit_option<Options>()),
           append(noise_by_options<Options>(), noise_at_option<Options>())));

// Refuses what makes sense for records only.
const Options& suited_to_unit(const Options& o) {
  if (!o.protects_clients()) return o;
  const char* wrong = o.clips_batches()         ? "clip_unit batch: set it to row"
                      : o.clip_rule == "median" ? "clip_rule median: set it to given or quantile"
                      : o.sensitivity == "published" ? "sensitivity published: set it to tight"
                      : o.noise_units == "gradient"  ? "noise_units gradient: set it to model"
                                                     : nullptr;
  if (wrong == nullptr) return o;
  throw std::invalid_argument(std::string("unit is client, whose whole moves are clipped and ") +
                              "noised with their own sensitivity, which excludes " + wrong);
}

// Refuses what concerns the noise of whole uploads.
const Options& suited_to_steps(const Options& o) {
  if (!o.adds_noise_to_steps()) return o;
  const char* wrong = o.sensitivity == "published"  ? "sensitivity published: set it to tight"
                      : o.noise_units == "gradient" ? "noise_units gradient: set it to model"
                                                    : nullptr;
  if (wrong == nullptr) return o;
  throw std::invalid_argument(
      std::string("noise_at is step, where every gradient has the noise that its own sensitivity "
                  "asks for, which excludes ") +
      wrong);
}

// Under the median rule sensitivities are those of clip 1, to be multiplied by a round's clip.
Options with_unit_clip(Options o) {
  if (o.clip_rule != "median") return o;
  if (std::isfinite(o.clip)) {
    throw std::invalid_argument(
        "clip is given, but clip_rule median determines its own clipping norm: remove one");
  }
  o.clip = 1;
  return o;
}

// Passes releases on, with the factor by which their sensitivity is understated.
class Understated final : public ReleasePlan {
 public:
  Understated(ReleasePlan& plan, std::vector<double> factors)
      : plan_(plan), factors_(std::move(factors)) {}
  void add(const Release& release) override {
    Release understated = release;
    understated.understatement = factors_[static_cast<std::size_t>(release.client)];
    plan_.add(understated);
  }
  void reads(const PrivateInput& input) override { plan_.reads(input); }
  void warns(const Caveat& caveat) override { plan_.warns(caveat); }
  void releases_nothing(const char* why) override { plan_.releases_nothing(why); }

 private:
  ReleasePlan& plan_;
  std::vector<double> factors_;  // of every client
};

class DpFedAvg final : public StatedOptimiser {
 public:
  explicit DpFedAvg(const Options& o)
      : DpFedAvg(with_unit_clip(suited_to_steps(suited_to_unit(o))),
                 sampling_scheme(o.data_sampling)) {}

  // Not that of its solver, which knows nothing of client_sampling and data_sampling here.
  Rest rest() const override { return Rest::unstated; }

  void start(Context& context, Block theta) override {
    if (context.clients != nullptr && median()) {
      throw std::invalid_argument(
          "clip_rule is median, whose norms the server asks for before the K steps, which takes "
          "clients longer, and run.clients does not say by how much: set clip_rule to given, or "
          "leave run.clients out");
    }
    StatedOptimiser::start(context, theta);
    norms_.start(context.slots());
  }
  // The last round has the smallest steps: where the noise is proportional to them, it bounds all
  // rounds.
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    if (options_.protects_clients() || options_.adds_noise_to_steps()) {
      return FederatedOptimiser::releases(problem, iterations, plan);
    }
    std::vector<double> factors;
    for (Index c = 0; c < problem.clients(); ++c) {
      const std::int64_t last = std::max<std::int64_t>(iterations - options_.round_length(), 0);
      factors.push_back(1 / noise_scale(problem, c, last));
    }
    Understated understated(plan, std::move(factors));
    FederatedOptimiser::releases(problem, iterations, understated);
    if (median()) {
      plan.reads(
          {.name = inputs::clip,
           .why = "clipping norm and noise depend on the median norm of the rows' gradients",
           .remedy = "set clip to a number and clip_rule to given, or clip_rule to quantile"});
    }
  }
  // Theorem 2 of the paper, c0 q eps sqrt(p T / (1 - q)), with 1 for the c0 that it leaves open:
  // eps is that of a round, q the share of the rows in it, p the client's chance to take part.
  void claims(const Problem& problem, Index iterations, const Mechanism& mechanism,
              PublishedClaims& claims) const override {
    if (options_.protects_clients()) {
      return claims.claims_nothing("theorem 2 is stated for records of a client");
    }
    if (options_.adds_noise_to_steps()) {
      return claims.claims_nothing("theorem 2 is stated for noise on whole uploads");
    }
    double most = 0;
    const auto releases = calibrated_releases(*this, problem, iterations, mechanism);
    for (const Release& release : releases) {
      const double q = release.rate;
      if (q == 1) {
        return claims.claims_nothing(
            "theorem 2 is stated for rounds that use only some of a client's rows");
      }
      const double round = calibrated_epsilon(mechanism.law(release.client).multiplier, q,
                                              mechanism.claim().value().delta);
      const double rounds = release.participation * static_cast<double>(release.count);
      most = std::max(most, q * round * std::sqrt(rounds / (1 - q)));
    }
    if (releases.empty()) return;
    claims.claims("theorem 2 of DP-FedAvg, with 1 for its unspecified constant,", most,
                  "the whole run");
  }

 private:
  DpFedAvg(const Options& o, Sampling records)
      : StatedOptimiser(
            Rounds(o, ClientSampling::scheme(o.drawn_clients)), o,
            std::make_unique<SgdSolver>(o, records),
            records == Sampling::without_replacement ? std::make_unique<StatedSgd>() : nullptr),
        options_(o),
        records_(records) {}

  bool median() const { return options_.clip_rule == "median"; }

  void begin(const Round& round) override {
    clip_ = median() ? median_norm(round) : 1;
    if (median()) sgd().clip_to(clip_);
  }
  double noise_scale(const Participant& at) const override {
    return clip_ * noise_scale(at.round.context.problem, at.client, at.round.k);
  }
  // The scale of the noise in the round that begins at iteration k, divided by what it should be.
  double noise_scale(const Problem& problem, Index c, std::int64_t k) const {
    double scale =
        options_.noise_units == "gradient" ? options_.rate(k, options_.round_length() - 1) : 1;
    if (options_.sensitivity == "tight") return scale;
    const Sensitivity tight =
        PrivateUploads(options_, {.records = records_}).sensitivity(problem, c);
    if (tight.bounded()) {
      const auto K = static_cast<double>(local_steps(options_, problem.examples(c)));
      const double published = 4 * K * options_.clip * options_.lr;
      scale *= published / tight.l2();
    }
    return scale;
  }
  // The median norm of the gradients that the round is going to clip, at the server's state.
  double median_norm(const Round& round) {
    std::vector<double> norms;
    rounds().for_each_client(
        round,
        [&](const Participant& client) {
          std::vector<double>& own = norms_[client.slot];
          own.clear();
          sgd().for_each_norm(client, sgd().steps(client),
                              [&own](double norm) { own.push_back(norm); });
        },
        [&](const Participant& client) {
          const std::vector<double>& own = norms_[client.slot];
          norms.insert(norms.end(), own.begin(), own.end());
        });
    if (norms.empty()) return 1;  // no client trains
    const auto middle = norms.begin() + static_cast<std::ptrdiff_t>(norms.size() / 2);
    std::nth_element(norms.begin(), middle, norms.end());
    const double clip = std::max(*middle, std::numeric_limits<double>::min());
    round.context.recorder.record("clip", clip);
    return clip;
  }

  Options options_;
  Sampling records_;
  double clip_ = 1;                     // under the median rule that of the round
  PerSlot<std::vector<double>> norms_;  // of one client's gradients
};

}  // namespace

SKALD_PLUGIN = skald::plugin<DpFedAvg, Options, options>(
    {.name = "dp_fedavg",
     .numerics_revision = 2,
     .summary =
         "DP-FedAvg: FedAvg with clipping and noise, and a choice of client and data sampling",
     .reference = "Li, Wang, Wu (2025), DP-FedAvg under non-IID data, algorithm 1, Mathematics 13; "
                  "sampling of clients: Li et al. (2020), On the convergence of FedAvg",
     .side_by_side = "the clients of a round",
     .keeps_time = true});
