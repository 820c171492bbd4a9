// One branch of a stage of an AffineChain whose clients or server send compressed vectors.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "skald/parts/federated/compression/compressor.hpp"
#include "skald/parts/langevin/affine_map.hpp"
#include "skald/parts/langevin/stacked_vectors.hpp"

namespace skald {

// An AffineMap that adds to z what is sent of the z before it.
class CompressedMap : public AffineMap {
 public:
  using AffineMap::AffineMap;

  // z <- z + out C(in z + offset), of n x d, d x n and d x 1 numbers.
  void send(const Eigen::MatrixXd& out, const Eigen::MatrixXd& in, const Eigen::MatrixXd& offset,
            Compressor::Factors factors) {
    matrix += factors.mean * out * in;
    shift += factors.mean * out * offset;
    if (factors.variance != 0) sent_.push_back({out, in, offset, factors.variance});
  }
  // As a branch of the current stage.
  void add_to(AffineStages& stages, double probability = 1) const {
    AffineMap::add_to(stages, probability);
    for (const Sent& sent : sent_) {
      for (Index i = 0; i < sent.in.rows(); ++i) {
        const Eigen::MatrixXd out = sent.out.col(i), in = sent.in.row(i).transpose();
        stages.scatter(sent.variance, view(out), view(in), sent.offset(i, 0));
      }
    }
  }

 private:
  struct Sent {
    Eigen::MatrixXd out, in, offset;
    double variance;
  };

  std::vector<Sent> sent_;
};

}  // namespace skald
