#include "random/secret_random.hpp"

#include "test.hpp"

using namespace skald::random;

namespace {

constexpr ChaChaKey kKey = {0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c,
                            0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c};

}  // namespace

TEST_CASE("chacha20 is that of RFC 8439, section 2.3.2") {
  const ChaChaBlock block = chacha20(kKey, {1, 0x09000000, 0x4a000000, 0});
  const ChaChaBlock expected = {0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3,
                                0xc7f4d1c7, 0x0368c033, 0x9aaa2204, 0x4e6cd4c3,
                                0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9,
                                0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2};
  CHECK(block == expected);
}

TEST_CASE("secret draws are functions of their address, and of the key") {
  const SecretRandom random(kKey), same(kKey), other;
  Eigen::MatrixXd all(7, 3), again(7, 3), right(7, 1), short_one(3, 3);
  random.normal({Role::noise, 2}, 5, view(all));
  same.normal({Role::noise, 2}, 5, view(again));
  CHECK(all == again);
  random.normal({Role::noise, 2, 2}, 5, view(right));
  CHECK(right == all.col(2));
  random.normal({Role::noise, 2}, 5, view(short_one));
  CHECK(short_one == all.topRows(3));
  for (const auto& [stream, iteration] : {std::pair(Stream{Role::noise, 3}, 5),
                                          {Stream{Role::minibatch, 2}, 5},
                                          {Stream{Role::noise, 2}, 6},
                                          {Stream{Role::noise, 2, 1}, 5}}) {
    random.normal(stream, iteration, view(again));
    CHECK((all - again).cwiseAbs().minCoeff() > 0);
  }
  other.normal({Role::noise, 2}, 5, view(again));
  CHECK((all - again).cwiseAbs().minCoeff() > 0);
  again.setOnes();
  random.add_normal({Role::noise, 2}, 5, 2, view(again));
  CHECK((again - (2 * all).array().matrix()).isApproxToConstant(1, 1e-12));
  CHECK_THROWS_AS(random.normal({Role::noise, -2}, 0, view(all)), std::invalid_argument);
  // The counter has 32 bits for a chain: a further one would be another's draws.
  CHECK_THROWS_AS(random.normal({Role::noise, 2, Index{1} << 32}, 5, view(all)),
                  std::invalid_argument);
}

TEST_CASE("secret normals and uniforms have their moments") {
  const SecretRandom random(kKey);
  constexpr Index n = 200000;
  Eigen::MatrixXd z(n, 1), u(n, 1);
  random.normal({Role::noise, 0}, 0, view(z));
  random.uniform({Role::noise, 0}, 0, view(u));
  // Standard errors of mean, second and fourth moment and of neighbours' products; 6 of them are
  // exceeded with probability 2e-9.
  const double root = std::sqrt(static_cast<double>(n));
  CHECK(std::abs(z.mean()) <= 6 / root);
  CHECK(std::abs(z.array().square().mean() - 1) <= 6 * std::sqrt(2.0) / root);
  CHECK(std::abs(z.array().pow(4).mean() - 3) <= 6 * std::sqrt(96.0) / root);
  CHECK(std::abs((z.topRows(n - 1).array() * z.bottomRows(n - 1).array()).mean()) <= 6 / root);
  CHECK(std::abs(u.mean() - 0.5) <= 6 * std::sqrt(1.0 / 12) / root);
  CHECK(u.minCoeff() >= 0);
  CHECK(u.maxCoeff() < 1);
  CHECK(std::abs((z.array() * (u.array() - 0.5)).mean()) <= 6 * std::sqrt(1.0 / 12) / root);
}
