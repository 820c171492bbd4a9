// A federated optimiser that describes its rounds.
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "skald/context.hpp"
#include "skald/extensions/affine_rounds.hpp"
#include "skald/parts/federated/client_sampling.hpp"
#include "skald/parts/federated/compression/compressor.hpp"
#include "skald/parts/federated/federated_optimiser.hpp"
#include "skald/parts/federated/optimiser_options.hpp"
#include "skald/parts/federated/stated/stated_compression.hpp"
#include "skald/parts/federated/stated/stated_method.hpp"

namespace skald {

// The rounds of a federated optimiser as affine maps, from the formulas of its five parts.
class StatedRounds {
 public:
  // Of rounds without noise in which nothing but moves of whole clients is clipped; nothing for
  // others. Steps take all rows, or minibatches without replacement, which share out permutations
  // of a client's rows.
  static std::optional<StatedRounds> of(const Context& context, const OptimiserOptions& options,
                                        const CompressorOptions& compression,
                                        ClientSampling::Scheme scheme);

  // See AffineRounds. False if there are too many cohorts or numbers, or moves are cut or
  // compressed, or the server is adaptive, or step sizes change.
  bool describe(const StatedMethod& method, const QuadraticClients& clients,
                AffineStages& stages) const;
  // See AffineRounds. False where steps draw rows.
  bool walk(const StatedMethod& method, const QuadraticClients& clients, Index strides,
            ConstBlock start, RoundEnds& ends) const;

 private:
  struct Turn {  // one way in which a round can go
    double probability = 1;
    std::vector<Index> clients;
    std::vector<double> factors;     // with which moves enter their sum
    double divisor = 0;              // of the sum; 0: of the factors
    std::vector<std::int64_t> work;  // local iterations of each client
  };
  struct State {
    AffineVector theta, momentum;  // the server's; momentum: zero if it has none
    std::vector<AffineVector> memory;
    Eigen::VectorXd squares = {};  // of moves, as an adaptive server has added them up
    std::vector<StatedCompression::Kept> kept = {};  // of the clients' messages
  };
  struct Layout;

  StatedRounds(const OptimiserOptions& options, const CompressorOptions& compression,
               ClientSampling::Scheme scheme, std::vector<double> examples)
      : options_(options),
        compression_(compression),
        scheme_(scheme),
        examples_(std::move(examples)) {}

  Index clients() const { return static_cast<Index>(examples_.size()); }
  double weight(Index c) const {
    return options_.weights == "uniform" ? 1 : examples_[static_cast<std::size_t>(c)];
  }
  bool has_momentum() const { return options_.server == "momentum"; }
  // Whether the server divides by the size of past moves.
  bool is_adaptive() const { return options_.server != "sgd" && !has_momentum(); }
  // Whether rounds are no affine maps, so that only those of a known state can be walked.
  bool needs_numbers() const { return is_adaptive() || options_.steps_adaptively(); }
  bool clips() const { return std::isfinite(options_.clip); }
  void step_adaptively(const AffineVector& move, State& state) const;
  double rate(std::int64_t k, std::int64_t iteration) const;  // of a round that begins at k
  Index batch(Index client) const;                            // rows of a local step
  std::int64_t steps_per_iteration(Index client) const;
  Index numbers_drawn(Index client) const;  // for as many steps as it makes at most, over d
  bool takes_batches() const;
  Eigen::MatrixXd deviations(const QuadraticClients& clients, Index client) const;
  std::vector<Turn> turns() const;
  std::vector<Turn> cohorts() const;
  std::vector<Turn> with_stragglers(const Turn& turn) const;
  // The round that begins at iteration k, as methods are given it.
  StatedRound begun(const QuadraticClients& clients, const Turn& turn, const State& state,
                    std::int64_t k) const;
  // What that round makes of a state; `choices` are what compressors draw.
  State after(const StatedMethod& method, const QuadraticClients& clients, const Turn& turn,
              const State& state, std::int64_t k, Choices& choices) const;
  // What arrives of moves, in place.
  void send(const Turn& turn, std::vector<AffineVector>& moves, State& state,
            Choices& choices) const;
  void add_branch(const StatedMethod& method, const QuadraticClients& clients, const Turn& turn,
                  const Layout& z, AffineStages& stages) const;

  OptimiserOptions options_;
  StatedCompression compression_;
  ClientSampling::Scheme scheme_;
  std::vector<double> examples_;  // n_c
};

class StatedOptimiser : public FederatedOptimiser, public AffineRounds {
 public:
  void start(Context& context, Block theta) override {
    FederatedOptimiser::start(context, theta);
    stated_ = StatedRounds::of(context, options_, compression_, rounds().scheme());
  }
  bool describe_rounds(const QuadraticClients& clients, AffineStages& stages) const override {
    return stated_ && method_ && stated_->describe(*method_, clients, stages);
  }
  bool walk_rounds(const QuadraticClients& clients, Index strides, ConstBlock start,
                   RoundEnds& ends) const override {
    return stated_ && method_ && stated_->walk(*method_, clients, strides, start, ends);
  }

 protected:
  // See FederatedOptimiser; `method` has the formulas of the method that `solver` runs, null if
  // they do not hold with these options.
  StatedOptimiser(const OptimiserOptions& options, std::unique_ptr<LocalSolver> solver,
                  std::unique_ptr<StatedMethod> method,
                  const CompressorOptions& compression = {.compressor = "none"})
      : FederatedOptimiser(options, std::move(solver), compression),
        options_(options),
        compression_(compression),
        method_(std::move(method)) {}
  StatedOptimiser(Rounds rounds, const OptimiserOptions& options,
                  std::unique_ptr<LocalSolver> solver, std::unique_ptr<StatedMethod> method)
      : FederatedOptimiser(std::move(rounds), options, std::move(solver)),
        options_(options),
        compression_{.compressor = "none"},
        method_(std::move(method)) {}

 private:
  OptimiserOptions options_;
  CompressorOptions compression_;
  std::unique_ptr<StatedMethod> method_;
  std::optional<StatedRounds> stated_;
};

}  // namespace skald
