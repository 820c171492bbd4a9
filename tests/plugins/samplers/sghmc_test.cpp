// SGHMC against its pseudocode and the closed form of its stationary law.
#include <array>
#include <cmath>
#include <vector>

#include "all_samplers/shipped_sampler.hpp"
#include "exact_law.hpp"
#include "oracles/affine_law.hpp"
#include "unlike_clients.hpp"

namespace sghmc_test {

using namespace skald;
using namespace skald::test;
using Eigen::MatrixXd;

namespace {

const std::string kName = "sghmc";
const std::vector<Setting> kSetting{{"step", .15}, {"friction", 1.5}, {"temp", .7}};

// An independent solution, with gradients whose noise has the covariance V.
oracles::Moments law_under(const MatrixXd& V, const std::vector<Setting>& options) {
  const auto federation = four_unlike_clients();
  const auto sampler = load_plugin<Sampler>("sampler/" + kName, options);
  const SamplerRun run(*federation, *sampler, random_streams, nothing, MatrixXd::Zero(3, 1));
  const auto law = oracles::AffineLaw::of(dynamic_cast<const AffineChain&>(*sampler),
                                          federation->gaussian(), {V});
  REQUIRE(law);
  const oracles::StationaryLaw stationary = law->stationary();
  REQUIRE(stationary.moments);
  return *stationary.moments;
}

}  // namespace

TEST_CASE("SGHMC makes the steps of its pseudocode") {
  const auto federation = quadratic_federation(random_rows(2, 3, {4, 6}, false), 0.4);
  const double eps = 0.1, C = 0.8, B = 0.2, T = 0.9;
  const MatrixXd start = MatrixXd::Constant(3, 2, 0.5);
  const auto sampler = load_plugin<Sampler>(
      "sampler/" + kName, {{"step", eps}, {"friction", C}, {"temp", T}, {"gradient_noise", B}});
  SamplerRun run(*federation, *sampler, random_streams, nothing, start);
  MatrixXd theta = start, r = MatrixXd::Zero(3, 2), gradient(3, 2), normals(3, 2);
  for (int k = 0; k < 7; ++k) {
    theta += eps * r;
    federation->problem().gradient(Problem::everyone, view(std::as_const(theta)), view(gradient));
    random_streams.normal({Role::noise}, k, view(normals));
    r = (1 - eps * C) * r - eps * gradient + std::sqrt(2 * (C * T - B) * eps) * normals;
  }
  CHECK(apart(run.advance(7), theta) < 1e-12);
}

TEST_CASE("SGHMC: covariances of an independent solution") {
  const auto federation = four_unlike_clients();
  const auto law = exact_law(*federation, kName, kSetting);
  REQUIRE(law.moments);
  CHECK(law.moments->mean.norm() < 1e-13);
  CHECK(apart(law.moments->covariance, symmetric({.1256862861, -.0065245312, .0030552970,
                                                  .1281855073, -.0081927585, .1573451685})) <
        1e-10);
  const MatrixXd V = symmetric({.5, .1, 0, .8, 0, .3});
  CHECK(apart(law_under(V, kSetting).covariance,
              symmetric({.1301427002, -.0059194927, .0031340708, .1354256999, -.0084566827,
                         .1607407185})) < 1e-10);
}

TEST_CASE("SGHMC compensates the noise of gradients by B = eps V / 2") {
  auto compensated = kSetting;
  compensated.emplace_back("gradient_noise", .15 * .6 / 2);
  const auto exact = exact_law(*four_unlike_clients(), kName, kSetting);
  CHECK(apart(law_under(.6 * MatrixXd::Identity(3, 3), compensated).covariance,
              exact.moments->covariance) < 1e-13);
}

TEST_CASE("SGHMC diverges beyond eps^2 L = 2 (2 - eps C), and not before") {
  const auto federation = four_unlike_clients();
  const double L = federation->gaussian().largest_curvature(), C = 1.5;
  // eps^2 L + 2 C eps = 4
  const double longest = (-C + std::sqrt(C * C + 4 * L)) / L;
  const auto law = [&](double eps) {
    return exact_law(*federation, kName, {{"step", eps}, {"friction", C}});
  };
  CHECK(law(.999 * longest).moments);
  CHECK(law(1.001 * longest).diverges);
}

namespace {

using namespace ledger_terms;

const ShippedSampler sghmc =
    ShippedSampler(kName)
        .conforms({{"step", 0.2}, {"friction", 1.5}, {"temp", 0.8}, {"gradient_noise", 0.1}})
        .conforms({{"step", 0.15}, {"friction", 1.2}, {"batch", 4}}, 0.2)
        .costs({{"batch", 2}}, [](const Seen&) { return no_messages(C * T * 2); });

}  // namespace

}  // namespace sghmc_test
