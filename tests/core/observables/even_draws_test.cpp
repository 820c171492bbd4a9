#include "observables/even_draws.hpp"

#include "test.hpp"

namespace even_draws_test {

using skald::ConstBlock;
using skald::Index;
using skald::observables::EvenDraws;

namespace {

// Draw t of chain j is (10 t + j, -t).
Eigen::MatrixXd draw(int t) {
  Eigen::MatrixXd x(2, 3);
  for (int j = 0; j < 3; ++j) x.col(j) << 10 * t + j, -t;
  return x;
}

void observe(EvenDraws& draws, int first, int last) {
  for (int t = first; t < last; ++t) {
    const Eigen::MatrixXd x = draw(t);
    draws.observe(skald::view(x));
  }
}

// Draws x chains.
Eigen::MatrixXd coordinate(const EvenDraws& draws, Index i) {
  const auto values = draws.all().matrix().row(i);
  return Eigen::MatrixXd(values.reshaped(3, draws.draws()).transpose());
}

}  // namespace

TEST_CASE("evenly spaced draws: all of them until there are too many") {
  EvenDraws draws(2, 3, 4);
  CHECK(draws.draws() == 0);
  observe(draws, 0, 4);
  CHECK(draws.draws() == 4);
  CHECK(draws.spacing() == 1);
  CHECK(coordinate(draws, 1) == -Eigen::Vector4d(0, 1, 2, 3).replicate(1, 3));
  CHECK(coordinate(draws, 0)(2, 1) == 21);
  CHECK(draws.all().cols == 12);
  CHECK(draws.all().column(5) == Eigen::Vector2d(12, -1));
}

TEST_CASE("evenly spaced draws: no room, no chain and an odd number are refused") {
  CHECK_NOTHROW(EvenDraws(1, 1, 2));
  for (const auto& [coordinates, chains, most] :
       {std::array<Index, 3>{0, 1, 2}, {1, 0, 2}, {1, 1, 0}, {1, 1, 3}}) {
    CAPTURE(coordinates, chains, most);
    CHECK_THROWS_AS(EvenDraws(coordinates, chains, most), std::invalid_argument);
  }
}

TEST_CASE("evenly spaced draws: then every second, fourth, ... from the first on") {
  EvenDraws draws(2, 3, 4);
  observe(draws, 0, 5);  // 0 2 4
  CHECK(draws.spacing() == 2);
  CHECK(coordinate(draws, 1).col(0) == -Eigen::Vector3d(0, 2, 4));
  CHECK_FALSE(draws.keeps_next());
  observe(draws, 5, 9);  // 0 4 8
  CHECK(draws.spacing() == 4);
  CHECK(coordinate(draws, 1).col(2) == -Eigen::Vector3d(0, 4, 8));
  observe(draws, 9, 1000);
  CHECK(draws.spacing() == 256);
  CHECK(coordinate(draws, 1).col(0) == -Eigen::Vector4d(0, 256, 512, 768));
}

TEST_CASE("evenly spaced draws: skipped draws count, and restart forgets") {
  EvenDraws seen(2, 3, 4), skipped(2, 3, 4);
  for (int t = 0; t < 100; ++t) {
    const Eigen::MatrixXd x = draw(t);
    seen.observe(skald::view(x));
    skipped.keeps_next() ? skipped.observe(skald::view(x)) : skipped.skip();
  }
  CHECK(skipped.all().matrix() == seen.all().matrix());
  seen.restart();
  CHECK(seen.draws() == 0);
  observe(seen, 7, 9);
  CHECK(coordinate(seen, 1).col(0) == -Eigen::Vector2d(7, 8));
}

TEST_CASE("evenly spaced draws: a state that counts what is not there is no sound one") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EvenDraws draws(2, 3, 4);
  CHECK(draws.is_sound());
  observe(draws, 0, 9);
  CHECK(draws.is_sound());
  for (const auto& [place, value] : {std::pair{0, -1.0},
                                     {0, nan},
                                     {0, 0.5},
                                     {1, 5.0},
                                     {1, -1.0},
                                     {1, 1e300},
                                     {2, 0.0},
                                     {2, nan},
                                     {2, 1e17}}) {
    const double before = std::exchange(draws.state()[static_cast<std::size_t>(place)], value);
    CHECK_FALSE(draws.is_sound());
    draws.state()[static_cast<std::size_t>(place)] = before;
  }
}

TEST_CASE("evenly spaced draws: their state continues bit for bit") {
  EvenDraws whole(2, 3, 6), first(2, 3, 6), second(2, 3, 6);
  observe(whole, 0, 50);
  observe(first, 0, 23);
  std::copy(first.state().begin(), first.state().end(), second.state().begin());
  observe(second, 23, 50);
  CHECK(second.all().matrix() == whole.all().matrix());
  CHECK_THROWS_AS(EvenDraws(2, 3, 5), std::invalid_argument);
}

}  // namespace even_draws_test
