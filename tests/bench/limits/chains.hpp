// Chains written down for one problem alone, with Eigen and for this machine's processor: what the
// samplers are compared with. `advance` makes one iteration of all chains.
#pragma once

#include <memory>

namespace skald::bare {

class Chains {
 public:
  virtual ~Chains() = default;
  virtual void advance() = 0;
};

// FALD on 10 clients with quadratic potentials of their own, which average with probability 0.2.
std::unique_ptr<Chains> fald(int dimension, int chains);

// VR-FALD* on the same clients: of their gradients at a reference, which is renewed when they
// average in one of four cases, what a step needs is kept.
std::unique_ptr<Chains> vr_fald(int dimension, int chains);

// SGLD on logistic regression of `rows` rows: every chain takes 10 of them in each step.
std::unique_ptr<Chains> sgld(int rows, int dimension, int chains);

}  // namespace skald::bare
