// Noise that clients share in pairs, so that it cancels in the sum of a round's uploads.
#include "client_unit/heard_uploads.hpp"
#include "conformance/sampler_checks.hpp"
#include "gaussian_mechanism.hpp"
#include "sampler_contract.hpp"
#include "skald/parts/federated/pair_noise.hpp"
#include "test.hpp"
#include "whole_clients.hpp"

namespace skald::test::whole_clients {
namespace pairs_test {

constexpr double kDistance = 2 * kClipOfMoves;  // cohorts of fixed size: replace_one

std::vector<Setting> in_pairs(const std::vector<Setting>& more) {
  return of_clients(
      with({{"noise_by", "pairs"}, {"K", 1}, {"server_lr", 1.0}, {"pair_noise", 2.0}}, more));
}

// What the server sees of clients whose moves are zero.
HeardUploads heard(Index clients, const std::vector<Setting>& options, Index rounds, Index chains,
                   double z = 1, const char* sampler = "fedavg") {
  HeardUploads heard(z);
  const auto federation =
      federation_of(Population(static_cast<std::size_t>(clients), MatrixXd::Zero(2, 1)));
  run_sampler(*federation, sampler, options, rounds, MatrixXd::Zero(2, chains), heard);
  return heard;
}

// A row for each of that many clients of the round, all of which take part, and a column for each
// chain and coordinate.
MatrixXd round_of(const HeardUploads& heard, Index clients, std::int64_t round, Index chains) {
  MatrixXd all(clients, 2 * chains);
  for (Index c = 0; c < clients; ++c) {
    for (Index j = 0; j < chains; ++j) {
      all.block(c, 2 * j, 1, 2) = heard.uploads.at({c, round, j}).transpose();
    }
  }
  return all;
}

MatrixXd laplacian(const std::string& topology, Index n) {
  MatrixXd L = MatrixXd::Zero(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      const bool near = (i + 1) % n == j || (j + 1) % n == i;
      if (i == j || (topology == "ring" && !near)) continue;
      L(i, j) = -1;
      L(i, i) += 1;
    }
  }
  return L;
}

// Six clients, pair_noise 2 and the worst coalition: table C.1's [Sigma^-1]_ii at s = 1.
struct Row {
  const char* topology;
  int colluding;
  double squared_mu;
};
const std::vector<Row> kTable{{"complete", 0, 0.2},
                              {"complete", 1, 0.2380952381},
                              {"complete", 2, 0.2941176471},
                              {"complete", 3, 0.3846153846},
                              {"ring", 0, 0.2687782805},
                              {"ring", 1, 0.3977466712},
                              {"ring", 2, 1}};

std::vector<Setting> of_row(const Row& row) {
  return in_pairs({{"S", 6}, {"topology", row.topology}, {"colluding", row.colluding}});
}

TEST_CASE("pairs: own noise is what the worst coalition leaves to be hidden, as published") {
  for (const Row& row : kTable) {
    CAPTURE(row.topology, row.colluding);
    const double f = heard(6, of_row(row), 1, 1).distance / kDistance;
    CHECK(f * f == Approx(row.squared_mu).epsilon(1e-9));
  }
}

TEST_CASE("pairs: the uploads of a round have the covariance s^2 (1 + r^2 L), fresh every round") {
  const Index chains = 3000;
  const double z = 3, samples = 2 * chains;
  for (const Row& row : {kTable[1], kTable[5]}) {
    const HeardUploads seen = heard(6, of_row(row), 2, chains, z);
    const MatrixXd expected = z * z * kDistance * kDistance * row.squared_mu *
                              (MatrixXd::Identity(6, 6) + 4 * laplacian(row.topology, 6));
    const MatrixXd first = round_of(seen, 6, 0, chains), second = round_of(seen, 6, 1, chains);
    // 6 standard errors of products of normals: 2e-9 each.
    const Eigen::VectorXd variance = expected.diagonal();
    const MatrixXd squares = variance * variance.transpose();
    const MatrixXd error = ((squares + expected.cwiseAbs2()) / samples).cwiseSqrt();
    const MatrixXd of_first = first * first.transpose() / samples;
    const MatrixXd of_second = second * second.transpose() / samples;
    const MatrixXd of_both = first * second.transpose() / samples;
    CAPTURE(row.topology, expected, of_first, of_both);
    CHECK(((of_first - expected).cwiseAbs().array() < 6 * error.array()).all());
    CHECK(((of_second - expected).cwiseAbs().array() < 6 * error.array()).all());
    CHECK((of_both.cwiseAbs().array() < 6 * (squares / samples).cwiseSqrt().array()).all());
  }
}

// Own noise is f times what it is without pairs; the rest of an upload is the pairs'.
TEST_CASE("pairs: what they share adds up to nothing in every round, and the mean has own noise") {
  struct Case {
    const char *sampler, *sampling, *topology;
    int S;
  };
  for (const Case& test : {Case{"fedavg", "without_replacement", "complete", 5},
                           {"fedavg", "without_replacement", "ring", 8},
                           {"fedavg", "cyclic", "star", 4},
                           {"dp_fedavg", "without_replacement", "grid", 6},
                           {"distributed_sgd", "without_replacement", "complete", 8}}) {
    CAPTURE(test.sampler, test.sampling, test.topology, test.S);
    std::vector<Setting> options =
        in_pairs({{"client_sampling", test.sampling}, {"S", test.S}, {"topology", test.topology}});
    const HeardUploads all = heard(8, options, 3, 2, 1, test.sampler);
    const HeardUploads own = heard(8, with(options, {{"pair_noise", 0.0}}), 3, 2, 1, test.sampler);
    const double f = all.distance / own.distance;
    CHECK(f < 0.9);
    REQUIRE(all.uploads.size() == static_cast<std::size_t>(3 * 2 * test.S));
    for (std::int64_t k = 0; k < 3; ++k) {
      for (Index chain = 0; chain < 2; ++chain) {
        Eigen::VectorXd sum = Eigen::VectorXd::Zero(2);
        for (const auto& [place, upload] : all.uploads) {
          if (std::get<1>(place) != k || std::get<2>(place) != chain) continue;
          const Eigen::VectorXd shared = upload - f * own.uploads.at(place);
          CHECK(shared.cwiseAbs().minCoeff() > 1e-6);
          sum += shared;
        }
        CHECK(sum.cwiseAbs().maxCoeff() < 1e-13);
      }
    }
  }
}

TEST_CASE("pairs: a count that tells of the clip cancels with the move that it goes with") {
  const auto options = in_pairs({{"S", 5}, {"clip_rule", "quantile"}});
  const HeardUploads all = heard(5, options, 1, 1);
  const HeardUploads own = heard(5, with(options, {{"pair_noise", 0.0}}), 1, 1);
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(3);
  const double f = all.distance / own.distance;
  const double bit = 2 * 0.1 * kClipOfMoves * 0.5;  // count_weight 0.1; a move of zero is short
  for (const auto& [place, upload] : all.uploads) {
    Eigen::VectorXd shared = upload - f * own.uploads.at(place);
    shared(2) -= (1 - f) * bit;
    CHECK(shared.cwiseAbs().minCoeff() > 1e-6);
    sum += shared;
  }
  CHECK(sum.cwiseAbs().maxCoeff() < 1e-13);
}

TEST_CASE("pairs: every client's uploads are released to the server, sampled for observers only") {
  const auto federation = federation_of(Population(10, MatrixXd::Ones(1, 2)));
  const auto all = releases(*federation, "fedavg", in_pairs({{"S", 3}}), 100);
  REQUIRE(all.size() == 10);
  for (std::size_t c = 0; c < 10; ++c) {
    CHECK(all[c].client == static_cast<Index>(c));
    CHECK(all[c].unit == Unit::client);
    CHECK(all[c].relation == Relation::replace_one);
    CHECK(all[c].count == 100);
    CHECK(all[c].sampling == Sampling::without_replacement);
    CHECK_FALSE(all[c].noised_by_server);
    CHECK(all[c].understatement == 1);
  }
  const auto turns =
      releases(*federation, "fedavg", in_pairs({{"S", 3}, {"client_sampling", "cyclic"}}), 100);
  REQUIRE(turns.size() == 10);
  CHECK(turns[9].relation == Relation::zero_out);
  CHECK(turns[9].count == 30);
}

TEST_CASE("pairs: noise that does not add up, and more of the colluding than can be, are refused") {
  const auto federation = federation_of(Population(5, MatrixXd::Zero(1, 1)));
  const auto discrete =
      load_plugin<Mechanism>("privacy/discrete_gaussian", {{"noise_multiplier", 1.0}});
  discrete->prepare(FixedAccountant());
  CHECK_THROWS_WITH(
      run_sampler(*federation, "fedavg", in_pairs({}), 1, MatrixXd::Zero(1, 1), *discrete),
      Catch::Contains("choose privacy gaussian"));
  CHECK_THROWS_WITH(
      run_sampler(*federation, "fedavg", in_pairs({{"colluding", 3}}), 1, MatrixXd::Zero(1, 1)),
      Catch::Contains("lower colluding"));
  CHECK_THROWS_WITH(releases(*federation, "fedavg", in_pairs({{"colluding", 4}}), 1),
                    Catch::Contains("lower colluding"));
}

TEST_CASE("pairs: samplers keep their contract, and without noise nothing is added") {
  const auto federation = heterogeneous();
  const auto options = of_clients({{"S", 2}, {"noise_by", "pairs"}, {"colluding", 1}});
  for (const char* sampler : {"fedavg", "dp_fedavg", "fedprox", "distributed_sgd"}) {
    check_sampler_contract(*federation, sampler, options, 12);
  }
  CHECK(optimise(*federation, "fedavg", options, 12) ==
        optimise(*federation, "fedavg", of_clients({{"S", 2}}), 12));
}

TEST_CASE("pairs: with noise, too, runs on any threads agree, and no draw is used twice") {
  const auto noise = gaussian_mechanism(1);
  for (const std::vector<Setting>& more :
       {std::vector<Setting>{}, {{"topology", "ring"}, {"clip_rule", "quantile"}}}) {
    const auto make = [&] { return load_plugin<Sampler>("sampler/fedavg", in_pairs(more)); };
    for (const conformance::Finding& found :
         conformance::check_sampler(make, *noise, conformance::kDefaultTolerance, true)) {
      INFO(found.check << ": expected " << found.expected << ", found " << found.found);
      CHECK(found.verdict != conformance::Verdict::failed);
    }
  }
}

}  // namespace pairs_test
}  // namespace skald::test::whole_clients
