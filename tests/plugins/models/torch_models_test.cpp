#include <ATen/ATen.h>
#include <torch/csrc/jit/api/module.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>

#include "load_plugin.hpp"
#include "model_checks.hpp"
#include "network/resnet20_layers.hpp"
#include "random/philox_random.hpp"
#include "skald/initialisation.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace skald;
using namespace skald::test;

std::shared_ptr<Model> bound(const char* plugin, const ClassRows& example,
                             const std::vector<Setting>& settings) {
  return bound_model(plugin, example.table, settings);
}

Eigen::MatrixXd starts(const Model& model, Index chains) {
  const auto* start = extension<Initialisation>(model);
  REQUIRE(start != nullptr);
  Eigen::MatrixXd theta(model.dimension(), chains);
  start->initialise(random::PhiloxRandom(1, 0), view(theta));
  return theta;
}

// Slope of the potential along one direction, by differences, beside the gradient's. The step is
// short, so that hardly a unit passes its kink; rounding leaves an error of about 1e-7.
void check_slope(const Model& model, const Rows& rows, const Eigen::MatrixXd& theta) {
  Eigen::VectorXd direction(theta.rows());
  for (Index i = 0; i < direction.size(); ++i)
    direction(i) = std::cos(0.3 + 5.7 * static_cast<double>(i));
  const double step = 1e-8;
  const Eigen::MatrixXd up = theta + step * direction, down = theta - step * direction;
  const double expected =
      (potential(model, rows, up)(0) - potential(model, rows, down)(0)) / (2 * step);
  const double found = direction.dot(gradient(model, rows, theta).col(0));
  CHECK(found == Approx(expected).epsilon(1e-5).margin(1e-5));
}

// A module on disk: a hidden layer of tanh where it is wider than 0, then scores.
std::string module_file(const TemporaryFolder& folder, Index p, Index hidden, Index classes) {
  torch::jit::Module module("network");
  const auto parameter = [&](const char* name, std::vector<std::int64_t> shape) {
    module.register_parameter(name, at::full(shape, 0.25), false);
  };
  if (hidden > 0) {
    parameter("a", {hidden, p});
    parameter("b", {hidden});
  }
  parameter("c", {classes, hidden > 0 ? hidden : p});
  parameter("d", {classes});
  module.define(hidden > 0 ? R"(
def forward(self, x):
    return torch.linear(torch.tanh(torch.linear(x, self.a, self.b)), self.c, self.d)
)"
                           : R"(
def forward(self, x):
    return torch.linear(x, self.c, self.d)
)");
  const std::string path = (folder.path() / "module.pt").string();
  module.save(path);
  return path;
}

// A module on disk with parameters p0, p1, ... of these shapes and the given body of forward().
std::string module_of(const TemporaryFolder& folder,
                      const std::vector<std::vector<std::int64_t>>& shapes,
                      const std::string& body) {
  torch::jit::Module module("network");
  for (std::size_t i = 0; i < shapes.size(); ++i)
    module.register_parameter("p" + std::to_string(i), at::zeros(shapes[i]), false);
  module.define("def forward(self, x):\n" + body);
  const std::string path = (folder.path() / "module.pt").string();
  module.save(path);
  return path;
}

// Potential, gradient and predictions of both models at the same parameters.
void check_same_values(const Model& found, const Model& expected, const ClassRows& example,
                       double tolerance) {
  REQUIRE(found.dimension() == expected.dimension());
  const Eigen::MatrixXd theta = starts(found, 1);
  const Rows rows = Rows::range(0, static_cast<Index>(example.y.size()));
  CHECK(potential(found, rows, theta)(0) ==
        Approx(potential(expected, rows, theta)(0)).epsilon(tolerance));
  const Eigen::MatrixXd slope = gradient(expected, rows, theta);
  CHECK((gradient(found, rows, theta) - slope).norm() <= tolerance * slope.norm());
  Eigen::MatrixXd p(found.classes(), rows.count), q = p;
  found.predict(rows, view(theta), view(p));
  expected.predict(rows, view(theta), view(q));
  CHECK((p - q).cwiseAbs().maxCoeff() <= tolerance);
}

// Weights and intercepts of a layer, as libtorch orders them, put unit by unit.
Eigen::MatrixXd unit_by_unit(const Eigen::MatrixXd& flat, Index inputs, Index units) {
  Eigen::MatrixXd out(inputs + 1, units);
  out.topRows(inputs) = flat.col(0).head(inputs * units).reshaped(inputs, units);
  out.row(inputs) = flat.col(0).tail(units).transpose();
  return out.reshaped(out.size(), 1);
}

}  // namespace

TEST_CASE("deep networks have the parameters of the literature") {
  const ClassRows images(3072, 3, 10);
  ClassRows words(20, 3, 10004);
  words.x = words.x.array().abs().unaryExpr([](double v) { return std::floor(9999 * v); });
  CHECK(bound("resnet20", images, {})->dimension() == 269722);
  CHECK(bound("lstm_next_word", words, {})->dimension() == 4050748);
  CHECK(bound("resnet18_gn", images, {})->dimension() == 11173962);
}

TEST_CASE("gradients of deep networks agree with differences of their potentials") {
  const ClassRows images(3 * 64, 6, 10);
  const Rows rows = Rows::range(1, 4);
  auto model = bound("resnet20", images, {{"arithmetic", "double"}, {"norm", "group"}});
  check_slope(*model, rows, starts(*model, 1));
  ClassRows words(5, 6, 12);
  words.x = words.x.array().abs().unaryExpr([](double v) { return std::floor(11.9 * v); });
  model =
      bound("lstm_next_word", words, {{"arithmetic", "double"}, {"embedding", 4}, {"hidden", 6}});
  check_slope(*model, rows, starts(*model, 1));
}

TEST_CASE("batch normalisation scores with the statistics of the first training rows") {
  // All rows are training rows of one pass: the statistics of scoring are those of training.
  const ClassRows images(3 * 64, 6, 10);
  const auto model = bound("resnet20", images, {{"arithmetic", "double"}});
  const Eigen::MatrixXd theta = starts(*model, 1);
  check_slope(*model, Rows::range(0, 6), theta);
  // A prediction of one row does not depend on the rows beside it.
  Eigen::MatrixXd all(10, 6), one(10, 1);
  model->predict(Rows::range(0, 6), view(theta), view(all));
  model->predict(Rows::range(4, 1), view(theta), view(one));
  CHECK((all.col(4) - one).norm() <= 1e-12);
}

TEST_CASE("a chain of a deep network depends on its own column and rows, to the last bit") {
  const ClassRows images(3 * 64, 30, 10);
  const auto model = bound("resnet20", images, {{"norm", "group"}, {"pass_rows", 7}});
  const Eigen::MatrixXd theta = starts(*model, 3);
  const std::vector<std::int32_t> own = {1, 2, 3, 9, 9, 4, 20, 21, 0};
  for (const Rows& rows : {Rows::range(3, 20), Rows{0, 3, own.data(), 3}})
    check_block_equals_columns(*model, rows, theta);
  const auto exact = bound("resnet20", images, {{"norm", "group"}, {"arithmetic", "double"}});
  check_parts_sum_to_whole(*exact, 30, theta);
}

TEST_CASE("gradients of deep networks clipped row by row are those of single rows") {
  const ClassRows images(3 * 64, 7, 10);
  ClassRows words(9, 7, 5);  // words occur more than once in a row
  words.x = words.x.array().abs().unaryExpr([](double v) { return std::floor(4.9 * v); });
  struct Network {
    const char* plugin;
    const ClassRows& rows;
    std::vector<Setting> settings;
  };
  for (const Network& network :
       {Network{"resnet20", images, {{"norm", "group"}}}, Network{"resnet20", images, {}},
        Network{"resnet18_gn", images, {}},
        Network{"lstm_next_word", words, {{"embedding", 4}, {"hidden", 6}}}}) {
    INFO(network.plugin);
    const std::vector<Setting> exact{{"arithmetic", "double"}, {"pass_rows", 4}};
    const auto model = bound(network.plugin, network.rows, with(network.settings, exact));
    const Eigen::MatrixXd theta = starts(*model, 1);
    const Rows rows = Rows::range(0, 7);
    const double norm = gradient(*model, Rows::range(3, 1), theta).norm();
    // All rows are clipped, some, or none.
    for (const double clip : {0.1 * norm, norm, std::numeric_limits<double>::infinity()})
      check_clipped_gradient(*model, rows, clip, theta, 1e-10);
  }
}

TEST_CASE("deep networks predict the probabilities whose logarithms are the potential") {
  const ClassRows images(3 * 64, 9, 10);
  const auto model =
      bound("resnet20", images, {{"norm", "group"}, {"arithmetic", "double"}, {"pass_rows", 4}});
  const Eigen::MatrixXd theta = starts(*model, 1);
  check_predictions_are_likelihoods(*model, images.y, theta);
}

TEST_CASE("hand-written gradients agree with automatic ones through TorchScript modules") {
  const Index p = 5, classes = 3;
  const ClassRows example(p, 40, classes);
  const Index hidden = GENERATE(0, 4);
  const TemporaryFolder folder;
  const auto automatic =
      bound("torchscript", example,
            {{"path", module_file(folder, p, hidden, classes)}, {"arithmetic", "double"}});
  const auto written =
      bound("mlp", example,
            {{"activation", "tanh"}, {"hidden", hidden > 0 ? Array{{4}, {1}} : Array{{}, {0}}}});
  REQUIRE(automatic->dimension() == written->dimension());
  const Index d = automatic->dimension(), first = hidden * (p + 1);
  CHECK(starts(*automatic, 2) == Eigen::MatrixXd::Constant(d, 2, 0.25));

  Eigen::MatrixXd flat(d, 1);
  for (Index i = 0; i < d; ++i) flat(i) = std::cos(0.8 + 7.31 * static_cast<double>(i));
  const auto by_unit = [&](const Eigen::MatrixXd& v) {
    Eigen::MatrixXd out(d, 1);
    if (hidden > 0) out.topRows(first) = unit_by_unit(v.topRows(first), p, hidden);
    out.bottomRows(d - first) =
        unit_by_unit(v.bottomRows(d - first), hidden > 0 ? hidden : p, classes);
    return out;
  };
  const Rows rows = Rows::range(2, 35);
  const Eigen::MatrixXd expected = by_unit(gradient(*automatic, rows, flat));
  const Eigen::MatrixXd found = gradient(*written, rows, by_unit(flat));
  CHECK((found - expected).norm() <= 1e-12 * expected.norm());
  CHECK(potential(*written, rows, by_unit(flat))(0) ==
        Approx(potential(*automatic, rows, flat)(0)).epsilon(1e-13));
}

TEST_CASE("rows may ask for the masks that a module draws at other parameters") {
  const ClassRows example(200, 30, 3);
  const TemporaryFolder folder;
  const std::string path = module_of(folder, {{3, 200}, {3}}, R"(
    return torch.linear(torch.dropout(x, 0.25, True), self.p0, self.p1)
)");
  for (const char* arithmetic : {"double", "float"}) {
    INFO(arithmetic);
    const auto model = bound("torchscript", example, {{"path", path}, {"arithmetic", arithmetic}});
    Eigen::MatrixXd theta(model->dimension(), 2);
    for (Index i = 0; i < theta.size(); ++i)
      theta.data()[i] = 0.1 * std::cos(0.8 + 7.31 * static_cast<double>(i));
    const Eigen::MatrixXd other = -theta;
    // A weight has no gradient where the mask drops its input.
    const auto dropped = [&](const Rows& rows, const Eigen::MatrixXd& at) {
      const Eigen::MatrixXd weights = gradient(*model, rows, at).topRows(600);
      return Eigen::MatrixXd((weights.array() == 0).cast<double>());
    };
    const Rows row = Rows::range(7, 1);
    CHECK(dropped(row, other) != dropped(row, theta));
    CHECK(dropped(row.choosing_at(view(theta)), other) == dropped(row, theta));
    CHECK(same_bits(gradient(*model, row.choosing_at(view(theta)), theta),
                    gradient(*model, row, theta)));
  }
}

TEST_CASE("networks of Skald have the values of libtorch") {
  struct Network {
    const char* plugin;
    std::vector<Setting> settings;
    Index features, classes;
    std::vector<std::vector<std::int64_t>> shapes;
    const char* body;
  };
  const Network network = GENERATE(
      Network{"lenet5",
              {},
              784,
              10,
              {{6, 1, 5, 5},
               {6},
               {16, 6, 5, 5},
               {16},
               {120, 256},
               {120},
               {84, 120},
               {84},
               {10, 84},
               {10}},
              R"(
    x = torch.max_pool2d(torch.relu(torch.conv2d(x, self.p0, self.p1)), [2, 2])
    x = torch.max_pool2d(torch.relu(torch.conv2d(x, self.p2, self.p3)), [2, 2])
    x = torch.relu(torch.linear(torch.flatten(x, 1), self.p4, self.p5))
    x = torch.relu(torch.linear(x, self.p6, self.p7))
    return torch.linear(x, self.p8, self.p9)
)"},
      Network{"emnist_cnn",
              {{"dropout", 0.0}},
              784,
              62,
              {{32, 1, 3, 3}, {32}, {64, 32, 3, 3}, {64}, {128, 9216}, {128}, {62, 128}, {62}},
              R"(
    x = torch.relu(torch.conv2d(x, self.p0, self.p1))
    x = torch.max_pool2d(torch.relu(torch.conv2d(x, self.p2, self.p3)), [2, 2])
    x = torch.relu(torch.linear(torch.flatten(x, 1), self.p4, self.p5))
    return torch.linear(x, self.p6, self.p7)
)"},
      Network{"network",
              {{"layers",
                "conv 5 3x2 pad 1 stride 2, tanh, conv 7 3x3, sigmoid, avgpool 2 stride 1, "
                "dense 9, sigmoid, dense classes"}},
              3 * 144,
              6,
              {{5, 3, 3, 2}, {5}, {7, 5, 3, 3}, {7}, {9, 84}, {9}, {6, 9}, {6}},
              R"(
    x = torch.tanh(torch.conv2d(x, self.p0, self.p1, [2, 2], [1, 1]))
    x = torch.avg_pool2d(torch.sigmoid(torch.conv2d(x, self.p2, self.p3)), [2, 2], [1, 1])
    x = torch.sigmoid(torch.linear(torch.flatten(x, 1), self.p4, self.p5))
    return torch.linear(x, self.p6, self.p7)
)"},
      Network{"network",
              {{"layers",
                "conv 4 3x3 pad 1 nobias, groupnorm 2, tanh, residual(conv 6 3x3 pad 1 stride 2, "
                "groupnorm 3, sigmoid, conv 6 3x3 pad 1 | conv 6 1x1 stride 2, groupnorm 1), tanh, "
                "avgpool 3, dense 8, groupnorm 4, tanh, dense classes"}},
              144,
              6,
              {{4, 1, 3, 3},
               {4},
               {4},
               {6, 4, 3, 3},
               {6},
               {6},
               {6},
               {6, 6, 3, 3},
               {6},
               {6, 4, 1, 1},
               {6},
               {6},
               {6},
               {8, 24},
               {8},
               {8},
               {8},
               {6, 8},
               {6}},
              R"(
    x = torch.conv2d(x, self.p0, None, [1, 1], [1, 1])
    x = torch.tanh(torch.group_norm(x, 2, self.p1, self.p2))
    y = torch.group_norm(torch.conv2d(x, self.p3, self.p4, [2, 2], [1, 1]), 3, self.p5, self.p6)
    y = torch.conv2d(torch.sigmoid(y), self.p7, self.p8, [1, 1], [1, 1])
    x = y + torch.group_norm(torch.conv2d(x, self.p9, self.p10, [2, 2]), 1, self.p11, self.p12)
    x = torch.flatten(torch.avg_pool2d(torch.tanh(x), [3, 3]), 1)
    x = torch.tanh(torch.group_norm(torch.linear(x, self.p13, self.p14), 4, self.p15, self.p16))
    return torch.linear(x, self.p17, self.p18)
)"});
  INFO(network.plugin);
  const ClassRows example(network.features, 11, network.classes);
  const TemporaryFolder folder;
  const std::string path = module_of(folder, network.shapes, network.body);
  // Sums of at most 10 000 products, rounded one by one in each implementation.
  for (const auto& [arithmetic, tolerance] : {std::pair{"double", 1e-12}, {"float", 1e-5}}) {
    check_same_values(
        *bound(network.plugin, example, with(network.settings, {{"arithmetic", arithmetic}})),
        *bound("torchscript", example, {{"path", path}, {"arithmetic", arithmetic}}), example,
        tolerance);
  }
}

TEST_CASE("ResNet-20 as declared layers is that of libtorch") {
  const ClassRows example(3 * 1024, 3, 10);
  const auto declared =
      bound("network", example, {{"layers", resnet20_layers()}, {"arithmetic", "double"}});
  const auto expected = bound("resnet20", example, {{"norm", "group"}, {"arithmetic", "double"}});
  REQUIRE(declared->dimension() == expected->dimension());
  CHECK(same_bits(starts(*declared, 2), starts(*expected, 2)));
  // 20 layers, each a sum of at most 576 products.
  check_same_values(*declared, *expected, example, 1e-10);
}

TEST_CASE("deep networks refuse what they cannot take") {
  CHECK_THROWS_WITH(bound("resnet20", ClassRows(700, 3, 10), {}), Catch::Contains("square images"));
  ClassRows numbers(784, 3, 10);
  numbers.table.classes = 0;
  CHECK_THROWS_WITH(bound("resnet20", numbers, {}), Catch::Contains("classes is 0"));
  CHECK_THROWS_WITH(bound("lstm_next_word", ClassRows(5, 3, 12), {}),
                    Catch::Contains("row 0 has the feature") && Catch::Contains("0 to 11"));
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(
      load_plugin<Model>("model/torchscript", {{"path", (folder.path() / "none.pt").string()}}),
      Catch::Contains("not a TorchScript module"));
  if (!at::hasCUDA())
    CHECK_THROWS_WITH(load_plugin<Model>("model/resnet20", {{"device", "cuda"}}),
                      Catch::Contains("finds no GPU"));
}
