// A sampler whose iterations are affine maps of its state wherever potentials are quadratic, so
// that the exact law of its draws follows.
#pragma once

#include <cstdint>

#include "skald/block.hpp"

namespace skald {

// The clients' potentials on coordinates that no client couples to others, in deviations e from the
// mode x* of their sum U: grad U_c(x* + e) = A_c e + g_c. Views, valid during a call.
struct QuadraticClients {
  ConstBlock curvatures;  // d x N d: A_1, ..., A_N side by side
  ConstBlock slopes;      // d x N: g_1, ..., g_N, which add up to zero
  // Covariances of minibatch estimates, d x N d of grad U_c; of a centralised chain d x d, of grad
  // U.
  ConstBlock noises;

  Index dimension() const { return slopes.rows; }
  Index size() const { return slopes.cols; }
  ConstBlock curvature(Index client) const { return of(curvatures, client); }
  ConstBlock slope(Index client) const { return slopes.columns(client, 1); }
  ConstBlock noise(Index client) const { return of(noises, client); }

 private:
  ConstBlock of(ConstBlock all, Index client) const {
    return all.columns(client * dimension(), dimension());
  }
};

// Takes the description of a chain: a state z of n numbers, and the stages of one stride, each an
// affine map that may be drawn at random. What it is given is copied.
class AffineStages {
 public:
  virtual ~AffineStages() = default;
  // z = lift e + shift (n x d, n x 1) where the run starts at x* + e. Called first.
  virtual void start(ConstBlock lift, ConstBlock shift) = 0;
  // Begins the next stage.
  virtual void stage() = 0;
  // Of this stage, with that probability, z <- matrix z + shift + N(0, noise), where noise is
  // independent of all else (n x n, n x 1, n x n). The probabilities of a stage add up to one.
  virtual void branch(double probability, ConstBlock matrix, ConstBlock shift,
                      ConstBlock noise) = 0;
  // Adds zeta out (in' z + offset) to the last branch, with the z before it: zeta is independent of
  // all else, with mean zero and this variance (n x 1, n x 1).
  virtual void scatter(double variance, ConstBlock out, ConstBlock in, double offset) = 0;
  // After a stride the sampler's theta is x* + matrix z (d x n).
  virtual void estimate(ConstBlock matrix) = 0;
};

// What such a sampler derives from besides Sampler, in place of Sampler::law() where its chain is
// none of those families. Asked after start().
class AffineChain {
 public:
  virtual ~AffineChain() = default;
  // Rows of the minibatches whose noise describe() needs, drawn without replacement; 0: none.
  virtual std::int64_t batch() const { return 0; }
  // Whether these are drawn from the rows of all clients together.
  virtual bool is_centralised() const { return false; }
  // Describes a stride of the chain on these coordinates of a Gaussian problem. What a stage draws
  // (coins, which clients take part) is common to all coordinates, what scatters is not. Nothing
  // that z holds may be conserved, as a sum of controls is that stays zero: the last of them
  // follows from the others. Returns false, saying nothing, if the chain is not affine.
  virtual bool describe(const QuadraticClients& clients, AffineStages& stages) const = 0;
};

}  // namespace skald
