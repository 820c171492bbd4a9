#include "problem/tests_by_label.hpp"

#include "random/philox_random.hpp"
#include "test.hpp"

namespace tests_by_label_test {

using namespace skald::problem;

TEST_CASE(
    "test rows of a label are dealt as its training rows are, and to nobody if there are none") {
  // Of label 0, client 0 has one row of four, of label 1 both; label 2 is of test rows alone.
  const std::vector<double> target{0, 0, 1, 0, 1, 0, 0, 2, 0, 0, 1, 0};
  const std::vector<std::int32_t> client{0, 1, 0, 1, 0, 1};
  const Eigen::MatrixXd features = Eigen::MatrixXd::Zero(1, 12);
  Table table{.features = view(features), .target = target, .classes = 3, .train = 6};
  const skald::random::PhiloxRandom random(1, 0);
  const std::vector<std::int32_t> dealt =
      tests_by_label(FederatedTable(table, client, 2), random, 5);
  REQUIRE(dealt.size() == 6);
  CHECK(dealt[1] == -1);
  CHECK(dealt[4] == 0);
  CHECK(dealt[0] + dealt[2] + dealt[3] + dealt[5] == 3);
  table.classes = 0;
  CHECK(tests_by_label(FederatedTable(table, client, 2), random, 5).empty());
}

}  // namespace tests_by_label_test
