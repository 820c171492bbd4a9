// Gradients of single rows, which are never formed all at once: their norms, and their sum with a
// factor for each row (Goodfellow 2015, Efficient per-example gradient computations; for weights
// that are used in many places, Li, Tramer, Liang and Hashimoto 2022, section 4).
#pragma once

#include <ATen/ATen.h>

#include <cstdint>
#include <span>
#include <vector>

namespace skald {

// What a layer leaves in a pass of B rows, each of which must depend on itself alone. With the
// slopes of the loss in its outputs, it tells the gradient of every row in the layer's parameters.
struct LayerTrace {
  // parameters, inputs and outputs, where T is the number of places at which the parameters are
  // used:
  //  - dense: weights, intercepts; B x inputs; B x units;
  //  - convolution: weights; B x channels x height x width of both;
  //  - scale: a factor and an intercept per channel; both as of a convolution;
  //  - embedding: the table; B x T words; B x T x dimension;
  //  - recurrence: weights of the input and of the state, intercepts of gates; of T steps the
  //    input, B x inputs, then of T steps the state, B x units; of T steps the gates, B x gates.
  enum class Kind { dense, convolution, scale, embedding, recurrence };
  Kind kind;
  std::vector<at::Tensor> parameters, inputs, outputs;
  std::int64_t stride = 0, padding = 0;  // convolution
};

// The squared norms of the B rows' gradients in the layer's parameters, in double precision.
// `slopes` are in the layer's outputs.
at::Tensor squared_norms(const LayerTrace& layer, std::span<const at::Tensor> slopes);

// Adds the sum of the rows' gradients, each times its factor, to the gradients of the parameters.
void add_gradients(const LayerTrace& layer, std::span<const at::Tensor> slopes,
                   const at::Tensor& factors);

}  // namespace skald
