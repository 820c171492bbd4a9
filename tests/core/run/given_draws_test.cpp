#include "run/given_draws.hpp"

#include "test.hpp"

using namespace skald::run;

namespace given_draws_test {
namespace {

constexpr Index kDraws = 8;

// Draws whose first numbers are the columns' places.
GivenDraws with_columns(std::vector<std::string> names, Index columns = 3) {
  MatrixXd values(columns, kDraws);
  for (Index k = 0; k < columns; ++k) {
    for (Index i = 0; i < kDraws; ++i)
      values(k, i) = static_cast<double>(k) + 0.01 * static_cast<double>(i * i);
  }
  return {"fit.csv", std::move(names), std::move(values), 2};
}

// A regression on x and z, which are standardised or not.
record::Coefficients regression(double center = 0, double scale = 1) {
  record::Coefficients known;
  known.features = {{"intercept", 0, 1, true}, {"x", center, scale}, {"z", 0, 1}};
  known.outputs = {""};
  for (std::int64_t feature = 0; feature < 3; ++feature)
    known.meanings.push_back({LinearCoefficients::Part::weight, 0, feature, ""});
  return known;
}

struct Case {
  std::vector<std::string> columns;
  std::optional<std::string> parameters;
  std::vector<int> order;    // the columns of the parameters
  std::string refusal = {};  // or why there is none
};

TEST_CASE("columns of draws and parameters are joined") {
  const Case example = GENERATE(
      Case{{"z", "x", "intercept"}, {}, {2, 1, 0}},
      Case{{"theta[z]", "theta[x]", "theta[intercept]"}, {}, {2, 1, 0}}, Case{{}, {}, {0, 1, 2}},
      Case{{"beta.1", "beta.2", "beta.3"}, {}, {0, 1, 2}},
      Case{{"b[2]", "b[0]", "b[1]"}, {}, {1, 2, 0}},
      Case{{"beta.1", "beta.2", "alpha"},
           {},
           {},
           "(beta.1, beta.2, alpha), other names; expected 3, one for each of intercept, x, z"},
      Case{{"x", "z", "sigma"}, {}, {}, "only some of its names"},
      Case{{"beta.2", "beta.3", "beta.4"}, {}, {}, "other names"},
      Case{{"beta.1", "beta.2", "beta.4"}, {}, {}, "other names"},
      Case{{"beta.1.1", "beta.2.1", "beta.1.2"}, {}, {}, "other names"},
      Case{{"beta.1", "beta.2", "alpha"}, R"(["alpha", "beta[1]", "beta[ 2 ]"])", {2, 0, 1}},
      Case{{"beta.1", "beta.2", "alpha"}, R"([3, 1, "beta.2"])", {2, 0, 1}},
      Case{{"beta.1", "beta.2", "alpha"}, "alpha,beta.1,beta.2", {2, 0, 1}},
      Case{{"beta.1", "beta.2", "alpha"}, R"(["alpha", "", "beta.2"])", {2, 1}},
      Case{{"beta.1", "beta.2", "alpha"},
           R"(["alpha", "beta.1"])",
           {},
           "parameters lists 2 columns; expected 3, one for each of intercept, x, z"},
      Case{{"beta.1", "beta.2", "alpha"},
           R"(["alpha", "beta.1", "gamma"])",
           {},
           "parameters lists 'gamma'; fit.csv has the columns beta.1"},
      Case{{"beta.1", "beta.2", "alpha"},
           R"(["alpha", "beta.1", "beta[1]"])",
           {},
           "lists beta[1] twice"},
      Case{{"beta.1", "beta.2", "alpha"},
           R"([1, 2, 4])",
           {},
           "lists column 4; fit.csv has columns 1 to 3"},
      Case{{"beta.1", "beta.2", "alpha"}, R"([1, 2, 0])", {}, "lists column 0"},
      Case{{"beta.1", "beta.2", "alpha"}, R"(["", "", ""])", {}, "lists no column"},
      Case{{}, R"(["a", 2, 3])", {}, "has no names: list positions from 1"});
  RunOptions options;
  if (example.parameters) options.reference_parameters = *example.parameters;
  const GivenDraws given = with_columns(example.columns);
  if (!example.refusal.empty()) {
    CHECK_THROWS_WITH(compare_with(given, options, regression(), 3),
                      Catch::Contains(example.refusal));
    return;
  }
  const ComparedDraws compared = compare_with(given, options, regression(), 3);
  REQUIRE(compared.posterior.draws.rows() == std::ssize(example.order));
  for (std::size_t i = 0; i < example.order.size(); ++i)
    CHECK(compared.posterior.draws(static_cast<Index>(i), 0) == example.order[i]);
  CHECK(compared.posterior.chains == 2);
  CHECK(compared.theta.has_value() == (example.order.size() == 3));
  CHECK(compared.why_no_theta.empty() == compared.theta.has_value());
}

TEST_CASE("a transposed array of draws is told") {
  GivenDraws given = with_columns({}, 40);
  given.values = MatrixXd::Random(40, 3);
  CHECK_THROWS_WITH(compare_with(given, {}, regression(), 3),
                    Catch::Contains("save the transpose, with one draw per row"));
}

TEST_CASE("a parameter without spread is no draw") {
  GivenDraws given = with_columns({});
  given.values.row(1).setConstant(4);
  CHECK_THROWS_WITH(compare_with(given, {}, regression(), 3),
                    Catch::Contains("fit.csv: found one value of x in all draws"));
}

TEST_CASE("draws say on which scale they are, where there are two") {
  const GivenDraws given = with_columns({"intercept", "x", "z"});
  const record::Coefficients known = regression(5, 2);
  RunOptions options;
  CHECK_THROWS_WITH(compare_with(given, options, known, 3), Catch::Contains("found no scale"));
  options.reference_scale = "run";
  CHECK(compare_with(given, options, known, 3).theta);
  options.reference_scale = "data";
  const ComparedDraws on_data = compare_with(given, options, known, 3);
  CHECK_FALSE(on_data.theta);
  CHECK_THAT(on_data.why_no_theta, Catch::Contains("scale is data"));
  const MatrixXd theta = VectorXd{{1., 6., 7.}};
  MatrixXd recorded(3, 1);
  on_data.posterior.recorded(view(theta), view(recorded));
  CHECK(recorded(1, 0) == 3);            // 6 / 2
  CHECK(recorded(0, 0) == 1 - 6 * 2.5);  // 1 - 6 * 5 / 2
  CHECK(recorded(2, 0) == 7);
  CHECK_THROWS_WITH(compare_with(given, options, std::nullopt, 3),
                    Catch::Contains("scale is data"));
}

TEST_CASE("parameters without names are called theta") {
  const ComparedDraws compared =
      compare_with(with_columns({"theta.3", "theta.1", "theta.2"}), {}, std::nullopt, 3);
  CHECK(compared.posterior.draws(0, 0) == 1);
  CHECK_THAT(compared.note, Catch::Contains("fit.csv: 2 chains of 4 draws; theta[1] = theta.1"));
}

}  // namespace
}  // namespace given_draws_test
