#include "torch/row_norms.hpp"

#include <algorithm>

namespace skald {
namespace {

constexpr std::int64_t kMostNumbers = 1 << 22;  // of a temporary tensor

at::Tensor squared(const at::Tensor& x, at::IntArrayRef dimensions) {
  return x.to(at::kDouble).square().sum(dimensions);
}

// Sums over T x T pairs of places, B x T x T each.
at::Tensor sum_over_pairs(const at::Tensor& a, const at::Tensor& b) {
  return (a.to(at::kDouble) * b).sum({1, 2});
}

// Inner products of all pairs of places, of B x T x n.
at::Tensor gram(const at::Tensor& x) { return at::bmm(x, x.transpose(1, 2)); }

at::Tensor dense_norms(const at::Tensor& x, const at::Tensor& slope) {
  return squared(slope, {1}) * (squared(x, {1}) + 1);
}

// A row's gradient is the product of slopes, channels x places, and patches, places x weights of a
// channel. Its norm is taken from it or from the products of pairs of places, whichever is cheaper.
at::Tensor convolution_norms(const LayerTrace& layer, const at::Tensor& x,
                             const at::Tensor& all_slopes) {
  const at::Tensor slopes = all_slopes.flatten(2);
  const std::int64_t rows = x.size(0), channels = slopes.size(1), places = slopes.size(2);
  const std::int64_t weights = x.size(1) * layer.side * layer.side;
  const std::int64_t step = std::max<std::int64_t>(kMostNumbers / (weights * places), 1);
  const bool by_pairs = places * (channels + weights) < channels * weights;
  std::vector<at::Tensor> norms;
  for (std::int64_t first = 0; first < rows; first += step) {
    const std::int64_t count = std::min(step, rows - first);
    const at::Tensor slope = slopes.narrow(0, first, count);
    const at::Tensor patches =
        at::im2col(x.narrow(0, first, count), {layer.side, layer.side}, {1, 1},
                   {layer.padding, layer.padding}, {layer.stride, layer.stride})
            .transpose(1, 2);
    norms.push_back(by_pairs ? sum_over_pairs(gram(slope.transpose(1, 2)), gram(patches))
                             : squared(at::bmm(slope, patches), {1, 2}));
  }
  return at::cat(norms);
}

at::Tensor scale_norms(const at::Tensor& x, const at::Tensor& slope) {
  return squared((slope * x).sum({2, 3}), {1}) + squared(slope.sum({2, 3}), {1});
}

at::Tensor embedding_norms(const at::Tensor& words, const at::Tensor& slope) {
  return sum_over_pairs(gram(slope), words.unsqueeze(1) == words.unsqueeze(2));
}

at::Tensor recurrence_norms(const LayerTrace& layer, std::span<const at::Tensor> slopes) {
  const auto together = [](std::span<const at::Tensor> steps) {
    return gram(at::stack(at::TensorList(steps.data(), steps.size()), 1));
  };
  const std::size_t steps = slopes.size();
  const std::span<const at::Tensor> inputs(layer.inputs);
  return sum_over_pairs(together(slopes),
                        together(inputs.first(steps)) + together(inputs.subspan(steps)) + 1);
}

}  // namespace

at::Tensor squared_norms(const LayerTrace& layer, std::span<const at::Tensor> slopes) {
  switch (layer.kind) {
    case LayerTrace::Kind::dense:
      return dense_norms(layer.inputs[0], slopes[0]);
    case LayerTrace::Kind::convolution:
      return convolution_norms(layer, layer.inputs[0], slopes[0]);
    case LayerTrace::Kind::scale:
      return scale_norms(layer.inputs[0], slopes[0]);
    case LayerTrace::Kind::embedding:
      return embedding_norms(layer.inputs[0], slopes[0]);
    case LayerTrace::Kind::recurrence:
      break;
  }
  return recurrence_norms(layer, slopes);
}

}  // namespace skald
