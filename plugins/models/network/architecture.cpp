#include "network/architecture.hpp"

#include <algorithm>
#include <cmath>

#include "skald/parts/simd/vector_math.hpp"

namespace skald::network {
namespace {

template <class T>
T sigmoid(T z) {
  simd::Reals<2> probability;
  simd::sigmoid<2>(simd::Reals<2>{} + static_cast<double>(z), probability);
  return static_cast<T>(probability[0]);
}

}  // namespace

template <class T>
void activate(Activation activation, T* values, Index count) {
  switch (activation) {
    case Activation::none:
      return;
    case Activation::relu:
      for (Index i = 0; i < count; ++i) values[i] = values[i] < 0 ? 0 : values[i];
      return;
    case Activation::tanh:
      for (Index i = 0; i < count; ++i)
        values[i] = static_cast<T>(std::tanh(static_cast<double>(values[i])));
      return;
    case Activation::sigmoid:
      for (Index i = 0; i < count; ++i) values[i] = sigmoid(values[i]);
  }
}

template <class T>
void multiply_by_slope(Activation activation, const T* values, Index count, T* slopes) {
  switch (activation) {
    case Activation::none:
      return;
    case Activation::relu:
      for (Index i = 0; i < count; ++i) slopes[i] = values[i] > 0 ? slopes[i] : 0;
      return;
    case Activation::tanh:
      for (Index i = 0; i < count; ++i) slopes[i] *= 1 - values[i] * values[i];
      return;
    case Activation::sigmoid:
      for (Index i = 0; i < count; ++i) slopes[i] *= values[i] * (1 - values[i]);
  }
}

template void activate(Activation, float*, Index);
template void activate(Activation, double*, Index);
template void multiply_by_slope(Activation, const float*, Index, float*);
template void multiply_by_slope(Activation, const double*, Index, double*);

namespace {

using Kind = Layer::Kind;

// How many places a window has along `size` cells, zeros included.
Index places(Index size, Index window, const Window& w) {
  return size + 2 * w.pad < window ? 0 : (size + 2 * w.pad - window) / w.stride + 1;
}

class Builder {
 public:
  Builder(const Shape& input, Index classes) : classes_(classes) {
    Stage stage;
    stage.shape = input;
    stages_.push_back(stage);
  }

  // dense_follow: only dense layers and activations do.
  void add(const Layer& layer, bool dense_follow) {
    switch (layer.kind) {
      case Kind::convolution:
        return add_window(layer, Stage::Kind::convolution);
      case Kind::average_pool:
        return add_window(layer, Stage::Kind::average_pool);
      case Kind::maximum_pool:
        return add_window(layer, Stage::Kind::maximum_pool);
      case Kind::dense:
        return add_dense(layer, dense_follow);
      case Kind::group_norm:
        return add_group_norm(layer);
      case Kind::channels:
        return add_channels(layer);
      case Kind::residual:
        return begin_block(layer);
      case Kind::shortcut:
        return begin_shortcut();
      case Kind::end:
        return end_block();
      case Kind::relu:
        return activate(layer, Activation::relu);
      case Kind::tanh:
        return activate(layer, Activation::tanh);
      case Kind::sigmoid:
        return activate(layer, Activation::sigmoid);
      case Kind::dropout:
        return drop(layer);
      case Kind::flatten:
        way_.is_flat = true;
    }
  }

  Architecture finish(const Layer& last) {
    if (last.kind != Kind::dense || stages_.back().shape.channels != classes_) {
      refuse(last, "the network ends here; expected a dense layer with a score for each of the " +
                       std::to_string(classes_) +
                       " classes of the data: end the layers with \"dense classes\"");
    }
    Architecture architecture;
    architecture.images = static_cast<std::size_t>(
        std::find_if(stages_.begin(), stages_.end(),
                     [](const Stage& stage) { return stage.kind == Stage::Kind::dense; }) -
        stages_.begin());
    architecture.stages = std::move(stages_);
    architecture.dimension = dimension_;
    return architecture;
  }

 private:
  // A sequence of layers: the network's own, or one of a block's two.
  struct Way {
    std::size_t last = 0;  // the stage that the next layer takes
    bool is_flat = false, is_empty = true;
    std::string text;  // its layers, with their outputs
  };
  struct Block {
    Layer layer;
    Way before, main;
    bool has_shortcut = false;
  };

  const Shape& shape() const { return stages_[way_.last].shape; }
  void need_images(const Layer& layer) const {
    if (way_.is_flat)
      refuse(layer, "there are no images after dense or flatten: put it before them");
  }
  void add_window(const Layer& layer, Stage::Kind kind) {
    need_images(layer);
    const Shape in = shape();
    Stage stage;
    stage.kind = kind;
    stage.window = layer.window;
    stage.shape = {kind == Stage::Kind::convolution ? layer.units : in.channels,
                   places(in.height, layer.window.height, layer.window),
                   places(in.width, layer.window.width, layer.window)};
    if (stage.shape.height == 0 || stage.shape.width == 0) {
      refuse(layer, "a window of " + std::to_string(layer.window.height) + " x " +
                        std::to_string(layer.window.width) + " does not fit into images of " +
                        shape_text(in) + " (channels x height x width), which come from " + way() +
                        ": make it smaller, or pad");
    }
    if (kind == Stage::Kind::convolution) {
      stage.inputs = in.channels * layer.window.height * layer.window.width;
      stage.biases = layer.has_bias ? layer.units : 0;
    }
    push(layer, stage);
  }
  void add_dense(const Layer& layer, bool dense_follow) {
    way_.is_flat = true;
    Stage stage;
    stage.kind = dense_follow ? Stage::Kind::dense : Stage::Kind::convolution;
    stage.window = {shape().height, shape().width, 1, 0};
    stage.inputs = shape().count();
    stage.shape = {layer.units == 0 ? classes_ : layer.units, 1, 1};
    stage.biases = layer.has_bias ? stage.shape.channels : 0;
    push(layer, stage);
  }
  void add_group_norm(const Layer& layer) {
    const Shape in = shape();
    if (way_.is_flat && in.height * in.width > 1) need_images(layer);
    if (in.channels % layer.units != 0) {
      refuse(layer, std::to_string(layer.units) + " groups do not divide the " +
                        std::to_string(in.channels) + " channels of " + way() +
                        "; expected one of " + divisors(in.channels));
    }
    if (in.count() == layer.units) {
      refuse(layer, "each group would be one number, of which normalisation leaves 0, after " +
                        way() + ": expected fewer groups");
    }
    Stage stage;
    stage.kind = Stage::Kind::group_norm;
    stage.groups = layer.units;
    stage.shape = in;
    stage.inputs = 1;
    stage.biases = in.channels;
    push(layer, stage);
  }
  void add_channels(const Layer& layer) {
    need_images(layer);
    Stage stage;
    stage.kind = Stage::Kind::channels;
    stage.shape = shape();
    if (layer.units < stage.shape.channels) {
      refuse(layer, "there are " + std::to_string(stage.shape.channels) + " channels already, of " +
                        way() + "; expected at least as many: this layer adds channels of zeros");
    }
    stage.zeros_before = (layer.units - stage.shape.channels) / 2;
    stage.shape.channels = layer.units;
    push(layer, stage);
  }
  void begin_block(const Layer& layer) {
    blocks_.push_back({layer, way_, {}});
    way_.is_empty = true;
  }
  void begin_shortcut() {
    Block& block = blocks_.back();
    block.has_shortcut = true;
    block.main = std::move(way_);
    way_ = block.before;
    way_.is_empty = true;
  }
  void end_block() {
    Block block = std::move(blocks_.back());
    blocks_.pop_back();
    const Way& main = block.has_shortcut ? block.main : way_;
    const Way& shortcut = block.has_shortcut ? way_ : block.before;
    Stage stage;
    stage.kind = Stage::Kind::sum;
    stage.shape = stages_[main.last].shape;
    stage.shortcut = shortcut.last;
    if (shape_text(stage.shape) != shape_text(stages_[shortcut.last].shape)) {
      refuse(block.layer,
             "its layers give " + shape_text(stage.shape) + " (channels x height x width), but " +
                 (block.has_shortcut ? "its shortcut gives " : "what comes before it is ") +
                 shape_text(stages_[shortcut.last].shape) +
                 "; expected the same: state a shortcut that gives it, as in: "
                 "residual(conv 32 3x3 pad 1 stride 2 | conv 32 1x1 stride 2)");
    }
    const std::size_t source = main.last;
    const bool is_flat = main.is_flat || shortcut.is_flat;
    way_ = std::move(block.before);
    way_.last = source;
    way_.is_flat = is_flat;
    push(block.layer, stage);
  }
  // Adds a stage that takes the outputs of the last one.
  void push(const Layer& layer, Stage stage) {
    stage.source = way_.last;
    stage.offset = dimension_;
    dimension_ += stage.parameters();
    if (dimension_ > most_parameters || stage.shape.count() > most_outputs) {
      refuse(layer, "the network has " + std::to_string(dimension_) +
                        " parameters so far, and this layer " + shape_text(stage.shape) +
                        " outputs; expected at most " + std::to_string(most_parameters) + " and " +
                        std::to_string(most_outputs) + ": make it smaller");
    }
    way_.text += ", " + layer.text + " (" + shape_text(stage.shape) + ")";
    way_.last = stages_.size();
    way_.is_empty = false;
    stages_.push_back(stage);
  }
  void activate(const Layer& layer, Activation activation) {
    Stage& stage = stages_[way_.last];
    if (way_.is_empty || stage.activation != Activation::none || stage.dropout > 0) {
      refuse(layer,
             "expected to follow conv, avgpool, maxpool or dense directly, or groupnorm, channels "
             "or a block: one activation for each, before its dropout");
    }
    stage.activation = activation;
  }
  void drop(const Layer& layer) {
    Stage& stage = stages_[way_.last];
    if (way_.is_empty && !blocks_.empty()) {
      refuse(layer,
             "the block begins with dropout, which would change its shortcut; expected it "
             "before the block or after a layer of it");
    }
    if (stage.dropout > 0) refuse(layer, "dropout follows dropout; expected one: keep one rate");
    stage.dropout = layer.rate;
  }
  // The layers so far, with their outputs.
  std::string way() const { return "rows of " + shape_text(stages_.front().shape) + way_.text; }
  static std::string divisors(Index n) {
    std::string list;
    for (Index k = 1; k <= n; ++k) {
      if (n % k == 0) list += (list.empty() ? "" : ", ") + std::to_string(k);
    }
    return list;
  }

  Index classes_;
  Index dimension_ = 0;
  Way way_;
  std::vector<Stage> stages_;
  std::vector<Block> blocks_;  // that have begun, each within the one before
};

bool needs_image_stages(const Layer& layer) {
  return layer.kind == Kind::group_norm || layer.kind == Kind::end;
}

}  // namespace

bool Architecture::has_dropout() const {
  return std::any_of(stages.begin(), stages.end(),
                     [](const Stage& stage) { return stage.dropout > 0; });
}

std::string shape_text(const Shape& shape) {
  return std::to_string(shape.channels) + " x " + std::to_string(shape.height) + " x " +
         std::to_string(shape.width);
}

Architecture build(const std::vector<Layer>& layers, const Shape& input, Index classes) {
  Builder builder(input, classes);
  const auto last = std::find_if(layers.rbegin(), layers.rend(), needs_image_stages);
  const auto dense = static_cast<std::size_t>(layers.rend() - last);
  for (std::size_t i = 0; i < layers.size(); ++i) builder.add(layers[i], i >= dense);
  return builder.finish(layers.back());
}

}  // namespace skald::network
