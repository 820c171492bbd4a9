#include "conformance/reference_problem.hpp"

#include <Eigen/Cholesky>

#include <cmath>
#include <cstring>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "linear/matrices.hpp"
#include "problem/stated_law.hpp"

namespace skald::conformance {
namespace {

constexpr Index kParameters = 2;

struct QuadraticShape {
  static double value(double s) { return s / 2; }
  static double weight(double /*s*/) { return 1; }
};
struct CurvedShape {
  static double value(double s) { return s / (1 + std::sqrt(1 + s)); }
  static double weight(double s) { return 1 / std::sqrt(1 + s); }
};

// The potential of a row is Shape::value(s), of which the gradient is Shape::weight(s) P_r times
// the distance, and the curvature is nowhere above P_r.
template <class Shape>
class ReferenceRows : public Model, public CurvatureBounds, public PublicCurvature {
 public:
  explicit ReferenceRows(double prior) : prior_(prior) {}

  void bind(const Table& table) override {
    table_ = table;
    precisions_ = find_array(table, kPrecision)->values;
  }
  Index dimension() const override { return kParameters; }
  void gradient(const Rows& rows, ConstBlock theta, Block out) const override {
    out.matrix().setZero();
    if (rows.columns == 1) return add_of_same_rows(rows, theta, out);
    for (Index j = 0; j < theta.cols; ++j) {
      for (Index r = 0; r < rows.count; ++r) add(potential_of(rows.row(j, r)), theta, j, out);
    }
  }
  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      double sum = 0;
      for (Index r = 0; r < rows.count; ++r) {
        const Potential row = potential_of(rows.row(j, r));
        sum += Shape::value(row.square(row.from(theta, j)));
      }
      out[static_cast<std::size_t>(j)] = sum;
    }
  }
  void add_prior_gradient(double share, ConstBlock theta, Block out) const override {
    out.matrix() += share * prior_ * theta.matrix();
  }
  void add_prior_potential(double share, ConstBlock theta, std::span<double> out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      out[static_cast<std::size_t>(j)] += share * prior_ / 2 * theta.column(j).squaredNorm();
    }
  }
  bool is_thread_safe() const override { return true; }
  const void* extension(const char* wanted) const override {
    if (std::strcmp(wanted, CurvatureBounds::id) == 0) {
      return static_cast<const CurvatureBounds*>(this);
    }
    if (std::strcmp(wanted, PublicCurvature::id) == 0) {
      return static_cast<const PublicCurvature*>(this);
    }
    return nullptr;
  }
  Bounds bounds(const Rows& rows, double prior_share) const override {
    const Eigen::VectorXd eigenvalues = linear::eigenvalues(largest_curvature(rows, prior_share));
    return {smallest(eigenvalues.minCoeff(), prior_share), eigenvalues.maxCoeff()};
  }
  Bounds prior() const override { return {prior_, prior_}; }

 protected:
  struct Potential {
    Eigen::Vector2d point;
    Eigen::Matrix2d precision;

    Eigen::Vector2d from(ConstBlock theta, Index j) const { return theta.column(j) - point; }
    double square(const Eigen::Vector2d& e) const { return e.dot(precision * e); }
  };
  Potential potential_of(Index row) const {
    return {table_.features.column(row),
            Eigen::Map<const Eigen::Matrix2d>(
                precisions_.column(precisions_.cols == 1 ? 0 : row).data())};
  }
  // At the points of the rows.
  Eigen::MatrixXd largest_curvature(const Rows& rows, double prior_share) const {
    Eigen::MatrixXd A = prior_share * prior_ * Eigen::MatrixXd::Identity(kParameters, kParameters);
    for (Index r = 0; r < rows.count; ++r) A += potential_of(rows.row(0, r)).precision;
    return A;
  }
  bool has_one_precision() const { return precisions_.cols == 1; }

 private:
  // Far away, only the prior curves what is not quadratic.
  double smallest(double at_the_points, double prior_share) const {
    return std::is_same_v<Shape, QuadraticShape> ? at_the_points : prior_share * prior_;
  }
  void add_of_same_rows(const Rows& rows, ConstBlock theta, Block out) const {
    for (Index r = 0; r < rows.count; ++r) {
      const Potential row = potential_of(rows.row(0, r));
      for (Index j = 0; j < theta.cols; ++j) add(row, theta, j, out);
    }
  }
  // Computed coordinate by coordinate, for the same bits in every column.
  static void add(const Potential& row, ConstBlock theta, Index j, Block out) {
    const Eigen::Matrix2d& P = row.precision;
    const Eigen::Vector2d e = row.from(theta, j);
    double* sum = out.column(j).data();
    const double weight = Shape::weight(row.square(e));
    for (Index k = 0; k < kParameters; ++k) {
      for (Index i = 0; i < kParameters; ++i) sum[i] += weight * (P(i, k) * e[k]);
    }
  }

  double prior_;
  Table table_;
  ConstBlock precisions_;
};

class QuadraticRows final : public ReferenceRows<QuadraticShape>, public GaussianPosterior {
 public:
  using ReferenceRows::ReferenceRows;

  const void* extension(const char* wanted) const override {
    if (std::strcmp(wanted, GaussianPosterior::id) == 0) {
      return static_cast<const GaussianPosterior*>(this);
    }
    return ReferenceRows::extension(wanted);
  }
  void quadratic(const Rows& rows, double prior_share, Block curvature,
                 Block minimiser) const override {
    const Eigen::Matrix2d A = largest_curvature(rows, prior_share);
    Eigen::Vector2d b = Eigen::Vector2d::Zero();
    for (Index r = 0; r < rows.count; ++r) {
      const Potential row = potential_of(rows.row(0, r));
      b += row.precision * row.point;
    }
    curvature.matrix() = A;
    minimiser.matrix() = A.ldlt().solve(b);
  }
  bool equal_curvatures() const override { return has_one_precision(); }
};

}  // namespace

std::unique_ptr<Model> reference_rows(RowShape shape, double prior) {
  if (shape == RowShape::quadratic) return std::make_unique<QuadraticRows>(prior);
  return std::make_unique<ReferenceRows<CurvedShape>>(prior);
}

namespace {

Eigen::MatrixXd matrix(Index rows, std::initializer_list<double> columns) {
  Eigen::MatrixXd m(rows, static_cast<Index>(columns.size()) / rows);
  std::copy(columns.begin(), columns.end(), m.data());
  return m;
}

const Eigen::MatrixXd kSteep = matrix(2, {0.9, 0.3, 0.3, 0.4});
const Eigen::MatrixXd kFlat = matrix(2, {0.15, -0.05, -0.05, 0.1});
const Eigen::MatrixXd kTilted = matrix(2, {0.2, -0.1, -0.1, 0.5});
const Eigen::MatrixXd kOne = matrix(2, {0.5, 0.15, 0.15, 0.3});

const Eigen::MatrixXd kTwoPoints = matrix(2, {-1, 0.5, -0.4, 0.9});
const Eigen::MatrixXd kThreePoints = matrix(2, {1.2, -0.3, 0.8, 0.4, 1.5, 0.2});
const Eigen::MatrixXd kFourPoints = matrix(2, {0.1, 1.1, -0.5, 0.7, 0.3, 1.6, 0.9, 0.4});

}  // namespace

ReferenceProblem::ReferenceProblem(std::string name, const std::vector<Client>& clients,
                                   double prior, RowShape shape)
    : name_(std::move(name)), prior_(prior) {
  const Index d = clients.front().precision.rows();
  std::vector<std::int32_t> owner;
  bool equal = true;
  for (std::size_t c = 0; c < clients.size(); ++c) {
    owner.insert(owner.end(), static_cast<std::size_t>(clients[c].points.cols()),
                 static_cast<std::int32_t>(c));
    equal = equal && clients[c].precision == clients.front().precision;
  }
  const auto n = static_cast<Index>(owner.size());
  points_.resize(d, n);
  precisions_.resize(d * d, equal ? 1 : n);
  precisions_.col(0) = clients.front().precision.reshaped();
  Index row = 0;
  for (const Client& client : clients) {
    points_.middleCols(row, client.points.cols()) = client.points;
    for (Index r = 0; r < client.points.cols() && !equal; ++r) {
      precisions_.col(row + r) = client.precision.reshaped();
    }
    row += client.points.cols();
  }
  arrays_ = {{kPrecision, view(std::as_const(precisions_))}};
  Table table;
  table.features = view(std::as_const(points_));
  table.train = n;
  table.arrays = arrays_;
  table_ =
      std::make_unique<problem::FederatedTable>(table, owner, static_cast<Index>(clients.size()));
  model_ = reference_rows(shape, prior);
  model_->bind(table_->table());
  problem_ = std::make_unique<problem::FederatedProblem>(*table_, *model_, ledger_);
}

ReferenceProblem::~ReferenceProblem() = default;

oracles::GaussianProblem ReferenceProblem::gaussian() const {
  return problem::gaussian_view(*problem_).value();
}

std::unique_ptr<ReferenceProblem> unequal_clients() {
  return std::make_unique<ReferenceProblem>(
      "clients of unequal size, curvature and minimiser",
      std::vector<ReferenceProblem::Client>{
          {kTwoPoints, kSteep}, {kThreePoints, kFlat}, {kFourPoints, kTilted}},
      0.9);
}

std::unique_ptr<ReferenceProblem> equal_rows() {
  return std::make_unique<ReferenceProblem>(
      "rows of equal curvature, in clients of unequal size",
      std::vector<ReferenceProblem::Client>{
          {kTwoPoints, kOne}, {kThreePoints, kOne}, {kFourPoints, kOne}},
      0.9);
}

std::unique_ptr<ReferenceProblem> equal_clients() {
  const auto moved = [](double x, double y) {
    return ReferenceProblem::Client{kThreePoints.colwise() + Eigen::Vector2d(x, y), kOne};
  };
  return std::make_unique<ReferenceProblem>(
      "clients of equal size and curvature",
      std::vector<ReferenceProblem::Client>{moved(0, 0), moved(-1, 0.5), moved(0.4, -0.8),
                                            moved(-0.2, 1)},
      0.9);
}

std::unique_ptr<ReferenceProblem> agreeing_clients() {
  const auto at_one_point = [](Index rows, const Eigen::MatrixXd& precision) {
    return ReferenceProblem::Client{Eigen::Vector2d(0.7, -1.2).replicate(1, rows), precision};
  };
  return std::make_unique<ReferenceProblem>(
      "clients of unequal curvature, whose rows agree on the minimiser",
      std::vector<ReferenceProblem::Client>{at_one_point(2, kSteep), at_one_point(3, kFlat),
                                            at_one_point(4, kTilted)},
      0);
}

std::unique_ptr<ReferenceProblem> curved_clients() {
  return std::make_unique<ReferenceProblem>(
      "clients of curved potentials",
      std::vector<ReferenceProblem::Client>{
          {kTwoPoints, 8 * kSteep}, {kThreePoints, 8 * kTilted}, {kFourPoints, 8 * kOne}},
      0.3, RowShape::curved);
}

bool starts_on(ReferenceProblem& reference, Sampler& sampler) {
  try {
    const CheckedRun started(reference.surroundings(), sampler, kLawSeed,
                             Eigen::MatrixXd::Zero(reference.problem().dimension(), 1));
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

}  // namespace skald::conformance
