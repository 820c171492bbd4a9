// One replaced record with real models: the noise that it meets does not depend on it, and the
// upload moves by no more than the noise is made for.
#include "run_sampler.hpp"
#include "test.hpp"

namespace {

using Message = ListeningMechanism::Message;

// One client of twelve rows in three dimensions and three classes (logistic: two).
struct Rows12 {
  MatrixXd points = MatrixXd(3, 12);
  std::vector<double> labels;
  Index classes;

  explicit Rows12(Index given) : classes(given) {
    for (Index i = 0; i < points.size(); ++i) {
      points(i) = 0.8 * std::sin(static_cast<double>(7 * i + 1));
    }
    for (Index r = 0; r < 12; ++r) labels.push_back(static_cast<double>(r % classes));
  }
};

// What FedAvg uploads in its first round.
Message upload(const Rows12& rows, const std::string& model, const std::vector<Setting>& settings,
               const std::vector<Setting>& options, const MatrixXd& start, std::uint64_t seed = 3) {
  Federation federation(
      {rows.points, std::vector<std::int32_t>(12), {}, 1, rows.labels, rows.classes},
      load_plugin<Model>("model/" + model, settings));
  const auto sampler = load_plugin<Sampler>("sampler/fedavg", options);
  ListeningMechanism mechanism;
  const random::PhiloxRandom random(seed, 0);
  SamplerRun run(federation, *sampler, random, mechanism, start.topRows(federation.dimension()));
  run.advance(sampler->stride());
  return mechanism.messages.at(0);
}

const MatrixXd start = MatrixXd(Eigen::VectorXd::LinSpaced(200, -0.7, 0.9));

}  // namespace

TEST_CASE("no row of the data changes the noise that it meets") {
  const std::string model = GENERATE("logistic", "softmax");
  const std::vector<Setting> bound = {{"row_bound", 2.0}};
  const std::vector<Setting> options = {{"K", 3}, {"batch", 2}, {"lr", 0.5}, {"clip", 1.0}};
  Rows12 rows(model == "logistic" ? 2 : 3), longer = rows;
  longer.points.col(4) *= 9;  // 81 times the curvature
  for (const auto& settings : {std::vector<Setting>{}, bound}) {
    CAPTURE(model, settings.size());
    CHECK(upload(rows, model, settings, options, start).sensitivity ==
          upload(longer, model, settings, options, start).sensitivity);
  }
  // Without a bound nothing is known about rows; with one, logistic steps do not expand.
  const double step = 2 * 0.5 * 1.0;
  CHECK(upload(rows, model, {}, options, start).sensitivity == Approx(step / 2 + 2 * step));
  const double L = model == "logistic" ? 1 : 2.5;
  const double growth = model == "logistic" ? 1 : 4 / (4 - 0.5 * L);
  CHECK(upload(rows, model, with(bound, {{"prior_precision", 0.0}}), options, start).sensitivity ==
        Approx(growth * step / 2));
}

TEST_CASE("a row beyond the public bound is projected: its upload stays within the noise") {
  // Alone, rows of that length would make the steps expand: lr |x|^2 / 4 > 2.
  const std::vector<Setting> model = {{"row_bound", 2.0}, {"prior_precision", 0.0}};
  const double stragglers = GENERATE(0.0, 1.0);  // who make one to three steps
  const std::vector<Setting> options = {
      {"K", 3}, {"batch", 2}, {"lr", 0.5}, {"clip", 0.2}, {"stragglers", stragglers}};
  double largest = 0, bare = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    for (const double factor : {9.0, -9.0, -1.0}) {
      Rows12 rows(2), other(2);
      other.points.col(4) *= factor;
      other.labels[4] = 1 - other.labels[4];
      const auto a = upload(rows, "logistic", model, options, start, seed);
      const auto b = upload(other, "logistic", model, options, start, seed);
      REQUIRE(a.sensitivity == b.sensitivity);
      largest = std::max(largest, (a.value - b.value).norm() / a.sensitivity);
      bare = std::max(bare, b.value.norm());
    }
  }
  CAPTURE(largest);
  CHECK(largest <= 1 + 1e-12);
  CHECK(largest > 0.5);
}

TEST_CASE("a network's upload moves by at most 2 lr clip (1 / batch + K - 1)") {
  const double lr = 4, clip = 1;
  const int K = 6, batch = 2;
  const std::vector<Setting> model = {{"hidden", Array{{4}, {1}}}, {"prior_precision", 0.01}};
  const std::vector<Setting> options = {{"K", K}, {"batch", batch}, {"lr", lr}, {"clip", clip}};
  double largest = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rows12 rows(3);
    rows.points *= 4;
    Rows12 other = rows;
    rows.points.col(4) = Eigen::Vector3d(30, 20, -40);
    other.points.col(4) = Eigen::Vector3d(-30, 5, 40);
    other.labels[4] = 2;
    const auto a = upload(rows, "mlp", model, options, start, seed);
    const auto b = upload(other, "mlp", model, options, start, seed);
    REQUIRE(a.sensitivity == b.sensitivity);
    CHECK(a.sensitivity == Approx(2 * lr * clip * (1.0 / batch + K - 1)));
    largest = std::max(largest, (a.value - b.value).norm());
  }
  CAPTURE(largest);
  CHECK(largest <= 2 * lr * clip * (1.0 / batch + K - 1));
  // The bound of convex rows, 2 lr clip / batch, would be too small for a network.
  CHECK(largest > 1.05 * 2 * lr * clip / batch);
  // The prior's own step must not expand: lr prior / n <= 2.
  CHECK(std::isinf(upload(Rows12(3), "mlp", with(model, {{"prior_precision", 6.5}}), options, start)
                       .sensitivity));
}
