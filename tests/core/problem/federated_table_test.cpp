#include "problem/federated_table.hpp"
#include "random/philox_random.hpp"
#include "test.hpp"

using namespace skald::problem;

namespace {

struct Example {
  Eigen::MatrixXd features = (Eigen::MatrixXd(1, 6) << 10, 11, 12, 13, 14, 15).finished();
  std::vector<double> target{0, 1, 2, 3, 4, 5};
  std::vector<std::int32_t> group{5, 4, 3, 2, 1, 0};
  Eigen::MatrixXd per_row = features * 2;
  Eigen::MatrixXd shared = Eigen::MatrixXd::Constant(2, 1, 7);
  std::vector<NamedArray> arrays{{"per_row", view(std::as_const(per_row))},
                                 {"shared", view(std::as_const(shared))}};
  Table table{.features = view(std::as_const(features)),
              .target = target,
              .classes = 6,
              .group = group,
              .groups = 6,
              .train = 4,
              .arrays = arrays};
};

std::vector<double> values(ConstBlock row) { return {row.data, row.data + row.cols}; }

}  // namespace

TEST_CASE("training rows are sorted by client, in their order, test rows stay at the end") {
  const Example example;
  const std::vector<std::int32_t> client{2, 0, 2, 1};
  const FederatedTable federated(example.table, client, 3);
  const Table& table = federated.table();
  CHECK(federated.clients() == 3);
  CHECK(federated.begin(0) == 0);
  CHECK(federated.begin(1) == 1);
  CHECK(federated.begin(2) == 2);
  CHECK(federated.begin(3) == 4);
  CHECK(values(table.features) == std::vector<double>{11, 13, 10, 12, 14, 15});
  CHECK(std::vector<double>(table.target.begin(), table.target.end()) ==
        std::vector<double>{1, 3, 0, 2, 4, 5});
  CHECK(std::vector<std::int32_t>(table.group.begin(), table.group.end()) ==
        std::vector<std::int32_t>{4, 2, 5, 3, 1, 0});
  CHECK(values(find_array(table, "per_row")->values) ==
        std::vector<double>{22, 26, 20, 24, 28, 30});
  CHECK(find_array(table, "shared")->values.matrix() == example.shared);
  CHECK(table.classes == 6);
  CHECK(table.groups == 6);
  CHECK(table.train == 4);
}

TEST_CASE("a table without target and groups stays without") {
  const Example example;
  Table table = example.table;
  table.target = {};
  table.group = {};
  const FederatedTable federated(table, std::vector<std::int32_t>{0, 0, 0, 0}, 1);
  CHECK(federated.table().target.empty());
  CHECK(federated.table().group.empty());
}

TEST_CASE("clients out of range or without rows are named") {
  const Example example;
  const auto make = [&](std::vector<std::int32_t> client, Index clients) {
    FederatedTable(example.table, client, clients);
  };
  CHECK_THROWS_WITH(make({0, 1, 2, 1}, 2), Catch::Contains("row 2 to client 2"));
  CHECK_THROWS_WITH(make({0, -1, 1, 1}, 2), Catch::Contains("client -1"));
  CHECK_THROWS_WITH(make({0, 2, 2, 0}, 3), Catch::Contains("client 1 without rows"));
  CHECK_THROWS_WITH(make({0, 0, 0, 0}, 0), Catch::Contains("no clients"));
}

TEST_CASE("rows may stay as they are, and clients are lists of them") {
  const Example example;
  const std::vector<std::int32_t> client{2, 0, 2, 1};
  const FederatedTable federated(example.table, client, 3, RowOrder::as_given);
  CHECK(federated.table().features.data == example.features.data());
  CHECK(federated.size(2) == 2);
  const Rows rows = federated.rows(2);
  CHECK(rows.count == 2);
  CHECK(rows.row(0, 0) == 0);
  CHECK(rows.row(5, 1) == 2);
  CHECK(federated.rows(1).row(0, 0) == 3);
}

TEST_CASE("clients that are neighbours in the table need no list of all rows") {
  const Example example;
  const std::vector<std::int32_t> client{0, 1, 1, 2};
  const FederatedTable federated(example.table, client, 3, RowOrder::as_given);
  CHECK(federated.table().features.data == example.features.data());
  for (Index c = 0, row = 0; c < 3; ++c) {
    const Rows rows = federated.rows(c);
    REQUIRE(rows.count == (c == 1 ? 2 : 1));
    CHECK(rows.index != nullptr);
    CHECK(rows.index == federated.rows(0).index);
    for (Index r = 0; r < rows.count; ++r) CHECK(rows.row(3, r) == row++);
  }
}

TEST_CASE("a table with more rows than can be numbered is refused") {
  Table table;
  table.features.rows = 1;
  table.features.cols = Index{1} << 31;
  CHECK_THROWS_WITH(FederatedTable(table, {}, 1, RowOrder::as_given),
                    Catch::Contains("has 2147483648 rows, expected at most 2147483647"));
}

TEST_CASE("test rows may have clients") {
  const Example example;
  FederatedTable federated(example.table, std::vector<std::int32_t>{0, 0, 1, 1}, 2);
  CHECK(federated.test_client().empty());
  federated.set_test_client({1, -1});
  CHECK(federated.test_client()[0] == 1);
  CHECK_THROWS_WITH(federated.set_test_client({0, 2}), Catch::Contains("test row 1 to client 2"));
}

TEST_CASE("a client may keep the first of its rows only") {
  const Example example;
  const std::vector<std::int32_t> client{2, 0, 2, 1};
  FederatedTable federated(example.table, client, 3);
  CHECK_THROWS_AS(federated.keep_rows(2, 3), std::logic_error);
  federated.keep_rows(2, 1);
  const Table& table = federated.table();
  CHECK(table.train == 3);
  CHECK(federated.size(2) == 1);
  CHECK(federated.begin(3) == 3);
  CHECK(values(table.features) == std::vector<double>{11, 13, 10, 14, 15});
  CHECK(std::vector(table.target.begin(), table.target.end()) ==
        std::vector<double>{1, 3, 0, 4, 5});
  CHECK(std::vector(table.group.begin(), table.group.end()) ==
        std::vector<std::int32_t>{4, 2, 5, 1, 0});
  CHECK(values(table.arrays[0].values) == std::vector<double>{22, 26, 20, 28, 30});
  CHECK(table.arrays[1].values.cols == 1);
  federated.keep_rows(0, 1);
  CHECK(federated.begin(3) == 3);
}

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
