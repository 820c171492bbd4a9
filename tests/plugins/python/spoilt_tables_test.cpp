// Random tables of Python, in every form that NumPy has for the same numbers: as they are, they
// enter the host with exactly these numbers; with one fault, they are refused with its place.
#include "problem/examined_table.hpp"
#include "skald/dataset.hpp"
#include "skald/named_columns.hpp"
#include "test.hpp"
#include "written_plugin.hpp"

namespace {

// Numbers that a half-precision float holds, too; written alike here and in Python.
constexpr const char* kNumbers = R"(
def number(k, i):
    return ((7919 * k + 104729 * i) % 1009) / 8 + 2

def transposed(a): return np.array(a.T, order="C").T
def strided(a): return np.repeat(a, 3, axis=-1)[..., ::3]
def backwards(a): return np.array(a[..., ::-1])[..., ::-1]
def frozen(a):
    a = a.copy()
    a.flags.writeable = False
    return a
def put(a, at, value, dtype=float):
    a = np.array(a, dtype=dtype)
    a[at] = value
    return a

)";
double number(Index k, Index i) {
  return static_cast<double>((7919 * k + 104729 * i) % 1009) / 8 + 2;
}

// The first ones give arrays, which may have another form in turn.
constexpr std::size_t kArrays = 9, kWholeArrays = 8;
const std::vector<std::string> kForms{"{}",
                                      "{}.astype('f4')",
                                      "{}.astype('f2')",
                                      "{}.astype('>f8')",
                                      "np.asfortranarray({})",
                                      "transposed({})",
                                      "strided({})",
                                      "backwards({})",
                                      "frozen({})",
                                      "np.ma.masked_array({})",
                                      "{}.astype(object)",
                                      "{}.tolist()",
                                      "[*{}]"};
const std::vector<std::string> kWholeForms{
    "{}",          "{}.astype('i1')",   "{}.astype('>i4')", "{}.astype('u8')",  "{}.astype('f2')",
    "strided({})", "backwards({})",     "frozen({})",       "{}.astype('>f8')", "{}.astype(object)",
    "{}.tolist()", "tuple({}.tolist())"};

struct Shape {
  Index features, rows, train, classes, groups;
};
struct Faulty {
  std::string features = "x", target = "y", group = "g", more, refusal;
};

class Draws {
 public:
  explicit Draws(unsigned seed) : random_(seed) {}
  Index below(Index n) { return static_cast<Index>(random_() % static_cast<unsigned>(n)); }
  template <class T>
  const T& of(const std::vector<T>& all) {
    return all[static_cast<std::size_t>(below(static_cast<Index>(all.size())))];
  }
  // One of the forms after one of the arrays.
  std::string form(const std::vector<std::string>& forms, std::size_t arrays,
                   const std::string& name) {
    std::string inner = forms[static_cast<std::size_t>(below(static_cast<Index>(arrays)))];
    std::string text = of(forms);
    inner.replace(inner.find("{}"), 2, name);
    return text.replace(text.find("{}"), 2, inner);
  }
  Shape shape() {
    const Index p = 1 + below(5), n = 8 + below(40);  // n > p: never square
    return {p, n, 1 + below(n), 2 + below(4), 1 + below(4)};
  }

 private:
  std::mt19937 random_;
};

std::string at(const Shape& shape, Index row) {
  return (row < shape.train ? "training row " : "test row ") + std::to_string(row);
}

// One fault; of values that are no finite number Python has many.
Faulty fault(const Shape& shape, Draws& draws) {
  const Index row = draws.below(shape.rows), k = draws.below(shape.features);
  const std::string r = std::to_string(row), place = at(shape, row);
  const std::string cell = "(" + std::to_string(k) + ", " + r + ")";
  const std::string classes = std::to_string(shape.classes);
  const std::vector<std::string> endless{"np.nan", "math.inf", "-np.inf", "float('nan')", "1e400"};
  const std::vector<std::string> no_number{"None", "'7'", "b'7'", "{}", "1j"};
  switch (draws.below(14)) {
    case 0:
      return {.features = "put(x, " + cell + ", " + draws.of(endless) + ")",
              .refusal = place + ", feature " + std::to_string(k) + ": found"};
    case 1:
      return {.features = "put(x, " + cell + ", " + draws.of(no_number) + ", object)",
              .refusal = "features: found"};
    case 2:
      return {.target = "put(y, " + r + ", " + draws.of(endless) + ")",
              .refusal = place + ", target: found"};
    case 3:
      return {.target = "put(y, " + r + ", " + draws.of(no_number) + ", object)",
              .refusal = "target: found"};
    case 4:
      return {.target =
                  "put(y, " + r + ", " + draws.of<std::string>({classes, "-1", ".5", "1e9"}) + ")",
              .refusal = place + ", target: found"};
    case 5:
      return {.target = draws.of<std::string>({"y[:-1]", "y[1:]", "[*y, 0]", "np.tile(y, 2)"}),
              .refusal = "targets"};
    case 6:
      return {.features = "x.T", .refusal = "transpose"};
    case 7:
      return {.features = "put(x, " + cell + ", 3)[None]", .refusal = "expected at most two axes"};
    case 8:
      return {.group = "put(g, " + r + ", " + std::to_string(shape.groups) + ", int)",
              .refusal = place + ", group: found " + std::to_string(shape.groups)};
    case 9:
      return {.group = "put(g, " + r + ", " + draws.of<std::string>({"-1", ".5", "1e12"}) + ")",
              .refusal = "group"};
    case 10:
      return {.group = "g[:-1]", .refusal = "groups"};
    case 11:
      return {.features = "x + 0j", .refusal = "features: found an array of complex128"};
    case 12:
      return {.more = ", arrays={'w': np.ones((2, len(y) + 3))}", .refusal = "array 'w'"};
    default:
      return {.more = ", feature_names=['f'] * (len(x) + 1)", .refusal = "names of features"};
  }
}

std::string dataset_source(const Shape& shape, const Faulty& parts) {
  const auto text = [](Index n) { return std::to_string(n); };
  return kNumbers +
         class_of(
             "Dataset",
             method("load(self, random)",
                    "p, n = " + text(shape.features) + ", " + text(shape.rows) +
                        "\nx = np.array([[number(k, i) for i in range(n)] for k in range(p)])"
                        "\ny = np.array([i % " +
                        text(shape.classes) +
                        ".0 for i in range(n)])"
                        "\ng = np.array([i % " +
                        text(shape.groups) +
                        " for i in range(n)])"
                        "\nreturn skald.Table(" +
                        parts.features + ", " + parts.target + ", classes=" + text(shape.classes) +
                        ", group=" + parts.group + ", groups=" + text(shape.groups) +
                        ", train=" + text(shape.train) + parts.more + ")"));
}

// Loads the table as a run does, and hands it over.
template <class Look>
void enter(const std::string& source, const Look& look) {
  Written written(source);
  const auto dataset = make<Dataset>(written.plugin(Kind::dataset));
  const Table table = dataset->load(random_streams);
  look(problem::ExaminedTable(table, dynamic_cast<const NamedColumns*>(dataset.get())).table());
}

unsigned rounds() { return std::getenv("SKALD_LONG_TESTS") != nullptr ? 3000 : 100; }

}  // namespace

TEST_CASE("a sound table of Python enters with its numbers, whatever form they have") {
  for (unsigned seed = 0; seed < rounds(); ++seed) {
    Draws draws(seed);
    const Shape shape = draws.shape();
    const Faulty forms{.features = draws.form(kForms, kArrays, "x"),
                       .target = draws.form(kWholeForms, kWholeArrays, "y"),
                       .group = draws.form(kWholeForms, kWholeArrays, "g")};
    INFO("seed " << seed << ": " << forms.features << ", " << forms.target << ", " << forms.group);
    enter(dataset_source(shape, forms), [&](const Table& table) {
      REQUIRE(table.features.rows == shape.features);
      REQUIRE(table.features.cols == shape.rows);
      REQUIRE(static_cast<Index>(table.target.size()) == shape.rows);
      REQUIRE(static_cast<Index>(table.group.size()) == shape.rows);
      CHECK(table.train == shape.train);
      bool are_equal = true;
      for (Index i = 0; i < shape.rows; ++i) {
        const auto row = static_cast<std::size_t>(i);
        are_equal &= table.target[row] == static_cast<double>(i % shape.classes);
        are_equal &= table.group[row] == i % shape.groups;
        for (Index k = 0; k < shape.features; ++k)
          are_equal &= table.features.column(i)[static_cast<std::size_t>(k)] == number(k, i);
      }
      CHECK(are_equal);
    });
  }
}

TEST_CASE("a table of Python with one fault anywhere is refused with its place") {
  for (unsigned seed = 0; seed < 2 * rounds(); ++seed) {
    Draws draws(seed);
    const Shape shape = draws.shape();
    const Faulty spoilt = fault(shape, draws);
    INFO("seed " << seed << ": " << spoilt.features << ", " << spoilt.target << ", " << spoilt.group
                 << spoilt.more);
    CHECK_THROWS_WITH(enter(dataset_source(shape, spoilt), [](const Table&) {}),
                      Catch::Contains(spoilt.refusal));
  }
}
