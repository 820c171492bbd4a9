// FedExP: FedAvg whose server takes a longer step the more the clients' moves cancel. With the
// moves Delta_c = y_c - theta of the cohort and weights that add up to 1 over it,
//
//   theta <- theta + eta sum_c w_c Delta_c,
//   eta = max(1, sum_c w_c |Delta_c|^2 / (2 (|sum_c w_c Delta_c|^2 + epsilon))).
//
// The server computes eta from the moves that it has received: noise in them makes it longer.
// DP-FedEXP (Takakura, Liew and Hasegawa, 2025, arXiv 2504.09850) corrects that; M participants:
//  - norms "debiased", against a server that sees every upload: from each squared norm goes d times
//    the variance of the upload's noise, so that the numerator has no bias;
//  - norms "released", by a trusted server: sum_c |Delta_c|^2 / M has noise of its own, beside that
//    of the sum of the moves (client_updates.hpp).
// `half` false leaves out the 1/2, and a tiny epsilon the constant, as the paper does. The
// denominator keeps its noise, which makes eta shorter.
//
// The fixed points are FedAvg's, but eta is 1 / (2 epsilon) times sum_c w_c |Delta_c|^2 there,
// which is not 0 where clients differ: a fixed point is stable only if epsilon is large enough. The
// scalar server_step is eta.

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/parts/federated/compression/compressor.hpp"
#include "skald/parts/federated/stated/stated_optimiser.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : CompressedOptions {
  double epsilon = 1e-3;
  bool half = true;
};
constexpr std::array norm_options{
    option("half", &Options::half,
           "whether the step has FedExP's factor 1/2, which DP-FedEXP leaves out"),
    inherited<Options>("norms", &OptimiserOptions::norms,
                       "the moves' squared norms. received: of moves with their noise, which makes "
                       "steps longer; debiased: less what that noise adds (DP-FedEXP with noise of "
                       "the clients); released: their mean, with noise of its own (DP-FedEXP with "
                       "noise of the server; needs unit client)")
        .one_of("received|debiased|released"),
    inherited<Options>(
        "norm_weight", &OptimiserOptions::norm_weight,
        "sensitivity to one client of the released squared norms relative to that of "
        "the moves; up to 1.4 it widens no noise")
        .only_if("norms=released")
        .symbol("w")
        .above(0)};
constexpr auto options = append(
    append(append(optimiser_options<Options>(), momentum_option<Options>(),
                  option("epsilon", &Options::epsilon,
                         "constant added to the squared norm of the average move")
                      .above(0)),
           clip_options<Options>()),
    append(
        append(append(step_noise_options<Options>(), compression_options<Options>()),
               straggler_options<Options>()),
        append(append(noise_by_options<Options>(), client_unit_options<Options>()), norm_options)));

// Throws std::invalid_argument for norms that the server does not have, or should not have.
const Options& suited_to_norms(const Options& o) {
  const auto complain = [&o](const char* why) {
    throw std::invalid_argument("norms is " + std::string(o.norms) + ", but " + why);
  };
  const bool are_hidden = o.protects_clients() && o.noise_by != "pairs";
  if (o.norms == "released") {
    if (!are_hidden) complain("the server sees every upload: set it to debiased");
    if (o.noise_by != "server") complain("clients tell it sums alone: set noise_by to server");
    if (o.clip_rule != "given") complain("clip_rule releases counts: set clip_rule to given");
  } else if (are_hidden) {
    complain("unit is client, and nobody may use a client's own norm: set norms to released");
  }
  if (o.norms != "released" && o.client_sampling == "poisson") {
    complain(
        "the sum of moves is divided by the number of clients that is expected: set "
        "client_sampling to without_replacement");
  }
  if (o.norms != "debiased") return o;
  if (o.adds_noise_to_steps()) complain("noise in steps is part of a move: set noise_at to upload");
  const bool changes = o.compression("none").compressor != "none";
  if (changes && !o.protects_clients()) {
    complain("compression changes the noise: set compressor to none");
  }
  return o;
}

// Local SGD, whose average move is extrapolated.
class ExtrapolatedSgd final : public LocalSolver {
 public:
  explicit ExtrapolatedSgd(const Options& o)
      : LocalSolver(o, o.records()), epsilon_(o.epsilon), half_(o.half), norms_(o.norms) {}

  void knows(Uploads& uploads) override { uploads_ = &uploads; }
  void begin(const Round&, const Rounds& rounds) override {
    rounds_ = &rounds;
    squares_ = total_ = 0;
  }
  Eigen::MatrixXd& train(const Participant& at) override { return sgd_.train(at); }
  bool take(const Participant& at) override {
    const Eigen::MatrixXd& move = sgd_.move(at);
    const double weight = rounds_->factor(at.client);
    squares_ += weight * move.squaredNorm();
    if (norms_ == "debiased") {
      squares_ -= weight * static_cast<double>(move.size()) * uploads_->noise_variance(at);
    }
    total_ += weight;
    return true;
  }
  void end(const Round& round, Rounds& rounds) override {
    if (norms_ == "released") {
      squares_ = uploads_->squared_norms();
      total_ = rounds.expected_participants(round);
    }
    auto sum = rounds.sum().column(0);
    const double average = sum.squaredNorm() / (total_ * total_);
    const double ratio = squares_ / total_ / (average + epsilon_);
    const double eta = std::max(1.0, half_ ? ratio / 2 : ratio);
    sum *= eta;
    round.context.recorder.record("server_step", eta);
  }

 private:
  double epsilon_;
  bool half_;
  std::string norms_;
  Uploads* uploads_ = nullptr;
  const Rounds* rounds_ = nullptr;  // of the round under way
  double squares_ = 0, total_ = 0;  // sums over the cohort
};

// The formulas above, without noise.
class StatedExtrapolation final : public StatedMethod {
 public:
  explicit StatedExtrapolation(const Options& o)
      : epsilon_(o.epsilon), half_(o.half), by_weights_(o.norms != "released") {}

  bool is_affine() const override { return false; }
  std::vector<AffineVector> moves(StatedRound& round) const override {
    std::vector<AffineVector> moves;
    for (const StatedClient& client : round.cohort)
      moves.push_back(descend(round, client, client.gradient));
    return moves;
  }
  void end(StatedRound& round, const std::vector<AffineVector>& moves,
           AffineVector& average) const override {
    double squares = 0, total = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const double w_c = by_weights_ ? round.cohort[i].weight : 1;
      squares += w_c * moves[i].shift.squaredNorm();
      total += w_c;
    }
    const double factor = half_ ? 0.5 : 1;
    const double eta =
        std::max(1.0, factor * squares / total / (average.shift.squaredNorm() + epsilon_));
    average = eta * average;
  }

 private:
  double epsilon_;
  bool half_, by_weights_;
};

struct FedExp final : StatedOptimiser {
  explicit FedExp(const Options& o)
      : StatedOptimiser(suited_to_norms(o), std::make_unique<ExtrapolatedSgd>(o),
                        std::make_unique<StatedExtrapolation>(o), o.compression("none")) {}
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FedExp, Options, options>(
    {.name = "fedexp",
     .numerics_revision = 2,
     .summary = "FedExP: FedAvg with a server step that grows as the clients' moves cancel",
     .reference = "Jhunjhunwala, Wang and Joshi (2023), FedExP: speeding up federated averaging "
                  "via extrapolation; Takakura, Liew and Hasegawa (2025), DP-FedEXP",
     .side_by_side = "the clients of a round",
     .keeps_time = true});
