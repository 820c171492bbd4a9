// Averaged BAOAB against its pseudocode, an independent solution of its law, and what it must
// become where clients communicate always.
#include <array>
#include <cmath>
#include <tuple>
#include <vector>

#include "all_samplers/shipped_sampler.hpp"
#include "exact_law.hpp"
#include "unlike_clients.hpp"

namespace baoab_test {

using namespace skald;
using namespace skald::test;
using Eigen::MatrixXd;
using Eigen::Vector3d;

namespace {

const std::string kName = "baoab";
constexpr const char* kBoth = "positions_and_momenta";

std::vector<Setting> with(std::vector<Setting> options) {
  options.insert(options.end(), {{"step", .15}, {"friction", 1.2}, {"weights", "examples"}});
  return options;
}

}  // namespace

TEST_CASE("BAOAB makes the steps of its pseudocode") {
  const std::string averages = GENERATE(as<std::string>{}, kBoth, "positions");
  const auto federation = quadratic_federation(random_rows(2, 3, {4, 6}, false), 0.4);
  const double eps = 0.1, g = 0.8, rho = 0.6, T = 0.9, f = std::exp(-g * eps);
  const std::array<double, 2> w{.4, .6};
  const MatrixXd start = MatrixXd::Constant(3, 2, 0.5);
  const auto sampler = load_plugin<Sampler>("sampler/" + kName, {{"step", eps},
                                                                 {"friction", g},
                                                                 {"K", 3},
                                                                 {"rho", rho},
                                                                 {"temp", T},
                                                                 {"weights", "examples"},
                                                                 {"averages", averages}});
  SamplerRun run(*federation, *sampler, random_streams, nothing, start);
  std::array<MatrixXd, 2> theta{start, start}, p, force;
  MatrixXd own(3, 2), shared(3, 2);
  const auto renew = [&](std::size_t c) {
    force[c].resize(3, 2);
    federation->problem().gradient(static_cast<Index>(c), view(std::as_const(theta[c])),
                                   view(force[c]));
    force[c] /= -w[c];
  };
  for (const std::size_t c : {0U, 1U}) {
    p[c] = MatrixXd::Zero(3, 2);
    renew(c);
  }
  for (int k = 0; k < 6; ++k) {
    random_streams.normal({Role::shared_noise}, k, view(shared));
    for (const std::size_t c : {0U, 1U}) {
      random_streams.normal({Role::noise, static_cast<Index>(c)}, k, view(own));
      p[c] += eps / 2 * force[c];
      theta[c] += eps / 2 * p[c];
      p[c] = f * p[c] +
             std::sqrt(T * (1 - f * f)) * (rho * shared + std::sqrt((1 - rho * rho) / w[c]) * own);
      theta[c] += eps / 2 * p[c];
    }
    if (k % 3 == 2) {
      theta[0] = theta[1] = (w[0] * theta[0] + w[1] * theta[1]).eval();
      if (averages == kBoth) p[0] = p[1] = (w[0] * p[0] + w[1] * p[1]).eval();
    }
    for (const std::size_t c : {0U, 1U}) {
      renew(c);
      p[c] += eps / 2 * force[c];
    }
  }
  CHECK(apart(run.advance(6), theta[0]) < 1e-12);
}

TEST_CASE("BAOAB: means and covariances of an independent solution") {
  using Entries = std::array<double, 6>;
  using Row = std::tuple<const char*, double, Entries>;
  const auto [averages, rho, expected] = GENERATE(
      Row{kBoth,
          1,
          {.1178485962, -.0024408283, .0051951039, .1529433246, .0206772401, .1786166190}},
      Row{kBoth,
          .6,
          {.1229584577, -.0038490215, .0063338384, .1585068063, .0217978396, .1802222889}},
      Row{kBoth,
          0,
          {.1258327548, -.0046411301, .0069743767, .1616362647, .0224281768, .1811254782}},
      Row{"positions",
          1,
          {.1157692496, -.0019170861, .0043203870, .1597509476, .0271719776, .1828375317}},
      Row{"positions",
          .6,
          {.1235262067, -.0040430754, .0060394078, .1682463577, .0289383076, .1853328127}},
      Row{"positions",
          0,
          {.1278894951, -.0052389445, .0070063570, .1730250259, .0299318682, .1867364082}});
  const Vector3d bias = averages == std::string(kBoth)
                            ? Vector3d(.0435006080, .1591815981, .1710879306)
                            : Vector3d(.0477440669, .2244775413, .2265302650);
  const auto federation = four_unlike_clients();
  const std::string estimate = GENERATE(as<std::string>{}, "average", "server");
  const auto law = exact_law(*federation, kName,
                             with({{"p_c", .2},
                                   {"rho", rho},
                                   {"temp", .7},
                                   {"averages", averages},
                                   {"estimate", estimate}}));
  REQUIRE(law.moments);
  CHECK(apart(law.moments->mean, bias) < 1e-10);
  CHECK(apart(law.moments->covariance, symmetric(expected)) < 1e-10);
}

TEST_CASE("BAOAB that averages always is exact on Gaussian problems, whatever rho") {
  const auto federation = four_unlike_clients();
  const double rho = GENERATE(0., .6, 1.);
  const std::string averages = GENERATE(as<std::string>{}, kBoth, "positions");
  const Setting schedule = GENERATE(Setting{"p_c", 1.}, Setting{"K", 1});
  const auto law = exact_law(*federation, kName,
                             with({schedule, {"rho", rho}, {"temp", .7}, {"averages", averages}}));
  REQUIRE(law.moments);
  CHECK(law.moments->mean.norm() < 1e-12);
  CHECK(apart(law.moments->covariance, federation->gaussian().covariance(.7)) < 1e-12);
}

namespace {

using namespace ledger_terms;

const ShippedSampler baoab =
    ShippedSampler(kName)
        .conforms({{"p_c", 0.4}, {"rho", 0.6}, {"weights", "examples"}, {"step", .15}})
        .conforms({{"K", 3}, {"batch", 2}, {"step", .15}, {"averages", "positions"}}, 0.2)
        .costs({{"K", 3}, {"batch", 1}, {"averages", "positions"}},
               [](const Seen&) { return both_ways(C * T / 3, C * N * T / 3, C * (n + T * N)); })
        .costs({{"K", 3}, {"batch", 1}}, [](const Seen&) {
          return both_ways(C * T / 3, 2 * C * N * T / 3, C * (n + T * N));
        });

}  // namespace

}  // namespace baoab_test
