#include "oracles/gaussian_problem.hpp"

#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "linear/matrices.hpp"
#include "text/number_text.hpp"

namespace skald::oracles {
namespace {

void check_client(const QuadraticClient& client, std::size_t c, Eigen::Index dimension) {
  const auto& curvature = client.curvature;
  const std::string place = "client " + std::to_string(c) + " of the Gaussian problem: ";
  if (client.minimiser.size() != dimension || curvature.rows() != dimension ||
      curvature.cols() != dimension) {
    throw std::invalid_argument(place + "curvature is " + std::to_string(curvature.rows()) + " x " +
                                std::to_string(curvature.cols()) + ", minimiser has " +
                                text::counted(client.minimiser.size(), "entry", "entries") +
                                "; expected d = " + std::to_string(dimension) + " everywhere");
  }
  if (!curvature.allFinite() || !client.minimiser.allFinite())
    throw std::invalid_argument(place + "curvature or minimiser is not finite");
  if (!curvature.isApprox(curvature.transpose(), 1e-12))
    throw std::invalid_argument(place + "curvature is not symmetric");
}

}  // namespace

GaussianProblem::GaussianProblem(std::vector<QuadraticClient> clients)
    : clients_(std::move(clients)) {
  if (clients_.empty()) throw std::invalid_argument("a Gaussian problem needs at least one client");
  const Eigen::Index d = clients_.front().minimiser.size();
  precision_ = Eigen::MatrixXd::Zero(d, d);
  Eigen::VectorXd pull = Eigen::VectorXd::Zero(d);
  for (std::size_t c = 0; c < clients_.size(); ++c) {
    check_client(clients_[c], c, d);
    precision_ += clients_[c].curvature;
    pull += clients_[c].curvature * clients_[c].minimiser;
  }
  const std::optional<Eigen::VectorXd> mode = linear::solve_positive(precision_, pull);
  if (!mode) {
    throw std::invalid_argument(
        "the curvatures of the Gaussian problem do not sum to a positive definite matrix; the "
        "target would not be a probability distribution");
  }
  mode_ = *mode;
  const Eigen::VectorXd spectrum = linear::eigenvalues(precision_);
  smallest_ = spectrum(0);
  largest_ = spectrum(d - 1);
}

Eigen::MatrixXd GaussianProblem::covariance(double temp) const {
  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(dimension(), dimension());
  return temp * linear::solve_positive(precision_, identity).value();
}

Eigen::VectorXd GaussianProblem::gradient_at_mode(std::size_t c) const {
  return clients_[c].curvature * (mode_ - clients_[c].minimiser);
}

namespace {

// label[i]: the smallest coordinate known to share the block of i.
void join(std::vector<Eigen::Index>& label, Eigen::Index from, Eigen::Index to) {
  for (auto& l : label)
    if (l == from) l = to;
}

void join_entries(std::vector<Eigen::Index>& label, const Eigen::MatrixXd& matrix) {
  const double negligible = 1e-14 * matrix.cwiseAbs().maxCoeff();
  for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
    for (Eigen::Index i = j + 1; i < matrix.rows(); ++i) {
      const auto a = label[static_cast<std::size_t>(i)];
      const auto b = label[static_cast<std::size_t>(j)];
      if (a != b && std::abs(matrix(i, j)) > negligible)
        join(label, std::max(a, b), std::min(a, b));
    }
  }
}

}  // namespace

CoordinateBlock all_coordinates(Eigen::Index dimension) {
  CoordinateBlock all(static_cast<std::size_t>(dimension));
  std::iota(all.begin(), all.end(), Eigen::Index{0});
  return all;
}

std::vector<CoordinateBlock> coordinate_blocks(const std::vector<Eigen::MatrixXd>& matrices) {
  const Eigen::Index d = matrices.front().rows();
  std::vector<Eigen::Index> label = all_coordinates(d);
  for (const auto& matrix : matrices) join_entries(label, matrix);
  std::vector<CoordinateBlock> of_label(label.size());
  for (Eigen::Index i = 0; i < d; ++i)
    of_label[static_cast<std::size_t>(label[static_cast<std::size_t>(i)])].push_back(i);
  std::erase_if(of_label, [](const CoordinateBlock& block) { return block.empty(); });
  return of_label;
}

}  // namespace skald::oracles
