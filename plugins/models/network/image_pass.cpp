#include "network/image_pass.hpp"

#include <algorithm>

#include "network/convolution.hpp"
#include "network/dropout.hpp"
#include "network/group_norm.hpp"
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

}  // namespace

template <class T>
ImagePass<T>::ImagePass(const Architecture& architecture) : architecture_(architecture) {
  states_.resize(architecture.images);
  first_ = architecture.images;
  for (std::size_t s = architecture.images; s-- > 0;) {
    if (stage(s).has_parameters()) first_ = s;
  }
  for (std::size_t s = 0; s < architecture.images; ++s) lay_out(s);
  order_slopes();
}

template <class T>
void ImagePass<T>::lay_out(std::size_t s) {
  const Stage& layer = stage(s);
  State &state = states_[s], &source = states_[layer.source];
  const bool is_sum = layer.kind == Kind::sum;
  const bool source_has = s > 0 && source.has_slopes;
  state.has_slopes =
      layer.has_parameters() || source_has || (is_sum && states_[layer.shortcut].has_slopes);
  state.values_frame = {layer.shape, 0, 0};
  state.slopes_frame = {layer.shape, 0, 0};
  state.parameters.resize(size(layer.parameters()));
  dimension_ += layer.parameters();
  if (layer.kind != Kind::convolution) return;
  if (source_has) state.slopes_frame.margin_x = back_margin(layer.window);
  Frame& in = source.values_frame;
  in.margin_x = in.margin_y = std::max(in.margin_x, layer.window.pad);
}

// Of the stages that take the outputs of one stage, the last comes first on the way back.
template <class T>
void ImagePass<T>::order_slopes() {
  std::vector<bool> is_given(states_.size(), false);
  for (std::size_t s = states_.size(); s-- > first_;) {
    const auto give = [&](std::size_t to, bool& adds) {
      adds = is_given[to];
      is_given[to] = true;
    };
    if (s == 0 || !states_[s].has_slopes) continue;
    give(stage(s).source, states_[s].adds[0]);
    if (stage(s).kind == Kind::sum) give(stage(s).shortcut, states_[s].adds[1]);
  }
}

template <class T>
void ImagePass<T>::set_parameters(ConstBlock theta) {
  theta_ = theta;
  own_ = theta.cols > 1;
  for (std::size_t s = first_; s < states_.size() && !own_; ++s) {
    const double* parameters = theta.data + stage(s).offset;
    std::transform(parameters, parameters + stage(s).parameters(), states_[s].parameters.begin(),
                   [](double value) { return static_cast<T>(value); });
  }
}

// The parameters of every row of the group, side by side.
template <class T>
void ImagePass<T>::take_parameters(const Group& group) {
  if (!own_ || taken_ == &group) return;
  taken_ = &group;
  for (std::size_t s = first_; s < states_.size(); ++s) {
    T* to = states_[s].parameters.data();
    for (Index r = 0; r < group.count; ++r) {
      const Index chain = (group.first + r) / rows_of_chain_;
      const double* from = theta_.data + chain * theta_.stride + stage(s).offset;
      for (Index p = 0; p < stage(s).parameters(); ++p)
        to[p * group.lanes + r] = static_cast<T>(from[p]);
    }
  }
}

template <class T>
T* ImagePass<T>::values(std::size_t s, const Group& group) {
  return states_[s].values.data() + states_[s].values_frame.cells() * group.first;
}
template <class T>
T* ImagePass<T>::statistics(std::size_t s, const Group& group) {
  return states_[s].statistics.data() + norm_statistics(stage(s).groups) * group.first;
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
  Index outputs = 0, slopes = 0;
  for (std::size_t s = 0; s < states_.size(); ++s) {
    State& state = states_[s];
    grow(state.values, state.values_frame.cells() * all);
    if (drops(s)) {
      grow(state.masks, state.values_frame.cells() * all);
      grow(state.dropped, state.values_frame.cells() * all);
    }
    grow(state.statistics, norm_statistics(stage(s).groups) * all);
    if (own_) grow(state.parameters, stage(s).parameters() * widest);
    if (state.has_slopes) grow(state.slopes, state.slopes_frame.cells() * widest);
    if (state.adds[0]) slopes = std::max(slopes, states_[stage(s).source].slopes_frame.cells());
    outputs = std::max(outputs, stage(s).shape.count());
  }
  grow(gradients_, dimension_ * widest);
  grow(share_, slopes * widest);
  grow(mask_, outputs);
}

template <class T>
void ImagePass<T>::forward(const Tile<T>& tile, std::span<const std::uint64_t> keys,
                           T* const* rows) {
  keys_ = keys;
  rows_of_chain_ = tile.rows_of_chain();
  taken_ = nullptr;
  divide(tile.count);
  reserve();
  for (const Group& group : groups_) {
    take_parameters(group);
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
  const Frame& out = states_[s].values_frame;
  T* y = values(s, group);
  clear_margins(out, group.lanes, y);
  apply(s, group, outputs(layer.source, group), y);
  out.for_each_line([&](Index line) {
    activate(layer.activation, y + line * group.lanes, layer.shape.width * group.lanes);
  });
}

// What the stage makes of x, before its activation.
template <class T>
void ImagePass<T>::apply(std::size_t s, const Group& group, const T* x, T* y) {
  const Stage& layer = stage(s);
  const Frame &in = states_[layer.source].values_frame, &out = states_[s].values_frame;
  const T* weights = states_[s].parameters.data();
  const T* biases = weights + layer.weights() * (own_ ? group.lanes : 1);
  switch (layer.kind) {
    case Kind::convolution:
      return convolve(group.set, layer.window, in, x, weights, layer.biases > 0 ? biases : nullptr,
                      own_, out, y);
    case Kind::average_pool:
    case Kind::maximum_pool:
      return pool(group.set, pooling_of(layer), layer.window, in, x, out, y);
    case Kind::group_norm:
      return normalise(group.set, layer.groups, in, x, weights, own_, out, y, statistics(s, group));
    case Kind::channels:
      std::fill_n(y, out.cells() * group.lanes, T{0});
      return copy_channels(in.shape.channels, group.lanes, in, 0, x, out, layer.zeros_before, y);
    case Kind::sum:
      copy_channels(in.shape.channels, group.lanes, in, 0, x, out, 0, y);
      return add_channels(in.shape.channels, group.lanes, states_[layer.shortcut].values_frame, 0,
                          outputs(layer.shortcut, group), out, 0, y);
    case Kind::input:
    case Kind::dense:
      break;
  }
}

template <class T>
void ImagePass<T>::drop(std::size_t s, const Tile<T>& tile, const Group& group) {
  const Frame& frame = states_[s].values_frame;
  const std::span<T> mask(mask_.data(), size(stage(s).shape.count()));
  const T* y = values(s, group);
  T *rest = outputs(s, group), *masks = states_[s].masks.data() + (y - states_[s].values.data());
  clear_margins(frame, group.lanes, rest);
  for (Index r = 0; r < group.count; ++r) {
    const Index chain = (group.first + r) / rows_of_chain_;
    fill_mask(keys_[size(chain)], tile.row[group.first + r], static_cast<std::uint32_t>(s),
              stage(s).dropout, mask);
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

template class ImagePass<float>;
template class ImagePass<double>;

}  // namespace skald::network
