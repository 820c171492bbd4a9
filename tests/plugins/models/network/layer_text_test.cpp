#include "network/layer_text.hpp"

#include "network/architecture.hpp"
#include "test.hpp"

namespace {

using namespace skald::network;

std::string refusal_of(const std::string& text, const Shape& input = {1, 8, 8}) {
  try {
    build(parse_layers(text), input, 10);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("the text of layers gives their kinds, sizes and places") {
  const auto layers = parse_layers(
      " conv 6 5x3 pad 2 stride 4,relu, avgpool 2 ,maxpool 2x3 stride 1, flatten, dense 120, "
      "dropout 0.25, dense classes");
  REQUIRE(layers.size() == 8);
  CHECK(layers[0].kind == Layer::Kind::convolution);
  CHECK(layers[0].units == 6);
  CHECK(layers[0].window.height == 5);
  CHECK(layers[0].window.width == 3);
  CHECK(layers[0].window.pad == 2);
  CHECK(layers[0].window.stride == 4);
  CHECK(layers[0].place == 2);
  CHECK(layers[1].kind == Layer::Kind::relu);
  CHECK(layers[2].kind == Layer::Kind::average_pool);
  CHECK(layers[2].window.stride == 2);
  CHECK(layers[2].text == "avgpool 2");
  CHECK(layers[2].place == 34);
  CHECK(layers[3].window.width == 3);
  CHECK(layers[3].window.stride == 1);
  CHECK(layers[5].units == 120);
  CHECK(layers[6].rate == 0.25);
  CHECK(layers[7].units == 0);
  CHECK(layers[7].number == 8);
}

TEST_CASE("blocks are layers between their beginning, their shortcut and their end") {
  using Kind = Layer::Kind;
  const auto layers =
      parse_layers("conv 4 3x3 nobias , residual ( groupnorm 2,residual(relu)| channels 8 ), relu");
  std::vector<Kind> kinds;
  for (const Layer& layer : layers) kinds.push_back(layer.kind);
  CHECK(kinds == std::vector<Kind>{Kind::convolution, Kind::residual, Kind::group_norm,
                                   Kind::residual, Kind::relu, Kind::end, Kind::shortcut,
                                   Kind::channels, Kind::end, Kind::relu});
  CHECK_FALSE(layers[0].has_bias);
  CHECK(layers[1].text == "residual");
  CHECK(layers[1].place == 21);
  CHECK(layers[2].text == "groupnorm 2");
  CHECK(layers[2].place == 32);
  CHECK(layers[2].units == 2);
  CHECK(layers[5].number == 4);
  CHECK(layers[6].number == 2);
  CHECK(layers[7].units == 8);
  CHECK(layers[7].number == 6);
  CHECK(layers[9].number == 7);
}

TEST_CASE("layers that cannot be are refused with place, found, expected and remedy") {
  struct Refused {
    const char *text, *says;
  };
  const Refused refused[] = {
      {"", "layer 1 (character 1), \"\": found nothing; expected a layer, one of conv"},
      {"relu,, dense 3", "layer 2 (character 6), \"\": found nothing"},
      {"conv 6 5x5, rleu", "layer 2 (character 13), \"rleu\": found \"rleu\"; expected one of"},
      {"conv 6 5x5, rleu", "Did you mean \"relu\"?"},
      {"conv",
       "found the end of the layer; expected the number of channels, a whole number from 1"},
      {"conv 0 5x5", "found \"0\"; expected the number of channels"},
      {"conv 6.5 5x5", "found \"6.5\""},
      {"conv 6 5", "found \"5\"; expected the size of the kernel, such as 5x5"},
      {"conv 6 5x", "found \"5x\""},
      {"conv 6 5x5 pad 5",
       "found \"5\"; expected the number of zeros on each side, a whole number from 0 to 4"},
      {"conv 6 5x5 step 2", "found \"step\"; expected pad, stride, nobias or the next layer"},
      {"maxpool 2 nobias", "found \"nobias\"; expected stride or the next layer"},
      {"groupnorm", "found the end of the layer; expected the number of groups of channels"},
      {"conv 6 3x3, groupnorm 4, dense 10",
       "layer 2 (character 13), \"groupnorm 4\": 4 groups do not divide the 6 channels of rows of "
       "1 x 8 x 8, conv 6 3x3 (6 x 6 x 6); expected one of 1, 2, 3, 6"},
      {"dense 4, groupnorm 4, dense 10", "each group would be one number"},
      {"conv 4 3x3, flatten, groupnorm 4, dense 10", "no images after dense or flatten"},
      {"conv 4 3x3, channels 3, dense 10", "there are 4 channels already"},
      {"dense 4, channels 8, dense 10", "there are no images after dense or flatten"},
      {"residual, dense 10",
       "layer 1 (character 1), \"residual\": found the end of the layer; expected the layers of "
       "the block in parentheses, as in: residual(conv 16"},
      {"conv 6 (5x5), dense 10", "found \"(\" after it; expected \"(\" after residual alone"},
      {"residual(conv 1 1x1, dense 10",
       "layer 1 (character 1), \"residual\": the block does not end; expected \")\""},
      {"residual(), dense 10", "layer 2 (character 10), \"\": found nothing"},
      {"residual(conv 1 1x1 |), dense 10", "layer 3 (character 22), \"\": found nothing"},
      {"conv 1 1x1), dense 10",
       "layer 1 (character 1), \"conv 1 1x1\": found \")\" after it, which no"},
      {"residual(conv 1 1x1)), dense 10", "which no \"residual(\" began"},
      {"residual(conv 1 1x1) relu, dense 10", "found \"r\" after the \")\" that ends the block"},
      {"conv 1 1x1 | relu, dense 10", "found \"|\" after it; expected it between the two ways"},
      {"residual(conv 1 1x1 | conv 1 1x1 | conv 1 1x1), dense 10", "found a second \"|\""},
      {"residual(conv 2 3x3 pad 1), dense 10",
       "layer 1 (character 1), \"residual\": its layers give 2 x 8 x 8 (channels x height x "
       "width), but what comes before it is 1 x 8 x 8; expected the same: state a shortcut"},
      {"residual(conv 2 3x3 | conv 2 1x1), dense 10",
       "its layers give 2 x 6 x 6 (channels x height x width), but its shortcut gives 2 x 8 x 8"},
      {"conv 2 3x3, residual(relu, conv 2 1x1), dense 10",
       "layer 3 (character 22), \"relu\": expected to follow"},
      {"conv 2 3x3, residual(dropout 0.1, conv 2 1x1), dense 10", "the block begins with dropout"},
      {"residual(dense 64), conv 2 1x1, dense 10", "what comes before it is 1 x 8 x 8"},
      {"dense 10, residual(dense 10)", "layer 2 (character 11), \"residual\": the network ends"},
      {"conv 6 5x5 stride 0", "expected the stride, a whole number from 1"},
      {"avgpool 2x3", "expected a stride, since the window is not square"},
      {"dense", "expected the number of units (or `classes`)"},
      {"dense 10 20", "found \"20\"; expected the next layer after a comma"},
      {"dense 99999999999999999999", "found \"99999999999999999999\""},
      {"dropout 1", "expected the rate at which units are dropped, at least 0 and below 1"},
      {"dense \x1b[2J", "found \"\\x1b[2J\""},
      {"relu, dense 10", "expected to follow conv, avgpool, maxpool or dense directly"},
      {"dense 4, relu, tanh, dense 10", "layer 3 (character 16), \"tanh\": expected to follow"},
      {"dense 4, dropout 0.1, dropout 0.2, dense 10", "dropout follows dropout"},
      {"dense 4, conv 2 3x3, dense 10", "there are no images after dense or flatten"},
      {"conv 2 5x5, maxpool 3, conv 2 3x3, dense 10",
       "a window of 3 x 3 does not fit into images of 2 x 1 x 1 (channels x height x width), which "
       "come from rows of 1 x 8 x 8, conv 2 5x5 (2 x 4 x 4), maxpool 3 (2 x 1 x 1)"},
      {"dense 9", "expected a dense layer with a score for each of the 10 classes"},
      {"dense 10, relu", "the network ends here"},
      {"dense 100000, dense 100000, dense 10", "expected at most 1000000000"}};
  for (const Refused& r : refused) {
    INFO(r.text);
    CHECK_THAT(refusal_of(r.text), Catch::Contains(r.says));
  }
}

TEST_CASE("shapes and the places of parameters follow from layer to layer") {
  const Architecture lenet = build(
      parse_layers("conv 6 5x5, relu, maxpool 2, conv 16 5x5, relu, maxpool 2, dense 120, relu, "
                   "dense 84, relu, dense classes"),
      {1, 28, 28}, 10);
  REQUIRE(lenet.stages.size() == 8);
  CHECK(lenet.images == 5);
  CHECK(lenet.dimension == 44426);
  CHECK(lenet.classes() == 10);
  CHECK(shape_text(lenet.stages[3].shape) == "16 x 8 x 8");
  CHECK(lenet.stages[3].inputs == 150);
  CHECK(lenet.stages[3].offset == 156);
  CHECK(lenet.stages[5].inputs == 256);
  CHECK(lenet.stages[5].offset == 2572);
  const Architecture padded =
      build(parse_layers("conv 4 3x3 pad 1 stride 2, dense 10"), {3, 7, 8}, 10);
  CHECK(shape_text(padded.stages[1].shape) == "4 x 4 x 4");
  CHECK(padded.dimension == 4 * 28 + 10 * 65);
}

TEST_CASE("the stages of a block take what comes before it") {
  const Architecture block = build(
      parse_layers("conv 4 3x3 pad 1, relu, residual(conv 6 3x3 pad 1 nobias, groupnorm 3, relu | "
                   "conv 6 1x1), tanh, dense 10"),
      {1, 8, 8}, 10);
  REQUIRE(block.stages.size() == 7);
  const auto& stages = block.stages;
  CHECK(block.images == 6);
  CHECK(stages[2].source == 1);
  CHECK(stages[2].biases == 0);
  CHECK(stages[3].source == 2);
  CHECK(stages[3].offset == 40 + 6 * 36);
  CHECK(stages[3].activation == Activation::relu);
  CHECK(stages[4].source == 1);
  CHECK(stages[4].offset == 40 + 6 * 36 + 12);
  CHECK(stages[5].kind == Stage::Kind::sum);
  CHECK(stages[5].source == 3);
  CHECK(stages[5].shortcut == 4);
  CHECK(stages[5].activation == Activation::tanh);
  CHECK(stages[6].source == 5);
  CHECK(block.dimension == 40 + 6 * 36 + 12 + 30 + 10 * (6 * 64 + 1));
}
