#include <Eigen/Dense>

#include "loaded.hpp"
#include "shipped_plugin.hpp"
#include "skald/named_columns.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

namespace {

// The data set that the plugin makes from a text, all rows for training and unscaled unless told
// otherwise.
struct LoadedCsv {
  TemporaryFolder folder;
  std::shared_ptr<Dataset> data;
  Table table;

  explicit LoadedCsv(const std::string& text, const std::vector<Setting>& settings = {},
                     const std::string& target = "y") {
    std::vector<Setting> all = {{"path", folder.write("data.csv", text).string()},
                                {"target", target},
                                {"test_fraction", 0.0},
                                {"standardize", false}};
    for (const Setting& setting : settings) {
      std::erase_if(all, [&](const Setting& s) { return s.name == setting.name; });
      all.push_back(setting);
    }
    data = load_plugin<Dataset>("dataset/csv", all);
    table = data->load(random::PhiloxRandom(1, 0));
  }
  // The rows as columns (features, then target) in the order of feature `k`.
  Eigen::MatrixXd sorted(Index k) const {
    Eigen::MatrixXd m(table.features.rows + 1, table.rows());
    m << table.features.matrix(),
        Eigen::Map<const Eigen::RowVectorXd>(table.target.data(), table.rows());
    std::vector<Eigen::VectorXd> columns;
    for (Index r = 0; r < m.cols(); ++r) columns.push_back(m.col(r));
    std::sort(columns.begin(), columns.end(),
              [k](const auto& a, const auto& b) { return a[k] < b[k]; });
    for (Index r = 0; r < m.cols(); ++r) m.col(r) = columns[static_cast<std::size_t>(r)];
    return m;
  }
};

std::string with_separator(std::string row, const std::string& separator) {
  return row.replace(row.find(' '), 1, separator);
}

void check_refused(const std::string& text, const std::string& message,
                   const std::vector<Setting>& settings = {}, const std::string& target = "y") {
  INFO(text);
  CHECK_THROWS_WITH(LoadedCsv(text, settings, target), Catch::Contains(message));
}

}  // namespace

TEST_CASE("csv reads numbers, quotes, both line ends and labels") {
  const LoadedCsv loaded(
      "\xEF\xBB\xBF\"a, \"\"b\"\"\",y\r\n1,no\r\n\n\" 2.5 \",\"yes\"\r\n-3e2,no");
  REQUIRE(loaded.table.rows() == 3);
  CHECK(loaded.table.train == 3);
  CHECK(loaded.table.classes == 2);
  Eigen::MatrixXd expected(3, 3);  // intercept, a, label
  expected << 1, 1, 1, -300, 1, 2.5, 0, 0, 1;
  CHECK(loaded.sorted(1) == expected);
}

TEST_CASE("csv without a header counts its columns from 1") {
  const LoadedCsv loaded("1,10\n2,30\n3,20\n", {{"header", false}, {"intercept", false}}, "2");
  Eigen::MatrixXd expected(2, 3);
  expected << 1, 2, 3, 0, 2, 1;  // labels 10, 20, 30 in the order of numbers
  CHECK(loaded.table.classes == 3);
  CHECK(loaded.sorted(0) == expected);
}

TEST_CASE("csv regression keeps the target and has no classes") {
  const LoadedCsv loaded("x,y\n1,0.5\n2,-4\n", {{"task", "regression"}});
  CHECK(loaded.table.classes == 0);
  CHECK(loaded.sorted(1).row(2) == Eigen::RowVector2d(0.5, -4));
}

TEST_CASE("csv encodes words") {
  const std::string text = "x,colour,y\n1,red,0\n2,blue,1\n3,green,1\n4,red,0\n";
  SECTION("one indicator per word beside the first, with an intercept") {
    const LoadedCsv loaded(text, {{"categorical", "colour"}});
    Eigen::MatrixXd expected(5, 4);  // intercept, x, green, red, label
    expected << 1, 1, 1, 1, 1, 2, 3, 4, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0;
    CHECK(loaded.sorted(1) == expected);
  }
  SECTION("one indicator per word without") {
    const LoadedCsv loaded(text, {{"categorical", "colour"}, {"intercept", false}});
    CHECK(loaded.table.features.rows == 4);
    CHECK(loaded.sorted(0).row(1) == Eigen::RowVector4d(0, 1, 0, 0));
  }
  SECTION("by place") {
    const LoadedCsv loaded(text, {{"categorical", "colour"}, {"encoding", "ordinal"}});
    CHECK(loaded.sorted(1).row(2) == Eigen::RowVector4d(2, 0, 1, 2));
  }
}

TEST_CASE("csv standardises on the training rows and splits by seed") {
  std::string text = "x,y\n";
  for (int i = 0; i < 50; ++i) text += std::to_string(i * i) + "," + std::to_string(i % 2) + "\n";
  const LoadedCsv loaded(text, {{"standardize", true}, {"test_fraction", 0.3}});
  CHECK(loaded.table.rows() == 50);
  CHECK(loaded.table.train == 35);
  const Eigen::RowVectorXd x = loaded.table.features.matrix().row(1);
  CHECK(std::abs(x.head(35).mean()) <= 1e-14);
  CHECK(x.head(35).squaredNorm() / 35 == Approx(1).epsilon(1e-12));
  CHECK(std::abs(x.mean()) > 1e-3);
}

TEST_CASE("csv takes natural clients from a column") {
  const LoadedCsv loaded("user,x,y\nann,1,0\nbob,2,1\nann,3,1\n", {{"group", "user"}});
  CHECK(loaded.table.groups == 2);
  CHECK(loaded.table.features.rows == 2);
  for (Index r = 0; r < 3; ++r) {
    CHECK(loaded.table.group[static_cast<std::size_t>(r)] ==
          (loaded.table.features.matrix()(1, r) == 2 ? 1 : 0));
  }
}

TEST_CASE("csv drops rows with missing values when told to") {
  const LoadedCsv loaded("x,y\n1,0\n,1\n3,NA\n4,1\n?,0\n", {{"missing", "drop_row"}});
  CHECK(loaded.sorted(1).row(1) == Eigen::RowVector2d(1, 4));
}

TEST_CASE("csv refuses damaged files and says where") {
  check_refused("", "data.csv: found no rows of data");
  check_refused("x,y\n", "found no rows of data; expected at least one below the header");
  check_refused("x,y\n1,0\n2\n", "data.csv, line 3: found 1 field; expected 2 as in line 1");
  check_refused("x,y\n1,0\n2,1,5\n", "line 3: found 3 fields");
  check_refused("x,y\n1,0\n2x,1\n",
                "data.csv, line 3, column 1 (x): found '2x'; expected a finite");
  check_refused("x,y\nnan,0\n", "found no value; expected a number");
  check_refused("x,y\ninf,0\n", "found 'inf'; expected a finite number");
  check_refused("x,y\n1e999,0\n", "found '1e999'; expected a finite number");
  check_refused("x,y\n1,0\n,1\n", "line 3, column 1 (x): found no value; expected a number");
  check_refused("x,y\nNA,0\n", "every row", {{"missing", "drop_row"}});
  check_refused("x,z\n1,0\n", "found no column 'y' for option target; expected one of x, z");
  check_refused("x,y\n1,0\n", "no column 'w' for option group", {{"group", "w"}});
  check_refused("x,y\n1,0\n", "no column 'w' for option categorical", {{"categorical", "x,w"}});
  check_refused("x,y\n1,\"0\n2,1\n", "line 2, column 2: found a quote that is never closed");
  check_refused("x,y\n1,\"0\"5\n", "line 2, column 2: found text after a closing quote");
  check_refused("x,y\n1,0\"5\n", "line 2, column 2: found a quote inside an unquoted field");
  check_refused("y\n1\n2\n", "no column besides target and group", {{"intercept", false}});
  check_refused("x,y\n1,0\n1,1\n", "column 1 (x): found one value in all training rows",
                {{"standardize", true}});
  check_refused("x,y\n1,0\n2,1\n", "leaves none of 2 rows for training", {{"test_fraction", 0.9}});
  check_refused("x,y\n1,a\n", "column 2 (y): found 'a'", {{"task", "regression"}});
  test::check_refused("csv", {{"path", "/nowhere.csv"}, {"target", "y"}},
                      "/nowhere.csv: No such file or directory");
}

TEST_CASE("csv refuses a column that an option names and that comes twice") {
  check_refused("y,x,y\n1,2,3\n", "found 2 columns 'y' for option target; expected one");
  check_refused("x,g,g,y\n1,2,2,3\n", "found 2 columns 'g' for option group", {{"group", "g"}});
  check_refused("x,w,w,y\n1,a,b,3\n", "2 columns 'w' for option ignore", {{"ignore", "w"}});
  const LoadedCsv loaded("x,x,y\n1,2,0\n3,4,1\n");
  CHECK(loaded.table.features.rows == 3);
}

TEST_CASE("csv reads a million columns") {
  constexpr Index columns = 1'000'000;
  std::string header, first, second;
  for (Index c = 0; c < columns; ++c) {
    header += "x" + std::to_string(c) + ',';
    first += std::to_string(c % 7) + ',';
    second += std::to_string(c % 5) + ',';
  }
  const LoadedCsv loaded(header + "y\n" + first + "0\n" + second + "1\n");
  REQUIRE(loaded.table.features.rows == columns + 1);
  const Index zero = loaded.table.target[0] == 0 ? 0 : 1;
  for (const Index c : {Index{0}, Index{6}, Index{123'456}, columns - 1}) {
    CHECK(loaded.table.features.column(zero)[c + 1] == static_cast<double>(c % 7));
    CHECK(loaded.table.features.column(1 - zero)[c + 1] == static_cast<double>(c % 5));
  }
}

TEST_CASE("csv refuses more indicators than a table holds") {
  std::string text = "w,y\n";
  for (int i = 0; i < 50'000; ++i) text += "w" + std::to_string(i) + ",0\n";
  check_refused(text,
                "found 50000 rows of 50000 features; expected a table of at most 2147483648 "
                "numbers: ignore columns, or set encoding to ordinal",
                {{"categorical", "w"}});
}

TEST_CASE("csv keeps count of lines inside quotes") {
  check_refused("x,y\n\"1\n\n\",0\n2,1,1\n", "line 5: found 3 fields");
}

TEST_CASE("csv reads other separators") {
  const std::string separator = GENERATE("semicolon", "tab", "blank");
  const std::string between = separator == "semicolon" ? ";" : separator == "tab" ? "\t" : "  \t ";
  std::string text;
  for (const char* row : {"x y", "1 0", "2 1"})
    text += with_separator(row, between) + (separator == "blank" ? " \r\n" : "\n");
  const LoadedCsv loaded(text, {{"separator", separator}});
  CHECK(loaded.sorted(1).row(1) == Eigen::RowVector2d(1, 2));
}

TEST_CASE("csv imputes means and most frequent words of the training rows") {
  TemporaryFolder folder;
  const std::string test = folder.write("test.csv", "x,colour,y\n,,0\n9,blue,1\n").string();
  const LoadedCsv loaded("x,colour,y\n1,red,0\n?,blue,1\n3,red,0\nNA,,1\n",
                         {{"missing", "impute"}, {"categorical", "colour"}, {"test", test}});
  Eigen::MatrixXd expected(3, 6);  // intercept, x, red
  expected << 1, 1, 1, 1, 1, 1, 1, 2, 3, 2, 2, 9, 1, 0, 1, 1, 1, 0;
  CHECK(loaded.table.features.matrix() == expected);
  CHECK(loaded.table.train == 4);
}

TEST_CASE("csv takes a missing word for a word of its own, and leaves columns out") {
  const LoadedCsv loaded("id,x,c,k,y\n7,1,?,5,0\nz,2,a,5,1\n,3,?,5,1\n", {{"missing", "word"},
                                                                          {"categorical", "c"},
                                                                          {"ignore", "id"},
                                                                          {"constant", "drop"},
                                                                          {"standardize", true}});
  CHECK(loaded.table.features.rows == 3);  // intercept, x, a
  CHECK(loaded.sorted(1).row(2) == Eigen::RowVector3d(0, 1, 0));
}

TEST_CASE("csv standardises a regression's target on the training rows") {
  TemporaryFolder folder;
  const std::string test = folder.write("test.csv", "x,y\n5,30\n").string();
  const LoadedCsv loaded("x,y\n1,10\n2,20\n",
                         {{"task", "regression"}, {"standardize_target", true}, {"test", test}});
  CHECK(std::vector<double>(loaded.table.target.begin(), loaded.table.target.end()) ==
        std::vector<double>{-1, 1, 3});
}

TEST_CASE("csv scales by constants that are given, and says which statistics it read otherwise") {
  const std::string text = "a,c,b,y\n1,u,10,0\n3,v,30,1\n9,u,20,1\n";
  const auto names = [](const LoadedCsv& loaded) {
    std::string all;
    for (const PrivateInput& input : loaded.table.private_inputs)
      all += input.name + std::string(" ");
    return all;
  };
  const Setting words{"categorical", "c"}, standardize{"standardize", true};
  const Setting center{"center", Array{{1, 20}, {2}}}, scale{"scale", Array{{2, 10}, {2}}};
  const LoadedCsv given(text, {words, standardize, center, scale});
  Eigen::MatrixXd expected(4, 3);  // intercept, a, v, b
  expected << 1, 1, 1, 0, 1, 4, 0, 1, 0, -1, 1, 0;
  CHECK(given.sorted(1).topRows(4) == expected);
  CHECK(names(given) == "encoding ");
  CHECK(names(LoadedCsv(text, {words, standardize})) == "standardisation encoding ");
  CHECK(names(LoadedCsv(text, {words, {"missing", "impute"}})) == "imputation encoding ");
  CHECK(names(LoadedCsv("a,y\n1,2\n2,3\n", {{"task", "regression"}})).empty());
  CHECK(names(LoadedCsv("a,y\n1,2\n2,3\n", {{"task", "regression"},
                                            {"standardize_target", true}})) == "standardisation ");
  check_refused(text, "center is given alone", {words, standardize, center});
  check_refused(text, "center has 2 numbers; expected 3, for the columns a, c, b",
                {words, standardize, center, scale, {"encoding", "ordinal"}});
  check_refused(text, "standardize is false", {words, center, scale});
  check_refused(text, "not above 0", {words, standardize, center, {"scale", Array{{2, 0}, {2}}}});
}

TEST_CASE("csv names its columns, and says how they were scaled") {
  const std::string text = "age,sex,pay,y\n20,m,1,10\n30,f,2,12\n70,m,4,19\n41,x,8,23\n22,f,9,2\n";
  const LoadedCsv loaded(text, {{"categorical", "sex"},
                                {"standardize", true},
                                {"task", "regression"},
                                {"standardize_target", true},
                                {"test_fraction", 0.2}});
  const LoadedCsv raw(text,
                      {{"categorical", "sex"}, {"task", "regression"}, {"test_fraction", 0.2}});
  const auto* columns = dynamic_cast<const NamedColumns*>(loaded.data.get());
  REQUIRE(columns != nullptr);
  std::string names;
  for (Index k = 0; k < loaded.table.features.rows; ++k) {
    const Column& column = columns->features()[static_cast<std::size_t>(k)];
    names += std::string(column.name) + (column.is_constant ? "! " : " ");
    const Eigen::RowVectorXd back =
        column.center + column.scale * loaded.table.features.matrix().row(k).array();
    CHECK((back - raw.table.features.matrix().row(k)).norm() < 1e-13);
  }
  CHECK(names == "intercept! age sex=m sex=x pay ");
  CHECK(std::string(columns->target().name) == "y");
  for (std::size_t r = 0; r < 5; ++r) {
    CHECK(columns->target().center + columns->target().scale * loaded.table.target[r] ==
          Approx(raw.table.target[r]));
  }
  CHECK(columns->classes().empty());
  const LoadedCsv bare("1,b\n2,a\n", {{"header", false}}, "2");
  const auto* numbered = dynamic_cast<const NamedColumns*>(bare.data.get());
  CHECK(std::string(numbered->features()[1].name) == "column 1");
  REQUIRE(numbered->classes().size() == 2);
  CHECK(std::string(numbered->classes()[1]) == "b");
}

TEST_CASE("csv states constants that are given") {
  const LoadedCsv given(
      "a,y\n1,0\n5,1\n",
      {{"standardize", true}, {"center", Array{{2}, {1}}}, {"scale", Array{{4}, {1}}}});
  const auto* columns = dynamic_cast<const NamedColumns*>(given.data.get());
  REQUIRE(columns->features().size() == 2);
  CHECK(columns->features()[1].center == 2);
  CHECK(columns->features()[1].scale == 4);
}

namespace {

const ShippedPlugin shipped_csv =
    ShippedPlugin(Kind::dataset, "csv").conforms_on_files([](const TemporaryFolder& folder) {
      const std::string file = folder.write("data.csv", "x,y\n1,a\n2,b\n3,a\n4,b\n5,a\n").string();
      return std::vector<Setting>{{"path", file}, {"target", "y"}};
    });

}  // namespace
