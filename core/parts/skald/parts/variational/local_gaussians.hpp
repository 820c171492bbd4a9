// Samplers whose clients fit Gaussians to problems of their own.
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <vector>

#include "skald/context.hpp"
#include "skald/minibatch.hpp"
#include "skald/parts/compiled.hpp"
#include "skald/parts/variational/natural_gaussian.hpp"
#include "skald/parts/variational/site_options.hpp"
#include "skald/sampler.hpp"

namespace skald {

// The factors of a tempered posterior: the Gaussian prior, and the clients' likelihoods.

// exp(-U / T) = prior^(1/T) prod_c likelihood_c^(1/T). A likelihood is what remains of a client's
// potential U_c without its share of the prior.
class TemperedModel {
 public:
  // exp(-x' H x / 2 + s' x): a likelihood, H d x d.
  using Quadratic = NaturalGaussian;

  // Reads no rows. Throws std::invalid_argument if the model does not state that its prior is
  // Gaussian.
  void start(Problem& problem, double temp);
  // Reads the rows' potentials, once. Throws std::invalid_argument if the model does not state that
  // they are quadratic.
  void read_quadratics(Problem& problem);
  // The tempered prior, its precision a diagonal.
  const NaturalGaussian& prior() const { return prior_; }
  bool is_quadratic() const { return is_quadratic_; }
  // The client's tempered likelihood, after read_quadratics().
  const Quadratic& likelihood(Index client) const {
    return quadratics_[static_cast<std::size_t>(client)];
  }
  // Gradients of -log of the client's tempered likelihood at the columns of `at`, estimated from
  // `rows`.
  Eigen::MatrixXd gradient(Problem& problem, Index client, const Rows& rows,
                           const Eigen::MatrixXd& at) const;

 private:
  static NaturalGaussian prior_of(Problem& problem);
  Quadratic quadratic_of(Problem& problem, Index client) const;

  double temp_ = 1;
  bool is_quadratic_ = false;
  NaturalGaussian prior_;
  std::vector<Quadratic> quadratics_;  // of every client
};

// What such a sampler shares: rounds of K local steps, or of one iteration where local problems are
// solved exactly; the tempered model; gradients and normals of a local step; messages.
class LocalGaussians : public Sampler {
 public:
  // With `reads_rows_late`, start() reads no rows: advance() must call read_quadratics() first.
  explicit LocalGaussians(const LocalProblemOptions& o, bool reads_rows_late = false)
      : problem_(o),
        is_diagonal_(o.is_diagonal()),
        reads_rows_late_(reads_rows_late),
        minibatch_(Minibatch(o.batch)) {}

  double temperature() const override { return problem_.temp; }
  Index stride() const override { return problem_.is_exact() ? 1 : problem_.K; }
  double communication_rate() const override { return 1.0 / static_cast<double>(stride()); }
  const char* bias() const override {
    if (!model_.is_quadratic()) return "q is a Gaussian, and the posterior is not";
    return is_diagonal_ ? "a diagonal q has smaller variances than the posterior" : nullptr;
  }
  void start(Context& context, Block theta) override;

 protected:
  // A client's turn in a round.
  struct Turn {
    Context& context;
    std::int64_t k;  // the round's first iteration
    Index client, chain, slot;
  };

  bool is_diagonal() const { return is_diagonal_; }
  const TemperedModel& model() const { return model_; }
  const NaturalGaussian& prior() const { return prior_; }  // tempered
  // Of local problems that are solved exactly; later calls do nothing.
  void read_quadratics(Problem& problem);
  // Throws std::invalid_argument if the prior is flat; `remedy`: what else would do.
  void require_proper_prior(const char* remedy) const;
  // Gradients of the tempered likelihood's potential in that local step.
  Eigen::MatrixXd likelihood_gradient(const Turn& at, std::int64_t step,
                                      const Eigen::MatrixXd& points);
  // Standard normals of that local step, d x count.
  Eigen::MatrixXd normals(const Turn& at, std::int64_t step, Index count) const;
  // Counts so many messages in each direction: a shift, with or without a precision.
  void count_messages(Ledger& ledger, double messages, bool have_precisions = true) const;

 private:
  LocalProblemOptions problem_;
  bool is_diagonal_, reads_rows_late_;
  TemperedModel model_;
  NaturalGaussian prior_;
  PerSlot<Minibatch> minibatch_;
};

}  // namespace skald
