// An optimiser whose rounds are affine maps of its state wherever losses are quadratic, so that the
// estimates on its way follow.
#pragma once

#include "skald/extensions/affine_chain.hpp"

namespace skald {

// Takes the estimates that rounds can lead to.
class RoundEnds {
 public:
  virtual ~RoundEnds() = default;
  // One of them (d x 1, as a deviation from x*), with its probability. The same may come again.
  virtual void end(double probability, ConstBlock estimate) = 0;
};

// What such an optimiser derives from besides Sampler. Asked after start(), by the conformance kit
// alone: unlike what an AffineChain tells, z may hold what is conserved. What it tells is written
// from the method's formulas, not by the functions that make its steps: otherwise both would be
// wrong together.
class AffineRounds {
 public:
  virtual ~AffineRounds() = default;
  // Describes a stride, as AffineChain::describe() does, without noise of a mechanism.
  // clients.noises are those of estimates from one row each; without columns where these depend on
  // theta. Returns false, saying nothing, if the rounds are not affine with these options.
  virtual bool describe_rounds(const QuadraticClients& clients, AffineStages& stages) const = 0;
  // Of rounds that are not affine, but can go in finitely many ways: tells every estimate that so
  // many strides from a start, a deviation from x* (d x 1), can lead to. Returns false, telling
  // nothing, if it cannot, or if there are too many of them.
  virtual bool walk_rounds(const QuadraticClients& /*clients*/, Index /*strides*/,
                           ConstBlock /*start*/, RoundEnds& /*ends*/) const {
    return false;
  }
};

}  // namespace skald
