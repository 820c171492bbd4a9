// A statistical model over the rows of a table. U denotes potentials (negative log densities), so
// gradient steps descend.
#pragma once

#include <limits>
#include <span>

#include "skald/table.hpp"

namespace skald {

class Model {
 public:
  virtual ~Model() = default;

  // Takes the table, which outlives the model. Called once, before anything else. Throws
  // std::invalid_argument if the table does not suit the model.
  virtual void bind(const Table& table) = 0;
  // d, the number of parameters.
  virtual Index dimension() const = 0;

  // out = sum over the rows of grad(-log p(z | theta)), for every chain (d x C both). A column of
  // the result depends on that column and its rows only, to the last bit.
  virtual void gradient(const Rows& rows, ConstBlock theta, Block out) const = 0;
  // out[j] = sum over the rows of -log p(z | theta_j).
  virtual void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const = 0;
  // As gradient(), but a row's gradient that is longer than `clip` is first scaled down to norm
  // `clip`.
  virtual void clipped_gradient(const Rows& rows, double clip, ConstBlock theta, Block out) const;

  // out += share * grad U_0(theta) and out[j] += share * U_0(theta_j): the prior.
  virtual void add_prior_gradient(double /*share*/, ConstBlock /*theta*/, Block /*out*/) const {}
  virtual void add_prior_potential(double /*share*/, ConstBlock /*theta*/,
                                   std::span<double> /*out*/) const {}

  // Number of classes of predict(); 0: the model does not predict classes.
  virtual Index classes() const { return 0; }
  // probabilities(c, r) = p(class c | row r, theta), one parameter column; classes x rows.count.
  virtual void predict(const Rows& /*rows*/, ConstBlock /*theta*/, Block /*probabilities*/) const {}

  // Returns an optional extension, by the id of its class below (or of a third party's), or null.
  // Owned by the model.
  virtual const void* extension(const char* /*id*/) const { return nullptr; }

  // Whether several threads may call the const functions of a bound model, and of its extensions,
  // at once: true of a model that keeps no working memory in itself, or one for each thread. Runs
  // of other models have one thread.
  virtual bool is_thread_safe() const { return false; }
};

// Extension: U over rows is exactly quadratic, 1/2 (theta - mu)' A (theta - mu) + constant.
class GaussianPosterior {
 public:
  static constexpr const char* id = "skald.gaussian_posterior/1";
  virtual ~GaussianPosterior() = default;
  // A (d x d) and mu (d x 1) of the potential over `rows` with `prior_share` of the prior included.
  virtual void quadratic(const Rows& rows, double prior_share, Block curvature,
                         Block minimiser) const = 0;
  // Whether every row has the same curvature (then minibatch noise does not depend on theta).
  virtual bool equal_curvatures() const = 0;
};

// Extension: bounds of the curvature of U over rows, m I <= Hessian <= L I for every theta.
class CurvatureBounds {
 public:
  static constexpr const char* id = "skald.curvature_bounds/2";
  struct Bounds {
    double m, L;
  };
  virtual ~CurvatureBounds() = default;
  // Bounds over `rows` with `prior_share` of the prior included; over no rows, those of the prior.
  virtual Bounds bounds(const Rows& rows, double prior_share) const = 0;
};

// Extension: properties of the curvature that hold whatever rows the table has, since they follow
// from the model and its options alone and are never read from rows. The sensitivity of clipped
// gradient descent rests on them: a bound computed from private rows would reveal something about
// them, and one more row could break it.
class PublicCurvature {
 public:
  static constexpr const char* id = "skald.public_curvature/1";
  virtual ~PublicCurvature() = default;
  // m I <= Hessian of U_0 <= L I for every theta.
  virtual CurvatureBounds::Bounds prior() const = 0;
  // The largest L that the potential of a row may have; infinite if nothing bounds it.
  virtual double largest_row_curvature() const { return std::numeric_limits<double>::infinity(); }
  // Whether every row's potential is convex, with a curvature of at most largest_row_curvature().
  virtual bool convex_rows() const { return convex_when_clipped(); }
  // Whether every row's gradient, clipped to any norm, is still the gradient of a convex function
  // with a curvature of at most largest_row_curvature(). This is true for convex functions of one
  // linear predictor x' theta and of a distance |theta - x|. Convexity is not enough: if clipping
  // shortens gradients of varying direction, gradient steps may move apart.
  virtual bool convex_when_clipped() const { return false; }
};

// Extension: the Euclidean norm of a row's features is held to a public bound; a longer row is
// scaled down to it.
class RowBound {
 public:
  static constexpr const char* id = "skald.row_bound/1";
  virtual ~RowBound() = default;
  // The bound; infinite if none is set.
  virtual double row_bound() const = 0;
  // How many training rows were scaled down. This is a count of private rows, which no privacy
  // guarantee covers.
  virtual Index projected_rows() const = 0;
};

// The model's extension of class E, or null.
template <class E>
const E* extension(const Model& model) {
  return static_cast<const E*>(model.extension(E::id));
}

inline void Model::clipped_gradient(const Rows& rows, double clip, ConstBlock theta,
                                    Block out) const {
  Eigen::MatrixXd one(theta.rows, 1);
  for (Index j = 0; j < theta.cols; ++j) {
    out.column(j).setZero();
    for (Index r = 0; r < rows.count; ++r) {
      gradient(rows.of_row(j, r), theta.columns(j, 1), view(one));
      const double norm = one.norm();
      out.column(j) += (norm > clip ? clip / norm : 1.0) * one.col(0);
    }
  }
}

}  // namespace skald
