// A network of layers, with the shapes of their outputs and the places of their parameters.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "network/activation.hpp"
#include "network/frame.hpp"
#include "network/layer_text.hpp"

namespace skald::network {

// What the rows are, or a layer with what is done to its outputs in place.
struct Stage {
  enum class Kind : std::uint8_t { input, convolution, average_pool, maximum_pool, dense };
  Kind kind = Kind::input;
  Window window = {};
  Shape shape = {};  // of the outputs; units x 1 x 1 of a dense layer
  Activation activation = Activation::none;
  double dropout = 0;  // after the activation
  Index inputs = 0;    // of each unit, or of each cell of a channel
  Index offset = 0;    // in theta: weights [channels][inputs], then the biases
  bool has_parameters() const { return kind == Kind::convolution || kind == Kind::dense; }
  Index weights() const { return shape.channels * inputs; }
};

// Parameters lie stage by stage as in libtorch: the weights, row-major as [out][in] or
// [out][in][height][width], then the biases.
struct Architecture {
  std::vector<Stage> stages;  // the input, stages of images, dense ones; the last gives the scores
  std::size_t images = 0;     // how many stages are before the first dense one
  Index dimension = 0;

  Index classes() const { return stages.back().shape.channels; }
  bool has_dropout() const;
};

// The most parameters that a network may have, and the most outputs of a layer.
inline constexpr Index most_parameters = 1'000'000'000, most_outputs = 10'000'000;

// Throws std::invalid_argument, naming the layer, where layers do not fit together or do not end in
// a score for each class.
Architecture build(const std::vector<Layer>& layers, const Shape& input, Index classes);

// "6 x 24 x 24".
std::string shape_text(const Shape& shape);

}  // namespace skald::network
