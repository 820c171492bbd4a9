// Models that read tables without a block of features.
#include "skald/parts/data/sparse_features.hpp"

#include "load_plugin.hpp"
#include "test.hpp"

namespace sparse_features_test {
namespace {

TEST_CASE("models read sparse rows as they read the same rows in a block") {
  constexpr Index rows = 40, width = 50;
  std::mt19937 random(5);
  MatrixXd block = MatrixXd::Zero(width, rows), ranges(2, rows);
  std::vector<double> places, values, target;
  for (Index r = 0; r < rows; ++r) {
    target.push_back(static_cast<double>(r % 2));
    ranges(0, r) = static_cast<double>(places.size());
    for (Index k = static_cast<Index>(random() % 10); k < width; k += 17) {
      places.push_back(static_cast<double>(k));
      values.push_back(static_cast<double>(1 + random() % 9) / 4);
      block(k, r) = values.back();
    }
    ranges(1, r) = static_cast<double>(places.size());
  }
  const auto numbers = std::ssize(places);
  const std::vector<NamedArray> arrays{{kSparseRanges, view(std::as_const(ranges))},
                                       {kSparsePlaces, {places.data(), numbers, 1, numbers}},
                                       {kSparseValues, {values.data(), numbers, 1, numbers}}};
  const std::string name = GENERATE("linear", "logistic", "softmax");
  Table dense{.features = view(std::as_const(block)), .target = target, .train = 30};
  dense.classes = name == "linear" ? 0 : 2;
  Table sparse = dense;
  sparse.features.data = nullptr;
  sparse.arrays = arrays;
  CHECK(dense_features(sparse) == block);
  const double bound = GENERATE(2.0, std::numeric_limits<double>::infinity());
  const auto answers = [&](const Table& table) {
    const auto model = load_plugin<Model>("model/" + name, {{"row_bound", bound}});
    CHECK(extension<ReadsSparseFeatures>(*model) != nullptr);
    model->bind(table);
    const MatrixXd theta = VectorXd::LinSpaced(model->dimension(), -1, 1);
    MatrixXd out(theta.rows(), 2);
    model->gradient(Rows::range(0, 30), view(theta), {out.data(), theta.rows(), 1, theta.rows()});
    model->clipped_gradient(Rows::range(2, 20), 0.5, view(theta),
                            {out.col(1).data(), theta.rows(), 1, theta.rows()});
    return out;
  };
  const MatrixXd of_sparse = answers(sparse), of_dense = answers(dense);
  CHECK((of_sparse - of_dense).norm() < 1e-12 * of_dense.norm());
  CHECK(of_dense.norm() > 0.1);
}

}  // namespace
}  // namespace sparse_features_test
