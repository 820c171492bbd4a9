#include "problem/metered_random.hpp"

#include "random/philox_random.hpp"
#include "test.hpp"

using namespace skald::problem;

TEST_CASE("the streams are those of the run's random, and normals are counted") {
  const random::PhiloxRandom random(1, 2);
  Ledger ledger;
  const MeteredRandom metered(random, ledger);
  const Stream stream{Role::noise, 3, 1};
  MatrixXd found(3, 4), expected(3, 4);
  metered.normal(stream, 5, view(found));
  random.normal(stream, 5, view(expected));
  CHECK(found == expected);
  CHECK(ledger.normals == 12);
  metered.add_normal(stream, 6, 0.5, view(found));
  random.add_normal(stream, 6, 0.5, view(expected));
  CHECK(found == expected);
  CHECK(ledger.normals == 24);
  metered.uniform(stream, 5, view(found));
  random.uniform(stream, 5, view(expected));
  CHECK(found == expected);
  std::vector<std::uint64_t> words(3), same(3);
  metered.bits(stream, 5, 2, words);
  random.bits(stream, 5, 2, same);
  CHECK(words == same);
  CHECK(ledger.normals == 24);
}
