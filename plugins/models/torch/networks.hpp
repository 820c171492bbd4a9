// The networks, as functions of their parameters and inputs.
#pragma once

#include <ATen/ATen.h>

#include <cmath>
#include <utility>
#include <vector>

#include "torch/row_gradients.hpp"
#include "torch/torch_model.hpp"

namespace skald {

// How one parameter tensor starts: uniform on offset +- scale.
struct ParameterTensor {
  std::vector<std::int64_t> shape;
  double offset, scale;
  std::int64_t count() const { return c10::multiply_integers(shape); }
};

// One pass of rows through a network. The first pass declares the parameters in the order in which
// the layers ask for them; later passes hand them out.
class Pass {
 public:
  // training: a gradient will be asked for. Statistics of batch normalisation: those of the rows
  // themselves (own), also kept in `statistics` (collect), or those kept there before (use).
  enum class Statistics { own, collect, use };

  bool declares = false;
  bool training = false;
  Statistics statistics_mode = Statistics::own;
  at::TensorOptions numbers;
  std::vector<ParameterTensor> declared;
  std::vector<at::Tensor> parameters;
  std::vector<std::pair<at::Tensor, at::Tensor>> statistics;  // mean and biased variance
  // Where layers leave their traces, or null. If not null, rows are normalised one by one, as in a
  // pass of one row.
  std::vector<LayerTrace>* traces = nullptr;

  void rewind() { next_parameter_ = next_statistics_ = 0; }

  at::Tensor parameter(std::vector<std::int64_t> shape, double offset, double scale) {
    if (!declares) return parameters[next_parameter_++];
    declared.push_back({shape, offset, scale});
    return at::zeros(shape, numbers);
  }
  at::Tensor dense(const at::Tensor& x, std::int64_t units) {
    const double scale = 1 / std::sqrt(static_cast<double>(x.size(-1)));
    const at::Tensor weight = parameter({units, x.size(-1)}, 0, scale);
    const at::Tensor bias = parameter({units}, 0, scale);
    return traced({.kind = LayerTrace::Kind::dense,
                   .parameters = {weight, bias},
                   .inputs = {x},
                   .outputs = {at::linear(x, weight, bias)}});
  }
  at::Tensor convolution(const at::Tensor& x, std::int64_t channels, std::int64_t side,
                         std::int64_t stride, std::int64_t padding) {
    const double scale = 1 / std::sqrt(static_cast<double>(x.size(1) * side * side));
    const at::Tensor weight = parameter({channels, x.size(1), side, side}, 0, scale);
    return traced({.kind = LayerTrace::Kind::convolution,
                   .parameters = {weight},
                   .inputs = {x},
                   .outputs = {at::conv2d(x, weight, {}, stride, padding)},
                   .stride = stride,
                   .padding = padding});
  }
  at::Tensor batch_norm(const at::Tensor& x) {
    const at::Tensor weight = parameter({x.size(1)}, 1, 0);
    const at::Tensor bias = parameter({x.size(1)}, 0, 0);
    if (traces != nullptr) return scaled(at::group_norm(x, x.size(1)), weight, bias);
    if (statistics_mode == Statistics::collect)
      statistics.emplace_back(x.mean({0, 2, 3}), x.var({0, 2, 3}, false));
    const bool use = statistics_mode == Statistics::use;
    const auto& [mean, variance] = use ? statistics[next_statistics_++] : nothing_;
    return at::batch_norm(x, weight, bias, mean, variance, !use, 0, 1e-5, false);
  }
  at::Tensor group_norm(const at::Tensor& x) {
    const at::Tensor weight = parameter({x.size(1)}, 1, 0);
    const at::Tensor bias = parameter({x.size(1)}, 0, 0);
    if (traces != nullptr) return scaled(at::group_norm(x, 2), weight, bias);
    return at::group_norm(x, 2, weight, bias);
  }
  at::Tensor embedding(const at::Tensor& words, std::int64_t count, std::int64_t dimension) {
    const at::Tensor table = parameter({count, dimension}, 0, 0.05);
    return traced({.kind = LayerTrace::Kind::embedding,
                   .parameters = {table},
                   .inputs = {words},
                   .outputs = {at::embedding(table, words)}});
  }
  // The last state of an LSTM over x, steps x rows x inputs.
  at::Tensor lstm(const at::Tensor& x, std::int64_t hidden) {
    const double scale = 1 / std::sqrt(static_cast<double>(hidden));
    const at::Tensor from_input = parameter({4 * hidden, x.size(2)}, 0, scale);
    const at::Tensor from_state = parameter({4 * hidden, hidden}, 0, scale);
    const at::Tensor bias = parameter({4 * hidden}, 0, scale);
    if (traces != nullptr) return traced_lstm(x, from_input, from_state, bias);
    const at::Tensor zero = at::zeros({1, x.size(1), hidden}, numbers);
    const auto [states, h, c] =
        at::lstm(x, {zero, zero}, {from_input, from_state, bias, at::zeros_like(bias)}, true, 1, 0,
                 training, false, false);
    return h[0];
  }

 private:
  // The layer's only output, of which it leaves the trace where asked to.
  at::Tensor traced(LayerTrace layer) {
    at::Tensor y = layer.outputs.front();
    if (traces != nullptr) traces->push_back(std::move(layer));
    return y;
  }
  at::Tensor scaled(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
    return traced({.kind = LayerTrace::Kind::scale,
                   .parameters = {weight, bias},
                   .inputs = {x},
                   .outputs = {x * weight.view({-1, 1, 1}) + bias.view({-1, 1, 1})}});
  }
  // Step by step, with libtorch's order of gates: input, forget, cell, output.
  at::Tensor traced_lstm(const at::Tensor& x, const at::Tensor& from_input,
                         const at::Tensor& from_state, const at::Tensor& bias) {
    const std::vector<at::Tensor> driven = at::linear(x, from_input, bias).unbind(0);
    at::Tensor h = at::zeros({x.size(1), from_state.size(1)}, numbers), c = h;
    LayerTrace layer{.kind = LayerTrace::Kind::recurrence,
                     .parameters = {from_input, from_state, bias},
                     .inputs = x.unbind(0),
                     .outputs = {}};
    for (const at::Tensor& drive : driven) {
      const at::Tensor gates = drive + at::linear(h, from_state);
      layer.inputs.push_back(h);
      layer.outputs.push_back(gates);
      const std::vector<at::Tensor> parts = gates.chunk(4, 1);
      c = at::sigmoid(parts[1]) * c + at::sigmoid(parts[0]) * at::tanh(parts[2]);
      h = at::sigmoid(parts[3]) * at::tanh(c);
    }
    traces->push_back(std::move(layer));
    return h;
  }

  std::size_t next_parameter_ = 0, next_statistics_ = 0;
  std::pair<at::Tensor, at::Tensor> nothing_;
};

// Residual blocks of two 3 x 3 convolutions (He et al. 2016).
class ResNet {
 public:
  ResNet(Pass& pass, bool group_norm, bool projection)
      : pass_(pass), group_norm_(group_norm), projection_(projection) {}

  at::Tensor stem(const at::Tensor& x, std::int64_t channels) {
    return at::relu(norm(pass_.convolution(x, channels, 3, 1, 1)));
  }
  at::Tensor stage(at::Tensor x, std::int64_t channels, int blocks, std::int64_t stride) {
    for (int i = 0; i < blocks; ++i) x = block(x, channels, i == 0 ? stride : 1);
    return x;
  }

 private:
  at::Tensor norm(const at::Tensor& x) {
    return group_norm_ ? pass_.group_norm(x) : pass_.batch_norm(x);
  }
  at::Tensor block(const at::Tensor& x, std::int64_t channels, std::int64_t stride) {
    at::Tensor y = at::relu(norm(pass_.convolution(x, channels, 3, stride, 1)));
    y = norm(pass_.convolution(y, channels, 3, 1, 1));
    return at::relu(y + shortcut(x, channels, stride));
  }
  // A projection, or every second pixel with channels of zeros around them.
  at::Tensor shortcut(const at::Tensor& x, std::int64_t channels, std::int64_t stride) {
    const std::int64_t missing = channels - x.size(1);
    if (missing == 0 && stride == 1) return x;
    if (projection_) return norm(pass_.convolution(x, channels, 1, stride, 0));
    const at::Tensor small = x.slice(2, 0, c10::nullopt, stride).slice(3, 0, c10::nullopt, stride);
    return at::constant_pad_nd(small, {0, 0, 0, 0, missing / 2, missing - missing / 2});
  }

  Pass& pass_;
  bool group_norm_, projection_;
};

// He et al. 2016, for CIFAR: 269 722 parameters for 10 classes.
inline at::Tensor resnet20(Pass& pass, at::Tensor x, std::int64_t classes, bool group_norm) {
  ResNet net(pass, group_norm, false);
  x = net.stage(net.stem(x, 16), 16, 3, 1);
  x = net.stage(net.stage(x, 32, 3, 2), 64, 3, 2);
  return pass.dense(x.mean({2, 3}), classes);
}

// ResNet-18 for small images, with group normalisation in two groups (Hsieh et al. 2020; FedPA).
inline at::Tensor resnet18_gn(Pass& pass, at::Tensor x, std::int64_t classes) {
  ResNet net(pass, true, true);
  x = net.stage(net.stem(x, 64), 64, 2, 1);
  for (const std::int64_t channels : {128, 256, 512}) x = net.stage(x, channels, 2, 2);
  return pass.dense(x.mean({2, 3}), classes);
}

// A row is a window of word numbers; the class is the word that follows (Reddi et al. 2021; FedPA):
// 4 050 748 parameters for 10 004 words at embedding 96, hidden 670.
inline at::Tensor lstm_next_word(Pass& pass, const at::Tensor& x, std::int64_t words,
                                 std::int64_t embedding, std::int64_t hidden) {
  const at::Tensor y = pass.embedding(x.to(at::kLong), words, embedding).transpose(0, 1);
  return pass.dense(pass.dense(pass.lstm(y, hidden), embedding), words);
}

}  // namespace skald
