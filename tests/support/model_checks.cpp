#include "model_checks.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace skald::test {

Eigen::MatrixXd scattered(Index rows, Index cols, double phase) {
  Eigen::MatrixXd m(rows, cols);
  for (Index i = 0; i < m.size(); ++i)
    m(i) = std::sin(phase + 12.9898 * static_cast<double>(i + 1));
  return m;
}

Eigen::MatrixXd scattered_parameters(Index d, Index chains, double size) {
  Eigen::MatrixXd theta(d, chains);
  for (Index i = 0; i < theta.size(); ++i)
    theta(i) = size * std::cos(0.8 + 7.31 * static_cast<double>(i));
  return theta;
}

std::vector<simd::InstructionSet> sets_here() {
  using simd::InstructionSet;
  std::vector<InstructionSet> sets{InstructionSet::baseline};
  for (const InstructionSet set : {InstructionSet::avx2, InstructionSet::avx512}) {
    if (set <= simd::widest_instruction_set()) sets.push_back(set);
  }
  return sets;
}

std::vector<std::int32_t> scattered_rows(Index chains, Index count, Index most) {
  std::vector<std::int32_t> rows(static_cast<std::size_t>(chains * count));
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i] = static_cast<std::int32_t>(31 * static_cast<Index>(i) % most);
  return rows;
}

ClassRows::ClassRows(Index p, Index n, Index classes) : x(scattered(p, n)) {
  for (Index r = 0; r < n; ++r) y.push_back(static_cast<double>((7 * r + r / 3) % classes));
  table.features = view(std::as_const(x));
  table.target = y;
  table.classes = classes;
  table.train = n;
}

std::shared_ptr<Model> bound_model(const std::string& plugin, const Table& table,
                                   const std::vector<Setting>& settings) {
  auto model = load_plugin<Model>("model/" + plugin, settings);
  model->bind(table);
  return model;
}

Eigen::MatrixXd gradient(const Model& model, const Rows& rows, const Eigen::MatrixXd& theta) {
  Eigen::MatrixXd out = Eigen::MatrixXd::Constant(theta.rows(), theta.cols(), 1e300);
  model.gradient(rows, view(theta), view(out));
  return out;
}

Eigen::MatrixXd clipped_gradient(const Model& model, const Rows& rows, double clip,
                                 const Eigen::MatrixXd& theta) {
  Eigen::MatrixXd out = Eigen::MatrixXd::Constant(theta.rows(), theta.cols(), 1e300);
  model.clipped_gradient(rows, clip, view(theta), view(out));
  return out;
}

Eigen::VectorXd potential(const Model& model, const Rows& rows, const Eigen::MatrixXd& theta) {
  Eigen::VectorXd out = Eigen::VectorXd::Constant(theta.cols(), 1e300);
  model.potential(rows, view(theta), {out.data(), static_cast<std::size_t>(out.size())});
  return out;
}

bool same_bits(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  return a.size() == 0 ||  // whose data() may be null
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) == 0;
}

Eigen::MatrixXd difference_gradient(const Model& model, const Rows& rows,
                                    const Eigen::MatrixXd& theta) {
  constexpr double step = 1e-5;
  Eigen::MatrixXd out(theta.rows(), theta.cols());
  for (Index k = 0; k < theta.rows(); ++k) {
    Eigen::MatrixXd up = theta, down = theta;
    up.row(k).array() += step;
    down.row(k).array() -= step;
    out.row(k) =
        (potential(model, rows, up) - potential(model, rows, down)).transpose() / (2 * step);
  }
  return out;
}

void check_gradient_is_slope(const Model& model, const Rows& rows, const Eigen::MatrixXd& theta) {
  const Eigen::MatrixXd expected = difference_gradient(model, rows, theta);
  CHECK((gradient(model, rows, theta) - expected).norm() <= 1e-6 * expected.norm());
}

void check_clipped_gradient(const Model& model, const Rows& rows, double clip,
                            const Eigen::MatrixXd& theta, double tolerance) {
  Eigen::MatrixXd expected(theta.rows(), theta.cols());
  for (Index j = 0; j < theta.cols(); ++j) {
    model.Model::clipped_gradient(rows.of_chain(j), clip, view(theta).columns(j, 1),
                                  view(expected).columns(j, 1));
  }
  CHECK((clipped_gradient(model, rows, clip, theta) - expected).norm() <=
        tolerance * (1 + expected.norm()));
}

void check_gaussian_prior(const Model& model, double precision, const Eigen::MatrixXd& theta) {
  constexpr double share = 0.2;
  const Eigen::MatrixXd ones = Eigen::MatrixXd::Ones(theta.rows(), theta.cols());
  Eigen::MatrixXd slope = ones;
  model.add_prior_gradient(share, view(theta), view(slope));
  CHECK((slope - (ones + share * precision * theta)).norm() <= 1e-14);
  std::vector<double> u(static_cast<std::size_t>(theta.cols()), 3.0);
  model.add_prior_potential(share, view(theta), u);
  for (Index j = 0; j < theta.cols(); ++j) {
    CHECK(u[static_cast<std::size_t>(j)] ==
          Approx(3 + 0.5 * share * precision * theta.col(j).squaredNorm()));
  }
}

void check_predictions_are_likelihoods(const Model& model, std::span<const double> y,
                                       const Eigen::MatrixXd& theta) {
  const auto n = static_cast<Index>(y.size());
  const Eigen::MatrixXd chain = theta.col(0);
  Eigen::MatrixXd p(model.classes(), n);
  model.predict(Rows::range(0, n), view(chain), view(p));
  CHECK(p.colwise().sum().isApprox(Eigen::RowVectorXd::Ones(n), 1e-14));
  double sum = 0;
  for (Index r = 0; r < n; ++r)
    sum -= std::log(p(static_cast<Index>(y[static_cast<std::size_t>(r)]), r));
  CHECK(potential(model, Rows::range(0, n), chain)(0) == Approx(sum).epsilon(1e-12));
}

void check_no_number_is_passed_on(const Model& model, const Rows& rows, Eigen::MatrixXd theta) {
  theta(2, 1) = std::numeric_limits<double>::quiet_NaN();
  for (const double clip : {std::numeric_limits<double>::infinity(), 0.5}) {
    const Eigen::MatrixXd found = clipped_gradient(model, rows, clip, theta);
    CHECK(found.col(0).allFinite());
    CHECK(found.col(1).array().isNaN().any());
  }
  CHECK(gradient(model, rows, theta).col(1).array().isNaN().any());
}

void check_block_equals_columns(const Model& model, const Rows& rows,
                                const Eigen::MatrixXd& theta) {
  const Index d = theta.rows();
  for (Index chains = 0; chains <= theta.cols(); ++chains) {
    const Index stride = d + 3;
    std::vector<double> in(static_cast<std::size_t>(stride * chains + 1), -7.0);
    std::vector<double> out(in.size(), -7.0);
    for (Index j = 0; j < chains; ++j)
      for (Index k = 0; k < d; ++k) in[static_cast<std::size_t>(j * stride + k)] = theta(k, j);
    const std::vector<double> before = in;
    model.gradient(rows, {in.data(), d, chains, stride}, {out.data(), d, chains, stride});
    REQUIRE(in == before);
    for (Index j = 0; j < chains; ++j) {
      const Eigen::MatrixXd alone = gradient(model, rows.of_chain(j), theta.col(j));
      const Eigen::Map<const Eigen::VectorXd> column(out.data() + j * stride, d);
      REQUIRE(same_bits(column, alone));
      for (Index k = d; k < stride; ++k)
        REQUIRE(out[static_cast<std::size_t>(j * stride + k)] == -7.0);
    }
  }
}

void check_row_forms(const Model& model, Index n, const Eigen::MatrixXd& theta, double tolerance) {
  const std::vector<std::int32_t> own = scattered_rows(3, 90, 120);
  for (const Rows& rows : {Rows::range(0, n), Rows{1, 90, own.data(), 3}, Rows{0, 3, own.data(), 1},
                           Rows::range(5, 0)}) {
    check_block_equals_columns(model, rows, theta);
    check_clipped_gradient(model, rows, 0.6, theta, tolerance);
  }
}

void check_parts_sum_to_whole(const Model& model, Index rows, const Eigen::MatrixXd& theta) {
  const Eigen::MatrixXd whole = gradient(model, Rows::range(0, rows), theta);
  const Eigen::VectorXd potential_whole = potential(model, Rows::range(0, rows), theta);
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(theta.rows(), theta.cols());
  Eigen::VectorXd potential_sum = Eigen::VectorXd::Zero(theta.cols());
  Index first = 0;
  for (Index size = 1; first < rows; size = 2 * size + 1) {
    const Rows part = Rows::range(first, std::min(size, rows - first));
    sum += gradient(model, part, theta);
    potential_sum += potential(model, part, theta);
    first += part.count;
  }
  CHECK((sum - whole).norm() <= 1e-11 * (1 + whole.norm()));
  CHECK((potential_sum - potential_whole).norm() <= 1e-11 * (1 + potential_whole.norm()));
}

}  // namespace skald::test
