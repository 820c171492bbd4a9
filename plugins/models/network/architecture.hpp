// A network of layers, with the shapes of their outputs and the places of their parameters.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "network/frame.hpp"
#include "network/layer_text.hpp"
#include "skald/block.hpp"

namespace skald::network {

// Activation functions of units, applied to outputs in place. T is double or float.
enum class Activation : std::uint8_t { none, relu, tanh, sigmoid };

// values[i] becomes f(values[i]); the same bits on every processor.
template <class T>
void activate(Activation activation, T* values, Index count);

// slopes[i] *= f'(z), where f(z) = values[i].
template <class T>
void multiply_by_slope(Activation activation, const T* values, Index count, T* slopes);

// What the rows are, or a layer with what is done to its outputs in place.
struct Stage {
  enum class Kind : std::uint8_t {
    input,
    convolution,
    average_pool,
    maximum_pool,
    group_norm,
    channels,  // those of the source, with zeros on either side
    sum,       // of the outputs of source and shortcut
    dense
  };
  Kind kind = Kind::input;
  std::size_t source = 0, shortcut = 0;  // the stages whose outputs it takes
  Window window = {};
  Shape shape = {};  // of the outputs; units x 1 x 1 of a dense layer
  Activation activation = Activation::none;
  double dropout = 0;  // after the activation
  Index inputs = 0;    // of each unit, or of each cell of a channel
  Index biases = 0;
  Index groups = 0;         // of group_norm
  Index zeros_before = 0;   // of channels: how many are before those of the source
  Index offset = 0;         // in theta: weights [channels][inputs], then the biases
  bool is_by_unit = false;  // of dense: the weights of each unit are followed by its bias
  Index weights() const { return shape.channels * inputs; }
  Index parameters() const { return weights() + biases; }
  bool has_parameters() const { return parameters() > 0; }
  // Of a dense layer: how many inputs there are with the constant 1 of the bias, how many numbers
  // of theta follow each other for a unit, and where its weights and its bias begin.
  Index width() const { return inputs + (biases > 0 ? 1 : 0); }
  bool has_bias_apart() const { return biases > 0 && !is_by_unit; }
  Index joined_width() const { return has_bias_apart() ? inputs : width(); }
  Index weights_of(Index unit) const { return offset + unit * joined_width(); }
  Index bias_of(Index unit) const {
    return has_bias_apart() ? offset + weights() + unit : weights_of(unit) + inputs;
  }
};

// Parameters lie stage by stage as in libtorch: the weights, row-major as [out][in] or
// [out][in][height][width], then the biases; of group normalisation, the factors of the channels
// and what is added to them. A dense layer before a group normalisation or within a block is a
// convolution that sees all of its input at once, whose parameters are the same. Networks of dense
// layers alone may have them by unit.
struct Architecture {
  std::vector<Stage> stages;  // the input, stages of images, dense ones; the last gives the scores.
                              // Each takes the outputs of stages before it, the input none
  std::size_t images = 0;     // how many stages are before the first dense one
  Index dimension = 0;

  Index classes() const { return stages.back().shape.channels; }
  bool has_dropout() const;
  // Whether dense layers see the rows as they are.
  bool is_dense() const { return images == 1 && stages[0].dropout == 0; }
};

// The most parameters that a network may have, and the most outputs of a layer.
inline constexpr Index most_parameters = 1'000'000'000, most_outputs = 10'000'000;

// Throws std::invalid_argument, naming the layer, where layers do not fit together or do not end in
// a score for each class.
Architecture build(const std::vector<Layer>& layers, const Shape& input, Index classes);

// "6 x 24 x 24".
std::string shape_text(const Shape& shape);

}  // namespace skald::network
