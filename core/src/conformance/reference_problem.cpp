#include "conformance/reference_problem.hpp"

#include <stdexcept>
#include <utility>

#include "conformance/reference_rows.hpp"
#include "problem/gaussian_view.hpp"

namespace skald::conformance {
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
