// FedVARP and MIFA: FedAvg whose server remembers every client's last move, so that the noise of
// partial participation fades. Of each client of the cohort P it receives Delta_c = y_c - theta
// (times N n_c / n with weights "examples") and keeps it as m_c, 0 at the start; with
// m = (1 / N) sum_c m_c of all clients,
//
//   theta <- theta + m + (1 / |P|) sum over P of (Delta_c - m_c)   (saga: FedVARP),
//   theta <- theta + m                                             (sag: MIFA),
//
// where saga takes m and m_c from before the round, sag m from after it.
//
// As in SAGA and SAG over clients, the first is unbiased, the second is not. The fixed point is
// FedAvg's, without the spread that partial participation has there. With step sizes that change
// from round to round the memory is scaled by their ratio. What is remembered are messages that the
// server has already received, so it costs no privacy.

#include <memory>
#include <string_view>
#include <vector>

#include "skald/parts/federated/local_states.hpp"
#include "skald/parts/federated/stated/stated_optimiser.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : OptimiserOptions {
  std::string_view memory = "saga";
};
constexpr auto options =
    append(append(append(batchless_optimiser_options<Options>(), batch_option<Options>(),
                         option("memory", &Options::memory,
                                "use of the remembered moves. saga: FedVARP; sag: MIFA")
                             .one_of("saga|sag")),
                  append(clip_options<Options>(), server_options<Options>())),
           append(append(step_noise_options<Options>(), straggler_options<Options>()),
                  record_unit_option<Options>(&OptimiserOptions::unit)));

class RememberedMoves final : public LocalSolver {
 public:
  explicit RememberedMoves(const Options& o)
      : LocalSolver(o, o.records()), options_(o), is_saga_(o.memory == "saga") {
    refuse_clients(o.unit, "the server remembers the moves of single clients");
  }

  void start(const Context& context, Index dimension, Index chains) override {
    LocalSolver::start(context, dimension, chains);
    clients_ = static_cast<double>(context.problem.clients());
    moves_.start(context.problem.clients(), dimension, chains);
    mean_.setZero(dimension, chains);
  }
  void begin(const Round& round, const Rounds&) override {
    moves_.see(round.cohort);
    old_mean_ = mean_.col(round.chain);
    old_sum_.setZero(old_mean_.size());
    Round whole = round;  // without stragglers
    whole.work = {};
    length_ = sgd_.path({whole, 0, 0});
  }
  Eigen::MatrixXd& train(const Participant& at) override {
    Eigen::MatrixXd& move = sgd_.train(at);
    move *= stretch(at);
    return move;
  }
  bool take(const Participant& at) override {
    auto m_c = moves_[at.client].column(at.round.chain);  // for a path of length 1, as mean_
    old_sum_ += m_c;
    mean_.col(at.round.chain) += (sgd_.move(at).col(0) / length_ - m_c) / clients_;
    m_c = sgd_.move(at).col(0) / length_;
    return true;
  }
  void end(const Round& round, Rounds& rounds) override {
    auto sum = rounds.sum().column(0);  // of -Delta_c
    const double size = static_cast<double>(round.cohort.size()) * length_;
    if (is_saga_) {
      sum += length_ * old_sum_ - size * old_mean_;
    } else {
      sum = -size * mean_.col(round.chain);
    }
  }
  double stretch(const Participant& at) const override {
    if (options_.weights == "uniform") return 1;
    return clients_ * at.round.context.problem.weight(at.client);
  }
  void add_state(std::vector<NamedBlock>& state) override {
    state.push_back({"mean_move", view(mean_)});
    state.push_back({"moves", moves_.all()});
    state.push_back({"seen_clients", moves_.clients()});
  }
  void resize_state(std::span<const Index> columns) override { moves_.resize(columns.back()); }
  bool remembers() const override { return true; }

 private:
  Options options_;
  bool is_saga_;
  double clients_ = 0, length_ = 0;
  SeenStates moves_;                    // m_c
  Eigen::MatrixXd mean_;                // m
  Eigen::VectorXd old_mean_, old_sum_;  // m, and the sum of m_c over the cohort, before the round
};

// The formulas above; what is remembered is m_1, ..., m_N, of paths of length 1.
class StatedMemory final : public StatedMethod {
 public:
  explicit StatedMemory(const Options& o)
      : is_saga_(o.memory == "saga"), by_examples_(o.weights == "examples") {}

  Index memories(Index clients) const override { return clients; }
  bool takes_batches() const override { return true; }
  std::vector<AffineVector> moves(StatedRound& round) const override {
    std::vector<AffineVector> moves;
    for (const StatedClient& client : round.cohort) {
      const double scale =
          by_examples_ ? static_cast<double>(round.clients) * client.examples / round.examples : 1;
      moves.push_back(scale * descend(round, client, client.gradient));
    }
    return moves;
  }
  void end(StatedRound& round, const std::vector<AffineVector>& moves,
           AffineVector& average) const override {
    const auto m = [&] {
      AffineVector sum = round.nothing();
      for (const AffineVector& m_c : round.memory) sum += m_c;
      return 1 / static_cast<double>(round.clients) * sum;
    };
    const AffineVector before = round.length * m();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      AffineVector& m_c = round.memory[static_cast<std::size_t>(round.cohort[i].client)];
      average -= round.length / static_cast<double>(moves.size()) * m_c;
      m_c = 1 / round.length * moves[i];
    }
    average = is_saga_ ? average + before : round.length * m();
  }

 private:
  bool is_saga_, by_examples_;
};

struct FedVarp final : StatedOptimiser {
  explicit FedVarp(const Options& o)
      : StatedOptimiser(o.averaging_alike(), std::make_unique<RememberedMoves>(o),
                        std::make_unique<StatedMemory>(o)) {}
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FedVarp, Options, options>(
    {.name = "fedvarp",
     .numerics_revision = 1,
     .summary = "FedVARP and MIFA: FedAvg whose server remembers every client's last move",
     .reference = "Jhunjhunwala et al. (2022), FedVARP: tackling the variance due to partial "
                  "client participation in federated learning, algorithm 2; Gu et al. (2021), Fast "
                  "federated learning in the presence of arbitrary device unavailability",
     .side_by_side = "the clients of a round",
     .keeps_time = true});
