// Norms of the gradients of single rows, without the gradients (Goodfellow 2015, Efficient
// per-example gradient computations; Li, Tramer, Liang, Hashimoto 2022, Large language models can
// be strong differentially private learners, for weights that are used in many places).
#pragma once

#include <ATen/ATen.h>

#include <cstdint>
#include <span>
#include <vector>

namespace skald {

// What a layer leaves in a pass of B rows, each of which must depend on itself alone. With the
// slopes of the loss in its outputs, they tell the gradient of every row in the layer's parameters.
struct LayerTrace {
  // inputs and outputs, where T is the number of places at which the parameters are used:
  //  - dense: B x inputs; B x units. Weights and intercepts;
  //  - convolution: B x channels x height x width of both. Weights without intercepts;
  //  - scale: both as of a convolution. A factor and an intercept per channel;
  //  - embedding: B x T words; B x T x dimension. The table;
  //  - recurrence: of T steps the input, B x inputs, then of T steps the state, B x units; of T
  //    steps the gates, B x gates. Weights of both inputs, and intercepts of gates.
  enum class Kind { dense, convolution, scale, embedding, recurrence };
  Kind kind;
  std::vector<at::Tensor> inputs, outputs;
  std::int64_t side = 0, stride = 0, padding = 0;  // convolution
};

// The squared norms of the B rows' gradients in the parameters of the layer, in double precision.
// `slopes` are in the layer's outputs.
at::Tensor squared_norms(const LayerTrace& layer, std::span<const at::Tensor> slopes);

}  // namespace skald
