#include "observables/chain_moments.hpp"
#include "test.hpp"

namespace chain_moments_test {

using Eigen::Index;
using skald::observables::ChainMoments;

namespace {

constexpr Index d = 5, chains = 3, draws = 400;

// Draws far from the origin and near `centre`.
struct Example {
  VectorXd centre = VectorXd::Constant(d, 1e4);
  std::vector<MatrixXd> theta;

  Example() {
    std::mt19937_64 random(8);
    std::normal_distribution<double> normal;
    for (Index k = 0; k < draws; ++k) {
      theta.push_back(MatrixXd::NullaryExpr(d, chains, [&] { return 1e4 + normal(random); }));
    }
  }

  MatrixXd all() const {
    MatrixXd joined(d, draws * chains);
    for (Index k = 0; k < draws; ++k) {
      joined.middleCols(k * chains, chains) = theta[static_cast<std::size_t>(k)];
    }
    return joined;
  }
};

void observe(ChainMoments& moments, const Example& example, std::size_t from, std::size_t to) {
  for (std::size_t k = from; k < to; ++k) moments.observe(skald::view(example.theta[k]));
}

double largest_difference(const MatrixXd& a, const MatrixXd& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

}  // namespace

TEST_CASE("moments equal the direct formulas", "[chain_moments]") {
  const Example example;
  const bool known_centre = GENERATE(true, false);
  ChainMoments moments(d, chains, known_centre ? std::optional(example.centre) : std::nullopt,
                       true);
  observe(moments, example, 0, draws);
  CHECK(moments.draws() == draws);

  const MatrixXd all = example.all().colwise() - example.centre;
  const VectorXd mean = all.rowwise().mean();
  const MatrixXd centred = all.colwise() - mean;
  CHECK(largest_difference(moments.mean() - example.centre, mean) < 1e-11);  // 1e4 keeps 1e-12
  CHECK(largest_difference(moments.covariance(), centred * centred.transpose() / (draws * chains)) <
        1e-12);
  MatrixXd means = MatrixXd::Zero(d, chains);
  VectorXd squares = VectorXd::Zero(chains);
  for (const auto& theta : example.theta) {
    means += (theta.colwise() - example.centre) / draws;
    squares += (theta.colwise() - example.centre).colwise().squaredNorm().transpose() / draws;
  }
  CHECK(largest_difference(moments.means().colwise() - example.centre, means) < 1e-11);
  if (known_centre) {
    CHECK(largest_difference(moments.square_distances(), squares) < 1e-12);
    const auto last = (example.theta.back().colwise() - example.centre).colwise().squaredNorm();
    CHECK(largest_difference(moments.last_square_distances().matrix(), last) < 1e-12);
  }
}

TEST_CASE("a block with a stride is read as its columns") {
  const Example example;
  MatrixXd padded = MatrixXd::Zero(d + 2, chains);
  padded.topRows(d) = example.theta[0];
  ChainMoments moments(d, chains, example.centre, false);
  moments.observe({padded.data(), d, chains, d + 2});
  CHECK(largest_difference(moments.means(), example.theta[0]) == 0);
}

TEST_CASE("averages over no draws are NaN") {
  const ChainMoments moments(d, chains, VectorXd::Zero(d), true);
  CHECK(moments.mean().array().isNaN().all());
  CHECK(moments.square_distances().array().isNaN().all());
  CHECK(moments.covariance().array().isNaN().all());
}

TEST_CASE("moments restart and restore bit for bit") {
  const Example example;
  const bool known_centre = GENERATE(true, false);
  const auto centre = known_centre ? std::optional(example.centre) : std::nullopt;
  ChainMoments fresh(d, chains, centre, true), restarted(d, chains, centre, true),
      restored(d, chains, centre, true);
  observe(restarted, example, 0, 50);
  restarted.restart();
  observe(fresh, example, 50, 100);
  observe(restarted, example, 50, 100);
  std::ranges::copy(fresh.state(), restored.state().begin());
  observe(fresh, example, 100, draws);
  observe(restarted, example, 100, draws);
  observe(restored, example, 100, draws);
  CHECK(std::ranges::equal(fresh.state(), restarted.state()));
  CHECK(std::ranges::equal(fresh.state(), restored.state()));
}

}  // namespace chain_moments_test

namespace chain_moves_test {

using namespace skald::observables;

namespace {

void observe(ChainMoves& moves, const MatrixXd& theta) { moves.observe(skald::view(theta)); }

}  // namespace

TEST_CASE("acceptance is the share of draws that differ from the one before") {
  ChainMoves moves(2, 2);
  CHECK(std::isnan(moves.acceptance()));
  MatrixXd theta = MatrixXd::Zero(2, 2);
  observe(moves, theta);
  CHECK(std::isnan(moves.acceptance()));
  observe(moves, theta);
  CHECK(moves.acceptance() == 0);
  theta(0, 1) = 1;  // chain 1 alone
  observe(moves, theta);
  CHECK(moves.acceptance() == 0.25);
  theta.array() += 1;
  observe(moves, theta);
  observe(moves, theta);
  CHECK(moves.acceptance() == 3.0 / 8);
  CHECK(moves.draws() == 5);
}

TEST_CASE("a coordinate that has kept one value in any chain stands still") {
  ChainMoves moves(3, 2);
  MatrixXd theta = MatrixXd::Zero(3, 2);
  observe(moves, theta);
  observe(moves, theta);
  CHECK(moves.still() == 3);
  theta.row(0).setConstant(1);
  theta(1, 0) = 1;  // chain 1 stays
  observe(moves, theta);
  CHECK(moves.still() == 2);
  theta(1, 1) = std::nan("");
  observe(moves, theta);
  theta.setZero();  // that it is back where it began makes it no less a move
  observe(moves, theta);
  CHECK(moves.still() == 1);
  theta.row(2).setConstant(1e-300);
  observe(moves, theta);
  CHECK(moves.still() == 0);
  moves.restart();
  CHECK(moves.still() == 3);
  CHECK(moves.draws() == 0);
}

TEST_CASE("its state goes on, and one that counts what cannot be is no sound one") {
  ChainMoves moves(2, 1), on(2, 1);
  MatrixXd theta = MatrixXd::Zero(2, 1);
  observe(moves, theta);
  theta(0, 0) = 1;
  observe(moves, theta);
  std::copy(moves.state().begin(), moves.state().end(), on.state().begin());
  theta(1, 0) = 1;
  observe(moves, theta);
  observe(on, theta);
  CHECK(on.acceptance() == moves.acceptance());
  CHECK(on.still() == 0);
  CHECK(on.is_sound());
  for (const auto& [place, value] : {std::pair{0, -1.0}, {1, 0.5}, {2, 3.0}, {2, std::nan("")}}) {
    ChainMoves wrong(2, 1);
    wrong.state()[static_cast<std::size_t>(place)] = value;
    CHECK_FALSE(wrong.is_sound());
  }
}

}  // namespace chain_moves_test
