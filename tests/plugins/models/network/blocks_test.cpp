// Residual blocks, against networks written out by hand.
#include <Eigen/Dense>
#include <cmath>
#include <string>

#include "load_plugin.hpp"
#include "model_checks.hpp"
#include "network/frame.hpp"
#include "random/philox_random.hpp"
#include "resnet20_layers.hpp"
#include "skald/initialisation.hpp"

namespace blocks_test {

using namespace skald;
using namespace skald::test;
using network::Shape;
using network::Window;

std::shared_ptr<Model> network_on(const ClassRows& example, const std::string& layers,
                                  const std::vector<Setting>& more = {{"arithmetic", "double"}}) {
  return bound_model("network", example.table, with({{"layers", layers}}, more));
}

struct Image {
  Shape shape;
  Eigen::VectorXd values;  // channel, y, x
  double at(Index c, Index y, Index x) const {
    if (y < 0 || x < 0 || y >= shape.height || x >= shape.width) return 0;
    return values((c * shape.height + y) * shape.width + x);
  }
};

template <class Value>
Image image_of(const Shape& shape, Value&& value) {
  Image image{shape, Eigen::VectorXd(shape.count())};
  Index i = 0;
  for (Index c = 0; c < shape.channels; ++c) {
    for (Index y = 0; y < shape.height; ++y) {
      for (Index x = 0; x < shape.width; ++x) image.values(i++) = value(c, y, x);
    }
  }
  return image;
}

// Layers by their definitions, which take their parameters from theta one after the other.
class ByHand {
 public:
  explicit ByHand(const Eigen::VectorXd& theta) : theta_(theta) {}

  bool has_all() const { return next_ == theta_.size(); }
  Image conv(const Image& in, Index channels, const Window& w, bool has_bias = true) {
    const Index taps = in.shape.channels * w.height * w.width;
    const Eigen::VectorXd weights = take(channels * taps);
    const Eigen::VectorXd biases = has_bias ? take(channels) : Eigen::VectorXd::Zero(channels);
    const Shape out{channels, (in.shape.height + 2 * w.pad - w.height) / w.stride + 1,
                    (in.shape.width + 2 * w.pad - w.width) / w.stride + 1};
    return image_of(out, [&](Index o, Index y, Index x) {
      double sum = biases(o);
      for (Index i = 0; i < taps; ++i) {
        const Index c = i / (w.height * w.width), ky = i / w.width % w.height, kx = i % w.width;
        sum +=
            weights(o * taps + i) * in.at(c, y * w.stride + ky - w.pad, x * w.stride + kx - w.pad);
      }
      return sum;
    });
  }
  Image norm(const Image& in, Index groups) {
    const Eigen::VectorXd factors = take(in.shape.channels), shifts = take(in.shape.channels);
    const Index size = in.shape.channels / groups, numbers = in.values.size() / groups;
    return image_of(in.shape, [&](Index c, Index y, Index x) {
      const Eigen::ArrayXd group = in.values.segment(c / size * numbers, numbers);
      const double variance = (group - group.mean()).square().mean();
      return factors(c) * (in.at(c, y, x) - group.mean()) / std::sqrt(variance + 1e-5) + shifts(c);
    });
  }
  Image dense(const Image& in, Index units) {
    return conv(in, units, {in.shape.height, in.shape.width, 1, 0});
  }

 private:
  Eigen::VectorXd take(Index count) {
    next_ += count;
    return theta_.segment(next_ - count, count);
  }

  const Eigen::VectorXd& theta_;
  Index next_ = 0;
};

template <class F>
Image each(Image image, F&& f) {
  image.values = image.values.unaryExpr(f);
  return image;
}
Image relu(Image image) {
  return each(std::move(image), [](double v) { return std::max(v, 0.0); });
}
Image tanh_of(Image image) {
  return each(std::move(image), [](double v) { return std::tanh(v); });
}
Image plus(Image a, const Image& b) {
  a.values += b.values;
  return a;
}

constexpr const char* kBlocks =
    "conv 4 3x3 pad 1 nobias, groupnorm 2, relu, "
    "residual(conv 4 3x3 pad 1, groupnorm 4, tanh, conv 4 1x1 nobias, groupnorm 1), relu, "
    "residual(conv 9 3x3 pad 1 stride 2, relu | avgpool 1 stride 2, channels 9), "
    "residual(groupnorm 9, tanh | residual(conv 9 3x2 pad 1, maxpool 1x2 stride 1), groupnorm 1), "
    "dense 6, groupnorm 1, tanh, residual(dense 6), dense 5, tanh, dense classes";

// Differences over a kink are no slope.
std::string without_kinks(std::string layers) {
  for (const auto& [kinked, smooth] : {std::pair{"relu", "tanh"}, {"maxpool", "avgpool"}}) {
    const std::string word = kinked;
    for (std::size_t at = 0; (at = layers.find(word, at)) != std::string::npos;)
      layers.replace(at, word.size(), smooth);
  }
  return layers;
}

Eigen::VectorXd scores_by_hand(const Eigen::VectorXd& theta, const Eigen::VectorXd& row) {
  const Window three{3, 3, 1, 1}, halving{3, 3, 2, 1};
  ByHand net(theta);
  Image x{{1, 6, 6}, row};
  x = relu(net.norm(net.conv(x, 4, three, false), 2));
  Image y = tanh_of(net.norm(net.conv(x, 4, three), 4));
  y = net.norm(net.conv(y, 4, {1, 1, 1, 0}, false), 1);
  x = relu(plus(x, y));
  y = relu(net.conv(x, 9, halving));
  // Of 9 - 4 channels of zeros, two are before the others.
  x = plus(y, image_of(y.shape, [&](Index c, Index i, Index j) {
             return c < 2 || c >= 6 ? 0 : x.at(c - 2, 2 * i, 2 * j);
           }));
  y = tanh_of(net.norm(x, 9));
  const Image wide = net.conv(x, 9, {3, 2, 1, 1});
  const Image largest = image_of(x.shape, [&](Index c, Index i, Index j) {
    return std::max(wide.at(c, i, j), wide.at(c, i, j + 1));
  });
  x = plus(y, net.norm(plus(x, largest), 1));
  x = tanh_of(net.norm(net.dense(x, 6), 1));
  x = plus(x, net.dense(x, 6));
  x = net.dense(tanh_of(net.dense(x, 5)), 3);
  CHECK(net.has_all());
  return x.values;
}

TEST_CASE("networks with blocks and normalisation give what is computed by hand") {
  const ClassRows example(36, 90, 3);
  const auto model = network_on(example, kBlocks);
  const Eigen::MatrixXd theta = scattered_parameters(model->dimension(), 1, 0.9);
  Eigen::MatrixXd p(3, 90);
  model->predict(Rows::range(0, 90), view(theta), view(p));
  for (Index r = 0; r < 90; ++r) {
    const Eigen::VectorXd scores = scores_by_hand(theta.col(0), example.x.col(r));
    const Eigen::VectorXd expected = (scores.array() - scores.maxCoeff()).exp();
    CHECK((p.col(r) - expected / expected.sum()).cwiseAbs().maxCoeff() <= 1e-12);
  }
  check_predictions_are_likelihoods(*model, example.y, theta);
}

TEST_CASE("gradients through blocks agree with differences of potentials") {
  const std::string layers = GENERATE(
      as<std::string>{}, without_kinks(kBlocks), "groupnorm 1, conv 2 3x3, tanh, dense classes",
      "residual(conv 1 3x3 pad 1), sigmoid, dense classes",
      "residual(conv 2 3x3 pad 1, tanh | conv 2 1x1 nobias), residual(maxpool 1), dense classes",
      "residual(residual(conv 1 3x3 pad 1, tanh), groupnorm 1), avgpool 2, dense classes",
      "maxpool 2, residual(avgpool 1 | conv 1 1x1), dense classes",
      "dense 6, groupnorm 2, relu, dense 4, tanh, residual(dense 8, tanh, dense 4), dense classes",
      "conv 3 3x3, residual(flatten | groupnorm 3), dense classes");
  INFO(layers);
  const ClassRows example(36, 90, 3);
  const auto model = network_on(example, layers);
  const Eigen::MatrixXd theta = scattered_parameters(model->dimension(), 2, 0.9);
  check_gradient_is_slope(*model, Rows::range(2, 20), theta);
  check_parts_sum_to_whole(*model, 90, theta);
}

TEST_CASE("gradients through blocks are consistent in every row form, clipped or not") {
  const std::string arithmetic = GENERATE("double", "float");
  const double tolerance = arithmetic == "double" ? 1e-13 : 1e-5;
  const ClassRows example(36, 131, 4);
  const auto model = network_on(example, kBlocks, {{"arithmetic", arithmetic}});
  const Eigen::MatrixXd theta = scattered_parameters(model->dimension(), 3, 0.9);
  check_row_forms(*model, 131, theta, tolerance);
  check_no_number_is_passed_on(*model, Rows::range(0, 10), theta);
}

TEST_CASE("dropout inside and after blocks is on in gradients only, the same for every form") {
  const ClassRows example(36, 90, 3);
  const std::string layers =
      "conv 4 3x3, relu, dropout 0.2, residual(conv 4 3x3 pad 1, relu, dropout 0.3), dropout 0.4, "
      "groupnorm 2, dense classes";
  const auto model = network_on(example, layers);
  const Eigen::MatrixXd theta = scattered_parameters(model->dimension(), 2, 0.9);
  const Rows rows = Rows::range(2, 85);
  check_block_equals_columns(*model, rows, theta);
  check_clipped_gradient(*model, rows, 0.4, theta, 1e-13);
  check_parts_sum_to_whole(*model, 90, theta);
  const auto without =
      network_on(example,
                 "conv 4 3x3, relu, residual(conv 4 3x3 pad 1, relu), groupnorm 2, "
                 "dense classes");
  CHECK(potential(*model, rows, theta) == potential(*without, rows, theta));
  CHECK((gradient(*model, rows, theta) - gradient(*without, rows, theta)).norm() > 1e-3);
}

TEST_CASE("ResNet-20 can be declared, and starts with factors 1 and shifts 0") {
  const ClassRows example(3 * 1024, 3, 10);
  const auto model = network_on(example, resnet20_layers(), {});
  REQUIRE(model->dimension() == 269722);
  Eigen::MatrixXd theta(model->dimension(), 2), p(10, 3);
  extension<Initialisation>(*model)->initialise(random::PhiloxRandom(1, 0), view(theta));
  const Index stem = 16 * 27;
  CHECK(theta.topRows(stem).cwiseAbs().maxCoeff() <= 1 / std::sqrt(27.0));
  CHECK(theta.middleRows(stem, 16) == Eigen::MatrixXd::Ones(16, 2));
  CHECK(theta.middleRows(stem + 16, 16) == Eigen::MatrixXd::Zero(16, 2));
  CHECK(theta.middleRows(stem + 32, 16 * 144).cwiseAbs().maxCoeff() <= 1.0 / 12);
  const Eigen::MatrixXd chain = theta.col(0);
  model->predict(Rows::range(0, 3), view(chain), view(p));
  CHECK(p.colwise().sum().isApprox(Eigen::RowVectorXd::Ones(3), 1e-12));
}

}  // namespace blocks_test
