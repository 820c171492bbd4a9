#include "oracles/coordinate_blocks.hpp"

#include <numeric>

namespace skald::oracles {
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
