// TAMUNA: Scaffnew with cohorts and masks (Condat, Agarsky, Malinovsky and Richtarik, 2023,
// algorithm 1, with L = K). Every client of a cohort of S takes K steps, from theta, on its loss
// f_c = N w_c F_c less what it has learnt of it,
//
//   y <- y - lr (grad f_c(y) - h_c)
//
// and sends the coordinates that its mask q_c in {0, 1}^d keeps. The masks of a round keep every
// coordinate at `copies` clients: coordinate i at the places i copies, ..., i copies + copies - 1
// (mod S) of a random order of the cohort. Then
//
//   theta' = sum over the cohort of q_c y_c / copies
//   h_c <- h_c + chi / (K lr) q_c (theta' - y_c)
//
// h_c = 0 at the start, and the sum of all h_c stays 0. The fixed point is the optimum of
// sum_c w_c F_c for any K, cohorts and masks; the weights w_c are n_c / n ("examples") or 1 / N
// ("uniform"). If every client takes part and keeps every coordinate, it is Scaffnew on f_c.
// A client receives theta whole and, to learn, theta' where its mask keeps it, unless it takes part
// in the next round and receives theta' whole then. As h_c lasts, of
// privacy mechanisms only noise in the steps protects a record. (The update of h_c was derived from
// the fixed point, not read in the paper.)

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/parts/federated/local_states.hpp"
#include "skald/parts/federated/optimum.hpp"
#include "skald/parts/federated/participation.hpp"
#include "skald/parts/federated/stated/stated_optimiser.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : OptimiserOptions {
  std::int64_t copies = 2;
  std::optional<double> chi;
};
constexpr auto options = append(
    append(std::array{steps_option<Options>(), lr_option<Options>(), batch_option<Options>(),
                      option("copies", &Options::copies,
                             "clients of a round that send a coordinate; S: all, without masks")
                          .symbol("s")
                          .at_least(2),
                      option("chi", &Options::chi,
                             "how far a client learns from an average, at most N (copies - 1) / "
                             "(copies (N - 1)), which is meant if omitted")
                          .symbol("chi")
                          .above(0)},
           append(cohort_options<Options>(), step_noise_options<Options>())),
    clip_option<Options>(), record_unit_option<Options>(&OptimiserOptions::unit));

class MaskedControls final : public LocalSolver {
 public:
  explicit MaskedControls(const Options& o) : LocalSolver(o, o.records()), options_(o) {
    refuse_clients(o.unit, "the control of a client lasts for rounds");
  }

  void start(const Context& context, Index dimension, Index chains) override {
    LocalSolver::start(context, dimension, chains);
    clients_ = context.problem.clients();
    cohort_ = options_.S.value_or(clients_);
    weights_ = aggregation_weights(context.problem, options_.weights);
    controls_.start(clients_, dimension, chains);
    moves_.resize(dimension, cohort_);
    start_learning();
  }
  void begin(const Round& round, const Rounds&) override {
    controls_.see(round.cohort);
    places_.resize(round.cohort.size());
    std::iota(places_.begin(), places_.end(), Index{0});
    shuffle(round.context.random, {Role::quantiser}, round.k, round.chain, places_);
  }
  Eigen::MatrixXd& train(const Participant& at) override {
    const auto h_c = controls_[at.client].column(at.round.chain);
    const double scale =
        static_cast<double>(clients_) * weights_[static_cast<std::size_t>(at.client)];
    Eigen::MatrixXd& move =
        sgd_.train(at, [&](const Rows&, const Eigen::MatrixXd&, Eigen::MatrixXd& gradient) {
          gradient = scale * gradient - h_c;
        });
    mask(place(at), move);
    return move;
  }
  bool take(const Participant& at) override {
    moves_.col(place(at)) = sgd_.move(at);
    return true;
  }
  // The server averages over the cohort what `copies` of its S clients have sent.
  void end(const Round& round, Rounds& rounds) override {
    auto sum = rounds.sum().column(0);  // of theta - y_c
    sum *= static_cast<double>(cohort_) / copies();
    const Eigen::VectorXd move = -sum / static_cast<double>(cohort_);
    for (std::size_t i = 0; i < round.cohort.size(); ++i) {
      Eigen::MatrixXd missing = move - moves_.col(places_[i]);
      mask(places_[i], missing);
      controls_[round.cohort[i]].column(round.chain) += learning_rate_ * missing;
    }
  }

  bool leaves_bare() const override { return true; }
  bool remembers() const override { return true; }
  double sent_share() const override { return copies() / static_cast<double>(cohort_); }
  Beside beside() const override {
    return {.after = sent_share(), .published = Beside::Published{0, sent_share()}};
  }
  Rest rest(const Context& context) const override { return optimum(context.problem, options_); }
  void add_state(std::vector<NamedBlock>& state) override {
    state.push_back({"controls", controls_.all()});
    state.push_back({"seen_clients", controls_.clients()});
  }
  void resize_state(std::span<const Index> columns) override { controls_.resize(columns.back()); }

 private:
  double copies() const { return static_cast<double>(options_.copies); }
  void start_learning() {
    if (options_.copies > cohort_) {
      throw std::invalid_argument("copies is " + std::to_string(options_.copies) +
                                  ", more than the clients of a round (" + std::to_string(cohort_) +
                                  "): lower copies, or raise S");
    }
    const auto N = static_cast<double>(clients_);
    const double most = N * (copies() - 1) / (copies() * (N - 1));
    if (options_.chi.value_or(most) > most) {
      throw std::invalid_argument("chi is " + std::to_string(*options_.chi) + ", above " +
                                  std::to_string(most) +
                                  " = N (copies - 1) / (copies (N - 1)): lower chi");
    }
    learning_rate_ = options_.chi.value_or(most) / (static_cast<double>(options_.K) * options_.lr);
  }
  // The client's place in the order of its cohort.
  Index place(const Participant& at) const {
    const auto& cohort = at.round.cohort;
    const auto client = std::lower_bound(cohort.begin(), cohort.end(), at.client);
    return places_[static_cast<std::size_t>(client - cohort.begin())];
  }
  // Leaves of a vector what is sent from that place.
  void mask(Index place, Eigen::MatrixXd& vector) const {
    for (Index i = 0; i < vector.rows(); ++i) {
      const Index first = i * options_.copies % cohort_;
      if ((place - first + cohort_) % cohort_ >= options_.copies) vector(i) = 0;
    }
  }

  Options options_;
  Index clients_ = 0, cohort_ = 0;
  std::vector<double> weights_;
  double learning_rate_ = 0;   // chi / (K lr)
  SeenStates controls_;        // h_c
  std::vector<Index> places_;  // of the cohort's clients, in their order
  Eigen::MatrixXd moves_;      // of a round, masked, by place
};

// Without masks, which is where the cohort has as many clients as there are copies.
class StatedLearning final : public StatedMethod {
 public:
  explicit StatedLearning(const Options& o)
      : S_(o.S), copies_(o.copies), chi_(o.chi), by_examples_(o.weights == "examples") {}

  bool is_stated(Index clients) const override { return S_.value_or(clients) == copies_; }
  bool takes_batches() const override { return true; }
  Index memories(Index clients) const override { return clients; }  // h_c
  std::vector<AffineVector> moves(StatedRound& round) const override {
    std::vector<AffineVector> moves;
    for (const StatedClient& client : round.cohort) {
      const auto N = static_cast<double>(round.clients);
      const double scale = by_examples_ ? N * client.examples / round.examples : 1;
      const AffineVector& h_c = learnt(round, client);
      moves.push_back(descend(
          round, client, [&](const AffineVector& y) { return scale * client.gradient(y) - h_c; }));
    }
    return moves;
  }
  void end(StatedRound& round, const std::vector<AffineVector>& moves,
           AffineVector& average) const override {
    const auto N = static_cast<double>(round.clients), s = static_cast<double>(copies_);
    const double chi = chi_.value_or(N * (s - 1) / (s * (N - 1)));
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const StatedClient& client = round.cohort[i];
      learnt(round, client) +=
          chi / (static_cast<double>(client.steps) * round.rates.front()) * (average - moves[i]);
    }
  }

 private:
  static AffineVector& learnt(StatedRound& round, const StatedClient& client) {
    return round.memory[static_cast<std::size_t>(client.client)];
  }

  std::optional<std::int64_t> S_;
  std::int64_t copies_;
  std::optional<double> chi_;
  bool by_examples_;
};

struct Tamuna final : StatedOptimiser {
  explicit Tamuna(const Options& o)
      : StatedOptimiser(o.averaging_alike(), std::make_unique<MaskedControls>(o),
                        std::make_unique<StatedLearning>(o)) {}
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Tamuna, Options, options>(
    {.name = "tamuna",
     .numerics_revision = 2,
     .summary = "TAMUNA: local steps with learnt controls, cohorts of the clients, and masks that "
                "leave each client a part of its coordinates to send",
     .reference = "Condat, Agarsky, Malinovsky and Richtarik (2023), TAMUNA, algorithm 1",
     .side_by_side = "the clients of a round"});
