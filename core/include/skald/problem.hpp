// A federated problem, owned by the host: model x data x partition. It is everything that an
// algorithm may ask of the federation.
#pragma once

#include "skald/model.hpp"

namespace skald {

// Client c has n_c rows and the potential U_c = sum over its rows of -log p + share_c U_0, where
// the shares add up to 1; the target is exp(-sum_c U_c / temp). theta and out are d x C blocks, one
// column per chain. Rows are local: 0..n_c-1 of the client. Gradient evaluations are counted here.
class Problem {
 public:
  // The client that holds every row, for centralised algorithms. Its potential is U.
  static constexpr Index everyone = -1;

  virtual ~Problem() = default;

  virtual Index dimension() const = 0;
  virtual Index clients() const = 0;
  virtual Index examples(Index client) const = 0;  // n_c; n for everyone
  // The default aggregation weight w_c = n_c / n.
  virtual double weight(Index client) const = 0;

  // out = grad U_c(theta), all of the client's rows.
  virtual void gradient(Index client, ConstBlock theta, Block out) = 0;
  // Unbiased estimate of grad U_c: (n_c / batch) times the sum over the batch, plus the client's
  // share of the prior.
  virtual void gradient(Index client, const Rows& batch, ConstBlock theta, Block out) = 0;
  // out = grad F_c(theta) over the batch, in the mean-loss convention of federated optimisation:
  // F_c = U_c / n_c, so the batch mean of the rows' gradients plus share_c / n_c of the prior's
  // gradient.
  virtual void risk_gradient(Index client, const Rows& batch, ConstBlock theta, Block out) = 0;
  // As risk_gradient(), but every row's gradient is clipped to norm `clip` (the prior's part is not
  // data and is not clipped), and their sum is divided by `batch_size`. This is the number of rows
  // or, if that number is random and may be zero, its expectation.
  virtual void clipped_risk_gradient(Index client, const Rows& batch, double clip,
                                     double batch_size, ConstBlock theta, Block out) = 0;

  // out[j] = U_c(theta_j), all of the client's rows. Not counted as a cost.
  virtual void potential(Index client, ConstBlock theta, std::span<double> out) const = 0;

  // The client's rows in the model's table, for the extensions below.
  virtual Rows rows(Index client) const = 0;
  // The client's share of the prior; the shares of all clients add up to 1.
  virtual double prior_share(Index client) const = 0;
  // Returns the model's extension with that id, or null; see model.hpp.
  virtual const void* model_extension(const char* id) const = 0;
};

}  // namespace skald
