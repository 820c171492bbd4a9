// Samplers whose clients each refine one site of a Gaussian approximation of the posterior.
#pragma once

#include <Eigen/Core>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "skald/parts/federated/client_sampling.hpp"
#include "skald/parts/variational/local_gaussians.hpp"
#include "skald/parts/variational/natural_gaussian.hpp"
#include "skald/sampler.hpp"

namespace skald {

// The sites of all clients: the Gaussian factors that stand for their likelihoods.

// One site t_c per client and replicate, in one block: a column is a precision, then its shift.
class Sites {
 public:
  // All sites of all replicates are flat.
  void start(Index d, bool diagonal, Index clients, Index replicates) {
    d_ = d;
    columns_ = diagonal ? 1 : d;
    clients_ = clients;
    values_.setZero(d * (columns_ + 1), clients * replicates);
  }
  NaturalGaussian get(Index client, Index replicate) const {
    const auto column = values_.col(replicate * clients_ + client);
    return {column.head(d_ * columns_).reshaped(d_, columns_), column.tail(d_)};
  }
  void set(Index client, Index replicate, const NaturalGaussian& site) {
    auto column = values_.col(replicate * clients_ + client);
    column.head(d_ * columns_) = site.precision.reshaped();
    column.tail(d_) = site.shift;
  }
  // The product of a replicate's sites.
  NaturalGaussian product(Index replicate) const {
    const Eigen::VectorXd sum = values_.middleCols(replicate * clients_, clients_).rowwise().sum();
    return {sum.head(d_ * columns_).reshaped(d_, columns_), sum.tail(d_)};
  }
  // Replaces every site by their geometric mean: clients then have one site in common.
  void share(Index replicate) {
    const NaturalGaussian mean = pow(product(replicate), 1 / static_cast<double>(clients_));
    for (Index c = 0; c < clients_; ++c) set(c, replicate, mean);
  }
  NamedBlock state() { return {"sites", view(values_)}; }

 private:
  Index d_ = 0, columns_ = 0, clients_ = 0;
  Eigen::MatrixXd values_;
};

// The server holds q = prior^(1/T) prod_c t_c, where the site t_c of client c stands for its
// tempered likelihood. A round, for a cohort of clients that receive q:
//
//   cavity_c = q / t_c                                           the rest of the federation
//   q_c ~ cavity_c likelihood_c^(1/T)                            approximate(): the method
//   t_c <- t_c^(1 - damping) (q_c / cavity_c)^damping            sent to the server, as a change
//   q <- prior^(1/T) prod_c t_c
//
// Under the sequential schedule q is renewed after every client of the cohort. Clients that do not
// take part keep their sites. Afterwards the server draws theta from q. After `last_round` rounds
// it goes on drawing, and nothing is sent.
//
// A site whose precision has negative eigenvalues is projected: they become 0, and the mean of
// cavity_c t_c remains that of q_c. q and all cavities are therefore proper. The scalar
// projected_sites counts them, over all chains.
//
// With a clip the client sends, before damping, the clipped change with the mechanism's noise:
//
//   u = (shift, -precision / 2) of q_c less that of q;  u <- u min(1, clip / |u|) + noise
//   t_c <- t_c exp(damping u)
//
// where a symmetric matrix counts with its Frobenius norm. Replacing a record, or a whole client,
// moves u by at most 2 clips. Sites and cavities are functions of what was sent. A site whose
// precision noise makes negative gets 0 there, after damping, and is counted as projected.
//
// Where nothing is drawn but theta, all chains have the same q, which is computed once.
class SiteSampler : public LocalGaussians {
 public:
  explicit SiteSampler(const SiteOptions& o) : LocalGaussians(o, o.clip.has_value()), options_(o) {}

  void start(Context& context, Block theta) override;
  void advance(Context& context, Index iterations, Block theta) override;
  std::span<const NamedBlock> state() override { return state_; }

 protected:
  struct Visit : Turn {
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

  // Declares a message per visit of each client, or says that there is no clip.
  void release_changes(const Problem& problem, Index iterations, ReleasePlan& plan) const;

  // The cavity times the client's likelihood, where that is quadratic: d x d.
  NaturalGaussian exact_tilted(const Visit& at) const;

 private:
  struct Update {
    NaturalGaussian site;
    bool is_projected = false;
  };

  NaturalGaussian round(Context& context, std::int64_t k, Index replicate);
  Update new_site(const Visit& at);
  // The site with the clipped and noisy change of q to q_c.
  NaturalGaussian noisy_site(const Visit& at, const NaturalGaussian& q_c) const;
  // The server's part, and the client's memory.
  void take(const Update& update, Index client, Index replicate, NaturalGaussian& q);

  // theta's columns hold standard normals.
  void estimate(const NaturalGaussian& q, Block theta) const;
  void draw_normals(const Context& context, std::int64_t k, Block theta) const {
    if (draws()) context.random.normal({Role::shared_noise}, k, theta);
  }

  ClientSampling sampling(const Problem& problem) const;
  void start_cohorts(const Problem& problem);
  void start_sites(Block theta);
  double chains_per_replicate() const {
    return static_cast<double>(chains_) / static_cast<double>(replicates_);
  }

  SiteOptions options_;
  double damping_ = 1;
  Index chains_ = 0, replicates_ = 0;  // replicates: of q
  std::optional<ClientSampling> sampling_;
  Sites sites_;
  std::vector<Update> updates_;  // of a round's clients
  Eigen::MatrixXd projected_;    // sites, 1 x replicates
  std::array<NamedBlock, 2> state_{};
};

}  // namespace skald
