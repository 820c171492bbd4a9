// FedNova: FedAvg whose moves are normalised by how far clients go. Client c makes tau_c local
// steps, which differ under epochs and between stragglers and others; its move is a sum of
// gradients with factors that add up to a_c (lr tau_c without momentum). The server takes a common
// length of the path for all of the cohort,
//
//   theta <- theta + a sum_c w_c (y_c - theta) / a_c,   a = sum_c w_c a_c,   sum_c w_c = 1
//
// so that as lr -> 0 the fixed point is the optimum of sum_c w_c F_c, and not, as FedAvg's, that of
// sum_c w_c tau_c F_c. If all make equally many steps it is FedAvg. Clipping and privacy of records
// are those of FedAvg (private_uploads.hpp), of the normalised move. Whole clients are not
// protected: a, and with it every move of the round, depends on how many rows each client has.

#include <cmath>
#include <memory>
#include <vector>

#include "skald/parts/federated/compression/compressor.hpp"
#include "skald/parts/federated/stated/stated_optimiser.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : CompressedOptions {};
constexpr auto options =
    append(append(append(optimiser_options<Options>(), momentum_option<Options>()),
                  append(clip_options<Options>(), server_options<Options>())),
           append(append(append(step_noise_options<Options>(), compression_options<Options>()),
                         straggler_options<Options>()),
                  record_unit_option<Options>(&OptimiserOptions::unit)));

// Local SGD, whose moves are as long as those of an average client.
class NormalisedSgd final : public LocalSolver {
 public:
  explicit NormalisedSgd(const Options& o)
      : LocalSolver(o, o.records()), shortens_work_(o.shortens_work()) {
    refuse_clients(o.unit, "every move of a round is scaled by the numbers of rows of all");
  }

  void begin(const Round& round, const Rounds& rounds) override {
    double sum = 0, total = 0;
    for (const std::int32_t c : round.cohort) {
      sum += rounds.weight(c) * sgd_.path({round, c, 0});
      total += rounds.weight(c);
    }
    average_ = sum / total;
  }
  Eigen::MatrixXd& train(const Participant& at) override {
    Eigen::MatrixXd& move = sgd_.train(at);
    move *= stretch(at);
    return move;
  }
  double stretch(const Participant& at) const override { return average_ / sgd_.path(at); }
  // How many steps a straggler has made; the server can count those of all others.
  Beside beside() const override { return {.numbers_up = shortens_work_ ? 1.0 : 0.0}; }

 private:
  bool shortens_work_;
  double average_ = 0;  // a
};

// The formulas above. Of tau steps lr_k with momentum, a_c = sum_{k=1}^{tau} lr_k (1 - beta^k) / (1
// - beta).
struct StatedNova final : StatedMethod {
  bool takes_batches() const override { return true; }
  std::vector<AffineVector> moves(StatedRound& round) const override {
    const auto length = [&](const StatedClient& client) {
      double sum = 0;
      for (std::int64_t k = 1; k <= client.steps; ++k)
        sum += round.rate(client, k - 1) * (1 - std::pow(round.steps.momentum, k)) /
               (1 - round.steps.momentum);
      return sum;
    };
    double a = 0, total = 0;
    for (const StatedClient& client : round.cohort) {
      a += client.weight * length(client);
      total += client.weight;
    }
    std::vector<AffineVector> moves;
    for (const StatedClient& client : round.cohort)
      moves.push_back(a / total / length(client) * descend(round, client, client.gradient));
    return moves;
  }
};

struct FedNova final : StatedOptimiser {
  explicit FedNova(const Options& o)
      : StatedOptimiser(o, std::make_unique<NormalisedSgd>(o), std::make_unique<StatedNova>(),
                        o.compression("none")) {}
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FedNova, Options, options>(
    {.name = "fednova",
     .numerics_revision = 2,
     .summary = "FedNova: FedAvg with moves normalised by the clients' numbers of local steps",
     .reference = "Wang et al. (2020), Tackling the objective inconsistency problem in "
                  "heterogeneous federated optimization",
     .side_by_side = "the clients of a round",
     .keeps_time = true});
