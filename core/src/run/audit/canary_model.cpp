#include "run/audit/canary_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "skald/extensions/gradient_steps.hpp"

namespace skald::run {
namespace {

constexpr double kNoClip = std::numeric_limits<double>::infinity();

// Adds `length` times the canary's unit vector to a column.
void add_along(const Canary& canary, double length, Block column) {
  if (canary.direction) {
    column.matrix().col(0) += length * *canary.direction;
  } else if (canary.coordinate) {
    column.data[*canary.coordinate] += length;
  } else {
    column.matrix().array() += length / std::sqrt(static_cast<double>(column.rows));
  }
}

double clipped(const Canary& canary, double clip) {
  return std::abs(canary.size) <= clip ? canary.size
                                       : std::copysign(clip * canary.gain, canary.size);
}

Rows rows_of(const std::vector<std::int32_t>& rows) {
  return {0, static_cast<Index>(rows.size()), rows.data(), 1};
}

}  // namespace

double Canary::along(ConstBlock message) const {
  if (direction) return message.column(0).dot(*direction);
  if (coordinate) return message.data[*coordinate];
  return message.column(0).sum() / std::sqrt(static_cast<double>(message.rows));
}

std::optional<Canary> own_canary(const Model& model, const std::vector<std::int32_t>& rows,
                                 std::size_t place, ConstBlock theta) {
  const std::vector<std::int32_t> alone{rows[place]};
  std::vector<std::int32_t> others = rows;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(place));
  Eigen::MatrixXd with = Eigen::MatrixXd::Zero(theta.rows, 1), without = with;
  model.gradient(rows_of(alone), theta, view(with));
  const double clip = with.norm() / 2;
  if (!(clip > 0 && std::isfinite(clip))) return std::nullopt;
  model.clipped_gradient(rows_of(rows), clip, theta, view(with));
  if (!others.empty()) model.clipped_gradient(rows_of(others), clip, theta, view(without));
  const Eigen::VectorXd added = (with - without).col(0) / clip;
  const double gain = added.norm();
  if (!(gain > 0 && std::isfinite(gain))) return std::nullopt;
  return Canary{0, {}, std::make_shared<const Eigen::VectorXd>(added / gain), gain};
}

bool CanaryModel::any_pushes() const {
  return std::find(of_row_.begin(), of_row_.end(), pushes) != of_row_.end();
}

void CanaryModel::bind(const Table&) {
  throw std::logic_error("a model in whose place canaries answer was bound before");
}

void CanaryModel::gradient(const Rows& rows, ConstBlock theta, Block out) const {
  add_clipped(rows, kNoClip, theta, out);
}

void CanaryModel::clipped_gradient(const Rows& rows, double clip, ConstBlock theta,
                                   Block out) const {
  add_clipped(rows, clip, theta, out);
}

void CanaryModel::add_clipped(const Rows& rows, double clip, ConstBlock theta, Block out) const {
  out.matrix().setZero();
  const bool alike = !pushing_ && (rows.index == nullptr || rows.columns == 1);
  for (Index j = 0; j < (alike ? std::min<Index>(out.cols, 1) : out.cols); ++j) {
    add_chain(rows, j, clip, theta.columns(j, 1), out.columns(j, 1));
  }
  for (Index j = 1; alike && j < out.cols; ++j) out.column(j) = out.column(0);
}

void CanaryModel::add_chain(const Rows& rows, Index chain, double clip, ConstBlock theta,
                            Block out) const {
  const double place = pushing_ ? canaries_[0].along(theta) : 0;
  const double push = place == 0 ? 0 : -std::copysign(std::min(clip, kFarBeyondClips), place);
  for (Index r = 0; r < rows.count; ++r) {
    const std::int32_t number = of_row_[static_cast<std::size_t>(rows.row(chain, r))];
    if (number == pushes) add_along(canaries_[0], push, out);
    if (number < 0) continue;
    ++asked_;
    const Canary& canary = canaries_[static_cast<std::size_t>(number)];
    add_along(canary, clipped(canary, clip), out);
  }
}

void CanaryModel::potential(const Rows& rows, ConstBlock theta, std::span<double> out) const {
  for (Index j = 0; j < theta.cols; ++j) {
    double& sum = out[static_cast<std::size_t>(j)];
    sum = 0;
    for (Index r = 0; r < rows.count; ++r) {
      const std::int32_t number = of_row_[static_cast<std::size_t>(rows.row(j, r))];
      if (number == pushes)
        sum -= kFarBeyondClips * std::abs(canaries_[0].along(theta.columns(j, 1)));
      if (number < 0) continue;
      const Canary& canary = canaries_[static_cast<std::size_t>(number)];
      sum += canary.size * canary.along(theta.columns(j, 1));
    }
  }
}

const void* CanaryModel::extension(const char* id) const {
  const std::string_view wanted = id;
  if (wanted == GaussianPosterior::id || wanted == GradientSteps::id) return nullptr;
  return model_.extension(id);
}

}  // namespace skald::run
