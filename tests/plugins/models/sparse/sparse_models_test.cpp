// Models of linear predictors do not show whether they hold all numbers of their rows or those
// other than 0.
#include <Eigen/Dense>

#include "load_plugin.hpp"
#include "model_checks.hpp"
#include "skald/label_prediction.hpp"
#include "sparse/sparse_rows.hpp"
#include "test.hpp"

namespace sparse_models_test {

namespace {

constexpr Index kFeatures = 45, kRows = 100;

// Which numbers rows have: any; 0 and 1; 0 and three or four times 1, so that their places are held
// one by one.
enum class Numbers { any, indicators, even_indicators };

bool is_kept(Numbers numbers, Index feature, Index row) {
  if (numbers != Numbers::even_indicators) return (feature + kFeatures * row) % 11 == 0;
  return feature % 15 == row % 13 || (row % 3 == 0 && feature == 14);
}

// kRows rows of few numbers, alone or before many that are full, among which they count as full.
struct Example {
  MatrixXd x;
  std::vector<double> target;
  MatrixXd labels;
  std::vector<NamedArray> arrays;
  Table table;

  Example(bool alone, Numbers numbers, Index classes)
      : x(scattered(kFeatures, alone ? kRows : 10 * kRows)) {
    for (Index r = 0; r < kRows; ++r) {
      for (Index k = 0; k < kFeatures; ++k) {
        if (!is_kept(numbers, k, r)) {
          x(k, r) = 0;
        } else if (numbers != Numbers::any) {
          x(k, r) = 1;
        }
      }
    }
    labels = MatrixXd::Zero(3, x.cols());
    for (Index r = 0; r < x.cols(); ++r) {
      target.push_back(static_cast<double>(classes > 0 ? r % classes : 7 * r % 5 - 2));
      labels(r % 3, r) = 1;
    }
    arrays = {{"labels", view(std::as_const(labels))}};
    table.features = view(std::as_const(x));
    table.target = target;
    table.classes = classes;
    table.train = x.cols();
    table.arrays = arrays;
  }
};

struct Tried {
  const char* model;
  Index classes;
  std::vector<Setting> settings;
};

const std::vector<Tried> kTried{
    {"logistic", 2, {}},
    {"logistic", 2, {{"row_bound", 1.1}}},
    {"softmax", 4, {}},
    {"softmax", 2, {{"intercept", false}, {"arithmetic", "float"}, {"row_bound", 1.1}}},
    {"multilabel_logistic", 0, {{"arithmetic", "float"}}},
    {"linear", 0, {{"noise", 0.5}}},
    {"linear", 0, {{"estimate_noise", true}}}};

// By the first chain; nothing where a model predicts numbers.
MatrixXd predictions(const Model& model, const MatrixXd& theta) {
  const auto* labels = extension<LabelPrediction>(model);
  MatrixXd out = MatrixXd::Zero(labels != nullptr ? labels->labels() : model.classes(), kRows);
  const ConstBlock first = view(theta).columns(0, 1);
  const Rows rows = Rows::range(0, kRows);
  if (labels != nullptr) labels->predict_labels(rows, first, view(out));
  if (model.classes() > 0) model.predict(rows, first, view(out));
  return out;
}

}  // namespace

TEST_CASE("models give the same bits from sparse rows as from full ones") {
  const Numbers numbers = GENERATE(Numbers::any, Numbers::indicators, Numbers::even_indicators);
  for (const Tried& tried : kTried) {
    INFO(tried.model);
    const Example alone(true, numbers, tried.classes), among(false, numbers, tried.classes);
    REQUIRE(are_sparse(alone.table));
    REQUIRE_FALSE(are_sparse(among.table));
    const auto sparse = load_plugin<Model>(std::string("model/") + tried.model, tried.settings);
    const auto full = load_plugin<Model>(std::string("model/") + tried.model, tried.settings);
    sparse->bind(alone.table);
    full->bind(among.table);
    const Index d = full->dimension();
    REQUIRE(sparse->dimension() == d);
    const MatrixXd theta = scattered_parameters(d, 3, 1.5);
    const std::vector<std::int32_t> alike = {4, 0, 61, 61, 7}, own = scattered_rows(3, 33, kRows),
                                    many = scattered_rows(1, 67, kRows);
    const std::vector<Rows> forms{
        Rows::range(0, kRows),   Rows::range(17, 70),    Rows::range(5, 1),      Rows::range(5, 0),
        {3, 5, alike.data(), 1}, {0, 33, own.data(), 3}, {0, 67, many.data(), 1}};
    for (const Rows& rows : forms) {
      CHECK(same_bits(gradient(*sparse, rows, theta), gradient(*full, rows, theta)));
      CHECK(same_bits(clipped_gradient(*sparse, rows, 0.3, theta),
                      clipped_gradient(*full, rows, 0.3, theta)));
      CHECK(same_bits(potential(*sparse, rows, theta), potential(*full, rows, theta)));
    }
    CHECK(same_bits(predictions(*sparse, theta), predictions(*full, theta)));
    const auto* bounds = extension<CurvatureBounds>(*sparse);
    if (bounds == nullptr) continue;
    const auto a = bounds->bounds(Rows::range(0, kRows), 1);
    const auto b = extension<CurvatureBounds>(*full)->bounds(Rows::range(0, kRows), 1);
    CHECK(a.L == b.L);
    CHECK(a.m == b.m);
  }
}

}  // namespace sparse_models_test
