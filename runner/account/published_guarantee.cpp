#include "account/published_guarantee.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "problem/declared_releases.hpp"
#include "report/format_table.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

std::string shown(double value) { return text::number_text(value, 4); }

std::optional<std::string> understated(const std::vector<Release>& releases) {
  double worst = 1;
  for (const Release& release : releases) worst = std::max(worst, release.understatement);
  if (worst == 1) return std::nullopt;
  return fmt::format("as published the noise is {} times too small for its claim", shown(worst));
}

// Returns eps / (2 rate) for the sampled release with the lowest rate; 0 if there is none.
double largest_base_loss(double epsilon, const std::vector<Release>& releases) {
  double largest = 0;
  for (const Release& release : releases) {
    if (release.sampling != Sampling::none) {
      largest = std::max(largest, epsilon / (2 * release.rate));
    }
  }
  return largest;
}

std::optional<std::string> broken(const Caveat& caveat,
                                  const std::optional<run::PublishedClaim>& claim,
                                  const std::vector<Release>& releases) {
  if (caveat.false_above == 0) return caveat.why;
  if (!claim || !claim->epsilon) return std::nullopt;
  const double x = largest_base_loss(*claim->epsilon, releases);
  if (x <= caveat.false_above || std::isinf(x)) return std::nullopt;
  return fmt::format("{}, false above x = {}; eps / (2 rate) is {}", caveat.why,
                     shown(caveat.false_above), shown(x));
}

bool is_anything_claimed(const Mechanism& mechanism, const std::vector<Release>& releases) {
  return mechanism.claim().delta > 0 &&
         std::any_of(releases.begin(), releases.end(),
                     [](const Release& release) { return release.count > 0; });
}

}  // namespace

std::vector<std::string> reasons_against_guarantee(
    const Sampler& sampler, const Problem& problem, std::int64_t iterations,
    const Mechanism& mechanism, const std::optional<run::PublishedClaim>& claim) {
  const std::vector<Release> releases = problem::declared_releases(sampler, problem, iterations);
  std::vector<std::optional<std::string>> found = {understated(releases)};
  if (claim && !claim->epsilon) found.push_back(claim->epsilon.reason());
  if (is_anything_claimed(mechanism, releases)) {
    for (const Caveat& caveat : problem::declared_caveats(sampler, problem, iterations)) {
      found.push_back(broken(caveat, claim, releases));
    }
  }
  std::vector<std::string> reasons;
  for (const auto& reason : found) {
    if (reason) reasons.push_back(*reason);
  }
  return reasons;
}

}  // namespace skald
