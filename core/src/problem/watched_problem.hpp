// A problem that records what a sampler's set-up reads of private rows.
#pragma once

#include <vector>

#include "skald/extensions/row_curvatures.hpp"
#include "skald/problem.hpp"

namespace skald::problem {

// Forwards everything to `problem`, which must outlive it. Until end_of_set_up(), it records
// queries whose answers depend on private rows and that no release accounts for: gradients and
// potentials, curvature over rows (over no rows it is the prior's), posteriors in closed form, and
// model extensions that the host does not know. Sizes (clients, rows, dimension) and public facts
// about curvature are not recorded.
class WatchedProblem final : public Problem {
 public:
  explicit WatchedProblem(Problem& problem);

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
    Curvature(const WatchedProblem& watch, const CurvatureBounds* inner)
        : watch_(watch), inner_(inner) {}
    Bounds bounds(const Rows& rows, double prior_share) const override;

   private:
    const WatchedProblem& watch_;
    const CurvatureBounds* inner_;  // null: the model has none
  };
  class Posterior final : public GaussianPosterior {
   public:
    Posterior(const WatchedProblem& watch, const GaussianPosterior* inner)
        : watch_(watch), inner_(inner) {}
    void quadratic(const Rows& rows, double prior_share, Block curvature,
                   Block minimiser) const override;
    bool equal_curvatures() const override { return inner_->equal_curvatures(); }

   private:
    const WatchedProblem& watch_;
    const GaussianPosterior* inner_;  // null: the model has none
  };
  class OfRows final : public RowCurvatures {
   public:
    OfRows(const WatchedProblem& watch, const RowCurvatures* inner)
        : watch_(watch), inner_(inner) {}
    void clipped_curvature(const Rows& rows, double clip, ConstBlock theta,
                           Block out) const override;

   private:
    const WatchedProblem& watch_;
    const RowCurvatures* inner_;  // null: the model has none
  };

  void note(const PrivateInput& input) const;

  Problem& problem_;
  bool watching_ = true;
  mutable std::vector<PrivateInput> reads_;
  Curvature curvature_;
  Posterior posterior_;
  OfRows of_rows_;
};

}  // namespace skald::problem
