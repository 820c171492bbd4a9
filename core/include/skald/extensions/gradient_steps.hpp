// Extension of a model that makes steps of gradient descent by itself.
#pragma once

#include "skald/table.hpp"

namespace skald {

// A step is
//   theta <- theta - lr g,
//   g = factor * sum over the rows of grad(-log p(z | theta)) + prior_share * grad U_0(theta).
// A model that writes theta while it has the sum in its registers passes over memory once, where
// gradients, prior and step by themselves pass four times. Only a matter of time: theta has the
// bits that Model::gradient(), a product with `factor`, Model::add_prior_gradient() and a step
// give, one after the other.
class GradientSteps {
 public:
  static constexpr const char* id = "skald.gradient_steps/1";
  struct Step {
    Rows rows;  // alike for all chains, and numbered within the rows of a client
    double factor = 1, prior_share = 0, lr = 0;
  };
  // Steps, one after the other.
  class Source {
   public:
    virtual ~Source() = default;
    // Sets `step` to the next step, whose rows are valid until the next call; or returns false.
    virtual bool next(Step& step) = 0;
  };

  virtual ~GradientSteps() = default;
  // Makes all steps of the source from theta on, which has one column, for a client with these rows
  // of the table. It may ask for a step before it has made the last one.
  virtual void descend(const Rows& client, Source& source, Block theta) const = 0;
};

}  // namespace skald
