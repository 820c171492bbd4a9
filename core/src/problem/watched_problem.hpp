// A problem that records what a sampler's set-up reads of private rows.
#pragma once

#include <vector>

#include "skald/problem.hpp"

namespace skald::problem {

// Forwards everything to `problem`, which must outlive it. Until end_of_set_up(), it records
// queries whose answers depend on private rows and that no release accounts for: gradients and
// potentials, curvature over rows (over no rows it is the prior's), posteriors in closed form, and
// model extensions that the host does not know. Sizes (clients, rows, dimension) and public facts
// about curvature are not recorded.
class WatchedProblem final : public Problem {
 public:
  explicit WatchedProblem(Problem& problem) : problem_(problem) {}

  // The inputs read so far, each listed once.
  const std::vector<PrivateInput>& reads() const { return reads_; }
  // Stops recording: from now on, what leaves a client is covered by the sampler's releases.
  void end_of_set_up() { watching_ = false; }

  Index dimension() const override { return problem_.dimension(); }
  Index clients() const override { return problem_.clients(); }
  Index examples(Index client) const override { return problem_.examples(client); }
  double weight(Index client) const override { return problem_.weight(client); }
  void gradient(Index client, ConstBlock theta, Block out) override;
  void gradient(Index client, const Rows& batch, ConstBlock theta, Block out) override;
  void risk_gradient(Index client, const Rows& batch, ConstBlock theta, Block out) override;
  void clipped_risk_gradient(Index client, const Rows& batch, double clip, double batch_size,
                             ConstBlock theta, Block out) override;
  void potential(Index client, ConstBlock theta, std::span<double> out) const override;
  Rows rows(Index client) const override { return problem_.rows(client); }
  double prior_share(Index client) const override { return problem_.prior_share(client); }
  const void* model_extension(const char* id) const override;

 private:
  class Curvature final : public CurvatureBounds {
   public:
    explicit Curvature(const WatchedProblem& watch) : watch_(watch) {}
    Bounds bounds(const Rows& rows, double prior_share) const override;
    const CurvatureBounds* inner = nullptr;

   private:
    const WatchedProblem& watch_;
  };
  class Posterior final : public GaussianPosterior {
   public:
    explicit Posterior(const WatchedProblem& watch) : watch_(watch) {}
    void quadratic(const Rows& rows, double prior_share, Block curvature,
                   Block minimiser) const override;
    bool equal_curvatures() const override { return inner->equal_curvatures(); }
    const GaussianPosterior* inner = nullptr;

   private:
    const WatchedProblem& watch_;
  };

  void note(const PrivateInput& input) const;

  Problem& problem_;
  bool watching_ = true;
  mutable std::vector<PrivateInput> reads_;
  mutable Curvature curvature_{*this};
  mutable Posterior posterior_{*this};
};

}  // namespace skald::problem
