// Chains written down for one problem alone, with Eigen and for this machine's processor: what the
// samplers are compared with.
#pragma once

#include <memory>
#include <vector>

namespace skald::bare {

// Ten clients with the potentials 1/2 theta' A_c theta - b_c' theta; A_c and b_c one after another.
struct Quadratics {
  int dimension;
  std::vector<double> curvatures, slopes;
};

// Logistic regression with a standard normal prior: rows of `dimension` numbers one after another,
// each with 0 or 1, in equal parts those of the clients.
struct Logistic {
  int dimension, clients;
  std::vector<double> rows, labels;
};

// `start` is d x C, a column per chain.
class Chains {
 public:
  virtual ~Chains() = default;
  // One iteration of all chains; of FA-HMC one round.
  virtual void advance() = 0;
  // d x C, as `start`: what the server knows.
  virtual std::vector<double> states() const = 0;
};

// FALD, whose clients average with probability 0.2.
std::unique_ptr<Chains> fald(const Quadratics& clients, const std::vector<double>& start);

// VR-FALD*: of the clients' gradients at a reference, which is renewed when they average in one of
// four cases, what a step needs is kept.
std::unique_ptr<Chains> vr_fald(const Quadratics& clients, const std::vector<double>& start);

// QLSD++ with 16 levels: on all rows, and with 10 rows of every client and a reference that is
// renewed every 100 iterations.
std::unique_ptr<Chains> qlsd_pp(const Quadratics& clients, const std::vector<double>& start);
std::unique_ptr<Chains> qlsd_pp(const Logistic& problem, const std::vector<double>& start);

// FA-HMC: a round is 5 trajectories of 10 leapfrog steps.
std::unique_ptr<Chains> fa_hmc(const Quadratics& clients, const std::vector<double>& start);

// SGLD: every chain takes 10 rows in each step.
std::unique_ptr<Chains> sgld(const Logistic& problem, const std::vector<double>& start);

}  // namespace skald::bare
