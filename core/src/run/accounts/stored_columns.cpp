#include "run/accounts/stored_columns.hpp"

namespace skald::run {

Secrets secrets_of(std::span<const Release> releases, const Claim& claim, bool are_even) {
  const bool observer = claim.adversary == Adversary::observer;
  Secrets secrets;
  for (const Release& release : releases) {
    const bool sampled = release.sampling != Sampling::none && release.rate < 1;
    const bool whole = release.unit == Unit::client;
    const bool may_be_absent = observer && (whole ? sampled : release.participation < 1);
    const bool fixed =
        whole ? release.sampling == Sampling::without_replacement : release.has_fixed_cohorts;
    secrets.uneven_cohorts |= may_be_absent && !are_even;
    secrets.round_sizes |= may_be_absent && !fixed;
    secrets.batch_sizes |= !whole && sampled && has_random_size(release.sampling);
    secrets.row_counts |= whole || release.relation == Relation::add_remove;
  }
  return secrets;
}

bool tells(FunctionOf source, const Secrets& secrets) {
  switch (source) {
    case FunctionOf::nothing_else:
    case FunctionOf::releases:
    case FunctionOf::clock:  // it takes away the credit for cohorts, and declares what rows decide
      return false;
    case FunctionOf::round_sizes:
      return secrets.round_sizes;
    case FunctionOf::work:
      return secrets.round_sizes || secrets.batch_sizes || secrets.row_counts ||
             secrets.uneven_cohorts;
    case FunctionOf::rows:
      return true;
  }
  return true;
}

std::vector<std::string_view> withheld_costs(const Secrets& secrets) {
  std::vector<std::string_view> withheld;
  for (const Cost& cost : kCosts) {
    if (tells(source_of(cost.name), secrets)) withheld.push_back(cost.name);
  }
  return withheld;
}

}  // namespace skald::run
