#include "observables/chain_moves.hpp"

#include "test.hpp"

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
