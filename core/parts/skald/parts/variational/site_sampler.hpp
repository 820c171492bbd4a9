// Samplers whose clients each refine one site of a Gaussian approximation of the posterior.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "skald/minibatch.hpp"
#include "skald/parts/federated/client_sampling.hpp"
#include "skald/parts/variational/site_options.hpp"
#include "skald/parts/variational/sites.hpp"
#include "skald/parts/variational/tempered_model.hpp"
#include "skald/sampler.hpp"

namespace skald {

// The server holds q = prior^(1/T) prod_c t_c, where the site t_c of client c stands for its
// tempered likelihood. A round, for a cohort of clients that receive q:
//
//   cavity_c = q / t_c                                           the rest of the federation
//   q_c ~ cavity_c likelihood_c^(1/T)                            approximate(): the method
//   t_c <- t_c^(1 - damping) (q_c / cavity_c)^damping            sent to the server, as a change
//   q <- prior^(1/T) prod_c t_c
//
// Under the sequential schedule q is renewed after every client of the cohort. Clients that do not
// take part keep their sites. Afterwards the server draws theta from q.
//
// A site whose precision has negative eigenvalues is projected: they become 0, and the mean of
// cavity_c t_c remains that of q_c. q and all cavities are therefore proper. The scalar
// projected_sites counts them, over all chains.
//
// Where nothing is drawn but theta, all chains have the same q, which is computed once.
class SiteSampler : public Sampler {
 public:
  explicit SiteSampler(const SiteOptions& o)
      : options_(o), is_diagonal_(o.is_diagonal()), minibatch_(Minibatch(o.batch)) {}

  double temperature() const override { return options_.temp; }
  Index stride() const override { return options_.is_exact() ? 1 : options_.K; }
  double communication_rate() const override { return 1.0 / static_cast<double>(stride()); }

  void start(Context& context, Block theta) override;
  void advance(Context& context, Index iterations, Block theta) override;
  std::span<const NamedBlock> state() override { return state_; }

 protected:
  // A client's turn in a round.
  struct Visit {
    Context& context;
    std::int64_t k;  // the round's first iteration
    Index client, replicate, slot;
    const NaturalGaussian& q;
    NaturalGaussian cavity;
  };
  // What a method makes of cavity times likelihood.
  struct Approximation {
    Eigen::MatrixXd precision;  // in the family
    Eigen::VectorXd mean;
  };
  // May be called for several clients of a round at once.
  virtual Approximation approximate(const Visit& at) = 0;
  // What the sampler returns is a draw from q, or its mean.
  virtual bool draws() const { return true; }
  // Whether messages have precisions besides shifts.
  virtual bool sends_precisions() const { return true; }
  // Whether all clients share one site, their geometric mean.
  virtual bool shares_site() const { return false; }

  bool is_diagonal() const { return is_diagonal_; }
  const TemperedModel& model() const { return model_; }
  // The cavity times the client's likelihood, where that is quadratic: d x d.
  NaturalGaussian exact_tilted(const Visit& at) const;
  // Gradients of the tempered likelihood's potential in that local step.
  Eigen::MatrixXd likelihood_gradient(const Visit& at, std::int64_t step,
                                      const Eigen::MatrixXd& points);
  // Standard normals of that local step, d x count.
  Eigen::MatrixXd normals(const Visit& at, std::int64_t step, Index count) const;

 private:
  struct Update {
    NaturalGaussian site;
    bool is_projected = false;
  };

  NaturalGaussian round(Context& context, std::int64_t k, Index replicate);
  Update new_site(const Visit& at);
  // The server's part, and the client's memory.
  void take(const Update& update, Index client, Index replicate, NaturalGaussian& q);

  // theta's columns hold standard normals.
  void estimate(const NaturalGaussian& q, Block theta) const;
  void draw_normals(const Context& context, std::int64_t k, Block theta) const {
    if (draws()) context.random.normal({Role::shared_noise}, k, theta);
  }
  void count_messages(Ledger& ledger, double clients) const;

  void start_cohorts(const Problem& problem);
  void start_sites(Block theta);
  // The precision, a diagonal, as one of the family.
  NaturalGaussian in_family(const NaturalGaussian& diagonal) const;
  double chains_per_replicate() const {
    return static_cast<double>(chains_) / static_cast<double>(replicates_);
  }

  SiteOptions options_;
  bool is_diagonal_;
  TemperedModel model_;
  NaturalGaussian prior_;
  double damping_ = 1;
  Index chains_ = 0, replicates_ = 0;  // replicates: of q
  std::optional<ClientSampling> sampling_;
  Sites sites_;
  std::vector<Update> updates_;  // of a round's clients
  PerSlot<Minibatch> minibatch_;
  Eigen::MatrixXd projected_;  // sites, 1 x replicates
  std::array<NamedBlock, 2> state_{};
};

}  // namespace skald
