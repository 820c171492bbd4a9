// ULA and SGLD through the kit; their laws and limits are in all_samplers/oracle_test.cpp.
#include "all_samplers/shipped_sampler.hpp"
#include "chain_moments.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

// In one dimension, with all rows and curvature a about mu, theta - mu has the mean and variance
//   m <- (1 - h_k a) m,   v <- (1 - h_k a)^2 v + 2 h_k T
// (the last term only where the step has noise).
TEST_CASE("SGLD whose steps decay or run through cycles has the moments of its recursion") {
  const auto federation = quadratic_federation(two_clients());
  const double a = 4, mu = 0.5, h0 = 0.2, temp = 0.7;
  struct Case {
    std::vector<Setting> options;
    Index iterations;
  };
  const Case test = GENERATE(
      Case{{{"schedule", "decaying"}, {"decay_scale", 5.0}, {"decay_power", 0.8}}, 30},
      Case{{{"schedule", "decaying"}}, 12}, Case{{{"schedule", "cyclical"}, {"cycle", 6}}, 15},
      Case{{{"schedule", "cyclical"}, {"cycle", 8}, {"explore", 0.5}}, 16},
      Case{{{"schedule", "cyclical"}, {"cycle", 8}, {"explore", 0.5}}, 12});
  const auto option = [&](const char* name, double otherwise) {
    for (const Setting& setting : test.options) {
      if (setting.name != name) continue;
      if (const auto* whole = std::get_if<std::int64_t>(&setting.value))
        return static_cast<double>(*whole);
      return std::get<double>(setting.value);
    }
    return otherwise;
  };
  const double cycle = option("cycle", 0), explore = option("explore", 0);
  double m = 0.5 - mu, v = 0;
  for (Index k = 0; k < test.iterations; ++k) {
    const double place = cycle > 0 ? std::fmod(static_cast<double>(k), cycle) / cycle : 0;
    const double fall = std::pow(1 + static_cast<double>(k) / option("decay_scale", 1),
                                 -option("decay_power", 0.55));
    const double step = cycle > 0 ? h0 * (1 + std::cos(std::numbers::pi * place)) / 2 : h0 * fall;
    m *= 1 - step * a;
    v = std::pow(1 - step * a, 2) * v + (place < explore ? 0 : 2 * step * temp);
  }
  std::vector<Setting> options = test.options;
  options.insert(options.end(), {{"step", h0}, {"temp", temp}, {"batch", 4}});
  const Eigen::MatrixXd draws = run_sampler(*federation, "sgld", options, test.iterations, 40000);
  const Eigen::ArrayXd moved = draws.row(0).transpose().array() - mu;
  CHECK(std::abs(z_score(moved, m)) < 5.5);  // 4e-8
  CHECK(std::abs(z_score((moved - m).square(), v)) < 5.5);
  const auto sampler = load_plugin<Sampler>("sampler/sgld", options);
  LangevinLaw law;
  CHECK_FALSE(sampler->law(law));
}

namespace {

using namespace ledger_terms;

const ShippedSampler ula =
    ShippedSampler("ula").conforms({}).conforms({{"temp", 0.5}}).costs({}, [](const Seen&) {
      return no_messages(C * T * n);
    });

const ShippedSampler sgld =
    ShippedSampler("sgld")
        .conforms({{"batch", 3}})
        .conforms({{"batch", 3}, {"clip", 2.0}})
        .conforms({{"schedule", "cyclical"}, {"cycle", 4}})
        .costs({{"batch", 4}}, [](const Seen&) { return no_messages(C * T * 4); });

}  // namespace
