// DE-SGLD, EXTRA-SGLD and DIGing-SGLD against their published forms, the laws of an independent
// solution, and the chains that they must become in the limits.
#include <Eigen/Core>
#include <Eigen/LU>

#include "all_samplers/shipped_sampler.hpp"
#include "averaged_noise.hpp"
#include "exact_law.hpp"
#include "run_sampler.hpp"
#include "test.hpp"
#include "unlike_clients.hpp"

namespace gossip_test {

using Eigen::Vector3d;

namespace {

using Entries = std::array<double, 6>;

// eta = .08 and T = .7; a ring in which W is the circulant (.6, .2, 0, .2), or pairs of that mean.
std::vector<Setting> with(std::vector<Setting> options, const std::string& topology = "ring") {
  options.insert(options.end(), {{"step", .02},
                                 {"temp", .7},
                                 {"topology", topology},
                                 {"edge_weight", topology == "pairs" ? .4 : .2}});
  return options;
}

oracles::Moments law_of(const std::string& sampler, const std::vector<Setting>& options) {
  const auto federation = four_unlike_clients();
  const auto law = exact_law(*federation, sampler, options);
  REQUIRE(law.moments);
  return *law.moments;
}

}  // namespace

TEST_CASE("decentralised Langevin: means and covariances of an independent solution") {
  struct Row {
    std::string sampler, estimate, topology;
    double mix;
    Vector3d bias;
    Entries covariance;
  };
  const Vector3d zero = Vector3d::Zero(), biased(-.0037147981, -.0004762589, .1031260653);
  const std::vector<Row> rows{
      {"de_sgld",
       "average",
       "ring",
       0,
       biased,
       {.1315910966, -.0070071425, .0024236279, .1353084164, -.0077290267, .1662401359}},
      {"de_sgld",
       "node",
       "ring",
       0,
       Vector3d(.0987136591, -.4101487046, .2049387542),
       {.2528052623, -.0117956068, .0042840957, .2575690803, -.0133170789, .3047782395}},
      {"de_sgld",
       "average",
       "pairs",
       0,
       biased,
       {.1318611125, -.0068661035, .0023894174, .1354890342, -.0077429226, .1665841267}},
      {"extra_sgld",
       "average",
       "ring",
       .5,
       zero,
       {.1295221345, -.0065644067, .0028520311, .1323049572, -.0079643055, .1616768280}},
      {"extra_sgld",
       "node",
       "ring",
       .5,
       zero,
       {.2931119778, -.0135989953, .0019269776, .3056245321, -.0101067308, .3410990437}},
      {"extra_sgld",
       "average",
       "ring",
       .25,
       zero,
       {.1299592610, -.0066238870, .0027612002, .1329053860, -.0078801834, .1624821973}},
      {"diging_sgld",
       "average",
       "ring",
       0,
       zero,
       {.1299789623, -.0064811434, .0027829959, .1326585518, -.0079280810, .1625955731}},
      {"diging_sgld",
       "node",
       "ring",
       0,
       zero,
       {.2457647847, -.0074230126, .0037686430, .2465847244, -.0098691846, .2827453088}},
      {"diging_sgld",
       "average",
       "pairs",
       0,
       zero,
       {.1301294618, -.0064486156, .0027578145, .1327657270, -.0079100147, .1628737324}}};
  for (const Row& row : rows) {
    INFO(row.sampler << ", " << row.estimate << ", " << row.topology);
    std::vector<Setting> options = with({{"estimate", row.estimate}}, row.topology);
    if (row.mix > 0) options.emplace_back("mix", row.mix);
    const oracles::Moments found = law_of(row.sampler, options);
    CHECK(apart(found.mean, row.bias) < 1e-10);
    CHECK(apart(found.covariance, symmetric(row.covariance)) < 1e-10);
  }
}

namespace {

// Two clients, two chains, an edge of weight .3; x and ghat of every node, side by side.
struct TwoNodes {
  static constexpr double kStep = .03, kTemp = .8, kRho = .6;
  std::unique_ptr<Federation> federation =
      quadratic_federation(random_rows(2, 3, {4, 6}, false), 0.4);
  MatrixXd W = (MatrixXd(2, 2) << .7, .3, .3, .7).finished();
  double eta = 2 * kStep;

  std::vector<Setting> options(std::vector<Setting> more) const {
    more.insert(more.end(), {{"step", kStep}, {"temp", kTemp}, {"rho", kRho}, {"edge_weight", .3}});
    return more;
  }
  MatrixXd gradient(const MatrixXd& x) const {
    MatrixXd result(3, 4);
    for (const Index i : {0, 1}) {
      MatrixXd of = x.middleCols(2 * i, 2), g(3, 2);
      federation->problem().gradient(i, view(std::as_const(of)), view(g));
      result.middleCols(2 * i, 2) = g;
    }
    return result;
  }
  MatrixXd noise(std::int64_t k) const {
    MatrixXd result(3, 4), own(3, 2), shared(3, 2);
    random_streams.normal({Role::shared_noise}, k, view(shared));
    for (const Index i : {0, 1}) {
      random_streams.normal({Role::noise, i}, k, view(own));
      result.middleCols(2 * i, 2) =
          std::sqrt(2 * kStep * kTemp) * (kRho * shared + std::sqrt((1 - kRho * kRho) * 2) * own);
    }
    return result;
  }
  MatrixXd mixed(const MatrixXd& x) const {
    MatrixXd result(3, 4);
    for (const Index i : {0, 1})
      result.middleCols(2 * i, 2) = W(i, 0) * x.leftCols(2) + W(i, 1) * x.rightCols(2);
    return result;
  }
  // The states of nodes after that many iterations from .5.
  MatrixXd run(const std::string& name, Index iterations, std::vector<Setting> more = {}) const {
    const auto sampler = load_plugin<Sampler>("sampler/" + name, options(std::move(more)));
    SamplerRun run(*federation, *sampler, random_streams, nothing, MatrixXd::Constant(3, 2, .5));
    run.advance(iterations);
    return sampler->state()[0].block.matrix();
  }
};

}  // namespace

TEST_CASE("DE-SGLD makes the steps of its pseudocode, and only local ones between exchanges") {
  const TwoNodes nodes;
  const int K = GENERATE(1, 3);
  MatrixXd x = MatrixXd::Constant(3, 4, .5);
  for (Index k = 0; k < 6; ++k) {
    const MatrixXd drift = nodes.eta * nodes.gradient(x);
    x = ((k + 1) % K == 0 ? nodes.mixed(x) : x) - drift + nodes.noise(k);
  }
  CHECK(apart(nodes.run("de_sgld", 6, {{"K", K}}), x) < 1e-12);
}

TEST_CASE("EXTRA-SGLD is the recursion over two iterations, whose noise is taken back") {
  const TwoNodes nodes;
  const double mu = GENERATE(.5, .2);
  MatrixXd old = MatrixXd::Constant(3, 4, .5);
  MatrixXd x = nodes.mixed(old) - nodes.eta * nodes.gradient(old) + nodes.noise(0);
  for (Index k = 1; k < 6; ++k) {
    const MatrixXd next = x + nodes.mixed(x) - mu * old - (1 - mu) * nodes.mixed(old) -
                          nodes.eta * (nodes.gradient(x) - nodes.gradient(old)) + nodes.noise(k) -
                          nodes.noise(k - 1);
    old = x;
    x = next;
  }
  CHECK(apart(nodes.run("extra_sgld", 6, {{"mix", mu}}), x) < 1e-12);
}

TEST_CASE("DIGing-SGLD tracks the sum of gradients") {
  const TwoNodes nodes;
  MatrixXd x = MatrixXd::Constant(3, 4, .5), y = nodes.gradient(x);
  for (Index k = 0; k < 6; ++k) {
    const MatrixXd next = nodes.mixed(x) - nodes.eta * y + nodes.noise(k);
    y = nodes.mixed(y) + nodes.gradient(next) - nodes.gradient(x);
    x = next;
  }
  CHECK(apart(nodes.run("diging_sgld", 6), x) < 1e-12);
}

TEST_CASE("DE-SGLD: the means of nodes solve a linear system") {
  const auto federation = four_unlike_clients();
  const auto& problem = federation->gaussian();
  const double eta = .08;
  MatrixXd A = MatrixXd::Zero(12, 12), b(12, 1);
  const MatrixXd W =
      (MatrixXd(4, 4) << .25, .25, .25, .25, .25, .75, 0, 0, .25, 0, .75, 0, .25, 0, 0, .75)
          .finished();  // Metropolis' of a star
  for (Index i = 0; i < 4; ++i) {
    for (Index j = 0; j < 4; ++j)
      A.block(3 * i, 3 * j, 3, 3).diagonal().array() += (i == j ? 1 : 0) - W(i, j);
    A.block(3 * i, 3 * i, 3, 3) += eta * problem.client(static_cast<std::size_t>(i)).curvature;
    b.middleRows(3 * i, 3) = -eta * problem.gradient_at_mode(static_cast<std::size_t>(i));
  }
  const MatrixXd x = A.lu().solve(b);
  const auto law =
      exact_law(*federation, "de_sgld", {{"step", .02}, {"topology", "star"}, {"temp", .7}});
  REQUIRE(law.moments);
  CHECK(apart(law.moments->mean, x.topRows(3)) < 1e-12);
}

TEST_CASE("moving nodes in turn, twice, is not EXTRA: the bias of the graph remains") {
  // A public class of that name makes a step of DE-SGLD with (I + W) / 2 and one with W, node after
  // node in place, each with a fresh gradient; eta / 2 a step for the same time.
  const auto federation = four_unlike_clients();
  const auto& problem = federation->gaussian();
  MatrixXd W = MatrixXd::Identity(4, 4) * .6;
  for (Index i = 0; i < 4; ++i) W(i, (i + 1) % 4) = W((i + 1) % 4, i) = .2;
  MatrixXd e = MatrixXd::Zero(3, 4);  // deviations of nodes from the mode
  for (int sweep = 0; sweep < 2000; ++sweep) {
    for (Index i = 0; i < 4; ++i) {
      const auto client = static_cast<std::size_t>(i);
      const auto drift = [&]() -> Eigen::VectorXd {
        return .04 *
               (problem.client(client).curvature * e.col(i) + problem.gradient_at_mode(client));
      };
      e.col(i) = ((e.col(i) + e * W.col(i)) / 2 - drift()).eval();
      e.col(i) = (e * W.col(i) - drift()).eval();
    }
  }
  CHECK(apart(e.rowwise().mean(), Vector3d(-.0029494069, .0010862697, .0728975673)) < 1e-10);
  CHECK(apart(e.col(0), Vector3d(.0612746552, -.2630286280, .1396229376)) < 1e-10);
}

TEST_CASE("EXTRA-SGLD and DIGing-SGLD: every node's mean is exact, however rarely they exchange") {
  const std::string name = GENERATE(as<std::string>{}, "extra_sgld", "diging_sgld");
  const std::string topology = GENERATE(as<std::string>{}, "star", "pairs", "complete");
  for (const Setting& schedule : {Setting{"p_c", .5}, Setting{"K", 2}}) {
    INFO(name << ' ' << topology << ' ' << schedule.name);
    const auto law =
        law_of(name, {schedule, {"step", .005}, {"temp", .7}, {"topology", topology}, {"rho", .5}});
    CHECK(law.mean.norm() < 1e-10);
  }
}

TEST_CASE("nodes with one potential and one noise are ULA, whatever the graph") {
  FederationData rows = random_rows(4, 2, {3, 3, 3}, true);
  for (const Index c : {1, 2}) rows.points.middleCols(3 * c, 3) = rows.points.leftCols(3);
  const auto federation = quadratic_federation(rows, 0.);
  const std::string name = GENERATE(as<std::string>{}, "de_sgld", "extra_sgld", "diging_sgld");
  const std::string topology = GENERATE(as<std::string>{}, "star", "ring");
  const AveragedNoise shared(random_streams, 1, {1. / 3, 1. / 3, 1. / 3});
  const MatrixXd found =
      run_sampler(*federation, name, {{"rho", 1.}, {"step", .01}, {"K", 2}, {"topology", topology}},
                  random_streams, 20);
  const MatrixXd ula = run_sampler(*federation, "ula", {{"step", .01}}, shared, 20);
  CHECK(apart(found, ula) < 1e-12);
}

TEST_CASE("the law of decentralised chains with minibatches is that of their draws") {
  // 4000 chains: a mean within 5 standard errors, and a variance within 5 sqrt(2 / 4000) of it.
  const auto federation = quadratic_federation(random_rows(6, 2, {4, 6, 5}, true));
  const std::string name = GENERATE(as<std::string>{}, "de_sgld", "extra_sgld", "diging_sgld");
  constexpr Index kChains = 4000;
  const std::vector<Setting> options{{"step", .01}, {"batch", 2}, {"rho", .5}, {"p_c", .7}};
  const auto sampler = load_plugin<Sampler>("sampler/" + name, options);
  SamplerRun run(*federation, *sampler, random_streams, nothing, MatrixXd::Zero(2, kChains));
  const MatrixXd draws = run.advance(600);
  const auto law = exact_law(*federation, name, options);
  REQUIRE(law.moments);
  const Eigen::VectorXd mean = draws.rowwise().mean() - federation->gaussian().mode();
  const MatrixXd centred = draws.colwise() - draws.rowwise().mean();
  for (Index i = 0; i < 2; ++i) {
    const double variance = law.moments->covariance(i, i);
    CHECK(std::abs(mean(i) - law.moments->mean(i)) < 5 * std::sqrt(variance / kChains));
    CHECK(std::abs(centred.row(i).squaredNorm() / kChains / variance - 1) <
          5 * std::sqrt(2. / kChains));
  }
}

namespace {

using namespace ledger_terms;

// A star of three nodes has two edges, the complete graph three.
ShippedSampler shipped(const char* name, double vectors) {
  return ShippedSampler(name)
      .conforms({{"step", .01}, {"rho", .6}, {"p_c", .6}, {"topology", "star"}})
      .costs({{"K", 3}, {"batch", 1}, {"topology", "star"}},
             [=](const Seen&) { return both_ways(C * T / 3, vectors * 4 * C * T / 3, C * T * N); })
      .costs({{"topology", "complete"}},
             [=](const Seen&) { return both_ways(C * T, vectors * 6 * C * T, C * T * n); });
}

const ShippedSampler de_sgld = shipped("de_sgld", 1);
const ShippedSampler extra_sgld = shipped("extra_sgld", 1);
const ShippedSampler diging_sgld = shipped("diging_sgld", 2);

}  // namespace

}  // namespace gossip_test
