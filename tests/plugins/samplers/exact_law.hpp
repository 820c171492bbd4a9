// The exact law that a shipped sampler states, for tests that compare it with other solutions.
#pragma once

#include "problem/stated_law.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

namespace skald::test {

// A sampler that has started, and its law; the federation outlives it.
class ExactLaw {
 public:
  ExactLaw(Federation& federation, const std::string& name, const std::vector<Setting>& settings)
      : problem_(federation.gaussian()),
        sampler_(load_plugin<Sampler>("sampler/" + name, settings)),
        run_(federation, *sampler_, random_streams, nothing,
             Eigen::MatrixXd::Zero(federation.dimension(), 1)),
        law_(problem::StatedLaw::of(*sampler_, federation.problem(), problem_)) {}

  bool is_stated() const { return law_.has_value(); }
  const oracles::GaussianProblem& problem() const { return problem_; }
  oracles::StationaryLaw stationary() const { return law_->stationary(); }
  oracles::Moments moments() const {
    const auto law = law_->stationary();
    REQUIRE(law.moments);
    return *law.moments;
  }
  // After that many rounds, in deviations from the mode.
  oracles::Moments after(const oracles::Moments& start, std::int64_t rounds) const {
    return law_->from(start)(rounds);
  }

 private:
  oracles::GaussianProblem problem_;
  std::shared_ptr<Sampler> sampler_;
  SamplerRun run_;
  std::optional<problem::StatedLaw> law_;
};

// Nothing where the sampler states no law.
inline std::optional<oracles::StationaryLaw> stated_law(Federation& federation,
                                                        const std::string& name,
                                                        const std::vector<Setting>& options) {
  const ExactLaw law(federation, name, options);
  if (!law.is_stated()) return std::nullopt;
  return law.stationary();
}
inline oracles::StationaryLaw exact_law(Federation& federation, const std::string& name,
                                        const std::vector<Setting>& options) {
  const auto law = stated_law(federation, name, options);
  REQUIRE(law);
  return *law;
}

// The entries 11, 12, 13, 22, 23 and 33 of a symmetric matrix.
inline Eigen::MatrixXd symmetric(const std::array<double, 6>& entries) {
  const auto [a, b, c, d, e, f] = entries;
  Eigen::Matrix3d matrix;
  matrix << a, b, c, b, d, e, c, e, f;
  return matrix;
}

inline double apart(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

}  // namespace skald::test
