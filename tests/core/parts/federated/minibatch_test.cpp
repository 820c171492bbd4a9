#include "skald/minibatch.hpp"

#include "federation.hpp"
#include "test.hpp"

namespace minibatch_test {

namespace {

const random::PhiloxRandom streams(1, 0);

std::vector<Index> taken(const Rows& rows, Index chain) {
  std::vector<Index> out;
  for (Index r = 0; r < rows.count; ++r) out.push_back(rows.row(chain, r));
  return out;
}

}  // namespace

TEST_CASE("every subset of rows is equally likely, in every chain") {
  const auto federation = quadratic_federation(random_rows(1, 1, {2, 5}, true));
  const Index chains = 10;
  Minibatch minibatch(2);
  minibatch.start(federation->problem(), chains);
  std::vector<double> subsets(25), together(2);
  const int draws = 2000;
  for (int k = 0; k < draws; ++k) {
    const Rows rows = minibatch.draw(streams, k, federation->problem(), 1);
    REQUIRE(rows.count == 2);
    REQUIRE(rows.columns == chains);
    for (Index j = 0; j < chains; ++j) {
      const auto pair = taken(rows, j);
      REQUIRE(pair[0] != pair[1]);
      const auto [low, high] = std::minmax(pair[0], pair[1]);
      REQUIRE(low >= 0);
      REQUIRE(high < 5);
      ++subsets[static_cast<std::size_t>(5 * low + high)];
    }
    ++together[taken(rows, 0) == taken(rows, 1)];
  }
  const double expected = draws * static_cast<double>(chains) / 10;
  double chi_square = 0;
  for (Index i = 0; i < 5; ++i) {
    for (Index j = i + 1; j < 5; ++j) {
      const double excess = subsets[static_cast<std::size_t>(5 * i + j)] - expected;
      chi_square += excess * excess / expected;
    }
  }
  CHECK(chi_square < 46.1);  // 9 degrees of freedom: exceeded with probability 6e-7
  CHECK(together[0] > together[1]);
}

TEST_CASE("a draw is a function of client and iteration, whoever else draws") {
  const auto federation = quadratic_federation(random_rows(1, 1, {20, 20}, true));
  Minibatch a(5), b(5);
  a.start(federation->problem(), 3);
  b.start(federation->problem(), 3);
  const auto first = taken(a.draw(streams, 4, federation->problem(), 0), 2);
  CHECK(taken(a.draw(streams, 4, federation->problem(), 1), 2) != first);
  CHECK(taken(a.draw(streams, 5, federation->problem(), 0), 2) != first);
  CHECK(taken(a.draw(streams, 4, federation->problem(), 0), 2) == first);
  CHECK(taken(b.draw(streams, 4, federation->problem(), 0), 2) == first);
  const auto rows = taken(a.draw(streams, 4, federation->problem(), Problem::everyone), 0);
  CHECK(std::set<Index>(rows.begin(), rows.end()).size() == 5);
}

TEST_CASE("clients that have no more rows than a batch use them all") {
  const auto federation = quadratic_federation(random_rows(1, 1, {2, 5}, true));
  Minibatch some(3), every(std::nullopt), huge(std::int64_t{1} << 60);
  for (Minibatch* minibatch : {&some, &every, &huge}) minibatch->start(federation->problem(), 2);
  CHECK(some.full(federation->problem(), 0));
  CHECK_FALSE(some.full(federation->problem(), 1));
  CHECK(some.draw(streams, 0, federation->problem(), 0).count == 2);
  CHECK(some.draw(streams, 0, federation->problem(), 0).index == nullptr);
  CHECK(some.draw(streams, 0, federation->problem(), 1).count == 3);
  for (Minibatch* minibatch : {&every, &huge}) {
    CHECK(minibatch->draw(streams, 0, federation->problem(), 1).count == 5);
    CHECK(minibatch->full(federation->problem(), Problem::everyone));
  }
}

}  // namespace minibatch_test
