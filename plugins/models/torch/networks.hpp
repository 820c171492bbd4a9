// The networks, as functions of their parameters and inputs.
#pragma once

#include <ATen/ATen.h>

#include <cmath>
#include <utility>
#include <vector>

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

  void rewind() { next_parameter_ = next_statistics_ = 0; }

  at::Tensor parameter(std::vector<std::int64_t> shape, double offset, double scale) {
    if (!declares) return parameters[next_parameter_++];
    declared.push_back({shape, offset, scale});
    return at::zeros(shape, numbers);
  }
  at::Tensor dense(const at::Tensor& x, std::int64_t units) {
    const double scale = 1 / std::sqrt(static_cast<double>(x.size(-1)));
    const at::Tensor weight = parameter({units, x.size(-1)}, 0, scale);
    return at::linear(x, weight, parameter({units}, 0, scale));
  }
  at::Tensor convolution(const at::Tensor& x, std::int64_t channels, std::int64_t side,
                         std::int64_t stride, std::int64_t padding, bool intercept) {
    const double scale = 1 / std::sqrt(static_cast<double>(x.size(1) * side * side));
    const at::Tensor weight = parameter({channels, x.size(1), side, side}, 0, scale);
    const at::Tensor bias = intercept ? parameter({channels}, 0, scale) : at::Tensor();
    return at::conv2d(x, weight, bias, stride, padding);
  }
  at::Tensor batch_norm(const at::Tensor& x) {
    const at::Tensor weight = parameter({x.size(1)}, 1, 0);
    const at::Tensor bias = parameter({x.size(1)}, 0, 0);
    if (statistics_mode == Statistics::collect)
      statistics.emplace_back(x.mean({0, 2, 3}), x.var({0, 2, 3}, false));
    const bool use = statistics_mode == Statistics::use;
    const auto& [mean, variance] = use ? statistics[next_statistics_++] : nothing_;
    return at::batch_norm(x, weight, bias, mean, variance, !use, 0, 1e-5, false);
  }
  at::Tensor group_norm(const at::Tensor& x) {
    const at::Tensor weight = parameter({x.size(1)}, 1, 0);
    return at::group_norm(x, 2, weight, parameter({x.size(1)}, 0, 0));
  }

 private:
  std::size_t next_parameter_ = 0, next_statistics_ = 0;
  std::pair<at::Tensor, at::Tensor> nothing_;
};

// Residual blocks of two 3 x 3 convolutions (He et al. 2016).
class ResNet {
 public:
  ResNet(Pass& pass, bool group_norm, bool projection)
      : pass_(pass), group_norm_(group_norm), projection_(projection) {}

  at::Tensor stem(const at::Tensor& x, std::int64_t channels) {
    return at::relu(norm(pass_.convolution(x, channels, 3, 1, 1, false)));
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
    at::Tensor y = at::relu(norm(pass_.convolution(x, channels, 3, stride, 1, false)));
    y = norm(pass_.convolution(y, channels, 3, 1, 1, false));
    return at::relu(y + shortcut(x, channels, stride));
  }
  // A projection, or every second pixel with channels of zeros around them.
  at::Tensor shortcut(const at::Tensor& x, std::int64_t channels, std::int64_t stride) {
    const std::int64_t missing = channels - x.size(1);
    if (missing == 0 && stride == 1) return x;
    if (projection_) return norm(pass_.convolution(x, channels, 1, stride, 0, false));
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
  const at::Tensor table = pass.parameter({words, embedding}, 0, 0.05);
  const at::Tensor y = at::embedding(table, x.to(at::kLong)).transpose(0, 1);
  const double scale = 1 / std::sqrt(static_cast<double>(hidden));
  const at::Tensor from_input = pass.parameter({4 * hidden, embedding}, 0, scale);
  const at::Tensor from_state = pass.parameter({4 * hidden, hidden}, 0, scale);
  const at::Tensor bias = pass.parameter({4 * hidden}, 0, scale);
  const at::Tensor zero = at::zeros({1, x.size(0), hidden}, pass.numbers);
  const auto [states, h, c] =
      at::lstm(y, {zero, zero}, {from_input, from_state, bias, at::zeros_like(bias)}, true, 1, 0,
               pass.training, false, false);
  return pass.dense(pass.dense(h[0], embedding), words);
}

}  // namespace skald
