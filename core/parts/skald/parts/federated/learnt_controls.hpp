// What clients learn of their own part of the drift from the averages that they receive.
#pragma once

#include "skald/parts/federated/local_states.hpp"

namespace skald {

// The control variates of Scaffnew (ProxSkip: Mishchenko, Malinovsky, Stich and Richtarik, 2022,
// algorithm 2). A client steps by its gradient less s_c; when clients communicate, with probability
// p_c per iteration,
//
//   s_c <- s_c + (p_c / gamma_c) (mean - theta^c)
//
// with the step gamma_c of the client, before it goes on from the mean. s_c never travels. If the
// mean is sum_c w_c theta^c, sum_c w_c gamma_c s_c stays 0.
class LearntControls {
 public:
  // s_c = 0 for every client and every chain of theta.
  void start(Index clients, Block theta) {
    Eigen::MatrixXd nothing = Eigen::MatrixXd::Zero(theta.rows, theta.cols);
    controls_.start(clients, view(nothing));
  }
  Block operator[](Index client) { return controls_[client]; }
  // `mean` has one column, of that chain; `rate` is p_c / gamma_c.
  void learn(Index client, Index chain, double rate, ConstBlock state, ConstBlock mean) {
    controls_[client].column(chain) += rate * (mean.column(0) - state.column(chain));
  }
  Block all() { return controls_.all(); }

 private:
  LocalStates controls_;
};

}  // namespace skald
