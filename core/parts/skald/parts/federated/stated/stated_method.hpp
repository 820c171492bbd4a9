// A federated method on quadratic losses, written once more as its paper has it.
#pragma once

#include <Eigen/Core>

#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "skald/block.hpp"
#include "skald/parts/federated/local_optimiser.hpp"

namespace skald {

// Vectors of dimension d that are affine functions of a state.

// linear z + shift, for a state z of n numbers: d x n and d x 1, d at most kMostCoordinates. Sums
// and products with numbers and matrices are those of vectors, so that a method's pseudocode can be
// written down as it is. Without a state (n = 0) they allocate nothing.
struct AffineVector {
  static constexpr Eigen::Index kMostCoordinates = 16;
  using Shift = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMostCoordinates, 1>;

  Eigen::MatrixXd linear;
  Shift shift;

  static AffineVector zero(Eigen::Index d, Eigen::Index n) {
    return {Eigen::MatrixXd::Zero(d, n), Shift::Zero(d)};
  }
  AffineVector& operator+=(const AffineVector& other) {
    linear += other.linear;
    shift += other.shift;
    return *this;
  }
  AffineVector& operator-=(const AffineVector& other) {
    linear -= other.linear;
    shift -= other.shift;
    return *this;
  }
  friend AffineVector operator+(AffineVector a, const AffineVector& b) { return a += b; }
  friend AffineVector operator-(AffineVector a, const AffineVector& b) { return a -= b; }
  friend AffineVector operator*(double factor, AffineVector a) {
    a.linear *= factor;
    a.shift *= factor;
    return a;
  }
  friend AffineVector operator*(const Eigen::Ref<const Eigen::MatrixXd>& matrix,
                                const AffineVector& a) {
    return {matrix * a.linear, matrix.lazyProduct(a.shift)};
  }
};

// What a round's client is given, and what of the round it is.
struct StatedClient {
  Index client;
  std::int64_t steps;  // tau_c, its local steps, so many of them in an iteration
  std::int64_t steps_per_iteration;
  double weight;    // in averages over the cohort, not normalised: n_c, or 1
  double examples;  // n_c
  std::function<AffineVector(const AffineVector&)> gradient;  // of F_c
};

// A round: who takes part, what the server knows, and what the method remembers. Vectors are
// deviations from a common point, and changed in place.
struct StatedRound {
  std::vector<StatedClient> cohort;
  AffineVector theta;                // as the cohort receives it
  std::vector<AffineVector> memory;  // see StatedMethod::memories()
  std::vector<double> rates = {};    // step sizes in each iteration of the round
  LocalOptimiserOptions steps;       // how these are made
  double length = 0;                 // of the path of client 0, if it makes all its steps
  Index clients = 0;                 // N
  double examples = 0;               // n = sum_c n_c
  // What of a message arrives, other than the move's; empty: all of it. And the share of such a
  // message by which both sides go towards what it stands for.
  std::function<AffineVector(const AffineVector&)> compress = {};
  double share = 1;

  AffineVector nothing() const { return 0 * theta; }
  double rate(const StatedClient& client, std::int64_t step) const {
    return rates.at(static_cast<std::size_t>(step / client.steps_per_iteration));
  }
  AffineVector received(const AffineVector& x) const { return compress ? compress(x) : x; }
};

// A local solver and what the server does beside averaging.
class StatedMethod {
 public:
  virtual ~StatedMethod() = default;

  // Whether the formulas hold with these options and so many clients.
  virtual bool is_stated(Index /*clients*/) const { return true; }
  // Whether moves and averages are affine functions of the state. Those of other methods are asked
  // for with numbers alone, whose `linear` has no column.
  virtual bool is_affine() const { return true; }
  // Whether moves ask for a client's gradient once per local step, in their order: then these may
  // be those of minibatches.
  virtual bool takes_batches() const { return false; }
  // How many vectors are remembered from round to round, all zero at the start.
  virtual Index memories(Index /*clients*/) const { return 0; }
  // The clients' moves y_c - theta, which the server averages with the cohort's weights.
  virtual std::vector<AffineVector> moves(StatedRound& round) const = 0;
  // Changes their average into the move that the server makes, and what is remembered.
  virtual void end(StatedRound&, const std::vector<AffineVector>&, AffineVector&) const {}

 protected:
  // tau local steps, see local_optimiser.hpp; returns y - theta.
  template <class Gradient>
  static AffineVector descend(const StatedRound& round, const StatedClient& client,
                              const Gradient& g) {
    if (round.steps.steps_adaptively()) return descend_adaptively(round, client, g);
    const double beta = round.steps.momentum;
    AffineVector y = round.theta, v = round.nothing();
    for (std::int64_t k = 0; k < client.steps; ++k) {
      const AffineVector gradient = g(y);
      v = beta * v + gradient;
      y -= round.rate(client, k) * (round.steps.looks_ahead() ? gradient + beta * v : v);
    }
    return y - round.theta;
  }
  // Adam's, with numbers: the means as sums over all gradients so far, not by recursion.
  template <class Gradient>
  static AffineVector descend_adaptively(const StatedRound& round, const StatedClient& client,
                                         const Gradient& g) {
    const LocalOptimiserOptions& o = round.steps;
    std::vector<Eigen::ArrayXd> gradients;
    AffineVector y = round.theta;
    for (std::int64_t t = 1; t <= client.steps; ++t) {
      gradients.emplace_back(g(y).shift.array());
      const Eigen::ArrayXd zero = 0 * gradients.back();
      Eigen::ArrayXd mean = zero, square = zero;
      double ones = 0, twos = 0;  // the weights of the means
      for (std::size_t i = 0; i < gradients.size(); ++i) {
        const auto age = static_cast<double>(gradients.size() - 1 - i);
        const double one = std::pow(o.client_beta1, age), two = std::pow(o.client_beta2, age);
        mean += one * gradients[i];
        square += two * gradients[i].square();
        ones += one;
        twos += two;
      }
      y.shift.array() -=
          round.rate(client, t - 1) * (mean / ones) / ((square / twos).sqrt() + o.client_eps);
    }
    return y - round.theta;
  }
  // sum_c w_c x_c / sum_c w_c over the cohort.
  template <class Vector>
  static AffineVector mean(const StatedRound& round, const Vector& of_client) {
    AffineVector sum = round.nothing();
    double total = 0;
    for (const StatedClient& client : round.cohort) {
      sum += client.weight * of_client(client);
      total += client.weight;
    }
    return 1 / total * sum;
  }
};

// FedAvg, and with mu > 0 FedProx.
class StatedSgd final : public StatedMethod {
 public:
  explicit StatedSgd(double mu = 0) : mu_(mu) {}
  bool takes_batches() const override { return true; }
  std::vector<AffineVector> moves(StatedRound& round) const override {
    std::vector<AffineVector> moves;
    for (const StatedClient& client : round.cohort) {
      moves.push_back(descend(round, client, [&](const AffineVector& y) {
        return client.gradient(y) + mu_ * (y - round.theta);
      }));
    }
    return moves;
  }

 private:
  double mu_;
};

}  // namespace skald
