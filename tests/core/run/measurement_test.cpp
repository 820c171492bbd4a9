// Compares exact metrics with what the runs show.
#include "runs.hpp"
#include "test.hpp"

using namespace skald::run;

namespace {

// Returns the last value of every metric, for one coordinate, two clients of curvatures 1 and
// `curvature`, and 4000 chains.
std::map<std::string, double> measured(double curvature, const std::string& sampler,
                                       const std::string& run) {
  return last_values(good_run(
      R"json("dataset": {"plugin": "gaussian_clients", "generator": "explicit",
              "means": [[-1], [1]], "covariances": [[[1]], [[)json" +
      std::to_string(1 / curvature) + R"json(]]]},
              "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
              "sampler": {"plugin": )json" +
      sampler + R"json(}, "run": {"chains": 4000, "start": "mode", )json" + run +
      R"json(}, "metrics": ["variance_bias", "variance_mse", "exact_variance_bias",
                            "exact_variance_bias_error"])json"));
}

// Returns the standard error of variance_bias, from the spread of the chains.
double measured_error(const std::map<std::string, double>& values) {
  const double bias = values.at("variance_bias");
  return std::sqrt((values.at("variance_mse") - bias * bias) / (4000 - 1));
}

}  // namespace

TEST_CASE("the exact law is that of the ages that a thinned run observes") {
  // Within rounds of four steps clients drift apart and their variance grows, so that the ages
  // within a round differ by at least 20 standard errors.
  for (const int thin : {1, 2, 3, 4, 6, 8}) {
    const auto values = measured(3, R"("fald", "K": 4, "estimate": "average", "step": 0.12)",
                                 R"("iterations": 2400, "thin": )" + std::to_string(thin));
    const double error = measured_error(values);
    const double z = (values.at("variance_bias") - values.at("exact_variance_bias")) / error;
    CAPTURE(thin, values.at("variance_bias"), values.at("exact_variance_bias"), error, z);
    CHECK(std::abs(z) < 6);  // means over 4000 chains: P = 2e-9
  }
}

TEST_CASE("the predicted error of the variance is that of an estimate that is held") {
  // The clients have one curvature, so the prediction is exact. Chains spread like a chi-square of
  // at least 20 degrees, whose kurtosis is below 4: a variance over 4000 of them has a relative
  // error below sqrt(3 / 4000), and the standard error half of that. 5.5 of these are exceeded with
  // P = 4e-8.
  const double tolerance = 5.5 / 2 * std::sqrt(3.0 / 4000);
  for (const std::string schedule :
       {R"("fald", "p_c": 0.2)", R"("fald", "p_c": 0.05)", R"("fald", "K": 5)",
        R"("vr_fald", "p_c": 0.2, "q_cv": 0.2)"}) {
    for (const std::string estimate : {"server", "average"}) {
      for (const int thin : {1, 7}) {
        const auto values =
            measured(1, schedule + R"(, "step": 0.25, "estimate": ")" + estimate + "\"",
                     R"("iterations": 2100, "thin": )" + std::to_string(thin));
        CAPTURE(schedule, estimate, thin, measured_error(values));
        CHECK(values.at("exact_variance_bias_error") ==
              Approx(measured_error(values)).epsilon(tolerance));
      }
    }
  }
}
