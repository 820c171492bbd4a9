#include "torch/row_gradients.hpp"

#include <algorithm>

namespace skald {
namespace {

constexpr std::int64_t kMostNumbers = 1 << 19;  // of a temporary tensor

at::Tensor squared(const at::Tensor& x) {
  return at::linalg_vector_norm(x.flatten(1), 2, at::IntArrayRef{1}).to(at::kDouble).square();
}

// Sums over T x T pairs of places, B x T x T each.
at::Tensor sum_over_pairs(const at::Tensor& a, const at::Tensor& b) {
  return (a * b).sum({1, 2}, false, at::kDouble);
}

// Inner products of all pairs of places, of B x T x n.
at::Tensor gram(const at::Tensor& x) { return at::bmm(x, x.transpose(1, 2)); }

// The T steps' tensors from `first` on, B x T x n.
at::Tensor together(const std::vector<at::Tensor>& steps, std::size_t first, std::size_t count) {
  return at::stack(at::TensorList(steps).slice(first, count), 1);
}

at::Tensor weight_gradients(const LayerTrace& layer, const at::Tensor& x, const at::Tensor& slope,
                            const at::Tensor& weights, std::int64_t groups) {
  return std::get<1>(at::convolution_backward(
      slope, x, weights, c10::nullopt, {layer.stride, layer.stride}, {layer.padding, layer.padding},
      {1, 1}, false, {0, 0}, groups, {false, true, false}));
}

// The norms of some rows' gradients, each of them a group of channels in one convolution.
at::Tensor norms_by_groups(const LayerTrace& layer, const at::Tensor& x, const at::Tensor& slope) {
  const at::Tensor& weights = layer.parameters[0];
  const std::int64_t rows = x.size(0), channels = weights.size(0);
  const at::Tensor shape =
      at::empty({rows * channels, weights.size(1), weights.size(2), weights.size(3)},
                weights.options().requires_grad(false));
  const at::Tensor gradients = weight_gradients(layer, x.flatten(0, 1).unsqueeze(0),
                                                slope.flatten(0, 1).unsqueeze(0), shape, rows);
  return squared(gradients.view({rows, -1}));
}

// The same from the products of all pairs of places, which is cheaper where these are few.
at::Tensor norms_by_pairs(const LayerTrace& layer, const at::Tensor& x, const at::Tensor& slope) {
  const std::int64_t side = layer.parameters[0].size(2);
  const at::Tensor patches = at::im2col(x, {side, side}, {1, 1}, {layer.padding, layer.padding},
                                        {layer.stride, layer.stride});
  return sum_over_pairs(gram(slope.flatten(2).transpose(1, 2)), gram(patches.transpose(1, 2)));
}

at::Tensor convolution_norms(const LayerTrace& layer, const at::Tensor& x,
                             const at::Tensor& slopes) {
  const std::int64_t rows = x.size(0), channels = slopes.size(1);
  const std::int64_t places = slopes.size(2) * slopes.size(3);
  const std::int64_t weights = layer.parameters[0].numel() / channels;
  const bool by_pairs = 2 * places * (channels + weights) < channels * weights;
  const std::int64_t numbers = weights * (by_pairs ? places : channels);
  const std::int64_t step = std::max<std::int64_t>(kMostNumbers / numbers, 1);
  std::vector<at::Tensor> norms;
  for (std::int64_t first = 0; first < rows; first += step) {
    const std::int64_t count = std::min(step, rows - first);
    const at::Tensor some = x.narrow(0, first, count), slope = slopes.narrow(0, first, count);
    norms.push_back(by_pairs ? norms_by_pairs(layer, some, slope)
                             : norms_by_groups(layer, some, slope));
  }
  return at::cat(norms);
}

at::Tensor recurrence_norms(const LayerTrace& layer, const at::Tensor& slopes) {
  const std::size_t steps = layer.outputs.size();
  const at::Tensor inputs = gram(together(layer.inputs, 0, steps));
  return sum_over_pairs(gram(slopes), inputs + gram(together(layer.inputs, steps, steps)) + 1);
}

}  // namespace

at::Tensor squared_norms(const LayerTrace& layer, std::span<const at::Tensor> slopes) {
  const at::Tensor &x = layer.inputs[0], &slope = slopes[0];
  switch (layer.kind) {
    case LayerTrace::Kind::dense:
      return squared(slope) * (squared(x) + 1);
    case LayerTrace::Kind::convolution:
      return convolution_norms(layer, x, slope);
    case LayerTrace::Kind::scale:
      return squared((slope * x).sum({2, 3})) + squared(slope.sum({2, 3}));
    case LayerTrace::Kind::embedding:
      return sum_over_pairs(gram(slope), x.unsqueeze(1) == x.unsqueeze(2));
    case LayerTrace::Kind::recurrence:
      break;
  }
  return recurrence_norms(layer, at::stack(at::TensorList(slopes.data(), slopes.size()), 1));
}

void add_gradients(const LayerTrace& layer, std::span<const at::Tensor> slopes,
                   const at::Tensor& factors) {
  const auto gradient = [&](std::size_t i) { return layer.parameters[i].grad(); };
  const at::Tensor& x = layer.inputs[0];
  std::vector<std::int64_t> shape(static_cast<std::size_t>(slopes[0].dim()), 1);
  shape[0] = -1;
  const at::Tensor by_row = factors.view(shape), slope = slopes[0] * by_row;
  switch (layer.kind) {
    case LayerTrace::Kind::dense:
      gradient(0).addmm_(slope.t(), x);
      gradient(1).add_(slope.sum(0));
      return;
    case LayerTrace::Kind::convolution:
      gradient(0).add_(weight_gradients(layer, x, slope, layer.parameters[0], 1));
      return;
    case LayerTrace::Kind::scale:
      gradient(0).add_((slope * x).sum({0, 2, 3}));
      gradient(1).add_(slope.sum({0, 2, 3}));
      return;
    case LayerTrace::Kind::embedding:
      gradient(0).index_add_(0, x.flatten(), slope.flatten(0, 1));
      return;
    case LayerTrace::Kind::recurrence:
      break;
  }
  const std::size_t steps = slopes.size();
  const at::Tensor all =
      (at::stack(at::TensorList(slopes.data(), steps), 1) * by_row.unsqueeze(1)).flatten(0, 1);
  gradient(0).addmm_(all.t(), together(layer.inputs, 0, steps).flatten(0, 1));
  gradient(1).addmm_(all.t(), together(layer.inputs, steps, steps).flatten(0, 1));
  gradient(2).add_(all.sum(0));
}

}  // namespace skald
