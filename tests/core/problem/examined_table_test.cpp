// The door: every fault of a table is refused with its place, and what passes is the table.
#include "problem/examined_table.hpp"

#include "problem/federated_table.hpp"
#include "skald/parts/data/columns.hpp"
#include "skald/parts/data/sparse_features.hpp"
#include "test.hpp"

using namespace skald::problem;

namespace examined_table_test {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// A sound table of any shape, whose parts may be spoilt.
struct Made {
  Eigen::MatrixXd features, array;
  std::vector<double> target;
  std::vector<std::int32_t> group;
  std::vector<NamedArray> arrays;
  Index classes = 0, groups = 0, train = 0;

  explicit Made(std::mt19937& random) {
    const auto below = [&](int n) {
      return static_cast<Index>(random() % static_cast<unsigned>(n));
    };
    const Index p = 1 + below(6), n = 7 + below(30);  // n > p: never square
    features.resize(p, n);
    for (Index i = 0; i < features.size(); ++i)
      features.data()[i] = 2 + static_cast<double>(below(1000)) / 7;
    classes = below(2) * (2 + below(4));
    groups = below(2) * (1 + below(5));
    for (Index r = 0; r < n; ++r) {
      target.push_back(static_cast<double>(below(classes > 0 ? static_cast<int>(classes) : 100)));
      if (groups > 0) group.push_back(static_cast<std::int32_t>(below(static_cast<int>(groups))));
    }
    array = Eigen::MatrixXd::Constant(2, below(2) == 0 ? 1 : n, 0.5);
    train = 1 + below(static_cast<int>(n));
  }
  Table table() {
    arrays = {{"further", view(std::as_const(array))}};
    return {.features = view(std::as_const(features)),
            .target = target,
            .classes = classes,
            .group = group,
            .groups = groups,
            .train = train,
            .arrays = arrays};
  }
  Index rows() const { return features.cols(); }
};

struct Fault {
  std::string what;
  std::string (*spoil)(Made&, std::mt19937&);  // returns what the refusal must say
};

Index row_of(const Made& made, std::mt19937& random) {
  return static_cast<Index>(random() % static_cast<unsigned>(made.rows()));
}
std::string at(const Made& made, Index row) {
  return (row < made.train ? "training row " : "test row ") + std::to_string(row);
}

std::string spoil_feature(Made& made, std::mt19937& random, double value) {
  const Index row = row_of(made, random), k = static_cast<Index>(random()) % made.features.rows();
  made.features(k, row) = value;
  return at(made, row) + ", feature " + std::to_string(k) + ": found";
}
std::string spoil_target(Made& made, std::mt19937& random, double value) {
  const Index row = row_of(made, random);
  made.target[static_cast<std::size_t>(row)] = value;
  return at(made, row) + ", target: found";
}
void classify(Made& made) {
  if (made.classes > 0) return;
  made.classes = 100;
}

const std::vector<Fault> kFaults{
    {"a NaN feature", [](Made& m, std::mt19937& r) { return spoil_feature(m, r, kNan); }},
    {"an infinite feature",
     [](Made& m, std::mt19937& r) {
       return spoil_feature(m, r, -std::numeric_limits<double>::infinity());
     }},
    {"a NaN target", [](Made& m, std::mt19937& r) { return spoil_target(m, r, kNan); }},
    {"a label beyond the last",
     [](Made& m, std::mt19937& r) {
       classify(m);
       return spoil_target(m, r, static_cast<double>(m.classes));
     }},
    {"a label far beyond",
     [](Made& m, std::mt19937& r) {
       classify(m);
       return spoil_target(m, r, 1e300);
     }},
    {"a negative label",
     [](Made& m, std::mt19937& r) {
       classify(m);
       return spoil_target(m, r, -1);
     }},
    {"a label between",
     [](Made& m, std::mt19937& r) {
       classify(m);
       return spoil_target(m, r, 0.5);
     }},
    {"a target too few",
     [](Made& m, std::mt19937&) {
       m.target.pop_back();
       return std::to_string(m.rows() - 1) + " targets";
     }},
    {"a group too many",
     [](Made& m, std::mt19937&) {
       m.group.assign(static_cast<std::size_t>(m.rows()) + 1, 0);
       m.groups = 1;
       return std::to_string(m.rows() + 1) + " groups";
     }},
    {"groups without their number",
     [](Made& m, std::mt19937&) {
       m.group.assign(static_cast<std::size_t>(m.rows()), 0);
       m.groups = 0;
       return std::string("0 groups");
     }},
    {"a group beyond the last",
     [](Made& m, std::mt19937& r) {
       m.group.assign(static_cast<std::size_t>(m.rows()), 0);
       m.groups = 2;
       const Index row = row_of(m, r);
       m.group[static_cast<std::size_t>(row)] = 2;
       return at(m, row) + ", group: found 2";
     }},
    {"no training rows",
     [](Made& m, std::mt19937&) {
       m.train = 0;
       return std::string("0 training rows");
     }},
    {"more training rows than rows",
     [](Made& m, std::mt19937&) {
       m.train = Index{1} << 62;
       return std::to_string(m.train) + " training rows of " + std::to_string(m.rows());
     }},
    {"twenty million classes",
     [](Made& m, std::mt19937&) {
       m.classes = 20'000'000;
       return std::string("20000000 classes");
     }},
    {"a negative number of groups",
     [](Made& m, std::mt19937&) {
       m.groups = -3;
       return std::string("-3 groups");
     }},
    {"an array of other length",
     [](Made& m, std::mt19937&) {
       m.array.resize(2, m.rows() + 2);
       m.array.setZero();
       return std::string("array 'further'");
     }},
    {"a NaN in an array",
     [](Made& m, std::mt19937&) {
       m.array(0, 0) = kNan;
       return std::string("array 'further'");
     }},
    {"features n x p", [](Made& m, std::mt19937&) {
       m.features.transposeInPlace();
       return std::string("transpose");
     }}};

}  // namespace

TEST_CASE("a sound table passes as it is, and every single fault is refused with its place") {
  std::mt19937 random(1);
  for (int round = 0; round < 40; ++round) {
    Made sound(random);
    const Table table = sound.table();
    const ExaminedTable examined(table);
    CHECK(examined.table().features.data == table.features.data);
    CHECK(examined.table().target.data() == table.target.data());
    CHECK(!examined.intercept());
    for (const Fault& fault : kFaults) {
      INFO(fault.what << ", round " << round);
      Made made = sound;
      const std::string place = fault.spoil(made, random);
      CHECK_THROWS_WITH(ExaminedTable(made.table()), Catch::Contains(place));
    }
  }
}

TEST_CASE("numbers of an array may be infinite, as the scale of a flat prior is") {
  std::mt19937 random(3);
  Made made(random);
  made.array(0, 0) = std::numeric_limits<double>::infinity();
  CHECK_NOTHROW(ExaminedTable(made.table()));
}

TEST_CASE("features of a known digest are examined once") {
  std::mt19937 random(2);
  Made made(random);
  Table table = made.table();
  table.digest = "d";
  int asked = 0, examined = 0;
  const OncePerDigest once = [&](const Table& given, const std::function<void()>& examination) {
    CHECK(std::string(given.digest) == "d");
    if (asked++ == 0) examination(), ++examined;
  };
  const ExaminedTable first(table, nullptr, once), second(table, nullptr, once);
  CHECK(asked == 2);
  CHECK(examined == 1);
}

TEST_CASE("a feature that is 1 in every row is the intercept, and models are told") {
  Eigen::MatrixXd features(3, 4);
  features << 1, 1, 1, 2, 5, 6, 7, 8, 1, 1, 1, 1;
  const Table table{.features = view(std::as_const(features)), .train = 3};
  const ExaminedTable examined(table);
  CHECK(examined.intercept() == Index{2});
  CHECK(!examined.states_intercept());
  const std::vector<std::int32_t> client{0, 1, 0};
  for (const RowOrder order : {RowOrder::by_client, RowOrder::as_given}) {
    const FederatedTable federated(examined, client, 2, order);
    REQUIRE(has_intercept(federated.table()));
    CHECK(find_array(federated.table(), kIntercept)->values.column(0)[0] == 2);
  }
  const Table without{.features = view(std::as_const(features)).columns(3, 1), .train = 1};
  features(2, 3) = 0;
  CHECK(!has_intercept(FederatedTable(without, std::vector<std::int32_t>{0}, 1).table()));
}

TEST_CASE("names are as many as what they name, and a column that says that it is 1 states it") {
  struct Names final : NamedColumns {
    std::vector<Column> of_features{{.name = "one", .is_constant = true}, {.name = "x"}};
    Column of_target{.name = "y"};
    std::vector<const char*> of_classes, of_groups{"a", "b"};
    std::span<const Column> features() const override { return of_features; }
    Column target() const override { return of_target; }
    std::span<const char* const> classes() const override { return of_classes; }
    std::span<const char* const> groups() const override { return of_groups; }
    std::span<const char* const> notes() const override { return {}; }
  };
  Eigen::MatrixXd features{{1, 1, 1}, {3, 4, 5}};
  const Eigen::MatrixXd place = Eigen::MatrixXd::Zero(1, 1);
  std::vector<NamedArray> arrays;
  const std::vector<std::int32_t> group{0, 1, 0};
  const auto refusal = [&](const auto& spoil) -> std::string {
    Names names;
    spoil(names);
    const Table table{.features = view(std::as_const(features)),
                      .group = group,
                      .groups = 2,
                      .train = 2,
                      .arrays = arrays};
    try {
      const ExaminedTable examined(table, &names);
      CHECK(examined.states_intercept() == (names.of_features.size() == 2 || !arrays.empty()));
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  };
  CHECK(refusal([](Names&) {}).empty());
  const auto forget = [](Names& names) { names.of_features.clear(), names.of_groups.clear(); };
  CHECK(refusal(forget).empty());
  arrays = {{kIntercept, view(place)}};
  CHECK(refusal(forget).empty());
  CHECK_THAT(refusal([](Names& names) { names.of_features.pop_back(); }),
             Catch::Contains("1 name of features"));
  CHECK_THAT(refusal([](Names& names) { names.of_classes = {"c"}; }),
             Catch::Contains("1 name of classes"));
  CHECK_THAT(refusal([](Names& names) { names.of_groups.pop_back(); }),
             Catch::Contains("1 name of groups"));
  CHECK_THAT(refusal([](Names& names) { names.of_target.scale = 0; }),
             Catch::Contains("the target 'y'"));
  CHECK_THAT(refusal([&](Names&) { features(0, 2) = 2; }), Catch::Contains("column 'one'"));
}

TEST_CASE("sparse rows pass as they are, and every single fault is refused with its place") {
  // (0, 1, 0, 2), (0, 1, 3, 0), (0, 1, 0, 0)
  const std::vector<double> whole{0, 2, 2, 4, 4, 5};
  struct Fault {
    std::size_t range, place, value;  // what is spoilt: one of them is below its number
    double by;
    std::string refusal;
  };
  const double inf = std::numeric_limits<double>::infinity();
  const Fault fault = GENERATE_COPY(
      Fault{9, 9, 9, 0, ""}, Fault{1, 9, 9, 7, "training row 0: found a range"},
      Fault{3, 9, 9, 1, "training row 1: found a range"},
      Fault{5, 9, 9, 4.5, "test row 2: found a range"},
      Fault{9, 1, 9, 4,
            "training row 0: found the place 4; expected growing places of features, below 4"},
      Fault{9, 3, 9, 1, "training row 1: found the place 1"},
      Fault{9, 0, 9, -1, "training row 0: found the place -1"},
      Fault{9, 0, 9, 0.5, "training row 0: found the place 0.5"},
      Fault{9, 9, 3, inf, "training row 1, feature 2: found inf; expected a finite number"},
      Fault{9, 9, 4, kNan, "sparse_values"});
  MatrixXd ranges = Eigen::Map<const MatrixXd>(whole.data(), 2, 3);
  MatrixXd places = VectorXd{{1., 3., 1., 2., 1.}}, values = VectorXd{{1., 2., 1., 3., 1.}};
  if (fault.range < 9) ranges.data()[fault.range] = fault.by;
  if (fault.place < 9) places.data()[fault.place] = fault.by;
  if (fault.value < 9) values.data()[fault.value] = fault.by;
  const std::vector<NamedArray> arrays{{kSparseRanges, view(std::as_const(ranges))},
                                       {kSparsePlaces, view(std::as_const(places))},
                                       {kSparseValues, view(std::as_const(values))}};
  Table table{.features = {nullptr, 4, 3, 4}, .train = 2, .arrays = arrays};
  if (!fault.refusal.empty()) {
    CHECK_THROWS_WITH(ExaminedTable(table), Catch::Contains(fault.refusal));
    return;
  }
  const ExaminedTable examined(table);
  CHECK(examined.is_sparse());
  CHECK(examined.intercept() == Index{1});
  // Sorted by client, the rows are 1, 0, 2.
  const FederatedTable federated(examined, std::vector<std::int32_t>{1, 0}, 2);
  MatrixXd expected(4, 3);
  expected << 0, 0, 0, 1, 1, 1, 3, 0, 0, 0, 2, 0;
  CHECK(dense_features(federated.table()) == expected);
  CHECK(has_intercept(federated.table()));
  table.arrays = {};
  CHECK_THROWS_WITH(ExaminedTable(table), Catch::Contains("found features without data"));
}

TEST_CASE("classes that seldom are meant are told") {
  const Eigen::MatrixXd features = Eigen::MatrixXd::Constant(1, 4, 3);
  const std::vector<double> target{1, 1, 2, 3};
  const Table table{.features = view(features), .target = target, .classes = 4, .train = 3};
  const ExaminedTable examined(table);
  REQUIRE(examined.notes().size() == 2);
  CHECK_THAT(examined.notes()[0], Catch::Contains("no row has class 0 of 4"));
  CHECK_THAT(examined.notes()[1], Catch::Contains("only test rows have class 3 of 4"));
}

TEST_CASE("more than twenty classes, of less than two rows each, may be numbers") {
  const auto notes = [](Index classes, Index rows) {
    const Eigen::MatrixXd features = Eigen::MatrixXd::Constant(1, rows, 3);
    std::vector<double> target;
    for (Index r = 0; r < rows; ++r) target.push_back(static_cast<double>(r % classes));
    const ExaminedTable examined(
        {.features = view(features), .target = target, .classes = classes, .train = rows});
    return examined.notes().size();
  };
  CHECK(notes(21, 41) == 1);
  CHECK(notes(21, 42) == 0);
  CHECK(notes(20, 30) == 0);
}

}  // namespace examined_table_test
