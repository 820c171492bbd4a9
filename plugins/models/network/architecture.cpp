#include "network/architecture.hpp"

#include <algorithm>

namespace skald::network {
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

  void add(const Layer& layer) {
    switch (layer.kind) {
      case Kind::convolution:
        return add_window(layer, Stage::Kind::convolution);
      case Kind::average_pool:
        return add_window(layer, Stage::Kind::average_pool);
      case Kind::maximum_pool:
        return add_window(layer, Stage::Kind::maximum_pool);
      case Kind::dense:
        return add_dense(layer);
      case Kind::relu:
        return activate(layer, Activation::relu);
      case Kind::tanh:
        return activate(layer, Activation::tanh);
      case Kind::sigmoid:
        return activate(layer, Activation::sigmoid);
      case Kind::dropout:
        return drop(layer);
      case Kind::flatten:
        is_flat_ = true;
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
  void add_window(const Layer& layer, Stage::Kind kind) {
    const Shape in = stages_.back().shape;
    if (is_flat_) refuse(layer, "there are no images after dense or flatten: put it before them");
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
    if (kind == Stage::Kind::convolution)
      stage.inputs = in.channels * layer.window.height * layer.window.width;
    push(layer, stage);
  }
  void add_dense(const Layer& layer) {
    is_flat_ = true;
    Stage stage;
    stage.kind = Stage::Kind::dense;
    stage.inputs = stages_.back().shape.count();
    stage.shape = {layer.units == 0 ? classes_ : layer.units, 1, 1};
    push(layer, stage);
  }
  void push(const Layer& layer, Stage stage) {
    stage.offset = dimension_;
    if (stage.has_parameters()) dimension_ += stage.weights() + stage.shape.channels;
    if (dimension_ > most_parameters || stage.shape.count() > most_outputs) {
      refuse(layer, "the network has " + std::to_string(dimension_) +
                        " parameters so far, and this layer " + shape_text(stage.shape) +
                        " outputs; expected at most " + std::to_string(most_parameters) + " and " +
                        std::to_string(most_outputs) + ": make it smaller");
    }
    way_.push_back(layer.text + " (" + shape_text(stage.shape) + ")");
    stages_.push_back(stage);
  }
  void activate(const Layer& layer, Activation activation) {
    Stage& stage = stages_.back();
    if (stage.kind == Stage::Kind::input || stage.activation != Activation::none ||
        stage.dropout > 0) {
      refuse(layer,
             "expected to follow conv, avgpool, maxpool or dense directly: one activation "
             "for each, before its dropout");
    }
    stage.activation = activation;
  }
  void drop(const Layer& layer) {
    Stage& stage = stages_.back();
    if (stage.dropout > 0) refuse(layer, "dropout follows dropout; expected one: keep one rate");
    stage.dropout = layer.rate;
  }
  // The layers so far, with their outputs.
  std::string way() const {
    std::string text = "rows of " + shape_text(stages_.front().shape);
    for (const std::string& layer : way_) text += ", " + layer;
    return text;
  }

  Index classes_;
  Index dimension_ = 0;
  bool is_flat_ = false;
  std::vector<Stage> stages_;
  std::vector<std::string> way_;
};

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
  for (const Layer& layer : layers) builder.add(layer);
  return builder.finish(layers.back());
}

}  // namespace skald::network
