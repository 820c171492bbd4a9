// The way back through the stages of images.
#include <algorithm>

#include "network/convolution.hpp"
#include "network/group_norm.hpp"
#include "network/image_pass.hpp"

namespace skald::network {

using Kind = Stage::Kind;

template <class T>
void ImagePass<T>::take_slopes(const Group& group, const T* slopes) {
  const Frame& frame = states_[last()].slopes_frame;
  T* cells = states_[last()].slopes.data();
  const T* from = slopes + group.first;
  frame.for_each_line([&](Index line) {
    T* to = cells + line * group.lanes;
    for (Index x = 0; x < frame.shape.width; ++x, from += row_tile, to += group.lanes) {
      std::copy_n(from, group.count, to);
      std::fill(to + group.count, to + group.lanes, T{0});
    }
  });
}

template <class T>
void ImagePass<T>::backward(const Group& group, const T* slopes) {
  if (first_ == states_.size()) return;
  take_parameters(group);
  take_slopes(group, slopes);
  for (std::size_t s = last();; --s) {
    if (states_[s].has_slopes) {
      backward_outputs(s, group);
      backward_stage(s, group);
    }
    if (s == first_) return;
  }
}

// From the slopes in what the stage passes on to those in the layer's own results.
template <class T>
void ImagePass<T>::backward_outputs(std::size_t s, const Group& group) {
  State& state = states_[s];
  const Index numbers = stage(s).shape.width * group.lanes;
  const T* y = values(s, group);
  const T* masks = drops(s) ? state.masks.data() + (y - state.values.data()) : nullptr;
  for (Index c = 0; c < stage(s).shape.channels; ++c) {
    for (Index line = 0; line < stage(s).shape.height; ++line) {
      const Index from = state.values_frame.at(c, line, 0) * group.lanes;
      T* slopes = state.slopes.data() + state.slopes_frame.at(c, line, 0) * group.lanes;
      for (Index i = 0; masks != nullptr && i < numbers; ++i) slopes[i] *= masks[from + i];
      multiply_by_slope(stage(s).activation, y + from, numbers, slopes);
    }
  }
}

// From those slopes to those in what the stage takes.
template <class T>
void ImagePass<T>::backward_stage(std::size_t s, const Group& group) {
  const Stage& layer = stage(s);
  const State& state = states_[s];
  if (layer.kind == Kind::sum) {
    give_slopes(layer.source, state.slopes_frame, state.slopes.data(), state.adds[0], group);
    give_slopes(layer.shortcut, state.slopes_frame, state.slopes.data(), state.adds[1], group);
    return;
  }
  State& source = states_[layer.source];
  if (!source.has_slopes) return apply_back(s, group, nullptr);
  if (!state.adds[0]) return apply_back(s, group, source.slopes.data());
  apply_back(s, group, share_.data());
  give_slopes(layer.source, source.slopes_frame, share_.data(), true, group);
}

template <class T>
void ImagePass<T>::give_slopes(std::size_t to, const Frame& frame, const T* slopes, bool adds,
                               const Group& group) {
  State& state = states_[to];
  if (!state.has_slopes) return;
  const Index channels = frame.shape.channels;
  if (adds) {
    add_channels(channels, group.lanes, frame, 0, slopes, state.slopes_frame, 0,
                 state.slopes.data());
  } else {
    copy_channels(channels, group.lanes, frame, 0, slopes, state.slopes_frame, 0,
                  state.slopes.data());
  }
}

// The gradients of the stage's parameters and, unless it is null, dx: the slopes in what it takes.
template <class T>
void ImagePass<T>::apply_back(std::size_t s, const Group& group, T* dx) {
  const Stage& layer = stage(s);
  State& state = states_[s];
  const State& source = states_[layer.source];
  const Frame &in = source.values_frame, &slopes = state.slopes_frame;
  const T *x = outputs(layer.source, group), *weights = state.parameters.data();
  T *gradients = gradients_.data() + layer.offset * group.lanes, *dy = state.slopes.data();
  switch (layer.kind) {
    case Kind::convolution:
      convolution_gradients(group.set, layer.window, in, x, slopes, dy, gradients,
                            layer.biases > 0 ? gradients + layer.weights() * group.lanes : nullptr);
      if (dx == nullptr) return;
      clear_margins(slopes, group.lanes, dy);
      return convolve_back(group.set, layer.window, slopes, dy, weights, own_, source.slopes_frame,
                           dx);
    case Kind::average_pool:
    case Kind::maximum_pool:
      return pool_back(group.set, pooling_of(layer), layer.window, in, x, state.values_frame,
                       values(s, group), slopes, dy, source.slopes_frame, dx);
    case Kind::group_norm:
      return normalise_back(group.set, layer.groups, in, x, statistics(s, group), weights, own_,
                            slopes, dy, gradients, source.slopes_frame, dx);
    case Kind::channels:
      return copy_channels(in.shape.channels, group.lanes, slopes, layer.zeros_before, dy,
                           source.slopes_frame, 0, dx);
    case Kind::input:
    case Kind::sum:
    case Kind::dense:
      break;
  }
}

template <class T>
void ImagePass<T>::add_square_norms(const Group& group, double* squares) const {
  double sums[row_tile] = {};
  const T* gradient = gradients_.data();
  for (Index p = 0; p < dimension_; ++p, gradient += group.lanes) {
    for (Index r = 0; r < group.lanes; ++r)
      sums[r] += static_cast<double>(gradient[r]) * static_cast<double>(gradient[r]);
  }
  for (Index r = 0; r < group.count; ++r) squares[group.first + r] += sums[r];
}

template <class T>
void ImagePass<T>::add_gradients(const Group& group, const double* factors, bool accumulate,
                                 Block out) const {
  const Index all = group.first + group.count;
  for (Index first = group.first, end = 0; first < all; first = end) {
    const Index chain = first / rows_of_chain_;
    end = std::min(all, (chain + 1) * rows_of_chain_);
    const bool adds = accumulate || first > chain * rows_of_chain_;
    double* sums = out.data + chain * out.stride;
    const T* gradient = gradients_.data() + first - group.first;
    for (Index p = 0; p < dimension_; ++p, gradient += group.lanes) {
      double sum = adds ? sums[p] : 0;
      for (Index r = first; r < end; ++r)
        sum += factors[r] * static_cast<double>(gradient[r - first]);
      sums[p] = sum;
    }
  }
}

template class ImagePass<float>;
template class ImagePass<double>;

}  // namespace skald::network
