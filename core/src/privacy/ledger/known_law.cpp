#include "privacy/ledger/known_law.hpp"

#include "privacy/ledger/response_loss.hpp"

namespace skald::privacy {

KnownLaw known_response(double epsilon, std::int64_t values) {
  return {choice_law(epsilon, values), true, true, epsilon};
}

KnownLaw known(const GaussianMixture& mixture) {
  return {mixture_law(mixture, usual_reach), false, true};
}

KnownLaw known(const Allocation& allocation) {
  return {allocation_law(allocation), false, false, infinity, "balls_in_bins"};
}

KnownLaw known(const TruncatedSample& sample) {
  const bool symmetric = sample.relation == Relation::replace_one;
  return {truncated_law(sample, usual_reach), symmetric, false, infinity, "poisson, truncated"};
}

KnownLaw known(const ShuffledReports& reports) {
  return {shuffled_law(reports), true, false, reports.epsilon, "shuffled", reports.count};
}

}  // namespace skald::privacy
