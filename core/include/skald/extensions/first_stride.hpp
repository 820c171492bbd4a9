// A sampler whose chain is no affine map, but whose first stride is a normal step.
#pragma once

#include <Eigen/Core>

#include "skald/block.hpp"

namespace skald {

// The potentials of clients, whatever their form: U_c is that of the client's rows plus its share
// n_c / n of the prior's.
class ClientPotentials {
 public:
  virtual ~ClientPotentials() = default;
  virtual Index dimension() const = 0;
  virtual Index size() const = 0;
  virtual double prior() const = 0;  // its precision: the prior is N(0, I / prior)
  // Writes gradient and Hessian of the potential of the client's rows at theta (d x 1, d x d).
  virtual void of_rows(Index client, ConstBlock theta, Block gradient, Block hessian) const = 0;

  struct Slopes {
    Eigen::VectorXd gradient;
    Eigen::MatrixXd hessian;
  };
  Slopes of_rows(Index client, const Eigen::VectorXd& theta) const {
    const Eigen::MatrixXd at = theta;
    Eigen::MatrixXd gradient(dimension(), 1), hessian(dimension(), dimension());
    of_rows(client, view(at), view(gradient), view(hessian));
    return {gradient.col(0), hessian};
  }
  // Of U, the sum of all.
  Slopes of_all(const Eigen::VectorXd& theta) const {
    Slopes all{prior() * theta, prior() * Eigen::MatrixXd::Identity(dimension(), dimension())};
    for (Index c = 0; c < size(); ++c) {
      const Slopes rows = of_rows(c, theta);
      all.gradient += rows.gradient;
      all.hessian += rows.hessian;
    }
    return all;
  }
};

// What a sampler derives from besides Sampler if the law of its estimate after one stride from one
// point is known, though no later one is: where what it remembers at the start is fixed, and its
// step is normal given that, or nothing is drawn. Asked after start(), by the conformance kit
// alone. What it tells is written from the method's formulas, not by the functions that make its
// steps: otherwise both would be wrong together.
class FirstStride {
 public:
  virtual ~FirstStride() = default;
  // Replaces a start by the mean of the estimate after a stride (d x 1), and writes its covariance
  // (d x d). Returns false, changing nothing, if that is not known with these options.
  virtual bool first_stride(const ClientPotentials& clients, Block mean,
                            Block covariance) const = 0;
};

}  // namespace skald
