#include "conformance/sampler_checks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <sstream>
#include <string>
#include <string_view>

#include "conformance/finding.hpp"
#include "conformance/reference_problem.hpp"

namespace skald::conformance {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index kStrides = 12, kManyChains = 4000;
constexpr double kRounding = 1e-9;
// Spread over chains, relative to their size, that counts as none.
constexpr double kNoSpread = 1e-12;

// The estimates after every stride, side by side.
std::vector<MatrixXd> estimates(const MakeSampler& make, Index stride, std::uint64_t seed,
                                const MatrixXd& start) {
  const auto reference = unequal_clients();
  const auto sampler = make();
  CheckedRun run(reference->surroundings(), *sampler, seed, start);
  std::vector<MatrixXd> all;
  for (Index k = 0; k < kStrides; ++k) all.push_back(run.advance(stride));
  return all;
}

std::string at(Index strides, Index stride) {
  return " after " + std::to_string(strides * stride) + " iterations";
}

// The first difference beyond rounding, or "".
std::string difference(const std::vector<MatrixXd>& found, const std::vector<MatrixXd>& expected,
                       Index stride) {
  for (std::size_t k = 0; k < found.size(); ++k) {
    for (Index i = 0; i < found[k].rows(); ++i) {
      for (Index j = 0; j < found[k].cols(); ++j) {
        const double x = found[k](i, j), y = expected[k](i, j);
        if (std::abs(x - y) <= kRounding * (1 + std::abs(y))) continue;
        std::ostringstream text;
        text.precision(10);
        text << "coordinate " << i << " is " << x << " instead of " << y
             << at(static_cast<Index>(k) + 1, stride);
        return text.str();
      }
    }
  }
  return "";
}

// Means of the rows over chains, and of their squared distances from a point, with their standard
// errors.
struct Moments {
  Moments(const MatrixXd& values, const VectorXd& centre) {
    const auto n = static_cast<double>(values.cols());
    const auto of = [n](const Eigen::ArrayXXd& x, VectorXd& average, VectorXd& error) {
      average = x.rowwise().mean();
      const Eigen::ArrayXXd apart = x.colwise() - average.array();
      error = (apart.square().rowwise().sum() / (n * (n - 1))).sqrt();
    };
    of(values.array(), mean, mean_error);
    of((values.colwise() - centre).array().square(), square, square_error);
  }
  VectorXd mean, mean_error, square, square_error;
};

// The first moment that differs by more than chance, or "".
std::string moment_difference(const MatrixXd& found, const MatrixXd& expected,
                              const std::string& when) {
  const VectorXd centre = expected.rowwise().mean();
  const Moments a(found, centre), b(expected, centre);
  const auto compare = [&](const char* what, const VectorXd& x, const VectorXd& ex,
                           const VectorXd& y, const VectorXd& ey) -> std::string {
    for (Index i = 0; i < x.size(); ++i) {
      const double error = std::hypot(ex(i), ey(i));
      if (std::abs(x(i) - y(i)) <= kLargestScore * error + kRounding * (1 + std::abs(y(i))))
        continue;
      std::ostringstream text;
      text.precision(5);
      text << "the " << what << " of coordinate " << i << " over chains is " << x(i)
           << " instead of " << y(i) << when;
      return text.str();
    }
    return "";
  };
  const std::string means = compare("mean", a.mean, a.mean_error, b.mean, b.mean_error);
  return means.empty() ? compare("mean square from the mean", a.square, a.square_error, b.square,
                                 b.square_error)
                       : means;
}

// Columns that are one to rounding, and how many of each matrix they are.
struct End {
  VectorXd place;
  std::array<Index, 2> counts;
};

// The ends that the columns of two matrices have.
std::vector<End> ends(const MatrixXd& found, const MatrixXd& expected) {
  MatrixXd all(found.rows(), found.cols() + expected.cols());
  all << found, expected;
  std::vector<Index> order(static_cast<std::size_t>(all.cols()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return all(0, a) < all(0, b); });
  std::vector<End> ends;
  for (const Index j : order) {
    const double rounding = kRounding * (1 + all.col(j).cwiseAbs().maxCoeff());
    auto end = ends.rbegin();
    while (end != ends.rend() && all(0, j) - end->place(0) <= rounding &&
           (end->place - all.col(j)).cwiseAbs().maxCoeff() > rounding)
      ++end;
    if (end == ends.rend() || all(0, j) - end->place(0) > rounding) {
      ends.push_back({all.col(j), {0, 0}});
      end = ends.rbegin();
    }
    ++end->counts[j < found.cols() ? 0 : 1];
  }
  return ends;
}

// Chains at one end, of which none of as many others are, by chance once in 10^11 times.
constexpr Index kManyAtOneEnd = 40;

// The first end at which many chains of one of the two are and none of the other, or "". Where what
// is drawn can lead to few ends, as cohorts do, it shows a mistake that moments hide.
std::string lonely_end(const MatrixXd& found, const MatrixXd& expected, const std::string& when) {
  for (const End& end : ends(found, expected)) {
    const auto [here, there] = end.counts;
    if (std::min(here, there) > 0 || std::max(here, there) < kManyAtOneEnd) continue;
    std::ostringstream text;
    text.precision(10);
    text << "the estimate " << end.place.transpose() << " in " << here << " of " << found.cols()
         << " chains instead of " << there << when;
    return text.str();
  }
  return "";
}

constexpr std::string_view kLike = "like ";

bool varies(const MatrixXd& values) {
  const MatrixXd apart = values.colwise() - values.rowwise().mean();
  return apart.cwiseAbs().maxCoeff() > kNoSpread * (1 + values.cwiseAbs().maxCoeff());
}

std::string in_law(const MakeSampler& make, const MakeSampler& like, Index stride,
                   const std::string& exact) {
  const MatrixXd start = MatrixXd::Constant(2, kManyChains, 0.3);
  const auto found = estimates(make, stride, 31, start);
  const auto expected = estimates(like, stride, 32, start);
  if (!varies(found.back()) || !varies(expected.back())) return exact;
  for (std::size_t k = 0; k < found.size(); ++k) {
    const std::string wrong =
        lonely_end(found[k], expected[k], at(static_cast<Index>(k) + 1, stride));
    if (!wrong.empty()) return wrong;
  }
  for (const std::size_t k : {std::size_t{0}, std::size_t{2}, found.size() - 1}) {
    const std::string wrong =
        moment_difference(found[k], expected[k], at(static_cast<Index>(k) + 1, stride));
    if (!wrong.empty()) return wrong;
  }
  return "";
}

}  // namespace

bool is_of_likeness(const Finding& finding) { return finding.check.starts_with(kLike); }

Finding check_likeness(const MakeSampler& make, const MakeSampler& like, const std::string& name) {
  const Index stride = std::lcm(make()->stride(), like()->stride());
  const MatrixXd starts = different_starts(2, 5);
  std::string found =
      difference(estimates(make, stride, 30, starts), estimates(like, stride, 30, starts), stride);
  if (!found.empty()) found = in_law(make, like, stride, found);
  return finding(std::string(kLike) + name,
                 "the estimates of " + name + ", or the same law of them", found,
                 "one of the two makes other steps under these options: compare their updates");
}

}  // namespace skald::conformance
