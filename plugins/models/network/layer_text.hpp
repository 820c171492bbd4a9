// The text that declares a network's layers, such as
//   conv 6 5x5 pad 2, relu, avgpool 2, dense 120, relu, dense classes
//
//   conv CHANNELS KERNEL [pad P] [stride S] [nobias]
//                                               KERNEL: HEIGHTxWIDTH
//   avgpool KERNEL [stride S]                   KERNEL: HEIGHTxWIDTH or SIDE; stride: SIDE
//   maxpool KERNEL [stride S]
//   dense UNITS                                 UNITS may be `classes`
//   groupnorm GROUPS                            of channels, over all their pixels
//   residual(LAYERS) | residual(LAYERS | LAYERS)
//                                               the sum of LAYERS and of what came before them, or
//                                               of two ways from there; each names layers as above
//   channels CHANNELS                           the channels so far with zeros on either side
//   relu | tanh | sigmoid
//   dropout RATE
//   flatten                                     may be left out before dense
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "network/frame.hpp"

namespace skald::network {

struct Layer {
  enum class Kind : std::uint8_t {
    convolution,
    average_pool,
    maximum_pool,
    dense,
    group_norm,
    channels,
    residual,  // begins a block, of which the layers follow
    shortcut,  // begins the block's second way
    end,       // of the block
    relu,
    tanh,
    sigmoid,
    dropout,
    flatten
  };
  Kind kind = Kind::flatten;
  Index units = 0;  // of dense (0: the table's classes); channels; groups
  Window window = {};
  bool has_bias = true;    // of convolution and dense
  double rate = 0;         // of dropout
  std::string text;        // as it was written; parts of a block have its number, place and text
  std::size_t place = 0;   // of its first character, from 1 on
  std::size_t number = 0;  // from 1 on
};

// Throws std::invalid_argument that begins with the layer's number, place and text.
[[noreturn]] void refuse(const Layer& layer, const std::string& reason);

// Throws std::invalid_argument, naming place, found, expected and a remedy.
std::vector<Layer> parse_layers(std::string_view text);

}  // namespace skald::network
