// Several chains at once, each with few rows of its own.
#include <Eigen/Dense>
#include <cmath>

#include "load_plugin.hpp"
#include "model_checks.hpp"

namespace chains_test {

using namespace skald;
using namespace skald::test;

constexpr const char* kLayers =
    "conv 3 3x3 pad 1 stride 2 nobias, groupnorm 1, tanh, dropout 0.2, residual(conv 3 3x3 pad 1, "
    "relu), maxpool 2, dropout 0.3, dense 5, tanh, dropout 0.4, dense classes";

TEST_CASE("chains beside each other have the bits of each alone, whatever they share") {
  const std::string arithmetic = GENERATE("double", "float");
  constexpr Index chains = 37;  // more than pass at once, and not a multiple
  const ClassRows example(36, 131, 4);
  const auto model =
      bound_model("network", example.table, {{"layers", kLayers}, {"arithmetic", arithmetic}});
  const Eigen::MatrixXd theta = scattered_parameters(model->dimension(), chains, 0.9);
  // Chains lie within a group of rows, end with one, or begin in one and end in the next.
  for (const Index count : {1, 2, 3, 4, 5, 7, 8, 9}) {
    const std::vector<std::int32_t> own = scattered_rows(chains, count, 131);
    for (const Rows& rows : {Rows{0, count, own.data(), chains}, Rows::range(11, count)}) {
      const Eigen::VectorXd u = potential(*model, rows, theta);
      for (const double clip : {no_clip, 0.7}) {
        const Eigen::MatrixXd found = clipped_gradient(*model, rows, clip, theta);
        for (Index j = 0; j < chains; ++j) {
          const Rows of_chain = rows.of_chain(j);
          REQUIRE(same_bits(found.col(j), clipped_gradient(*model, of_chain, clip, theta.col(j))));
          REQUIRE(u(j) == potential(*model, of_chain, theta.col(j))(0));
        }
      }
    }
  }
}

TEST_CASE("what a chain beside others cannot compute stays its own") {
  const ClassRows example(36, 20, 3);
  const auto model =
      bound_model("network", example.table,
                  {{"layers", "conv 2 3x3, groupnorm 1, relu, maxpool 2, dense classes"}});
  for (const Index count : {1, 3}) {
    check_no_number_is_passed_on(*model, Rows::range(4, count),
                                 scattered_parameters(model->dimension(), 5, 0.9));
  }
}

}  // namespace chains_test
