// The reference point of control variates: a point Y that all clients know, their full gradients
// there, and the sum of these.
#pragma once

#include <cstdint>
#include <optional>

#include "skald/parts/federated/schedule.hpp"
#include "skald/parts/langevin/averaging.hpp"

namespace skald {

// With probability q_cv per iteration, the average of the local states BEFORE the iteration's step
// becomes the next reference point; it takes effect from the next iteration on. Each chain has its
// own.
class ReferencePoint {
 public:
  // Sets Y to the start and exchanges its gradients (the start itself is known to all). The
  // federation must have been started, and outlives the reference point.
  ReferencePoint(Context& context, Averaging& federation, double q_cv, ConstBlock start)
      : federation_(federation),
        refresh_({Role::reference}, q_cv, start.cols),
        point_(start.matrix()),
        client_gradients_(start.rows, federation.clients() * start.cols),
        full_gradient_(start.rows, start.cols),
        next_(start.rows, start.cols) {
    for (Index j = 0; j < start.cols; ++j) renew_gradients(context, j);
    count_exchange(context, start.cols);
  }

  ConstBlock point() const { return view(point_); }  // Y, d x C
  // grad U_c(Y) of one client, and the sum of these over the clients.
  Block client_gradient(Index client) {
    return view(client_gradients_).columns(client * point_.cols(), point_.cols());
  }
  ConstBlock full_gradient() const { return view(full_gradient_); }

  // Before the steps of iteration k: tosses the coins and keeps the averages of the chains that
  // will renew their reference point. Returns whether there are any.
  bool propose(const Context& context, std::int64_t k) {
    if (refresh_.toss(context.random, k) == 0) return false;
    for (Index j = 0; j < point_.cols(); ++j) {
      if (refresh_.head(j)) federation_.average(j, view(next_));
    }
    return true;
  }
  // After the steps, if propose() returned true: theta^c and grad U_c(Y) go up, Y and the sum go
  // down.
  void renew(Context& context) {
    for (Index j = 0; j < point_.cols(); ++j) {
      if (!refresh_.head(j)) continue;
      point_.col(j) = next_.col(j);
      renew_gradients(context, j);
      count_exchange(context, 2);
    }
  }

  NamedBlock point_state() { return {"reference", view(point_)}; }
  NamedBlock client_gradient_state() { return {"client_gradients", view(client_gradients_)}; }
  NamedBlock full_gradient_state() { return {"full_gradient", view(full_gradient_)}; }

 private:
  void count_exchange(Context& context, Index vectors) const {
    const double bits =
        static_cast<double>(vectors * federation_.clients()) * vector_bits(point_.rows());
    context.ledger.bits_up += bits;
    context.ledger.bits_down += bits;
  }
  void renew_gradients(Context& context, Index j) {
    full_gradient_.col(j).setZero();
    const ConstBlock y = point().columns(j, 1);
    context.parallel(
        federation_.clients(),
        [&](Index c, Index) { context.problem.gradient(c, y, client_gradient(c).columns(j, 1)); },
        [&](Index c, Index) { full_gradient_.col(j) += client_gradient(c).column(j); });
  }

  Averaging& federation_;
  Coins refresh_;
  Eigen::MatrixXd point_;
  Eigen::MatrixXd client_gradients_;  // client after client
  Eigen::MatrixXd full_gradient_;
  Eigen::MatrixXd next_;
};

}  // namespace skald
