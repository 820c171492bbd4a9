// A federated optimiser that describes its rounds.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "skald/extensions/affine_rounds.hpp"
#include "skald/parts/federated/compression/compressor.hpp"
#include "skald/parts/federated/federated_optimiser.hpp"
#include "skald/parts/federated/stated/stated_rounds.hpp"

namespace skald {

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
