#include "problem/label_histogram.hpp"

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
