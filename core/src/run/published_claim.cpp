#include "run/published_claim.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "problem/declared_releases.hpp"
#include "text/number_text.hpp"

namespace skald::run {
namespace {

class Declared final : public PublishedClaims {
 public:
  explicit Declared(double delta) : delta_(delta) {}
  void claims(const char* source, double eps, const char* scope) override {
    claim = PublishedClaim{source, scope, eps, delta_};
  }
  void claims_nothing(const char* why) override {
    claim = PublishedClaim{{}, {}, text::no_value(std::string(why)), delta_};
  }

  std::optional<PublishedClaim> claim;

 private:
  double delta_;
};

bool is_anything_released(const Sampler& sampler, const Problem& problem, std::int64_t iterations) {
  const std::vector<Release> releases = problem::declared_releases(sampler, problem, iterations);
  return std::any_of(releases.begin(), releases.end(),
                     [](const Release& release) { return release.count > 0; });
}

}  // namespace

std::optional<PublishedClaim> published_claim(const Sampler& sampler, const Problem& problem,
                                              std::int64_t iterations, const Mechanism& mechanism) {
  const std::optional<Claim> claim = mechanism.claim();
  if (!claim || !is_anything_released(sampler, problem, iterations)) return std::nullopt;
  if (claim->delta == 0) return std::nullopt;
  Declared declared(claim->delta);
  sampler.claims(problem, iterations, mechanism, declared);
  return std::move(declared.claim);
}

std::string describe(const PublishedClaim& claim) {
  if (!claim.epsilon) return claim.epsilon.reason();
  return claim.source + " claims epsilon " + text::number_text(*claim.epsilon, 4) + " at delta " +
         text::number_text(claim.delta, 4) + " for " + claim.scope +
         " (a claim of the paper, not what holds)";
}

}  // namespace skald::run
