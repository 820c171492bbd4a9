#include "problem/label_histogram.hpp"
#include "random/philox_random.hpp"
#include "test.hpp"

using namespace skald::problem;

TEST_CASE("a histogram counts the training rows of every client and label") {
  const Eigen::MatrixXd features = Eigen::MatrixXd::Zero(1, 6);
  const std::vector<double> target{0, 2, 2, 0, 1, 1};
  Table table;
  table.features = view(features);
  table.target = target;
  table.classes = 3;
  table.train = 5;
  const std::vector<std::int32_t> client{1, 0, 1, 1, 0};
  const RowOrder order = GENERATE(RowOrder::by_client, RowOrder::as_given);
  const FederatedTable federated(table, client, 2, order);
  const LabelHistogram counts = label_histogram(federated);
  CHECK(counts == (LabelHistogram(2, 3) << 0, 1, 1, 2, 0, 1).finished());
  CHECK(to_json(counts, 3) ==
        "{\"clients\": 2, \"labels\": 3, \"counts\": [[0, 1, 1], [2, 0, 1]]}");
  CHECK(to_json(counts, 3, {"h\"1", "h2"}) ==
        "{\"clients\": 2, \"labels\": 3, \"counts\": [[0, 1, 1], [2, 0, 1]], "
        "\"names\": [\"h\\\"1\", \"h2\"]}");
  table.target = {};
  table.classes = 0;
  CHECK(label_histogram(FederatedTable(table, client, 2)) ==
        (LabelHistogram(2, 1) << 2, 3).finished());
}

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
