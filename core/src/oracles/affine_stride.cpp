#include "oracles/affine_stride.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "linear/matrices.hpp"

namespace skald::oracles {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

std::string shape(Index rows, Index cols) {
  return std::to_string(rows) + " x " + std::to_string(cols);
}

void require(bool holds, const std::string& found) {
  if (!holds) throw std::invalid_argument("the description of an affine chain: " + found);
}

MatrixXd checked(const char* name, ConstBlock given, Index rows, Index cols) {
  require(given.rows == rows && given.cols == cols, std::string(name) + " is " +
                                                        shape(given.rows, given.cols) +
                                                        ", expected " + shape(rows, cols));
  MatrixXd copy = given.matrix();
  require(copy.allFinite(), std::string(name) + " is not finite");
  return copy;
}

class Told final : public AffineStages {
 public:
  explicit Told(Index dimension) : dimension_(dimension) {}

  void start(ConstBlock lift, ConstBlock shift) override {
    stride_.lift = checked("lift", lift, lift.rows, dimension_);
    stride_.shift = checked("shift", shift, n(), 1);
  }
  void stage() override { stride_.stages.emplace_back(); }
  void branch(double probability, ConstBlock matrix, ConstBlock shift, ConstBlock noise) override {
    require(!stride_.stages.empty(), "a branch comes before the first stage");
    require(probability >= 0 && probability <= 1,
            "a probability is " + std::to_string(probability) + ", expected in [0, 1]");
    stride_.stages.back().push_back({probability,
                                     checked("matrix", matrix, n(), n()),
                                     checked("shift", shift, n(), 1),
                                     checked("noise", noise, n(), n()),
                                     {}});
  }
  void scatter(double variance, ConstBlock out, ConstBlock in, double offset) override {
    require(!stride_.stages.empty() && !stride_.stages.back().empty(),
            "a scatter comes before the first branch of its stage");
    require(variance >= 0 && std::isfinite(variance) && std::isfinite(offset),
            "a scatter of variance " + std::to_string(variance) + " and offset " +
                std::to_string(offset));
    stride_.stages.back().back().scatters.push_back(
        {variance, checked("out", out, n(), 1), checked("in", in, n(), 1), offset});
  }
  void estimate(ConstBlock matrix) override {
    stride_.estimate = checked("estimate", matrix, dimension_, n());
  }

  AffineStride complete() && {
    require(stride_.lift.size() > 0, "start() is missing");
    require(stride_.estimate.size() > 0, "estimate() is missing");
    require(!stride_.stages.empty(), "there are no stages");
    for (const AffineStage& stage : stride_.stages) {
      double sum = 0;
      for (const AffineBranch& branch : stage) sum += branch.probability;
      require(std::abs(sum - 1) < 1e-12,
              "the probabilities of a stage add up to " + std::to_string(sum) + ", expected 1");
    }
    return std::move(stride_);
  }

 private:
  Index n() const { return stride_.lift.rows(); }

  Index dimension_;
  AffineStride stride_;
};

// What a branch does to the covariance, but for what it adds to it.
MatrixXd spread(const AffineBranch& branch, const MatrixXd& covariance) {
  MatrixXd image = linear::congruent(branch.matrix, covariance);
  for (const AffineScatter& s : branch.scatters) {
    const double size = s.variance * s.in.dot(linear::times(covariance, s.in));
    image += linear::outer(size * s.out, s.out);
  }
  return image;
}

// What it adds, where the state before has that mean.
MatrixXd added(const AffineBranch& branch, const VectorXd& mean) {
  MatrixXd sum = branch.noise;
  for (const AffineScatter& s : branch.scatters) {
    const double size = s.variance * std::pow(s.in.dot(mean) + s.offset, 2);
    sum += linear::outer(size * s.out, s.out);
  }
  return sum;
}

VectorXd mean_after(const AffineBranch& branch, const VectorXd& mean) {
  return linear::times(branch.matrix, mean) + branch.shift;
}

VectorXd mean_after(const AffineStage& stage, const VectorXd& mean) {
  VectorXd sum = VectorXd::Zero(mean.size());
  for (const AffineBranch& branch : stage) sum += branch.probability * mean_after(branch, mean);
  return sum;
}

}  // namespace

std::optional<AffineStride> describe(const AffineChain& chain, const QuadraticClients& clients) {
  Told told(clients.dimension());
  if (!chain.describe(clients, told)) return std::nullopt;
  return std::move(told).complete();
}

Moments after(const AffineStage& stage, const Moments& state) {
  Moments next{mean_after(stage, state.mean), MatrixXd::Zero(state.mean.size(), state.mean.size())};
  for (const AffineBranch& branch : stage) {
    const VectorXd moved = mean_after(branch, state.mean) - next.mean;
    next.covariance +=
        branch.probability * (spread(branch, state.covariance) + added(branch, state.mean) +
                              linear::outer(moved, moved));
  }
  next.covariance = linear::symmetric_part(next.covariance);
  return next;
}

Moments after(const AffineStride& stride, const Moments& state) {
  Moments now = state;
  for (const AffineStage& stage : stride.stages) now = after(stage, now);
  return now;
}

MatrixXd spread(const AffineStride& stride, const MatrixXd& covariance) {
  MatrixXd now = covariance;
  for (const AffineStage& stage : stride.stages) {
    MatrixXd next = MatrixXd::Zero(now.rows(), now.cols());
    for (const AffineBranch& branch : stage) next += branch.probability * spread(branch, now);
    now = linear::symmetric_part(next);
  }
  return now;
}

Quadratic before(const AffineStage& stage, const Quadratic& after) {
  Quadratic sum{0 * after.square, 0 * after.slope};
  for (const AffineBranch& branch : stage) {
    const VectorXd slope = linear::times(after.square, branch.shift) + after.slope;
    sum.square +=
        branch.probability * linear::congruent(linear::transposed(branch.matrix), after.square);
    sum.slope += branch.probability * linear::transposed_times(branch.matrix, slope);
    for (const AffineScatter& s : branch.scatters) {
      const double size =
          branch.probability * s.variance * s.out.dot(linear::times(after.square, s.out));
      sum.square += linear::outer(size * s.in, s.in);
      sum.slope += size * s.offset * s.in;
    }
  }
  return sum;
}

Quadratic before(const AffineStride& stride, const Quadratic& after) {
  Quadratic now = after;
  for (auto stage = stride.stages.rbegin(); stage != stride.stages.rend(); ++stage)
    now = before(*stage, now);
  return now;
}

GaussianKernel mean_kernel(const AffineStride& stride) {
  const Index n = stride.size();
  GaussianKernel all{MatrixXd::Identity(n, n), VectorXd::Zero(n), MatrixXd::Zero(n, n)};
  for (const AffineStage& stage : stride.stages) {
    GaussianKernel mean{MatrixXd::Zero(n, n), VectorXd::Zero(n), MatrixXd::Zero(n, n)};
    for (const AffineBranch& branch : stage) {
      mean.matrix += branch.probability * branch.matrix;
      mean.shift += branch.probability * branch.shift;
      mean.noise += branch.probability * branch.noise;
    }
    all = compose(all, mean);
  }
  return all;
}

AffineStride in_units(const AffineStride& stride, const VectorXd& scales) {
  const auto to = scales.asDiagonal();
  const auto from = scales.cwiseInverse().asDiagonal();
  AffineStride scaled{from * stride.lift, from * stride.shift, stride.stages, stride.estimate * to};
  for (AffineStage& stage : scaled.stages) {
    for (AffineBranch& branch : stage) {
      branch.matrix = (from * branch.matrix * to).eval();
      branch.shift = (from * branch.shift).eval();
      branch.noise = (from * branch.noise * from).eval();
      for (AffineScatter& s : branch.scatters) {
        s.out = (from * s.out).eval();
        s.in = (to * s.in).eval();
      }
    }
  }
  return scaled;
}

bool has_coins(const AffineStride& stride) {
  return std::any_of(stride.stages.begin(), stride.stages.end(),
                     [](const AffineStage& stage) { return stage.size() > 1; });
}

bool is_gaussian(const AffineStride& stride) {
  return std::all_of(stride.stages.begin(), stride.stages.end(), [](const AffineStage& stage) {
    return stage.size() == 1 && stage.front().scatters.empty();
  });
}

bool coins_move(const AffineStride& stride, const VectorXd& mean) {
  constexpr double kRounding = 1e-11;
  VectorXd now = mean;
  for (const AffineStage& stage : stride.stages) {
    const VectorXd next = mean_after(stage, now);
    for (const AffineBranch& branch : stage) {
      const double moved = (mean_after(branch, now) - next).norm();
      if (moved > kRounding * (1 + branch.shift.norm() + now.norm())) return true;
    }
    now = next;
  }
  return false;
}

}  // namespace skald::oracles
