#include "network/image_pass.hpp"

#include <algorithm>

#include "network/convolution.hpp"
#include "network/dropout.hpp"
#include "network/lanes.hpp"
#include "network/pooling.hpp"

namespace skald::network {
namespace {

using Kind = Stage::Kind;
using simd::InstructionSet;

std::size_t size(Index n) { return static_cast<std::size_t>(n); }

// The narrowest instruction set, up to the processor's widest, that takes all rows in one group;
// the widest where none does.
template <class T>
InstructionSet set_for(Index rows) {
  const InstructionSet widest = simd::widest_instruction_set();
  for (const InstructionSet set : {InstructionSet::baseline, InstructionSet::avx2}) {
    if (set < widest && rows <= lanes<T>(set)) return set;
  }
  return widest;
}

Pooling pooling_of(const Stage& stage) {
  return stage.kind == Kind::average_pool ? Pooling::average : Pooling::maximum;
}

}  // namespace

template <class T>
ImagePass<T>::ImagePass(const Architecture& architecture) : architecture_(architecture) {
  states_.resize(architecture.images);
  first_ = architecture.images;
  for (std::size_t s = architecture.images; s-- > 0;) {
    if (stage(s).has_parameters()) first_ = s;
  }
  for (std::size_t s = 0; s < architecture.images; ++s) {
    const bool feeds_convolution = s < last() && stage(s + 1).kind == Kind::convolution;
    const Index pad = feeds_convolution ? stage(s + 1).window.pad : 0;
    const bool passes_back = stage(s).kind == Kind::convolution && s > first_;
    const Index margin = passes_back ? back_margin(stage(s).window) : 0;
    states_[s].values_frame = {stage(s).shape, pad, pad};
    states_[s].slopes_frame = {stage(s).shape, 0, margin};
    if (!stage(s).has_parameters()) continue;
    states_[s].parameters.resize(size(stage(s).weights() + stage(s).shape.channels));
    dimension_ += stage(s).weights() + stage(s).shape.channels;
  }
}

template <class T>
void ImagePass<T>::set_parameters(const double* theta) {
  for (std::size_t s = first_; s < states_.size(); ++s) {
    Arena<T>& parameters = states_[s].parameters;
    std::transform(theta + stage(s).offset,
                   theta + stage(s).offset + static_cast<Index>(parameters.size()),
                   parameters.begin(), [](double value) { return static_cast<T>(value); });
  }
}

template <class T>
T* ImagePass<T>::values(std::size_t s, const Group& group) {
  return states_[s].values.data() + states_[s].values_frame.cells() * group.first;
}
template <class T>
T* ImagePass<T>::outputs(std::size_t s, const Group& group) {
  if (!drops(s)) return values(s, group);
  return states_[s].dropped.data() + states_[s].values_frame.cells() * group.first;
}

// Every group begins where the lanes of those before it end.
template <class T>
void ImagePass<T>::divide(Index rows) {
  groups_.clear();
  for (Index first = 0; first < rows;) {
    const InstructionSet set = set_for<T>(rows - first);
    const Index width = lanes<T>(set);
    groups_.push_back({first, std::min(width, rows - first), set, width});
    first += width;
  }
}

// Memory for the groups of the tile, if no tile before had as many.
template <class T>
void ImagePass<T>::reserve() {
  if (groups_.empty()) return;
  const Index all = groups_.back().first + groups_.back().lanes;
  const Index widest = groups_.front().lanes;
  const auto grow = [](Arena<T>& arena, Index numbers) {
    if (static_cast<Index>(arena.size()) < numbers) arena.resize(size(numbers));
  };
  Index outputs = 0;
  for (std::size_t s = 0; s < states_.size(); ++s) {
    State& state = states_[s];
    grow(state.values, state.values_frame.cells() * all);
    if (drops(s)) {
      grow(state.masks, state.values_frame.cells() * all);
      grow(state.dropped, state.values_frame.cells() * all);
    }
    if (s >= first_) grow(state.slopes, state.slopes_frame.cells() * widest);
    outputs = std::max(outputs, stage(s).shape.count());
  }
  grow(gradients_, dimension_ * widest);
  grow(mask_, outputs);
}

template <class T>
void ImagePass<T>::forward(const Tile<T>& tile, MaskKey key, T* const* rows) {
  key_ = key;
  divide(tile.count);
  reserve();
  for (const Group& group : groups_) {
    take_inputs(tile, group);
    for (std::size_t s = 0; s < states_.size(); ++s) {
      if (s > 0) forward_stage(s, group);
      if (drops(s)) drop(s, tile, group);
    }
    give_outputs(group, rows);
  }
}

template <class T>
void ImagePass<T>::take_inputs(const Tile<T>& tile, const Group& group) {
  const Frame& frame = states_[0].values_frame;
  T* cells = values(0, group);
  clear_margins(frame, group.lanes, cells);
  Index feature = 0;
  frame.for_each_line([&](Index line) {
    T* to = cells + line * group.lanes;
    for (Index x = 0; x < frame.shape.width; ++x, ++feature, to += group.lanes) {
      for (Index r = 0; r < group.count; ++r) to[r] = tile.features[group.first + r][feature];
      std::fill(to + group.count, to + group.lanes, T{0});
    }
  });
}

template <class T>
void ImagePass<T>::forward_stage(std::size_t s, const Group& group) {
  const Stage& layer = stage(s);
  const Frame &in = states_[s - 1].values_frame, &out = states_[s].values_frame;
  const T* x = outputs(s - 1, group);
  T* y = values(s, group);
  clear_margins(out, group.lanes, y);
  if (layer.kind == Kind::convolution) {
    const T* weights = states_[s].parameters.data();
    convolve(group.set, layer.window, in, x, weights, weights + layer.weights(), out, y);
  } else {
    pool(group.set, pooling_of(layer), layer.window, in, x, out, y);
  }
  out.for_each_line([&](Index line) {
    activate(layer.activation, y + line * group.lanes, layer.shape.width * group.lanes);
  });
}

template <class T>
void ImagePass<T>::drop(std::size_t s, const Tile<T>& tile, const Group& group) {
  const Frame& frame = states_[s].values_frame;
  const std::span<T> mask(mask_.data(), size(stage(s).shape.count()));
  const T* y = values(s, group);
  T *rest = outputs(s, group), *masks = states_[s].masks.data() + (y - states_[s].values.data());
  clear_margins(frame, group.lanes, rest);
  for (Index r = 0; r < group.count; ++r) {
    fill_mask(*key_, tile.row[group.first + r], static_cast<std::uint32_t>(s), stage(s).dropout,
              mask);
    std::size_t i = 0;
    frame.for_each_line([&](Index line) {
      for (Index x = 0; x < frame.shape.width; ++x, ++i) {
        const Index at = (line + x) * group.lanes + r;
        masks[at] = mask[i];
        rest[at] = mask[i] * y[at];
      }
    });
  }
}

template <class T>
void ImagePass<T>::give_outputs(const Group& group, T* const* rows) {
  const Frame& frame = states_[last()].values_frame;
  const T* cells = outputs(last(), group);
  Index output = 0;
  frame.for_each_line([&](Index line) {
    const T* from = cells + line * group.lanes;
    for (Index x = 0; x < frame.shape.width; ++x, ++output, from += group.lanes) {
      for (Index r = 0; r < group.count; ++r) rows[group.first + r][output] = from[r];
    }
  });
}

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
  take_slopes(group, slopes);
  for (std::size_t s = last();; --s) {
    backward_outputs(s, group);
    backward_stage(s, group);
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

template <class T>
void ImagePass<T>::backward_stage(std::size_t s, const Group& group) {
  const Stage& layer = stage(s);
  State &state = states_[s], &before = states_[s - 1];
  const T* x = outputs(s - 1, group);
  if (layer.kind == Kind::convolution) {
    T* gradients = gradients_.data() + layer.offset * group.lanes;
    convolution_gradients(group.set, layer.window, before.values_frame, x, state.slopes_frame,
                          state.slopes.data(), gradients,
                          gradients + layer.weights() * group.lanes);
    if (s == first_) return;
    clear_margins(state.slopes_frame, group.lanes, state.slopes.data());
    convolve_back(group.set, layer.window, state.slopes_frame, state.slopes.data(),
                  state.parameters.data(), before.slopes_frame, before.slopes.data());
  } else {
    pool_back(group.set, pooling_of(layer), layer.window, before.values_frame, x,
              state.values_frame, values(s, group), state.slopes_frame, state.slopes.data(),
              before.slopes_frame, before.slopes.data());
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
                                 double* out) const {
  const T* gradient = gradients_.data();
  for (Index p = 0; p < dimension_; ++p, gradient += group.lanes) {
    double sum = accumulate ? out[p] : 0;
    for (Index r = 0; r < group.count; ++r)
      sum += factors[group.first + r] * static_cast<double>(gradient[r]);
    out[p] = sum;
  }
}

template class ImagePass<float>;
template class ImagePass<double>;

}  // namespace skald::network
