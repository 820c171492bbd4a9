#include "conformance/plugin_checks.hpp"

#include <cmath>
#include <string>

#include "conformance/finding.hpp"
#include "conformance/sampler_run.hpp"

namespace skald::conformance {
namespace {

using Eigen::ArrayXd;
using Eigen::MatrixXd;

constexpr Index kDimension = 4, kMessages = 50000;
constexpr double kMultiplier = 1.7;

// Returns the same multiplier for every budget.
class FixedAccountant final : public Accountant {
 public:
  Index clients() const override { return 2; }
  double epsilon(const NoiseLaw&, const Claim&, Index) const override { return 1; }
  double multiplier(NoiseLaw::Kind, double, const Claim&, Index) const override {
    return kMultiplier;
  }
};

std::string score_fault(const char* what, const ArrayXd& values, double expected) {
  const auto n = static_cast<double>(values.size());
  const double mean = values.mean();
  const double error = std::sqrt((values - mean).square().sum() / (n * (n - 1)));
  if (std::abs(mean - expected) <= kLargestScore * error) return "";
  return std::string(what) + " " + std::to_string(mean) + " instead of " + std::to_string(expected);
}

// The standard error of the norm of independent values of one law, relative to it.
double norm_error(const MatrixXd& values) {
  const ArrayXd squares = values.reshaped().array().square();
  const double mean = squares.mean(), kurtosis = squares.square().mean() / (mean * mean);
  return std::sqrt((kurtosis - 1) / static_cast<double>(squares.size())) / 2;
}

class MechanismChecks {
 public:
  explicit MechanismChecks(const Make<Mechanism>& make)
      : make_(make),
        mechanism_(prepared()),
        law_(mechanism_->law(0)),
        sensitivity_(Sensitivity::of_distance(0.8, Relation::replace_one)) {}

  std::vector<Finding> check() const {
    const Finding first = repeated();
    const bool is_repeatable = first.verdict == Verdict::passed;
    return {first,    stated(),      noise(),
            scaled(), independent(), is_repeatable ? columns() : no_comparisons()};
  }

 private:
  std::shared_ptr<Mechanism> prepared() const {
    auto mechanism = make_();
    mechanism->prepare(FixedAccountant());
    return mechanism;
  }
  MatrixXd draw(Stream stream, std::int64_t iteration, const Sensitivity& sensitivity,
                Index chains = kMessages, std::int64_t first_chain = 0) const {
    GuardedBlock message(kDimension, chains);
    message.block().matrix().setZero();
    const random::PhiloxRandom streams(9, 0, first_chain);
    mechanism_->privatize(random::OwnedRandom(streams, random::StreamOwner::mechanism), stream,
                          iteration, sensitivity, message.block());
    return message.matrix();
  }
  MatrixXd draw() const { return draw({Role::mechanism, 0}, 3, sensitivity_); }
  double variance() const {
    if (!law_.adds_noise()) return 0;
    if (law_.kind != NoiseLaw::Kind::laplace) {
      return std::pow(law_.multiplier * sensitivity_.l2(), 2);
    }
    return 2 * std::pow(law_.multiplier * sensitivity_.l1(kDimension), 2);
  }

  Finding stated() const {
    const bool right = std::isfinite(law_.multiplier) && law_.multiplier >= 0 &&
                       (law_.multiplier > 0 || !law_.adds_noise());
    return finding("stated law", "a multiplier above 0 if there is noise",
                   right ? "" : std::to_string(law_.multiplier),
                   "let law() hold after prepare(); without noise its kind is none");
  }
  // Mean, variance and fourth moment: 3 or 6 variances squared.
  Finding noise() const {
    const MatrixXd drawn = draw();
    const ArrayXd x = drawn.reshaped().array();
    const double v = variance();
    std::string found = law_.adds_noise() || x.isZero(0) ? "" : "noise, although law() states none";
    if (law_.adds_noise()) {
      const double kurtosis = law_.kind == NoiseLaw::Kind::laplace ? 6 : 3;
      found = score_fault("a mean of", x, 0);
      if (found.empty()) found = score_fault("a variance of", x.square(), v);
      if (found.empty())
        found = score_fault("a fourth moment of", x.square().square(), kurtosis * v * v);
    }
    return finding("law of the noise", "moments of the noise that law() states", found,
                   "scale the noise by multiplier times sensitivity, for laplace in the L1 norm");
  }
  Finding scaled() const {
    const MatrixXd once = draw();
    const MatrixXd twice = draw({Role::mechanism, 0}, 3, sensitivity_.scaled(2));
    const double ratio = once.isZero(0) ? 2 : twice.norm() / once.norm();
    // The two may come from draws of their own.
    const double error = 2 * std::hypot(norm_error(once), norm_error(twice));
    const bool is_right = once.isZero(0) || std::abs(ratio - 2) <= kLargestScore * error;
    return finding("scale of the noise", "twice the noise at twice the sensitivity",
                   is_right ? "" : std::to_string(ratio) + " times the noise",
                   "take the sensitivity as that of the message, in its own units");
  }
  Finding independent() const {
    const ArrayXd x = draw().reshaped().array();
    std::string found;
    for (const auto& [client, iteration] : {std::pair<Index, std::int64_t>{1, 3}, {0, 4}}) {
      const MatrixXd other = draw({Role::mechanism, client}, iteration, sensitivity_);
      if (!law_.adds_noise() || !found.empty()) continue;
      found = score_fault("a product of", x * other.reshaped().array(), 0);
    }
    return finding("independent noise", "no correlation between clients or iterations", found,
                   "pass the stream and the iteration to `random`");
  }
  Finding columns() const {
    const MatrixXd whole = draw({Role::mechanism, 0}, 3, sensitivity_, 6);
    const MatrixXd part = draw({Role::mechanism, 0}, 3, sensitivity_, 2, 3);
    return finding(
        "columns are independent of their block", "the noise of chain j comes from its own stream",
        same_bits(part, whole.middleCols(3, 2)) ? "" : "different noise in a smaller block",
        "draw for the whole block at once, or with stream.chain");
  }
  Finding repeated() const {
    const auto again = prepared();
    MatrixXd message = MatrixXd::Zero(kDimension, 6);
    again->privatize(random::PhiloxRandom(9, 0), {Role::mechanism, 0}, 3, sensitivity_,
                     view(message));
    const bool is_same = same_bits(message, draw({Role::mechanism, 0}, 3, sensitivity_, 6));
    return repetition(is_same ? "" : "other noise");
  }

  const Make<Mechanism>& make_;
  std::shared_ptr<Mechanism> mechanism_;
  NoiseLaw law_;
  Sensitivity sensitivity_;
};

}  // namespace

std::vector<Finding> check_mechanism(const Make<Mechanism>& make) {
  return MechanismChecks(make).check();
}

}  // namespace skald::conformance
