#include "linear/products.hpp"

namespace skald::linear {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd product(const MatrixXd& a, const MatrixXd& b) { return a * b; }
MatrixXd product(const MatrixXd& a, const MatrixXd& b, const MatrixXd& c) {
  return product(product(a, b), c);
}
MatrixXd congruent(const MatrixXd& a, const MatrixXd& c) { return product(a, c) * a.transpose(); }
MatrixXd outer(const VectorXd& a, const VectorXd& b) { return a * b.transpose(); }
MatrixXd transposed(const MatrixXd& a) { return a.transpose(); }
VectorXd times(const MatrixXd& a, const VectorXd& x) { return a * x; }
VectorXd transposed_times(const MatrixXd& a, const VectorXd& x) { return a.transpose() * x; }
MatrixXd symmetric_part(const MatrixXd& a) { return (a + a.transpose()) / 2; }

}  // namespace skald::linear
