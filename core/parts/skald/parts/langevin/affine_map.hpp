// One branch of a stage of an AffineChain, to be written block by block.
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <span>
#include <vector>

#include "skald/block.hpp"
#include "skald/extensions/affine_chain.hpp"
#include "skald/langevin_law.hpp"
#include "skald/parts/federated/compression/compressor.hpp"
#include "skald/parts/federated/server_optimiser.hpp"
#include "skald/problem.hpp"

namespace skald {

// z <- matrix z + shift + N(0, noise) on n numbers; at first, z stays as it is.
struct AffineMap {
  Eigen::MatrixXd matrix, shift, noise;  // n x n, n x 1, n x n

  explicit AffineMap(Index n)
      : matrix(Eigen::MatrixXd::Identity(n, n)),
        shift(Eigen::MatrixXd::Zero(n, 1)),
        noise(Eigen::MatrixXd::Zero(n, n)) {}

  // As a branch of the current stage.
  void add_to(AffineStages& stages, double probability = 1) const {
    stages.branch(probability, view(matrix), view(shift), view(noise));
  }
};

// Names for the parts of the state of an AffineChain.

// A state z that holds a number of vectors of d coordinates, one after another.
class StackedVectors {
 public:
  StackedVectors(Index vectors, Index d) : vectors_(vectors), d_(d) {}
  Index d() const { return d_; }
  Index size() const { return vectors_ * d_; }
  // The d x n matrix B by which B z is the vector of that number; z + B' v adds v to it.
  Eigen::MatrixXd operator[](Index vector) const {
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(d_, size());
    matrix.middleCols(vector * d_, d_).setIdentity();
    return matrix;
  }

 private:
  Index vectors_, d_;
};

// The state of a federation as an AffineChain tells it: vectors of clients, one after the other.
class ClientVectors : public StackedVectors {
 public:
  ClientVectors(const QuadraticClients& clients, std::span<const double> weights, Index vectors)
      : StackedVectors(vectors, clients.dimension()), weights_(weights) {}

  Index clients() const { return static_cast<Index>(weights_.size()); }
  double weight(Index c) const { return weights_[static_cast<std::size_t>(c)]; }
  // sum_c w_c times the vectors from `first` on, one of each client: a d x n matrix.
  Eigen::MatrixXd average(Index first) const {
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(d(), size());
    for (Index c = 0; c < clients(); ++c) sum += weight(c) * (*this)[first + c];
    return sum;
  }
  // The vector of client c of those from `first` on whose weighted sum is zero: all but the last
  // client's are in the state.
  Eigen::MatrixXd zero_sum(Index first, Index c) const {
    if (c + 1 < clients()) return (*this)[first + c];
    Eigen::MatrixXd last = Eigen::MatrixXd::Zero(d(), size());
    for (Index k = 0; k + 1 < clients(); ++k) last -= weight(k) / weight(c) * (*this)[first + k];
    return last;
  }
  // The rows of vector i of what maps the state, or is added to it.
  auto rows(Eigen::MatrixXd& map, Index i) const { return map.middleRows(i * d(), d()); }
  // The covariance of vectors i and j.
  auto block(Eigen::MatrixXd& noise, Index i, Index j) const {
    return noise.block(i * d(), j * d(), d(), d());
  }
  // Adds noise of those variances to the vectors from `first` on, one of each client: common to
  // all, and of client c its own, of variance own / w_c.
  void add_noise(Eigen::MatrixXd& noise, Index first, double common, double own) const {
    for (Index a = 0; a < clients(); ++a) {
      for (Index b = 0; b < clients(); ++b)
        block(noise, first + a, first + b).diagonal().array() += common;
      block(noise, first + a, first + a).diagonal().array() += own / weight(a);
    }
  }

 private:
  std::span<const double> weights_;
};

// One branch of a stage of an AffineChain whose clients or server send compressed vectors.

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

// The law of a federated optimiser that runs FedAvg's rounds on all rows.

// In these rounds, every client takes K plain gradient steps of size lr on its mean loss F_c = U_c
// / n_c, and the server averages the moves with weights n_c / n. They are Langevin chains without
// noise (temp = 0), with step h = lr / n. Owns the weights that the law refers to.
class NoiselessLaw {
 public:
  // `plain` means that all clients take part in every round, on all their rows, with a constant
  // step size, and that nothing is added to their steps or moves. The law is known only if, in
  // addition, the server just adds the average move.
  void start(const Problem& problem, const ServerOptions& server, bool plain) {
    known_ = plain && server.server == "sgd" && server.server_lr == 1;
    examples_ = static_cast<double>(problem.examples(Problem::everyone));
    weights_.clear();
    if (!known_) return;
    for (Index c = 0; c < problem.clients(); ++c) weights_.push_back(problem.weight(c));
  }
  // Sampler::law().
  bool describe(double lr, std::int64_t K, LangevinLaw& law) const {
    if (!known_) return false;
    law.kind = LangevinLaw::Kind::averaging;
    law.step = lr / examples_;
    law.temp = 0;
    law.K = K;
    law.at_communication = true;
    law.weights = weights_;
    return true;
  }

 private:
  bool known_ = false;
  double examples_ = 0;
  std::vector<double> weights_;  // n_c / n
};

}  // namespace skald
