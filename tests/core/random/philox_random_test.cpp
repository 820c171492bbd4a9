#include "random/philox_random.hpp"

#include <Random123/philox.h>

#include <Eigen/Core>

#include "test.hpp"

using namespace skald::random;

namespace {

MatrixXd normals(const Random& random, Stream stream, std::int64_t iteration, Index rows,
                 Index cols) {
  MatrixXd out(rows, cols);
  random.normal(stream, iteration, view(out));
  return out;
}

MatrixXd uniforms(const Random& random, Stream stream, std::int64_t iteration, Index rows,
                  Index cols) {
  MatrixXd out(rows, cols);
  random.uniform(stream, iteration, view(out));
  return out;
}

std::array<std::uint64_t, 2> random123(std::array<std::uint32_t, 4> counter, std::uint64_t key) {
  const philox4x32_ctr_t counter_words = {{counter[0], counter[1], counter[2], counter[3]}};
  const philox4x32_key_t key_words = {
      {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)}};
  const philox4x32_ctr_t x = philox4x32_R(10, counter_words, key_words);
  return {x.v[0] | std::uint64_t{x.v[1]} << 32, x.v[2] | std::uint64_t{x.v[3]} << 32};
}

const Stream noise = {Role::noise, 3};

}  // namespace

// These numbers are the identity of every result that was ever stored.
TEST_CASE("an address gives the words that Random123 gives at the documented key and counter") {
  const std::uint64_t seed = 0x123456789abcdef0u;
  const std::uint64_t replicate = 0x0000000700000002u;
  const PhiloxRandom random(seed, replicate, 10);
  const std::uint64_t key = random123({2, 7, 4, 4 + 256 * 2}, seed)[0];  // bits of {noise, 3}
  std::vector<std::uint64_t> words(6);
  random.bits(noise, -1, 5, words);
  for (std::uint32_t pair = 0; pair < 3; ++pair) {
    const auto expected = random123({pair, 15, 0xffffffff, 0xffffffff}, key);
    CHECK(words[2 * pair] == expected[0]);
    CHECK(words[2 * pair + 1] == expected[1]);
  }
}

TEST_CASE("the first draws of seed 1 stay what they are") {
  const PhiloxRandom random(1, 0);
  const MatrixXd z = normals(random, {Role::noise, 0}, 0, 3, 1);
  CHECK(z(0, 0) == -0x1.7cabe60adf8e2p-1);
  CHECK(z(1, 0) == 0x1.610802e12a2dep-1);
  CHECK(z(2, 0) == 0x1.bbc00e6f193d1p-11);
  CHECK(uniforms(random, {Role::noise, 0}, 0, 1, 1)(0, 0) == 0x1.e997027be3c86p-1);
}

TEST_CASE("the draws of a start are others than the run's, and stay what they are") {
  const PhiloxRandom run(1, 0), start(1, 0, Part::start);
  CHECK(normals(PhiloxRandom(1, 0, Part::run), {Role::noise, 0}, 0, 3, 4) ==
        normals(run, {Role::noise, 0}, 0, 3, 4));
  CHECK(normals(start, {Role::noise, 0}, 0, 3, 4) != normals(run, {Role::noise, 0}, 0, 3, 4));
  std::set<std::uint64_t> keys;
  for (const Part part : {Part::run, Part::start}) {
    for (const DrawKind kind : {DrawKind::normal, DrawKind::uniform, DrawKind::bits}) {
      for (int role = 0; role < 256; ++role)
        keys.insert(stream_key(1, 0, {static_cast<Role>(role), 0}, kind, part));
    }
  }
  CHECK(keys.size() == std::size_t{2} * 3 * 256);
}

TEST_CASE("draws do not depend on the block they are asked in") {
  const PhiloxRandom random(5, 1);
  const MatrixXd all = normals(random, noise, 9, 7, 50);
  const MatrixXd all_uniform = uniforms(random, noise, 9, 7, 50);

  SECTION("fewer chains") {
    CHECK(normals(random, noise, 9, 7, 1) == all.leftCols(1));
    CHECK(normals(random, noise, 9, 7, 33) == all.leftCols(33));
    CHECK(uniforms(random, noise, 9, 7, 33) == all_uniform.leftCols(33));
  }
  SECTION("fewer coordinates") {
    for (Index rows = 1; rows < 7; ++rows) {
      CHECK(normals(random, noise, 9, rows, 50) == all.topRows(rows));
      CHECK(uniforms(random, noise, 9, rows, 50) == all_uniform.topRows(rows));
    }
  }
  SECTION("chains split over blocks") {
    for (const Index first : {1, 8, 17, 49}) {
      const PhiloxRandom rest(5, 1, first);
      CHECK(normals(rest, noise, 9, 7, 50 - first) == all.rightCols(50 - first));
      CHECK(uniforms(rest, noise, 9, 7, 50 - first) == all_uniform.rightCols(50 - first));
    }
  }
  SECTION("a part of a larger matrix") {
    MatrixXd larger = MatrixXd::Constant(11, 50, -1);
    random.normal(noise, 9, {larger.data(), 7, 50, 11});
    CHECK(larger.topRows(7) == all);
    CHECK((larger.bottomRows(4).array() == -1).all());
  }
  SECTION("the order of the calls") {
    normals(random, noise, 10, 3, 3);
    CHECK(normals(random, noise, 9, 7, 50) == all);
  }
}

TEST_CASE("bits do not depend on how many are asked for and follow the chains") {
  const PhiloxRandom random(5, 1, 2);
  std::vector<std::uint64_t> many(1000);
  std::vector<std::uint64_t> few(7);
  random.bits(noise, 4, 1, many);
  random.bits(noise, 4, 1, few);
  CHECK(std::equal(few.begin(), few.end(), many.begin()));
  PhiloxRandom(5, 1, 3).bits(noise, 4, 0, few);
  CHECK(std::equal(few.begin(), few.end(), many.begin()));
}

TEST_CASE("a block that begins at a later chain holds the draws of those chains") {
  const PhiloxRandom random(5, 1, 2);
  const Index rows = GENERATE(1, 2, 7, 8), chains = 21;
  const MatrixXd all = normals(random, noise, 9, rows, chains);
  const MatrixXd all_uniform = uniforms(random, noise, 9, rows, chains);
  for (const Index j : {0, 1, 7, 8, 20}) {
    const Stream later{noise.role, noise.client, j};
    CHECK(normals(random, later, 9, rows, chains - j) == all.rightCols(chains - j));
    CHECK(normals(random, later, 9, rows, 1) == all.col(j));
    CHECK(uniforms(random, later, 9, rows, chains - j) == all_uniform.rightCols(chains - j));
    MatrixXd sum = MatrixXd::Constant(rows, 1, 0.7);
    random.add_normal(later, 9, -0.25, view(sum));
    CHECK(sum == (all.col(j).array() * -0.25 + 0.7).matrix());
    std::vector<std::uint64_t> words(5), expected(5);
    random.bits(later, 9, 1, words);
    random.bits(noise, 9, j + 1, expected);
    CHECK(words == expected);
  }
}

TEST_CASE("add_normal adds scale times normal") {
  const PhiloxRandom random(5, 1, 2);
  MatrixXd theta = MatrixXd::Constant(5, 9, 0.7);
  random.add_normal(noise, 4, -0.25, view(theta));
  // Multiplying by a power of two is exact, so the expression rounds once whatever the compiler
  // does.
  CHECK(theta == (normals(random, noise, 4, 5, 9).array() * -0.25 + 0.7).matrix());
}

TEST_CASE("every part of the address changes every draw") {
  const Index n = 64;
  std::vector<MatrixXd> draws;
  const auto take = [&](std::uint64_t seed, std::uint64_t replicate, Stream stream,
                        std::int64_t iteration, std::int64_t chain) {
    draws.push_back(normals(PhiloxRandom(seed, replicate, chain), stream, iteration, n, 1));
  };
  const std::uint64_t high = std::uint64_t{1} << 32;
  take(1, 1, {Role::noise, 1}, 1, 1);
  take(2, 1, {Role::noise, 1}, 1, 1);
  take(1 + high, 1, {Role::noise, 1}, 1, 1);
  take(1, 2, {Role::noise, 1}, 1, 1);
  take(1, 1 + high, {Role::noise, 1}, 1, 1);
  take(1, 1, {Role::shared_noise, 1}, 1, 1);
  take(1, 1, {Role::plugin_first, 1}, 1, 1);
  take(1, 1, {Role::noise, -1}, 1, 1);
  take(1, 1, {Role::noise, 0}, 1, 1);
  take(1, 1, {Role::noise, 0xfffffffe}, 1, 1);
  take(1, 1, {Role::noise, 1}, 2, 1);
  take(1, 1, {Role::noise, 1}, -1, 1);
  take(1, 1, {Role::noise, 1}, 1 + static_cast<std::int64_t>(high), 1);
  take(1, 1, {Role::noise, 1}, 1, 2);
  std::set<double> values;
  for (const auto& block : draws) values.insert(block.data(), block.data() + n);
  // 896 draws coincide with probability below 896^2 / 2^51.
  CHECK(values.size() == draws.size() * static_cast<std::size_t>(n));
}

TEST_CASE("uniforms are not the bits in another form") {
  const PhiloxRandom random(1, 1);
  std::vector<std::uint64_t> words(1);
  random.bits(noise, 0, 0, words);
  CHECK(uniforms(random, noise, 0, 1, 1)(0, 0) !=
        std::ldexp(static_cast<double>(words[0] >> 11), -53));
}

TEST_CASE("instruction sets can be forced and do not change a bit") {
  const MatrixXd expected =
      normals(PhiloxRandom(3, 4, 5, InstructionSet::baseline), noise, 6, 20, 64);
  for (const auto set : {InstructionSet::avx2, InstructionSet::avx512}) {
    if (is_supported(set)) {
      CHECK(normals(PhiloxRandom(3, 4, 5, set), noise, 6, 20, 64) == expected);
    } else {
      CHECK_THROWS_AS(PhiloxRandom(3, 4, 5, set), std::invalid_argument);
    }
  }
}

TEST_CASE("addresses outside the counter are refused") {
  const std::int64_t chains = std::int64_t{1} << 32;
  const PhiloxRandom random(1, 1, chains - 2);
  MatrixXd two(1, 2);
  MatrixXd three(1, 3);
  CHECK_NOTHROW(random.normal(noise, 0, view(two)));
  CHECK_THROWS_AS(random.normal(noise, 0, view(three)), std::invalid_argument);
  CHECK_THROWS_AS(PhiloxRandom(1, 1, -1), std::invalid_argument);
  CHECK_THROWS_AS(random.normal({Role::noise, -2}, 0, view(two)), std::invalid_argument);
  CHECK_THROWS_AS(random.normal({Role::noise, 0xffffffff}, 0, view(two)), std::invalid_argument);
  CHECK_NOTHROW(random.normal({Role::noise, 0, 2}, 0, {two.data(), 1, 0, 1}));
  CHECK_THROWS_AS(random.normal({Role::noise, 0, 1}, 0, view(two)), std::invalid_argument);
  CHECK_THROWS_AS(random.normal({Role::noise, 0, -1}, 0, view(two)), std::invalid_argument);
  const Index far = std::numeric_limits<Index>::max();
  CHECK_THROWS_AS(random.normal({Role::noise, 0, far}, 0, view(two)), std::invalid_argument);
  std::vector<std::uint64_t> words(1);
  CHECK_NOTHROW(random.bits(noise, 0, 1, words));
  CHECK_THROWS_AS(random.bits(noise, 0, 2, words), std::invalid_argument);
  CHECK_THROWS_AS(random.bits(noise, 0, -1, words), std::invalid_argument);
}
