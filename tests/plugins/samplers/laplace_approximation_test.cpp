// Laplace's approximation under privacy, against laws and numbers that were derived apart.
#include <Eigen/Dense>
#include <numbers>

#include "all_samplers/shipped_sampler.hpp"
#include "run_sampler.hpp"
#include "skald/mechanism.hpp"
#include "test.hpp"

namespace skald::test {
namespace laplace_approximation_test {

using Options = std::vector<Setting>;

constexpr double kPrior = 1.5, kTemp = 0.8, kStep = 0.006;
constexpr int kSteps = 8;

// One client of a linear model with mode 0, whose rows have short features and the curvature H.
std::unique_ptr<Federation> of_curvature(const Eigen::MatrixXd& H) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(H);
  FederationData data;
  std::vector<Eigen::VectorXd> rows;
  for (Index i = 0; i < H.rows(); ++i) {
    const double curvature = spectrum.eigenvalues()[i], count = std::ceil(curvature);
    for (double r = 0; r < count; ++r)
      rows.emplace_back(std::sqrt(curvature / count) * spectrum.eigenvectors().col(i));
  }
  data.points.resize(H.rows(), static_cast<Index>(rows.size()));
  for (std::size_t r = 0; r < rows.size(); ++r) data.points.col(static_cast<Index>(r)) = rows[r];
  data.client.assign(rows.size(), 0);
  data.labels.assign(rows.size(), 0);
  return std::make_unique<Federation>(
      std::move(data),
      load_plugin<Model>("model/linear", {{"intercept", false}, {"prior_precision", kPrior}}));
}

Options private_options(double share = 0.1) {
  return {{"step", kStep},
          {"steps", kSteps},
          {"temp", kTemp},
          {"clip", 0.5},
          {"curvature_clip", 1.0 + 1e-9},
          {"curvature_share", share}};
}

// Gaussian noise of a multiplier in what has `entries` numbers, and none in anything else; or, in
// curvatures, a fixed message times what a row moves it.
class SomeNoise final : public Mechanism {
 public:
  explicit SomeNoise(double z) : z_(z) {}
  SomeNoise(double z, Eigen::VectorXd fixed) : z_(z), fixed_(std::move(fixed)) {}
  void prepare(const Accountant&) override {}
  NoiseLaw law(Index) const override { return {NoiseLaw::Kind::gaussian, z_}; }
  std::optional<Claim> claim() const override { return Claim{.delta = 1e-5}; }
  void privatize(const Random& random, Stream stream, std::int64_t k, const Sensitivity& moved,
                 Block message) const override {
    if (fixed_.size() == 0) return random.add_normal(stream, k, z_ * moved.l2(), message);
    if (k == kSteps) message.matrix().col(0) += z_ * moved.l2() * fixed_;
  }

 private:
  double z_;
  Eigen::VectorXd fixed_;
};

// Mode and the symmetric root of the draws' covariance, by chain.
struct Found {
  Eigen::MatrixXd mode, roots;
};
Found found(Federation& federation, const Options& options, const Mechanism& mechanism,
            const Eigen::MatrixXd& start) {
  const auto sampler = load_plugin<Sampler>("sampler/laplace_approximation", options);
  SamplerRun run(federation, *sampler, random_streams, mechanism, start);
  run.advance(1);
  return {run.state()[0], run.state()[1]};
}

// The mechanism's multiplier for mu = .9 in all, as of messages that share it evenly. That of a
// gradient is then sqrt(8 / (1 - share)) / .9.
const double kMultiplier = std::sqrt(kSteps + 1.0) / 0.9;

TEST_CASE("two releases, whose noise shares the budget as asked for") {
  const auto federation = of_curvature(Eigen::MatrixXd::Constant(1, 1, 120));
  const auto plan = releases(*federation, "laplace_approximation", private_options(0.1), 50);
  REQUIRE(plan.size() == 2);
  CHECK(plan[0].count == kSteps);
  CHECK(plan[1].count == 1);
  for (const Release& release : plan) CHECK(release.relation == Relation::replace_one);
  // Of 8 / z_g^2 + 1 / z_H^2 = 9 / z^2 the curvature has a tenth.
  const double of_gradients = kSteps * std::pow(plan[0].understatement, 2);
  const double of_curvature = std::pow(plan[1].understatement, 2);
  CHECK(of_gradients + of_curvature == Approx(kSteps + 1).epsilon(1e-12));
  CHECK(of_curvature == Approx(0.1 * (kSteps + 1)).epsilon(1e-12));
  CHECK(releases(*federation, "laplace_approximation", {{"steps", 3}}, 50).empty());
  CHECK_THROWS_WITH(load_plugin<Sampler>("sampler/laplace_approximation", {{"clip", 1.0}}),
                    Catch::Contains("give both, or neither"));
}

TEST_CASE("without noise it is the descent's end and the posterior's covariance") {
  Eigen::Matrix2d H;
  H << 90, 30, 30, 45;
  const auto federation = of_curvature(H);
  const Eigen::Matrix2d all = H + kPrior * Eigen::Matrix2d::Identity();
  const Eigen::Matrix2d move = Eigen::Matrix2d::Identity() - kStep * all;
  Eigen::Vector2d end(0.3, -0.1);
  for (int k = 0; k < kSteps; ++k) end = move * end;
  for (const bool clips : {true, false}) {
    CAPTURE(clips);
    Options options{{"step", kStep}, {"steps", kSteps}, {"temp", kTemp}};
    if (clips) options = private_options();
    const Found at = found(*federation, options, nothing, Eigen::Vector2d(0.3, -0.1));
    CHECK((at.mode - end).norm() < 1e-12);
    CHECK((at.roots * at.roots - kTemp * all.inverse()).norm() < 1e-9);
  }
}

TEST_CASE("noise that makes the curvature negative leaves the prior's, direction by direction") {
  // Of a share phi* = .0260871111; by another program. A message lists the lower triangle, with
  // sqrt(2) off the diagonal.
  Eigen::Matrix2d H;
  H << 90, 30, 30, 45;
  const double share = 0.0260871111, off = std::numbers::sqrt2;
  struct Row {
    Eigen::Vector3d noise, covariance;  // (0, 0), (1, 0), (1, 1)
  };
  for (const Row& row : {Row{{0.8, -1.1 * off, -0.6}, {0.0088766427, -0.0042128086, 0.0216734190}},
                         Row{{-5, 2 * off, -6}, {0.1458094930, -0.2284725676, 0.3986326809}}}) {
    const auto federation = of_curvature(H);
    // The noise of the curvature is sigma_H = 9.7288048955 with C_H = 1.
    const SomeNoise noise(kMultiplier, row.noise);
    Options options = private_options(share);
    options.emplace_back("noise_aware", false);
    const Found at = found(*federation, options, noise, Eigen::Vector2d::Zero());
    const Eigen::Matrix2d covariance = at.roots * at.roots;
    const Eigen::Vector3d entries(covariance(0, 0), covariance(1, 0), covariance(1, 1));
    CHECK((entries - row.covariance).norm() < 2e-7 * row.covariance.norm());
  }
}

TEST_CASE("draws that know of the noise are wider by the mode's own covariance") {
  // V_mode of the same two curvatures and phi*, whose noise in gradients is 3.1845086095.
  Eigen::Matrix2d H;
  H << 90, 30, 30, 45;
  const auto federation = of_curvature(H);
  const SomeNoise noise(kMultiplier, Eigen::Vector3d::Zero());
  const Found at =
      found(*federation, private_options(0.0260871111), noise, Eigen::Vector2d::Zero());
  const Eigen::Matrix2d all = H + kPrior * Eigen::Matrix2d::Identity();
  const Eigen::Matrix2d extra = at.roots * at.roots - kTemp * all.inverse();
  CHECK(extra(0, 0) == Approx(5.4168094734e-4).epsilon(1e-6));
  CHECK(extra(1, 0) == Approx(-2.4378914966e-4).epsilon(1e-6));
  CHECK(extra(1, 1) == Approx(9.0736467183e-4).epsilon(1e-6));
}

TEST_CASE("the mode scatters as its variance says, and curvatures as their noise") {
  // d = 1, H = 120: V_mode, bias and sigma_H by another program. 20000 chains: a variance is off
  // by 5 percent with P = 6e-7, a mean by 5 of its deviations likewise.
  struct Row {
    double share, mode_variance, curvature_noise;
  };
  constexpr Index chains = 20000;
  for (const Row& row : {Row{0.0260871111, 3.9401637966e-4, 9.7288048955},
                         {0.1, 4.2637514509e-4, 4.9690399500},
                         {0.5, 7.6747526116e-4, 2.2222222222}}) {
    CAPTURE(row.share);
    const auto federation = of_curvature(Eigen::MatrixXd::Constant(1, 1, 120));
    const SomeNoise noise(kMultiplier);
    Options options = private_options(row.share);
    options.emplace_back("noise_aware", false);
    const Found at = found(*federation, options, noise, Eigen::MatrixXd::Constant(1, chains, 0.3));
    const double mean = at.mode.mean();
    CHECK(std::abs(mean - 8.7272131215e-6) < 5 * std::sqrt(row.mode_variance / chains));
    CHECK((at.mode.array() - mean).square().mean() == Approx(row.mode_variance).epsilon(0.05));
    const Eigen::ArrayXXd curvature = kTemp / at.roots.array().square() - kPrior;
    CHECK(std::abs(curvature.mean() - 120) < 5 * row.curvature_noise / std::sqrt(1.0 * chains));
    CHECK(std::sqrt((curvature - curvature.mean()).square().mean()) ==
          Approx(row.curvature_noise).epsilon(0.025));
  }
}

// The variance of the mean of the last m of kSteps states, from what each step's noise of variance
// one is in each of them.
double variance_of_average(double curvature, int m) {
  double variance = 0;
  for (int t = 0; t < kSteps; ++t) {
    double share = 0;
    for (int j = std::max(t + 1, kSteps - m + 1); j <= kSteps; ++j)
      share += kStep * std::pow(1 - kStep * curvature, j - 1 - t) / m;
    variance += share * share;
  }
  return variance;
}

TEST_CASE("the mean of the descent's last states scatters less, and draws know by how much") {
  const double H = 120, z = 3.3126933000;  // of gradients, times 2 C = 1, at the share .1
  constexpr Index chains = 5000;
  const auto federation = of_curvature(Eigen::MatrixXd::Constant(1, 1, H));
  const double move = 1 - kStep * (H + kPrior);
  for (const int m : {1, 3, kSteps}) {
    CAPTURE(m);
    Options options = private_options();
    options.emplace_back("average", m);
    double bias = 0;
    for (int j = kSteps - m + 1; j <= kSteps; ++j) bias += 0.3 * std::pow(move, j) / m;
    const double variance = z * z * variance_of_average(H + kPrior, m);
    // Noise in gradients alone, so that the curvature is H.
    const SomeNoise noise(kMultiplier, Eigen::VectorXd::Zero(1));
    const Found still = found(*federation, options, noise, Eigen::MatrixXd::Constant(1, 1, 0.3));
    CHECK(still.mode(0, 0) == Approx(bias).epsilon(1e-9));
    CHECK(still.roots(0, 0) * still.roots(0, 0) ==
          Approx(kTemp / (H + kPrior) + variance).epsilon(1e-6));
    // A variance of 5000 chains is off by a tenth with P = 6e-7.
    const Found at = found(*federation, options, SomeNoise(kMultiplier),
                           Eigen::MatrixXd::Constant(1, chains, 0.3));
    CHECK(std::abs(at.mode.mean() - bias) < 5 * std::sqrt(variance / chains));
    CHECK((at.mode.array() - at.mode.mean()).square().mean() == Approx(variance).epsilon(0.1));
  }
  CHECK_THROWS_WITH(
      load_plugin<Sampler>("sampler/laplace_approximation", {{"steps", 3}, {"average", 4}}),
      Catch::Contains("set average to at most steps"));
}

// Two clients of a linear model, whose first one has these rows of two features and a response.
std::unique_ptr<Federation> with_first(const Eigen::Matrix3Xd& first) {
  FederationData data;
  Eigen::Matrix3Xd rows(3, first.cols() + 1);
  rows << first, Eigen::Vector3d(0.5, -1, 2);
  data.points = rows.topRows(2);
  data.client.assign(static_cast<std::size_t>(rows.cols()), 0);
  data.client.back() = 1;
  data.clients = 2;
  data.labels.assign(rows.row(2).begin(), rows.row(2).end());
  return std::make_unique<Federation>(
      std::move(data),
      load_plugin<Model>("model/linear", {{"intercept", false}, {"prior_precision", kPrior}}));
}

TEST_CASE("another client moves the sums by as much as another row, if clients are the unit") {
  // One step from 0 is -step times the clipped sums, and the curvature that of draws at T = 1.
  const Options options{{"step", 1.0},           {"steps", 1},      {"temp", 1.0}, {"clip", 0.7},
                        {"curvature_clip", 0.4}, {"unit", "client"}};
  const auto sums = [&](const Eigen::Matrix3Xd& first) {
    const Found at = found(*with_first(first), options, nothing, Eigen::Vector2d::Zero());
    return std::pair(Eigen::Vector2d(-at.mode), Eigen::Matrix2d((at.roots * at.roots).inverse()));
  };
  double gradients = 0, curvatures = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    const double scale = seed % 2 == 0 ? 20 : 1;
    const auto [g, H] = sums(scale * random_rows(seed, 3, {4}, true).points);
    Eigen::Matrix3Xd other = scale * random_rows(seed + 1000, 3, {4}, true).points;
    if (seed == 0) other = 1e6 * Eigen::Matrix3Xd::Identity(3, 4);
    const auto [g_2, H_2] = sums(other);
    gradients = std::max(gradients, (g - g_2).norm());
    curvatures = std::max(curvatures, (H - H_2).norm());
  }
  CHECK(gradients <= 2 * 0.7 * (1 + 1e-9));
  CHECK(gradients > 0.95 * 2 * 0.7);
  CHECK(curvatures <= std::numbers::sqrt2 * 0.4 * (1 + 1e-9));
  CHECK(curvatures > 0.8 * std::numbers::sqrt2 * 0.4);

  const auto federation = with_first(random_rows(1, 3, {4}, true).points);
  const auto plan = releases(*federation, "laplace_approximation", options, 50);
  REQUIRE(plan.size() == 4);
  for (const Release& release : plan) CHECK(release.unit == Unit::client);
}

// A public guess of .7 for each row, in place of the rows' own curvatures.
Options public_options() {
  return {
      {"step", kStep}, {"steps", kSteps}, {"temp", kTemp}, {"clip", 0.5}, {"row_curvature", 0.7}};
}

TEST_CASE("a public guess of the curvature is no message, and draws know of the mode's noise") {
  Eigen::Matrix2d H;
  H << 90, 30, 30, 45;
  const auto federation = of_curvature(H);
  const auto plan = releases(*federation, "laplace_approximation", public_options(), 50);
  REQUIRE(plan.size() == 1);
  CHECK(plan[0].count == kSteps);
  CHECK(plan[0].understatement == 1);

  // With mu = .9 for the gradients alone, whose noise is then z = sqrt(8) / .9 times 2 C = 1.
  const double z = std::sqrt(1.0 * kSteps) / 0.9;
  const double curvature =
      kPrior + 0.7 * static_cast<double>(federation->problem().examples(Problem::everyone));
  const double move = std::pow(1 - kStep * curvature, 2);
  const double of_mode = kStep * kStep * z * z * (1 - std::pow(move, kSteps)) / (1 - move);
  for (const bool aware : {true, false}) {
    CAPTURE(aware);
    Options options = public_options();
    options.emplace_back("noise_aware", aware);
    const Found at = found(*federation, options, SomeNoise(z), Eigen::Vector2d::Zero());
    const double expected = kTemp / curvature + (aware ? of_mode : 0.0);
    CHECK((at.roots * at.roots - expected * Eigen::Matrix2d::Identity()).norm() < 1e-12 * expected);
  }
  CHECK_THROWS_WITH(
      load_plugin<Sampler>("sampler/laplace_approximation",
                           {{"clip", 1.0}, {"curvature_clip", 1.0}, {"row_curvature", 0.7}}),
      Catch::Contains("leave one of them out"));
}

TEST_CASE("a flat prior is refused where noise leaves no curvature, and models must have rows'") {
  FederationData data;
  data.points = Eigen::MatrixXd::Constant(1, 3, 0.5);
  data.client = {0, 0, 0};
  Federation flat(data, load_plugin<Model>("model/gaussian"));
  const SomeNoise noise(kMultiplier, Eigen::VectorXd::Constant(1, -50));
  CHECK_THROWS_WITH(found(flat, private_options(), noise, Eigen::MatrixXd::Zero(1, 1)),
                    Catch::Contains("give the model a prior_precision, or more eps"));
  data.precision = Eigen::MatrixXd::Ones(1, 1);
  const auto other = quadratic_federation(data, 1.0);
  CHECK_THROWS_WITH(found(*other, private_options(), noise, Eigen::MatrixXd::Zero(1, 1)),
                    Catch::Contains("clips need a model whose rows have curvatures"));
}

using namespace ledger_terms;

// The Hessian takes 2 d gradients of every row, and goes up as a triangle of 3 floats.
const ShippedSampler laplace_approximation =
    ShippedSampler("laplace_approximation")
        .conforms({{"steps", 4}, {"step", 0.05}}, conformance::kDefaultTolerance,
                  {"clip", "curvature_clip"})
        .costs({{"steps", 4}},
               [](const Seen&) {
                 return Cost{C * 5, C * N * (4 * F + 3 * 32), C * N * 5 * F, C * n * (4 + 2 * d)};
               })
        .conforms({{"steps", 4}, {"step", 0.05}, {"average", 3}}, conformance::kDefaultTolerance,
                  {"clip", "curvature_clip", "average"})
        .conforms({{"steps", 4}, {"step", 0.05}, {"row_curvature", 2.0}},
                  conformance::kDefaultTolerance, {"clip", "curvature_clip"})
        .costs({{"steps", 4}, {"row_curvature", 2.0}}, [](const Seen&) {
          // No curvature, and no round for one.
          return Cost{C * 4, C * N * 4 * F, C * N * 4 * F, C * n * 4};
        });

}  // namespace laplace_approximation_test
}  // namespace skald::test
