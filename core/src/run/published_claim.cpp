#include "run/published_claim.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "privacy/published_bounds.hpp"
#include "problem/declared_releases.hpp"
#include "text/number_text.hpp"

namespace skald::run {
namespace {

using Releases = std::vector<Release>;

double number(const grid::Cell& cell, std::string_view option, double otherwise) {
  const options::OptionValue* value = cell.find(options::Section::sampler, option);
  return value == nullptr ? otherwise : options::as_number(*value).value_or(otherwise);
}

std::string word(const grid::Cell& cell, std::string_view option) {
  const options::OptionValue* value = cell.find(options::Section::sampler, option);
  return value == nullptr || !std::holds_alternative<std::string>(*value)
             ? std::string()
             : std::get<std::string>(*value);
}

std::string shown(double value) { return text::number_text(value, 4); }

PublishedClaim unstated(PublishedClaim claim, std::string why) {
  claim.epsilon = text::no_value(std::move(why));
  return claim;
}

// Returns the largest of the clients' claims, each computed from its release.
PublishedClaim largest(PublishedClaim claim, const Releases& releases,
                       const std::function<double(const Release&)>& epsilon) {
  double most = 0;
  for (const Release& release : releases) most = std::max(most, epsilon(release));
  claim.epsilon = most;
  return claim;
}

privacy::FaLdScheme scheme(const grid::Cell& cell) {
  return word(cell, "participation") == "with_replacement"
             ? privacy::FaLdScheme::with_replacement
             : privacy::FaLdScheme::without_replacement;
}

privacy::FaLdSetting fa_ld_setting(const grid::Cell& cell, const Release& release,
                                   const Problem& problem, double delta) {
  const auto clients = problem.clients();
  const bool all = word(cell, "participation").empty() || word(cell, "participation") == "full";
  privacy::FaLdSetting setting{};
  setting.gradient_distance = 2 * number(cell, "clip", 1);
  setting.step = number(cell, "step", 1e-3);
  setting.temp = number(cell, "temp", 1);
  setting.rho = number(cell, "rho", 0);
  setting.data_fraction = release.rate;
  setting.least_weight = word(cell, "weights") == "uniform" ? 1 / static_cast<double>(clients)
                                                            : problem.weight(release.client);
  setting.clients = clients;
  setting.participants =
      all ? clients : static_cast<std::int64_t>(number(cell, "S", static_cast<double>(clients)));
  setting.local_steps = release.steps;
  setting.rounds = release.count;
  return privacy::fa_ld_with_delta(setting, scheme(cell), delta);
}

PublishedClaim fa_ld_claim(const grid::Cell& cell, const Releases& releases, const Problem& problem,
                           PublishedClaim claim) {
  claim.source = "theorem G.3 of FA-LD";
  claim.scope = "the whole run";
  if (number(cell, "rho", 0) == 1) {
    return unstated(claim, "rho = 1: all noise is shared, nothing protects a client");
  }
  if (word(cell, "decay") == "harmonic") {
    return unstated(claim, "theorem G.3 is stated for a constant step, this one decays");
  }
  double allowed = number(cell, "step", 1e-3);
  for (const Release& release : releases) {
    allowed = std::min(
        allowed, privacy::fa_ld_largest_step(fa_ld_setting(cell, release, problem, claim.delta)));
  }
  if (allowed < number(cell, "step", 1e-3)) {
    return unstated(claim, "theorem G.3 is stated for steps up to " + shown(allowed) +
                               ", the step is " + shown(number(cell, "step", 1e-3)));
  }
  return largest(claim, releases, [&](const Release& release) {
    return privacy::fa_ld_bound(fa_ld_setting(cell, release, problem, claim.delta), scheme(cell))
        .total.epsilon;
  });
}

PublishedClaim dp_fedavg_claim(const Releases& releases, const Mechanism& mechanism,
                               PublishedClaim claim) {
  claim.source = "theorem 2 of DP-FedAvg, with 1 for its open constant,";
  claim.scope = "the whole run";
  for (const Release& release : releases) {
    if (release.rate == 1) {
      return unstated(claim, "theorem 2 is stated for rounds that use a part of a client's rows");
    }
  }
  return largest(claim, releases, [&](const Release& release) {
    const double round = privacy::private_fedpaq_epsilon(mechanism.law(release.client).multiplier,
                                                         release.rate, claim.delta);
    return privacy::dp_fedavg_epsilon(1, release.rate, round, release.participation, release.count);
  });
}

PublishedClaim fedpaq_claim(const Releases& releases, const Mechanism& mechanism,
                            PublishedClaim claim) {
  claim.source = "eq. 16 of private FedPaq";
  claim.scope = "one round";
  return largest(claim, releases, [&](const Release& release) {
    return privacy::private_fedpaq_epsilon(mechanism.law(release.client).multiplier, release.rate,
                                           claim.delta);
  });
}

bool is_gaussian(const Mechanism& mechanism, const Releases& releases) {
  return std::all_of(releases.begin(), releases.end(), [&](const Release& release) {
    return mechanism.law(release.client).kind == NoiseLaw::Kind::gaussian;
  });
}

}  // namespace

std::optional<PublishedClaim> published_claim(const grid::Cell& cell, const Sampler& sampler,
                                              const Problem& problem, std::int64_t iterations,
                                              const Mechanism& mechanism) {
  const double delta = mechanism.claim().delta;
  Releases releases = problem::declared_releases(sampler, problem, iterations);
  std::erase_if(releases, [](const Release& release) { return release.count == 0; });
  if (delta == 0 || releases.empty()) return std::nullopt;
  const std::string& name = cell.choice(Kind::sampler).plugin;
  PublishedClaim claim;
  claim.delta = delta;
  if (name == "fa_ld") return fa_ld_claim(cell, releases, problem, claim);
  if (!is_gaussian(mechanism, releases)) return std::nullopt;
  for (const Release& release : releases) {
    // The logarithm in the calibration must be positive.
    if (1.25 * release.rate <= delta) return std::nullopt;
  }
  if (name == "dp_fedavg") return dp_fedavg_claim(releases, mechanism, claim);
  if (name.rfind("fedpaq", 0) == 0) return fedpaq_claim(releases, mechanism, claim);
  return std::nullopt;
}

std::string describe(const PublishedClaim& claim) {
  if (!claim.epsilon) return claim.epsilon.reason();
  return claim.source + " claims epsilon " + shown(*claim.epsilon) + " at delta " +
         shown(claim.delta) + " for " + claim.scope + " (a claim of the paper, not what holds)";
}

}  // namespace skald::run
