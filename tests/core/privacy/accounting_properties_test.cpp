#include "accounting_properties.hpp"

#include "test.hpp"

namespace accounting_properties {
namespace {

Setting replaced(double z, double rate, std::int64_t count) {
  return {{z, Sampling::poisson, rate, count, Relation::replace_one}, 1e-5};
}

TEST_CASE("accountants: small samples under replace_one, at high orders") {
  for (const Setting& setting : {replaced(2, 3e-4, 100'000'000), replaced(2, 3e-4, 1'000'000),
                                 replaced(1.77, 3e-4, 1'000'000), replaced(4, 1e-5, 100'000'000),
                                 replaced(1, 1e-6, 100'000'000)}) {
    CHECK(Properties(setting).broken() == "");
  }
  const NoisyRelease plan{1, Sampling::poisson, 3e-4, 1'000'000, Relation::replace_one};
  const double z = noise_multiplier({&plan, 1}, {1, 1e-5}, Accounting::rdp);
  NoisyRelease calibrated = plan;
  calibrated.noise_multiplier = z;
  CHECK(epsilon({&calibrated, 1}, 1e-5, Accounting::pld).epsilon <= 1);
}

TEST_CASE("accountants: fixed-size samples under zero_out") {
  // The pair of replacements costs more than zeroing a unit out without sampling.
  for (const Noise noise : {Noise::gaussian, Noise::discrete_gaussian}) {
    NoisyRelease release{11.2, Sampling::without_replacement, 0.94, 6, Relation::zero_out};
    release.noise = noise;
    CHECK(Properties({release, 2.7e-7}).broken() == "");
  }
}

TEST_CASE("accountants: single messages, of which there are closed forms") {
  for (const Relation relation :
       {Relation::add_remove, Relation::replace_one, Relation::zero_out}) {
    for (const double z : {0.6, 2.0, 9.0}) {
      CHECK(Properties({{z, Sampling::none, 1, 1, relation}, 1e-5}).broken() == "");
      if (relation == Relation::add_remove) continue;
      CHECK(Properties({{z, Sampling::without_replacement, 0.1, 1, relation}, 1e-5}).broken() ==
            "");
    }
  }
}

TEST_CASE("accountants: what must hold of every setting, on settings drawn from a seed") {
  std::mt19937_64 random(20241124);
  for (int i = 0; i < 16; ++i) {
    std::string bytes(10, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random() & 255U);
    const std::string broken = Properties(setting_of(bytes)).broken();
    CHECK(broken == "");
  }
}

}  // namespace
}  // namespace accounting_properties
