#include "run/audit/canary_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string_view>

namespace skald::run {
namespace {

constexpr double kNoClip = std::numeric_limits<double>::infinity();

// Adds `length` times the canary's unit vector to a column.
void add_along(const Canary& canary, double length, Block column) {
  if (canary.coordinate) {
    column.data[*canary.coordinate] += length;
  } else {
    column.matrix().array() += length / std::sqrt(static_cast<double>(column.rows));
  }
}

double clipped(double size, double clip) { return std::clamp(size, -clip, clip); }

}  // namespace

double Canary::along(ConstBlock message) const {
  if (coordinate) return message.data[*coordinate];
  return message.column(0).sum() / std::sqrt(static_cast<double>(message.rows));
}

void CanaryModel::bind(const Table&) {
  throw std::logic_error("a model in whose place canaries answer was bound before");
}

void CanaryModel::gradient(const Rows& rows, ConstBlock, Block out) const {
  add_clipped(rows, kNoClip, out);
}

void CanaryModel::clipped_gradient(const Rows& rows, double clip, ConstBlock, Block out) const {
  add_clipped(rows, clip, out);
}

void CanaryModel::add_clipped(const Rows& rows, double clip, Block out) const {
  out.matrix().setZero();
  const bool alike = rows.index == nullptr || rows.columns == 1;
  for (Index j = 0; j < (alike ? std::min<Index>(out.cols, 1) : out.cols); ++j) {
    add_chain(rows, j, clip, out.columns(j, 1));
  }
  for (Index j = 1; alike && j < out.cols; ++j) out.column(j) = out.column(0);
}

void CanaryModel::add_chain(const Rows& rows, Index chain, double clip, Block out) const {
  for (Index r = 0; r < rows.count; ++r) {
    const std::int32_t number = of_row_[static_cast<std::size_t>(rows.row(chain, r))];
    if (number < 0) continue;
    ++asked_;
    const Canary& canary = canaries_[static_cast<std::size_t>(number)];
    add_along(canary, clipped(canary.size, clip), out);
  }
}

void CanaryModel::potential(const Rows& rows, ConstBlock theta, std::span<double> out) const {
  for (Index j = 0; j < theta.cols; ++j) {
    double& sum = out[static_cast<std::size_t>(j)];
    sum = 0;
    for (Index r = 0; r < rows.count; ++r) {
      const std::int32_t number = of_row_[static_cast<std::size_t>(rows.row(j, r))];
      if (number < 0) continue;
      const Canary& canary = canaries_[static_cast<std::size_t>(number)];
      sum += canary.size * canary.along(theta.columns(j, 1));
    }
  }
}

const void* CanaryModel::extension(const char* id) const {
  return std::string_view(id) == GaussianPosterior::id ? nullptr : model_.extension(id);
}

}  // namespace skald::run
