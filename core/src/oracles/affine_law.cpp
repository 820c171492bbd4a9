#include "oracles/affine_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "linear/matrices.hpp"
#include "oracles/fixed_point.hpp"
#include "oracles/fourth_moments.hpp"
#include "oracles/gaussian_kernel.hpp"

namespace skald::oracles {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Numbers of a state whose covariance is found as the solution of a linear system.
constexpr Index kMostNumbers = 256;
// Numbers of a state of all coordinates whose squares are taken together.
constexpr Index kMostTogether = 48;
// Numbers of all the states that are told apart.
constexpr Index kMostEnds = 1 << 21;

// A problem on one block.
struct BlockClients {
  MatrixXd curvatures, slopes, noises;

  QuadraticClients clients() const { return {view(curvatures), view(slopes), view(noises)}; }
  bool operator==(const BlockClients& o) const {
    return curvatures == o.curvatures && slopes == o.slopes && noises == o.noises;
  }
};

BlockClients on_block(const GaussianProblem& problem, const std::vector<MatrixXd>& noises,
                      const CoordinateBlock& block) {
  const auto d = static_cast<Index>(block.size()), N = static_cast<Index>(problem.size());
  BlockClients all{MatrixXd(d, N * d), MatrixXd(d, N), MatrixXd::Zero(d, N * d)};
  for (Index c = 0; c < N; ++c) {
    const auto client = static_cast<std::size_t>(c);
    all.curvatures.middleCols(c * d, d) = problem.client(client).curvature(block, block);
    all.slopes.col(c) = problem.gradient_at_mode(client)(block);
  }
  for (std::size_t i = 0; i < noises.size(); ++i)
    all.noises.middleCols(static_cast<Index>(i) * d, d) = noises[i](block, block);
  return all;
}

std::vector<CoordinateBlock> blocks_of(const GaussianProblem& problem,
                                       const std::vector<MatrixXd>& noises) {
  std::vector<MatrixXd> all = noises;
  for (std::size_t c = 0; c < problem.size(); ++c) all.push_back(problem.client(c).curvature);
  return coordinate_blocks(all);
}

MatrixXd as_matrix(const VectorXd& u, Index n) {
  const MatrixXd matrix = u.reshaped(n, n);
  return linear::symmetric_part(matrix);
}

constexpr int kScaledBy = 30;  // strides that show how large the numbers of a state are

// The chain in units of about one standard deviation, which the solver needs.
AffineStride balanced(const AffineStride& stride) {
  const Index n = stride.size();
  Moments state{VectorXd::Zero(n), MatrixXd::Zero(n, n)};
  for (int k = 0; k < kScaledBy; ++k) state = after(stride, state);
  VectorXd scales = (state.covariance.diagonal() + state.mean.cwiseAbs2()).cwiseSqrt();
  if (!scales.allFinite()) return stride;
  for (double& scale : scales)
    if (!(scale > 0)) scale = 1;
  return in_units(stride, scales);
}

// Whether covariances shrink, in the long run: from 2^10 to 2^11 strides.
bool contracts(const AffineStride& stride) {
  constexpr int kStrides = 1 << 10;
  MatrixXd covariance = MatrixXd::Identity(stride.size(), stride.size());
  double logarithm = 0;  // of what it was divided by in the second half
  for (int k = 0; k < 2 * kStrides; ++k) {
    covariance = spread(stride, covariance);
    const double size = covariance.norm();
    if (!std::isfinite(size)) return false;
    if (size == 0) return true;
    covariance /= size;
    if (k >= kStrides) logarithm += std::log(size);
  }
  return logarithm < 0;
}

// The stationary moments of the state; empty if the second is not finite, or not found. Covariances
// stay positive semi-definite, so one is finite iff the response to unit noise in all directions is
// positive semi-definite.
std::optional<Moments> stationary_state(const AffineStride& stride) {
  const GaussianKernel mean_of = mean_kernel(stride);
  if (is_gaussian(stride)) return stationary(mean_of);
  const Index n = stride.size();
  const FixedPoint mean_solver(
      [&](const VectorXd& m) -> VectorXd { return linear::times(mean_of.matrix, m); }, n);
  const FixedPoint solver(
      [&](const VectorXd& u) -> VectorXd { return spread(stride, as_matrix(u, n)).reshaped(); },
      n* n);
  const auto response = solver.solve(MatrixXd::Identity(n, n).reshaped());
  if (!response) return std::nullopt;
  const VectorXd spectrum = linear::eigenvalues(as_matrix(*response, n));
  if (spectrum.minCoeff() < -1e-9 * spectrum.cwiseAbs().maxCoeff()) return std::nullopt;
  const auto mean = mean_solver.solve(mean_of.shift);
  if (!mean) return std::nullopt;
  const Moments added = after(stride, {*mean, MatrixXd::Zero(n, n)});
  const auto covariance = solver.solve(added.covariance.reshaped());
  if (!covariance) return std::nullopt;
  return Moments{*mean, as_matrix(*covariance, n)};
}

// What is found of each stride that differs.
template <class Part, class Find>
auto for_each_stride(const std::vector<Part>& parts, const Find& find) {
  using Found = decltype(find(*parts.front().stride));
  std::map<const AffineStride*, Found> found;
  for (const Part& part : parts) {
    if (found.find(part.stride.get()) == found.end())
      found.emplace(part.stride.get(), find(*part.stride));
  }
  return found;
}

// Whether they are finite, as far as the parts tell.
template <class Part>
bool has_fourth_moments(const std::vector<Part>& parts) {
  const auto found = for_each_stride(parts, [](const AffineStride& stride) {
    return !tells_fourth_moments(stride) || fourth_moments(stride).has_value();
  });
  return std::all_of(found.begin(), found.end(), [](const auto& part) { return part.second; });
}

bool draws_coins_alone(const AffineStride& stride) {
  return std::all_of(stride.stages.begin(), stride.stages.end(), [](const AffineStage& stage) {
    return std::all_of(stage.begin(), stage.end(), [](const AffineBranch& branch) {
      return branch.scatters.empty() && branch.noise.isZero(0);
    });
  });
}

// The states that a stage makes of these, a column each; empty if they are too many numbers.
MatrixXd all_after(const AffineStage& stage, const MatrixXd& states) {
  const auto branches = static_cast<Index>(stage.size());
  if (states.size() * branches > kMostEnds) return {};
  MatrixXd all(states.rows(), states.cols() * branches);
  for (Index i = 0; i < branches; ++i) {
    const AffineBranch& branch = stage[static_cast<std::size_t>(i)];
    all.middleCols(i * states.cols(), states.cols()) =
        linear::product(branch.matrix, states).colwise() + branch.shift;
  }
  return all;
}

Moments estimate(const AffineStride& stride, const Moments& state) {
  return {linear::times(stride.estimate, state.mean),
          linear::congruent(stride.estimate, state.covariance)};
}

Moments empty_moments(Index d) { return {VectorXd::Zero(d), MatrixXd::Zero(d, d)}; }

void put(const Moments& part, const CoordinateBlock& block, Moments& all) {
  all.mean(block) = part.mean;
  all.covariance(block, block) = part.covariance;
}

StationaryLaw too_many() {
  return {
      text::no_value("the states of clients on coordinates that depend on each other are too "
                     "many numbers for the exact law, " +
                     std::to_string(kMostNumbers) + " at most")};
}

}  // namespace

std::optional<AffineLaw> AffineLaw::of(const AffineChain& chain, const GaussianProblem& problem,
                                       const std::vector<MatrixXd>& noises) {
  AffineLaw law;
  law.dimension_ = problem.dimension();
  std::vector<std::pair<BlockClients, std::shared_ptr<const AffineStride>>> known;
  const auto stride_on = [&](const CoordinateBlock& block) {
    BlockClients clients = on_block(problem, noises, block);
    for (const auto& [seen, stride] : known)
      if (seen == clients) return stride;
    std::optional<AffineStride> told = describe(chain, clients.clients());
    if (told && !is_gaussian(*told)) told = balanced(*told);
    auto stride = told ? std::make_shared<const AffineStride>(*std::move(told)) : nullptr;
    known.emplace_back(std::move(clients), stride);
    return stride;
  };
  Index numbers = 0;
  bool tosses = false;
  for (const CoordinateBlock& block : blocks_of(problem, noises)) {
    auto stride = stride_on(block);
    if (!stride) return std::nullopt;
    numbers += stride->size();
    tosses |= has_coins(*stride);
    law.parts_.push_back({block, std::move(stride)});
  }
  if (tosses && law.parts_.size() > 1 && numbers <= kMostNumbers) {
    const CoordinateBlock all = all_coordinates(law.dimension_);
    law.whole_ = Part{all, stride_on(all)};
  }
  return law;
}

StationaryLaw AffineLaw::stationary() const {
  for (const Part& part : parts_)
    if (!is_gaussian(*part.stride) && part.stride->size() > kMostNumbers) return too_many();
  const auto states = for_each_stride(parts_, stationary_state);
  Moments moments = empty_moments(dimension_);
  bool coupled = false;
  for (const Part& part : parts_) {
    const std::optional<Moments>& state = states.at(part.stride.get());
    if (!state) {
      if (!is_gaussian(*part.stride) && contracts(*part.stride)) {
        return {text::no_value("the linear system of the exact law could not be solved")};
      }
      return diverging_law(
          "no finite second moment: a stride of the chain does not contract in mean square, or too "
          "weakly to tell");
    }
    coupled |= parts_.size() > 1 && coins_move(*part.stride, state->mean);
    put(estimate(*part.stride, *state), part.block, moments);
  }
  if (!coupled) return {std::move(moments)};
  if (!whole_) return too_many();
  const auto state = stationary_state(*whole_->stride);
  if (!state) return {text::no_value("the linear system of the exact law could not be solved")};
  return {estimate(*whole_->stride, *state)};
}

std::optional<SquareAutocovariance> AffineLaw::square_autocovariance(std::int64_t stride) const {
  const bool together = whole_ && whole_->stride->size() <= kMostTogether;
  if (together && !has_fourth_moments(parts_)) return std::nullopt;
  const std::vector<Part> parts = together ? std::vector<Part>{*whole_} : parts_;
  const auto found = for_each_stride(parts, [&](const AffineStride& of) {
    std::optional<SquareAutocovariance> terms;
    if (const auto state = stationary_state(of)) {
      terms = is_gaussian(of) ? oracles::square_autocovariance(
                                    mean_kernel(of).matrix, state->covariance, of.estimate,
                                    linear::times(of.estimate, state->mean), stride)
                              : oracles::square_autocovariance(of, *state, stride);
    }
    return terms;
  });
  SquareAutocovariance all;
  for (const Part& part : parts) {
    const auto& terms = found.at(part.stride.get());
    if (!terms) return std::nullopt;
    all.insert(all.end(), terms->begin(), terms->end());
  }
  return all;
}

double AffineLaw::relaxation() const {
  // |M^n|^(1/n) tends to the spectral radius of M.
  constexpr int kSquarings = 12;
  double slowest = 0;
  for (const auto& [stride, kernel] : for_each_stride(parts_, mean_kernel)) {
    MatrixXd power = kernel.matrix;
    double logarithm = 0;  // of what `power` was divided by
    for (int k = 0; k < kSquarings; ++k) {
      const double size = power.norm();
      if (size == 0) break;
      power /= size;
      logarithm = 2 * (logarithm + std::log(size));
      power = linear::product(power, power);
    }
    const double rate = (logarithm + std::log(power.norm())) / std::exp2(kSquarings);
    if (!(rate < 0)) return std::numeric_limits<double>::infinity();
    slowest = std::max(slowest, -1 / rate);
  }
  return slowest;
}

bool AffineLaw::stays_gaussian() const {
  return std::all_of(parts_.begin(), parts_.end(),
                     [](const Part& part) { return oracles::is_gaussian(*part.stride); });
}

std::optional<AffineLaw::Path> AffineLaw::from(const Moments& start) const {
  const bool together = whole_.has_value();
  for (const Part& part : parts_)
    if (!together && parts_.size() > 1 && has_coins(*part.stride)) return std::nullopt;
  Path path(together ? std::vector<Part>{*whole_} : parts_);
  path.dimension_ = dimension_;
  for (const Part& part : path.parts_) {
    const MatrixXd& lift = part.stride->lift;
    path.start_.push_back({linear::times(lift, start.mean(part.block)) + part.stride->shift,
                           linear::congruent(lift, start.covariance(part.block, part.block))});
  }
  path.reached_ = path.start_;
  return path;
}

Moments AffineLaw::Path::after(std::int64_t strides) {
  if (strides < strides_) {
    reached_ = start_;
    strides_ = 0;
  }
  const std::int64_t more = strides - strides_;
  const auto kernels = for_each_stride(parts_, [more](const AffineStride& stride) {
    return is_gaussian(stride) ? std::optional(power(mean_kernel(stride), more)) : std::nullopt;
  });
  Moments moments = empty_moments(dimension_);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const AffineStride& stride = *parts_[i].stride;
    if (const auto& kernel = kernels.at(&stride)) {
      reached_[i] = apply(*kernel, reached_[i]);
    } else {
      for (std::int64_t n = 0; n < more; ++n) reached_[i] = oracles::after(stride, reached_[i]);
    }
    put(estimate(stride, reached_[i]), parts_[i].block, moments);
  }
  strides_ = strides;
  return moments;
}

Moments AffineLaw::Path::average(std::int64_t skipped, std::int64_t strides) const {
  Moments moments = empty_moments(dimension_);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const AffineStride& stride = *parts_[i].stride;
    const GaussianKernel kernel = mean_kernel(stride);
    const Moments then = apply(power(kernel, skipped), start_[i]);
    put(oracles::average(kernel, stride.estimate, then, strides), parts_[i].block, moments);
  }
  return moments;
}

std::optional<MatrixXd> AffineLaw::Path::ends(std::int64_t strides) const {
  if (parts_.size() != 1 || !draws_coins_alone(*parts_.front().stride)) return std::nullopt;
  const AffineStride& stride = *parts_.front().stride;
  MatrixXd states = start_.front().mean;
  for (std::int64_t n = 0; n < strides; ++n) {
    for (const AffineStage& stage : stride.stages) {
      states = all_after(stage, states);
      if (states.size() == 0) return std::nullopt;
    }
  }
  return linear::product(stride.estimate, states);
}

}  // namespace skald::oracles
