// Posteriors from noisy second moments, against quadrature, importance sampling and all pairs of
// rows.
#include "noisy_sufficient_statistics/distance.hpp"

#include <Eigen/Dense>
#include <numbers>
#include <random>

#include "all_samplers/shipped_sampler.hpp"
#include "run_sampler.hpp"
#include "skald/mechanism.hpp"
#include "skald/parts/privacy/symmetric_message.hpp"
#include "test.hpp"

namespace skald::test {
namespace noisy_sufficient_statistics_test {

using Options = std::vector<Setting>;
const std::string kName = "noisy_sufficient_statistics";

// Rows (x, y) of clients 0, 1, ..., for a linear model without intercept.
struct Linear {
  Eigen::MatrixXd x;
  std::vector<double> y;
  std::vector<std::int32_t> client;
  double noise = 1, prior = 1, row_bound = 1;

  std::unique_ptr<Federation> federation() const {
    FederationData data;
    data.points = x;
    data.labels = y;
    data.client = client;
    data.clients = client.back() + 1;
    return std::make_unique<Federation>(
        std::move(data), load_plugin<Model>("model/linear", {{"intercept", false},
                                                             {"noise", noise},
                                                             {"prior_precision", prior},
                                                             {"row_bound", row_bound}}));
  }
};
// Clients of so many rows that do not matter, since others are sent in their place.
Linear of_sizes(Index d, const std::vector<int>& sizes) {
  Linear rows;
  for (std::size_t c = 0; c < sizes.size(); ++c)
    rows.client.insert(rows.client.end(), static_cast<std::size_t>(sizes[c]),
                       static_cast<std::int32_t>(c));
  rows.x = Eigen::MatrixXd::Constant(d, std::ssize(rows.client), 0.5);
  rows.y.assign(rows.client.size(), 0.5);
  return rows;
}

// What client c sends, whatever its rows, with noise of that variance.
class Sent final : public Mechanism {
 public:
  Sent(std::vector<Eigen::VectorXd> messages, double deviation, double moved)
      : messages_(std::move(messages)), multiplier_(deviation / moved) {}
  void prepare(const Accountant&) override {}
  NoiseLaw law(Index) const override { return {NoiseLaw::Kind::gaussian, multiplier_}; }
  std::optional<Claim> claim() const override { return Claim{.delta = 1e-5}; }
  void privatize(const Random&, Stream stream, std::int64_t, const Sensitivity&,
                 Block message) const override {
    message.matrix().colwise() = messages_.at(static_cast<std::size_t>(stream.client));
  }

 private:
  std::vector<Eigen::VectorXd> messages_;
  double multiplier_;
};

struct Moments {
  Eigen::VectorXd mean;
  Eigen::MatrixXd covariance;
};
// Of the draws after the first hundred iterations.
Moments moments(Federation& federation, const Options& options, const Mechanism& mechanism,
                Index iterations, Index chains) {
  const auto sampler = load_plugin<Sampler>("sampler/" + kName, options);
  const Index d = federation.dimension();
  SamplerRun run(federation, *sampler, random_streams, mechanism, Eigen::MatrixXd::Zero(d, chains));
  run.advance(100);
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(d);
  Eigen::MatrixXd squares = Eigen::MatrixXd::Zero(d, d);
  for (Index k = 0; k < iterations; ++k) {
    const Eigen::MatrixXd draws = run.advance(1);
    sum += draws.rowwise().sum();
    squares += draws * draws.transpose();
  }
  const auto count = static_cast<double>(iterations * chains);
  const Eigen::VectorXd mean = sum / count;
  return {mean, squares / count - mean * mean.transpose()};
}

// Two clients of 8 and 20 rows in one dimension, y = theta x + N(0, .7^2), x ~ N(0, 1), which sent
// (5.2, 7.9) and (22.4, 13.1) as sums of (x x, x y), with noise of deviation s. In units of the
// model's noise all of these are divided by its variance.
constexpr double kVariance = 0.49, kLabelBound = 10;
Moments of_one_dimension(const std::vector<int>& sizes, const std::vector<Eigen::Vector2d>& sums,
                         double s, Options options) {
  Linear rows = of_sizes(1, sizes);
  rows.noise = std::sqrt(kVariance);
  rows.prior = 0.5;
  std::vector<Eigen::VectorXd> messages;
  for (const Eigen::Vector2d& sum : sums) messages.emplace_back(sum / kVariance);
  const Sent mechanism(messages, s / kVariance,
                       distance_of_moments(1, 1 / rows.noise, kLabelBound));
  options.emplace_back("label_bound", kLabelBound);
  return moments(*rows.federation(), options, mechanism, 1000, 30);
}

TEST_CASE("in one dimension draws have the moments of the exact posterior given what was sent") {
  // By quadrature. 30000 dependent draws: means are off by .0012 to .0018 (one deviation).
  const Eigen::Vector2d first(5.2, 7.9), second(22.4, 13.1);
  struct Row {
    std::vector<int> sizes;
    std::vector<Eigen::Vector2d> sums;
    double s, mean, deviation;
    bool aware;
  };
  for (const Row& row : {
           Row{{8, 20}, {first, second}, 3, 0.6876741957, 0.2116014779, true},
           Row{{8, 20}, {first, second}, 3, 0.7541748967, 0.1326552459, false},
           // Of the sum of both messages, and of a sum with the noise of one.
           Row{{28}, {first + second}, 3 * std::numbers::sqrt2, 0.7753043564, 0.2344665004, true},
           Row{{28}, {first + second}, 3, 0.7679009701, 0.1910953804, true},
       }) {
    CAPTURE(row.mean);
    Options options{{"noise_aware", row.aware}};
    if (row.aware) {
      options.emplace_back("row_curvature", 1 / kVariance);
      options.emplace_back("moves", 4);
    }
    const Moments found = of_one_dimension(row.sizes, row.sums, row.s, options);
    CHECK(std::abs(found.mean[0] - row.mean) < 0.008);
    CHECK(std::sqrt(found.covariance(0, 0)) == Approx(row.deviation).epsilon(0.04));
  }
}

TEST_CASE("a law of the rows that nobody knows is learned from all messages together") {
  // A_1, A_2 on a grid; given theta and the sum's law, each has a density of its own.
  const std::vector<int> sizes{8, 20};
  const std::vector<Eigen::Vector2d> sums{{5.2, 7.9}, {22.4, 13.1}};
  const double s = 3 / kVariance, prior = 0.5, scale = 1 / kVariance;  // row_bound 1
  constexpr int points = 200, thetas = 160;
  const double cell = 120.0 / points;
  const auto A = [&](int i) { return (i + 0.5) * cell; };
  const auto normal = [](double x, double variance) {
    return std::exp(-x * x / (2 * variance)) / std::sqrt(variance);
  };
  Eigen::ArrayXXd law(points, points);
  for (int i = 0; i < points; ++i)
    for (int j = 0; j < points; ++j)
      law(i, j) = std::pow((scale + A(i) + A(j)) / 50, -0.5 * (3 + 28));
  double mass = 0, first = 0, second = 0;
  for (int t = 0; t < thetas; ++t) {
    const double theta = -1.5 + 4.5 * (t + 0.5) / thetas;
    Eigen::ArrayXd f[2];
    for (std::size_t c = 0; c < 2; ++c) {
      f[c].resize(points);
      for (int i = 0; i < points; ++i) {
        f[c][i] = std::pow(A(i) / 50, 0.5 * (sizes[c] - 2)) *
                  normal(sums[c][0] / kVariance - A(i), s * s) *
                  normal(sums[c][1] / kVariance - A(i) * theta, A(i) + s * s);
      }
    }
    const double density =
        normal(theta, 1 / prior) * f[0].matrix().dot(law.matrix() * f[1].matrix());
    mass += density;
    first += density * theta;
    second += density * theta * theta;
  }
  const double mean = first / mass, deviation = std::sqrt(second / mass - mean * mean);
  const Moments found = of_one_dimension(sizes, sums, 3, {{"moves", 4}});
  CAPTURE(mean, deviation, found.mean[0], std::sqrt(found.covariance(0, 0)));
  CHECK(std::abs(found.mean[0] - mean) < 0.008);
  CHECK(std::sqrt(found.covariance(0, 0)) == Approx(deviation).epsilon(0.04));
}

// The posterior of theta in two dimensions by importance sampling: Sigma, then the A_c as sums of
// rows, weighted by what was sent.
Moments by_importance(const std::vector<int>& sizes, const std::vector<Eigen::VectorXd>& sent,
                      double s, double prior, double scale, int draws) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  const auto rows = [&](int n) {
    Eigen::Matrix2d sum = Eigen::Matrix2d::Zero();
    for (int r = 0; r < n; ++r) {
      const Eigen::Vector2d x(normal(random), normal(random));
      sum += x * x.transpose();
    }
    return sum;
  };
  double mass = 0, top = -1e300;
  Eigen::Vector2d first = Eigen::Vector2d::Zero();
  Eigen::Matrix2d second = Eigen::Matrix2d::Zero();
  for (int i = 0; i < draws; ++i) {
    // Wishart of d + 2 degrees of freedom, then its inverse.
    const Eigen::Matrix2d sigma = scale * rows(4).inverse();
    const Eigen::Matrix2d root = sigma.llt().matrixL();
    Eigen::Matrix2d P = prior * Eigen::Matrix2d::Identity();
    Eigen::Vector2d shift = Eigen::Vector2d::Zero();
    double log_weight = 0;
    for (std::size_t c = 0; c < sizes.size(); ++c) {
      const Eigen::Matrix2d A = root * rows(sizes[c]) * root.transpose();
      const Eigen::Matrix2d noisy = A + s * s * Eigen::Matrix2d::Identity();
      const Eigen::Vector2d b = sent[c].tail(2);
      P += A * noisy.inverse() * A;
      shift += A * noisy.inverse() * b;
      log_weight -= (sent[c].head(3) - symmetric::to_vector(A)).squaredNorm() / (2 * s * s) +
                    0.5 * std::log(noisy.determinant()) + 0.5 * b.dot(noisy.inverse() * b);
    }
    const Eigen::Matrix2d covariance = P.inverse();
    const Eigen::Vector2d mean = covariance * shift;
    log_weight += 0.5 * shift.dot(mean) - 0.5 * std::log(P.determinant());
    if (log_weight > top) {
      const double down = std::exp(top - log_weight);
      mass *= down, first *= down, second *= down;
      top = log_weight;
    }
    const double weight = std::exp(log_weight - top);
    mass += weight;
    first += weight * mean;
    second += weight * (covariance + mean * mean.transpose());
  }
  first /= mass;
  return {first, second / mass - first * first.transpose()};
}

TEST_CASE("in two dimensions draws have the moments of importance sampling") {
  const std::vector<int> sizes{6, 9};
  std::vector<Eigen::VectorXd> sent(2, Eigen::VectorXd(5));
  sent[0] << 6, 2.5 * std::numbers::sqrt2, 3, 5, 1;
  sent[1] << 4, 1 * std::numbers::sqrt2, 7, 6, -2;
  const double s = 2.5;
  Linear rows = of_sizes(2, sizes);
  rows.row_bound = std::sqrt(2.0);  // the mean curvature is 1
  const Sent mechanism(sent, s, distance_of_moments(2, rows.row_bound, kLabelBound));
  const Moments exact = by_importance(sizes, sent, s, 1, 1, 100000);
  const Moments found = moments(*rows.federation(), {{"label_bound", kLabelBound}, {"moves", 4}},
                                mechanism, 1000, 20);
  CAPTURE(exact.mean, found.mean, exact.covariance, found.covariance);
  CHECK((found.mean - exact.mean).norm() < 0.02);
  CHECK((found.covariance - exact.covariance).norm() < 0.04 * exact.covariance.norm());
}

// Over pairs of rows on a grid of lengths, angles and responses.
double by_pairs(bool is_line, double R, double R_y) {
  double largest = 0;
  constexpr int lengths = 60, angles = 180;
  for (int i = 0; i <= lengths; ++i) {
    for (int a = 0; a <= (is_line ? 0 : angles); ++a) {
      const double t = R * i / lengths, angle = std::numbers::pi * a / angles;
      const Eigen::Vector2d x(R, 0), other(t * std::cos(angle), t * std::sin(angle));
      const Eigen::Matrix2d A = x * x.transpose() - other * other.transpose();
      for (const double y : {-R_y, R_y}) {
        const Eigen::Vector2d b = R_y * x - y * other;
        largest = std::max(largest, std::sqrt(A.squaredNorm() + b.squaredNorm()));
      }
    }
  }
  return largest;
}

TEST_CASE("no pair of rows is farther apart than the sensitivity, and some pair is as far") {
  struct Row {
    double R, R_y, line, plane;  // plane: with two coordinates or more
  };
  for (const Row& row :
       {Row{1, 1, 2, 2.1213203436}, Row{1, 0.5, 0, 1.5909902577}, Row{1.5, 2, 6, 6.0104076401},
        Row{1, 0.3, 1.0460620396, 0}, Row{1, 0.6, 1.2007002277, 0}, Row{0.5, 4, 4, 4}}) {
    CAPTURE(row.R, row.R_y);
    if (row.line > 0)
      CHECK(distance_of_moments(1, row.R, row.R_y) == Approx(row.line).epsilon(1e-9));
    if (row.plane > 0)
      CHECK(distance_of_moments(2, row.R, row.R_y) == Approx(row.plane).epsilon(1e-9));
    for (const bool is_line : {true, false}) {
      const double stated = distance_of_moments(is_line ? 1 : 3, row.R, row.R_y);
      const double seen = by_pairs(is_line, row.R, row.R_y);
      CHECK(seen <= stated * (1 + 1e-12));
      CHECK(seen > 0.999 * stated);
    }
  }
}

TEST_CASE("a replaced row moves what is sent by as much as noise is added for, at most") {
  // Two rows at the bounds, nearly orthogonal; the others have features and responses beyond them.
  const double noise = 0.7, label_bound = 1.2, R = 1 / noise;
  const double cosine = label_bound * label_bound / (2 * R * R);
  Eigen::MatrixXd sent(5, 2);
  double sensitivity = 0;
  for (Index which = 0; which < 2; ++which) {
    Linear rows;
    rows.noise = noise;
    rows.x.resize(2, 3);
    rows.x << 3, 0.2, which == 0 ? 1 : cosine,  //
        4, -0.1, which == 0 ? 0 : std::sqrt(1 - cosine * cosine);
    rows.y = {0.5, 9, which == 0 ? 5.0 : -5.0};
    rows.client = {0, 0, 0};
    const ListeningMechanism listener;
    run_sampler(*rows.federation(), kName, {{"label_bound", label_bound}}, 3,
                Eigen::MatrixXd::Zero(2, 1), listener);
    REQUIRE(listener.messages.size() == 1);
    sent.col(which) = listener.messages[0].value;
    sensitivity = listener.messages[0].sensitivity;
  }
  CHECK(sensitivity == Approx(distance_of_moments(2, R, label_bound)).epsilon(1e-12));
  CHECK((sent.col(0) - sent.col(1)).norm() == Approx(sensitivity).epsilon(1e-12));
  // (3, 4) becomes (.6, .8), and 9 and 5 become .7 * 1.2.
  const double y = noise * label_bound, v = noise * noise;
  const Eigen::VectorXd expected =
      (Eigen::VectorXd(5) << 0.36 + 0.04 + 1, std::numbers::sqrt2 * (0.48 - 0.02), 0.64 + 0.01,
       0.3 + 0.2 * y + y, 0.4 - 0.1 * y)
          .finished() /
      v;
  CHECK((sent.col(0) - expected).norm() < 1e-12 * expected.norm());
}

TEST_CASE("one release per client, if responses have a bound") {
  Linear rows = of_sizes(2, {4, 3});
  const auto federation = rows.federation();
  const auto plan = releases(*federation, kName, {{"label_bound", 1.0}}, 50);
  REQUIRE(plan.size() == 2);
  for (const Release& release : plan) {
    CHECK(release.count == 1);
    CHECK(release.relation == Relation::replace_one);
    CHECK(release.understatement == 1);
  }
  CHECK(releases(*federation, kName, {}, 50).empty());
}

TEST_CASE("problems without second moments, bounds or enough rows are refused") {
  const auto refusal = [](Linear rows, const Options& options) {
    return [rows, options] {
      run_sampler(*rows.federation(), kName, options, 1, Eigen::MatrixXd::Zero(rows.x.rows(), 1));
    };
  };
  Linear rows = of_sizes(3, {2});
  CHECK_THROWS_WITH(refusal(rows, {{"label_bound", 1.0}})(),
                    Catch::Contains("client 0 has 2 rows, fewer than the 3 parameters"));
  CHECK_NOTHROW(refusal(rows, {{"label_bound", 1.0}, {"noise_aware", false}})());
  rows.row_bound = std::numeric_limits<double>::infinity();
  CHECK_NOTHROW(refusal(rows, {})());
  CHECK_THROWS_WITH(refusal(rows, {{"label_bound", 1.0}})(),
                    Catch::Contains("features have no bound: set row_bound of the model"));
  const auto location = quadratic_federation(two_clients());
  CHECK_THROWS_WITH(run_sampler(*location, kName, {{"label_bound", 1.0}}, 1),
                    Catch::Contains("label_bound needs a linear regression"));
}

using namespace ledger_terms;

// A triangle of 3 floats and a vector go up, once.
const ShippedSampler noisy_sufficient_statistics =
    ShippedSampler(kName).conforms({}, kExact, {"label_bound"}).costs({}, [](const Seen&) {
      return Cost{0, C * N * (F + 3 * 32), 0, 0};
    });

}  // namespace noisy_sufficient_statistics_test
}  // namespace skald::test
