// Products of matrices, compiled once: Eigen's templates cost a compiler half a second for every
// new type of product, which laws, whose matrices have some hundred rows at most, need not pay.
#pragma once

#include <Eigen/Core>

namespace skald::linear {

Eigen::MatrixXd product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);  // a b
Eigen::MatrixXd product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b,
                        const Eigen::MatrixXd& c);                              // a b c
Eigen::MatrixXd congruent(const Eigen::MatrixXd& a, const Eigen::MatrixXd& c);  // a c a'
Eigen::MatrixXd outer(const Eigen::VectorXd& a, const Eigen::VectorXd& b);      // a b'
Eigen::MatrixXd transposed(const Eigen::MatrixXd& a);
Eigen::VectorXd times(const Eigen::MatrixXd& a, const Eigen::VectorXd& x);             // a x
Eigen::VectorXd transposed_times(const Eigen::MatrixXd& a, const Eigen::VectorXd& x);  // a' x
Eigen::MatrixXd symmetric_part(const Eigen::MatrixXd& a);  // (a + a') / 2

}  // namespace skald::linear
