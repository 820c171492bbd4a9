// PVI against its recurrences on quadratic potentials.
#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "all_samplers/shipped_sampler.hpp"
#include "gaussian_mechanism.hpp"
#include "test.hpp"
#include "variational/site_run.hpp"

namespace skald::test {
namespace pvi_test {

using Eigen::Vector3d;

const std::vector<Setting> kFull{{"family", "full"}};
const std::vector<Setting> kUndamped{{"damping", 1.0}};

double distance(const Gaussian& q, const Vector3d& mean, const Vector3d& precision) {
  return (q.mean - mean).norm() + (q.precision.diagonal() - precision).norm();
}

TEST_CASE("PVI with full covariances has the posterior after one undamped round") {
  const std::string schedule = GENERATE("synchronous", "sequential");
  const auto options = with(with(kFull, kUndamped), {{"schedule", schedule}});
  const Gaussian q = q_after("pvi", options, 1);
  CHECK((q.mean - kPosteriorMean).norm() < 2e-10);
  MatrixXd expected = Vector3d(kPosteriorPrecision).asDiagonal();
  expected(0, 1) = expected(1, 0) = 14;
  expected(0, 2) = expected(2, 0) = 20;
  expected(1, 2) = expected(2, 1) = 16;
  CHECK((q.precision - expected).norm() < 1e-11);
  CHECK((q_after("pvi", options, 7).mean - kPosteriorMean).norm() < 2e-10);
}

TEST_CASE("PVI's damping moves natural parameters") {
  const auto options = with(kFull, {{"damping", .5}});
  CHECK(distance(q_after("pvi", options, 1), {.6156354288, .1453475079, .3334326269},
                 {131, 124, 143}) < 2e-10);
  CHECK((q_after("pvi", options, 3).mean - Vector3d(.6355825761, .1488055205, .3420969212)).norm() <
        2e-10);
}

TEST_CASE("PVI's mean-field rounds are those of its recurrence") {
  const auto after = [](double damping, Index rounds) {
    return q_after("pvi", {{"damping", damping}}, rounds);
  };
  CHECK(distance(after(1, 1), {.9052308261, -.1428159924, .5298145883}, kPosteriorPrecision) <
        2e-10);
  CHECK(distance(after(1, 3), {.6344540707, .1547197321, .3400869816}, kPosteriorPrecision) <
        2e-10);
  CHECK(distance(after(.5, 1), {.8706800312, -.137057283, .5112896027}, {131, 124, 143}) < 2e-10);
  CHECK((after(.5, 3).mean - Vector3d(.6971143145, .07353857579, .3882281223)).norm() < 2e-10);
  CHECK(distance(after(.25, 1), {.8089296744, -.1268291276, .4778719816}, {70.5, 67, 76.5}) <
        2e-10);
  CHECK((after(.25, 3).mean - Vector3d(.7437552234, .004725830982, .4255460741)).norm() < 2e-10);
  CHECK(distance(after(.25, 400), kPosteriorMean, kPosteriorPrecision) < 2e-10);
}

TEST_CASE("PVI damps by the number of clients if nothing else is said") {
  CHECK(q_after("pvi", {}, 3).mean == q_after("pvi", {{"damping", .25}}, 3).mean);
}

TEST_CASE("PVI's clients one after another") {
  const auto options = with(kUndamped, {{"schedule", "sequential"}});
  CHECK(distance(q_after("pvi", options, 1), {.7032258234, .09102564146, .4389918136},
                 kPosteriorPrecision) < 2e-10);
  CHECK(distance(q_after("pvi", options, 3), {.6390256174, .149490648, .3435763423},
                 kPosteriorPrecision) < 2e-10);
}

TEST_CASE("PVI's clients keep their sites while others work") {
  const random::PhiloxRandom random = two_then_two();
  SiteRun run("pvi", {{"local", "exact"}, {"damping", .5}, {"S", 2}}, random);
  run.advance(2);
  CHECK((run.q().mean - Vector3d(.7640949598, -.0482606994, .4784969658)).norm() < 2e-10);
}

TEST_CASE("PVI's mean-field rounds contract as the damping says") {
  const auto [damping, radius] =
      GENERATE(std::pair(1.0, .1296281652), std::pair(.5, .533598694), std::pair(.25, .766799347));
  CHECK(std::abs(radius_of_shifts("pvi", {{"damping", damping}}) - radius) < 2e-10);
}

TEST_CASE("PVI forgets the sites that it starts from") {
  const auto started = with(kUndamped, {{"site_precision", 3.0}});
  CHECK(distance(q_after("pvi", started, 60), kPosteriorMean, kPosteriorPrecision) < 2e-10);
  CHECK(distance(q_after("pvi", started, 1), {.9052308261, -.1428159924, .5298145883},
                 kPosteriorPrecision) > 1e-3);
}

// Of 4000 independent draws at 5.5 standard errors.
TEST_CASE("PVI draws from q") {
  const Index chains = 4000;
  SiteRun run("pvi", with(kUndamped, {{"local", "exact"}}), random_streams, chains);
  const MatrixXd draws = run.advance(50).colwise() - Eigen::VectorXd(kPosteriorMean);
  const double n = static_cast<double>(chains);
  const Vector3d variance = kPosteriorPrecision.cwiseInverse();
  for (Index i = 0; i < 3; ++i) {
    CHECK(std::abs(draws.row(i).mean()) < 5.5 * std::sqrt(variance[i] / n));
    for (Index k = 0; k <= i; ++k) {
      const double expected = i == k ? variance[i] : 0, spread = variance[i] * variance[k];
      CHECK(std::abs(draws.row(i).dot(draws.row(k)) / n - expected) <
            5.5 * std::sqrt((i == k ? 2 : 1) * spread / n));
    }
  }
}

// A natural step leaves no noise in the mean of a quadratic, and none but that of G in the
// precision, which is unbiased: over independent chains, precisions have the exact mean.
TEST_CASE("PVI's natural-gradient steps find the exact solution of quadratics") {
  const std::string family = GENERATE("diagonal", "full");
  const Index chains = 7;
  SiteRun run("pvi", {{"family", family}, {"K", 20}, {"lr", .1}, {"pairs", 4}, {"damping", .25}},
              random_streams, chains);
  run.advance(60);
  Eigen::ArrayXXd traces(3, chains);
  for (Index j = 0; j < chains; ++j) {
    const Gaussian q = product_with_prior(run.sites().middleCols(4 * j, 4), 3, kTemperedPrior);
    CHECK((q.mean - kPosteriorMean).norm() < 1e-3);
    traces.col(j) = q.precision.diagonal();
  }
  // A site's precision has the relative variance lr / (2 - lr) 2 / pairs, at most, and damping
  // divides that by 7: the mean over 7 chains and 4 sites has a standard error below 0.6 % of q's.
  const Vector3d found = traces.rowwise().mean();
  CAPTURE(found);
  CHECK((found.cwiseQuotient(kPosteriorPrecision).array() - 1).abs().maxCoeff() < 6 * .006);
}

// Three clients with U_c = x' H_c x / 2 - s_c' x and 4, 10 and 26 rows, prior of precision 1.5.
std::unique_ptr<Federation> three_quadratics() {
  const std::vector<Eigen::Matrix2d> H{(Eigen::Matrix2d() << 2, .6, .6, 1).finished(),
                                       (Eigen::Matrix2d() << 5, -1, -1, 4).finished(),
                                       (Eigen::Matrix2d() << 9, 2, 2, 14).finished()};
  const std::vector<Eigen::Vector2d> s{{1, -2}, {3, 1}, {-2, 6}};
  const std::vector<int> rows{4, 10, 26};
  FederationData data;
  data.points.resize(2, 40);
  data.precision.resize(4, 40);
  data.clients = 3;
  for (std::size_t c = 0; c < 3; ++c) {
    for (int r = 0; r < rows[c]; ++r) {
      const auto row = std::ssize(data.client);
      data.points.col(row) = H[c].inverse() * s[c];
      data.precision.col(row) = (H[c] / rows[c]).reshaped();
      data.client.push_back(static_cast<std::int32_t>(c));
    }
  }
  return quadratic_federation(std::move(data), 1.5);
}

// Noise of client c in round k, coordinate i: deviation * sin(1 + 12 k + 4 c + i).
class Sines final : public Mechanism {
 public:
  explicit Sines(double deviation) : deviation_(deviation) {}
  void prepare(const Accountant&) override {}
  NoiseLaw law(Index) const override { return {NoiseLaw::Kind::gaussian, 1}; }
  std::optional<Claim> claim() const override { return Claim{.delta = 1e-5}; }
  void privatize(const Random&, Stream stream, std::int64_t k, const Sensitivity& moved,
                 Block message) const override {
    norms.push_back(message.matrix().norm());
    distances.push_back(moved.l2());
    for (Index i = 0; i < message.rows; ++i)
      message.matrix()(i, 0) +=
          deviation_ * std::sin(1 + 12.0 * static_cast<double>(k) +
                                4.0 * static_cast<double>(stream.client) + static_cast<double>(i));
  }

  mutable std::vector<double> norms, distances;

 private:
  double deviation_;
};

TEST_CASE("DP-PVI clips a change, adds noise, then damps") {
  // By another program, which knows sites only and solves local problems by Newton's method.
  struct Row {
    double clip, noise;
    Index rounds;
    Eigen::Vector2d mean, precision;
  };
  for (const Row& row :
       {Row{1e9, 0, 1, {.0998881508, .2540979644}, {7.9, 9.1}},
        Row{1e9, 0, 3, {.0903498438, .2519836456}, {14.044, 16.396}},
        Row{6, 0, 3, {.1226436091, .2313551517}, {12.9952615461, 14.7646290717}},
        Row{6, .9, 1, {.2197716598, .1708226533}, {6.4160644948, 6.7844386090}},
        Row{6, .9, 2, {.1766347524, .2123751391}, {10.2140345427, 11.3545847498}},
        Row{6, .9, 3, {.1355718349, .2402110407}, {13.0390286838, 15.1347522463}}}) {
    CAPTURE(row.clip, row.noise, row.rounds);
    const auto federation = three_quadratics();
    const Sines noise(row.noise);
    const auto sampler = load_plugin<Sampler>(
        "sampler/pvi", {{"local", "exact"}, {"damping", .4}, {"clip", row.clip}});
    SamplerRun run(*federation, *sampler, random_streams, noise, Eigen::MatrixXd::Zero(2, 1));
    run.advance(row.rounds);
    const Gaussian q = product_with_prior(run.state()[0], 2, 1.5);
    CHECK((q.mean - row.mean).norm() < 2e-10);
    CHECK((q.precision.diagonal() - row.precision).norm() < 2e-9);
    CHECK(*std::max_element(noise.norms.begin(), noise.norms.end()) <= row.clip * (1 + 1e-12));
    for (const double distance : noise.distances) CHECK(distance == 2 * row.clip);
    CHECK(run.state()[1].sum() == 0);  // projected sites
  }
}

TEST_CASE("noise in sites has the variance that damping leaves of it") {
  // A clip that is never met: -precision / 2 of a site has the variance damping^2 v
  // (1 - r^2k) / (1 - r^2) after k visits, r = 1 - damping. Of 4000 chains; five deviations are 11
  // %.
  const Index chains = 4000;
  const double v = .0081;
  const auto federation = three_quadratics();
  const auto noise = gaussian_mechanism(.09 / 2e4);
  const auto sampler =
      load_plugin<Sampler>("sampler/pvi", {{"local", "exact"}, {"damping", .4}, {"clip", 1e4}});
  SamplerRun run(*federation, *sampler, random_streams, *noise, Eigen::MatrixXd::Zero(2, chains));
  for (const Index visits : {1, 3}) {
    run.advance(visits == 1 ? 1 : 2);
    const double expected = (visits == 1 ? .16 : .2383360) * v;
    const Eigen::MatrixXd sites = run.state()[0];
    CHECK(run.state()[1].sum() == 0);
    for (Index c = 0; c < 3; ++c) {
      for (Index i = 0; i < 2; ++i) {
        Eigen::ArrayXd values(chains);
        for (Index j = 0; j < chains; ++j) values[j] = -sites(i, 3 * j + c) / 2;
        CHECK((values - values.mean()).square().mean() == Approx(expected).epsilon(.11));
      }
    }
  }
}

TEST_CASE("a whole matrix is clipped with the shift, and floors are counted") {
  const auto federation = three_quadratics();
  const auto sampler = load_plugin<Sampler>(
      "sampler/pvi", {{"local", "exact"}, {"family", "full"}, {"damping", 1.0}, {"clip", 3.0}});
  const Sines quiet(0);
  SamplerRun run(*federation, *sampler, random_streams, quiet, Eigen::MatrixXd::Zero(2, 1));
  run.advance(1);
  const Eigen::MatrixXd sites = run.state()[0];
  // Client 0 from the prior: H_0, s_0, whose norm with half the matrix is 2.565; client 2's is 11.
  CHECK((sites.col(0) - (Eigen::VectorXd(6) << 2, .6, .6, 1, 1, -2).finished()).norm() < 1e-12);
  CHECK(std::hypot(sites.col(2).head(4).norm() / 2, sites.col(2).tail(2).norm()) ==
        Approx(3).epsilon(1e-12));
  const Sines loud(20);
  SamplerRun noisy(*federation, *sampler, random_streams, loud, Eigen::MatrixXd::Zero(2, 1));
  noisy.advance(1);
  CHECK(noisy.state()[1].sum() > 0);
  for (Index c = 0; c < 3; ++c) {
    const Eigen::MatrixXd precision = noisy.state()[0].col(c).head(4).reshaped(2, 2);
    CHECK(precision.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff() > -1e-9);
  }
}

TEST_CASE("each visit of a client is a release") {
  const auto federation = four_clients(5);
  const auto visits = [&](std::vector<Setting> more) {
    const auto plan = releases(*federation, "pvi", with({{"K", 5}, {"clip", 1.0}}, more), 50);
    REQUIRE(plan.size() == 4);
    for (const Release& release : plan) {
      CHECK(release.relation == Relation::replace_one);
      CHECK(release.participation == 1);
    }
    return plan[0].count;
  };
  CHECK(visits({}) == 10);
  CHECK(visits({{"S", 2}}) == 10);
  CHECK(visits({{"S", 1}, {"client_sampling", "cyclic"}}) == 3);
  CHECK(visits({{"last_round", 4}}) == 4);
  CHECK(visits({{"last_round", 40}}) == 10);
  CHECK(releases(*federation, "pvi", {}, 50).empty());
}

TEST_CASE("after the last round sites stay, and draws go on") {
  const auto federation = three_quadratics();
  const auto sites_after = [&](Index iterations, std::vector<Setting> more) {
    const Sines noise(.9);
    const auto sampler = load_plugin<Sampler>(
        "sampler/pvi", with({{"local", "exact"}, {"damping", .4}, {"clip", 6.0}}, more));
    SamplerRun run(*federation, *sampler, random_streams, noise, Eigen::MatrixXd::Zero(2, 1));
    const Eigen::MatrixXd last = run.advance(iterations);
    CHECK(std::ssize(noise.norms) == (more.empty() ? 3 * iterations : 9));
    return std::pair<Eigen::MatrixXd, Eigen::MatrixXd>(run.state()[0], last);
  };
  const std::vector<Setting> three{{"last_round", 3}};
  const auto [sites, first] = sites_after(4, three);
  const auto [same_sites, second] = sites_after(5, three);
  CHECK(sites == same_sites);
  CHECK(sites == sites_after(3, {}).first);
  CHECK((first - second).norm() > 1e-6);
}

using namespace ledger_terms;

// Varied in the first case, but for what only a mechanism, or later draws, make of it.
const std::vector<std::string> kHeldWithIvon{
    "family", "schedule", "damping", "S",    "client_sampling", "site_precision",
    "local",  "batch",    "temp",    "clip", "last_round"};

// A message has a mean and variances, or a symmetric matrix, of d = 2.
const ShippedSampler pvi =
    ShippedSampler("pvi")
        .conforms({{"local", "exact"}, {"family", "full"}, {"damping", .5}},
                  conformance::kDefaultTolerance, {"beta1", "beta2", "clip"})
        .conforms({{"local", "ivon"}, {"K", 3}}, conformance::kDefaultTolerance, kHeldWithIvon)
        .costs({{"local", "exact"}, {"family", "full"}},
               [](const Seen&) { return both_ways(C * T, C * T * N * 2.5, 0); })
        .costs({{"local", "exact"}, {"S", 2}},
               [](const Seen&) { return both_ways(C * T, C * T * 2 * 2, 0); })
        .costs({{"local", "ivon"}, {"K", 3}, {"batch", 1}, {"pairs", 2}},
               [](const Seen&) { return both_ways(C * T / 3, C * T / 3 * N * 2, C * T * N * 4); })
        .costs({{"K", 3}, {"batch", 1}, {"pairs", 2}},
               [](const Seen&) { return both_ways(C * T / 3, C * T / 3 * N * 2, C * T * N * 4); })
        .costs({{"K", 3}, {"batch", 1}, {"last_round", 2}},
               [](const Seen&) { return both_ways(C * T / 3, C * 2 * N * 2, C * 6 * N * 2); });

}  // namespace pvi_test
}  // namespace skald::test
