#include "run/run_accountant.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "privacy/accounting.hpp"
#include "problem/declared_releases.hpp"
#include "run/accounts/known_accounts.hpp"
#include "run/privacy_statement.hpp"
#include "text/number_text.hpp"

namespace skald::run {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Index kServer = -1;

using NoisyReleases = std::vector<privacy::NoisyRelease>;

// Returns the release's noise in units of its sensitivity: the actual noise or, for a method run as
// published, the claimed one.
double multiplier_of(const Release& release, const NoiseLaw& noise) {
  const bool own = release.own_noise > 0;
  if (noise.kind == NoiseLaw::Kind::langevin) {
    if (own) return std::max(release.own_noise, release.raises_noise ? noise.multiplier : 0);
    throw std::invalid_argument(
        "the sampler sends its messages through the mechanism, which adds no noise: choose privacy "
        "gaussian");
  }
  if (!own) return noise.multiplier;
  throw std::invalid_argument(
      "the sampler protects its messages by its own Langevin noise, nothing goes through the "
      "mechanism: choose privacy langevin");
}

// The release in which all noise is still to be calibrated.
Release without_own_noise(Release release) {
  if (!release.raises_noise) {
    throw std::invalid_argument(
        "eps is given, but the noise of this sampler follows from its step and temperature alone: "
        "leave eps out, and it is reported");
  }
  release.own_noise = std::numeric_limits<double>::min();
  return release;
}

void refuse_bare_messages(const Release& release, Adversary adversary) {
  if (!release.noised_by_server || adversary == Adversary::observer) return;
  throw std::invalid_argument(
      "the server adds the noise and sees every message without it: set adversary to observer");
}

void refuse_pure_claims(const NoiseLaw& noise, double delta) {
  if (delta > 0 || noise.kind == NoiseLaw::Kind::laplace) return;
  throw std::invalid_argument(
      "delta is 0, but Gaussian noise protects at no eps alone: set delta above 0, or choose "
      "privacy laplace");
}

privacy::NoisyRelease accounted(const Release& release, const NoiseLaw& noise, const Claim& claim) {
  refuse_bare_messages(release, claim.adversary);
  refuse_pure_claims(noise, claim.delta);
  const bool server = claim.adversary == Adversary::server;
  const bool sampling_is_seen = server && release.unit == Unit::client;
  privacy::NoisyRelease out;
  out.relation = release.relation;
  out.sampling = sampling_is_seen ? Sampling::none : release.sampling;
  out.rate = release.rate;
  out.count = release.count;
  out.steps = release.steps;
  out.round_rate = server ? 1 : release.participation;
  out.draws = std::max<std::int64_t>(release.draws, 1);
  if (noise.kind == NoiseLaw::Kind::laplace) out.noise = privacy::Noise::laplace;
  // The noise is in units of the sensitivity; the privacy module expects units of the clip.
  out.noise_multiplier =
      multiplier_of(release, noise) * privacy::distance_in_clips(release.relation);
  return out;
}

NoisyReleases accounted(const std::vector<Release>& releases, const NoiseLaw& noise,
                        const Claim& claim) {
  NoisyReleases noisy;
  for (const Release& release : releases) {
    noisy.push_back(accounted(release, noise, claim));
    noisy.back().noise_multiplier /= release.understatement;
  }
  return noisy;
}

bool reveals_at_most(const privacy::NoisyRelease& a, const privacy::NoisyRelease& b) {
  return a.relation == b.relation && a.sampling == b.sampling && a.steps == b.steps &&
         a.noise == b.noise && a.draws == b.draws && a.noise_multiplier >= b.noise_multiplier &&
         a.rate <= b.rate && a.count <= b.count && a.round_rate <= b.round_rate;
}

bool reveals_at_most(const NoisyReleases& a, const NoisyReleases& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const privacy::NoisyRelease& x, const privacy::NoisyRelease& y) {
                      return reveals_at_most(x, y);
                    });
}

// Adds a list unless another one reveals at least as much; drops those that reveal no more than it.
void add_worst(std::vector<NoisyReleases>& worst, NoisyReleases noisy) {
  for (const NoisyReleases& other : worst) {
    if (reveals_at_most(noisy, other)) return;
  }
  std::erase_if(worst, [&](const NoisyReleases& other) { return reveals_at_most(other, noisy); });
  worst.push_back(std::move(noisy));
}

std::string name_of(Adversary adversary) {
  return adversary == Adversary::server ? "server" : "observer";
}

privacy::Guarantee worst_guarantee(const std::vector<NoisyReleases>& candidates, const Claim& claim,
                                   const privacy::Scope& scope) {
  std::optional<privacy::Guarantee> worst;
  for (const NoisyReleases& noisy : candidates) {
    const privacy::Guarantee next = known_epsilon(noisy, claim.delta, claim.accounting, scope);
    if (!worst || next.epsilon > worst->epsilon) worst = next;
  }
  return *worst;
}

void require_one_unit(const std::map<Index, std::vector<Release>>& releases) {
  for (const auto& [client, all] : releases) {
    const Release& first = releases.begin()->second.front();
    for (const Release& release : all) {
      if (release.unit == first.unit && release.relation == first.relation) continue;
      throw std::invalid_argument(
          "the sampler declares releases of different units or relations, which do not compose");
    }
  }
}

std::int64_t times_chains(std::int64_t count, std::int64_t chains) {
  if (count <= std::numeric_limits<std::int64_t>::max() / chains) return count * chains;
  throw std::invalid_argument(text::counted(count, "round") + " of " +
                              text::counted(chains, "chain") +
                              " are too many releases to be counted: set fewer of either");
}

// Returns a list that reveals at least as much as each candidate: if the candidates are alike, the
// worst release at each position, otherwise all of them together.
NoisyReleases dominating(const std::vector<NoisyReleases>& candidates) {
  NoisyReleases worst = candidates.front();
  NoisyReleases all;
  bool alike = true;
  for (const NoisyReleases& noisy : candidates) {
    all.insert(all.end(), noisy.begin(), noisy.end());
    alike = alike && noisy.size() == worst.size();
    for (std::size_t i = 0; alike && i < noisy.size(); ++i) {
      const privacy::NoisyRelease& other = noisy[i];
      privacy::NoisyRelease& mine = worst[i];
      alike = other.relation == mine.relation && other.sampling == mine.sampling &&
              other.steps == mine.steps && other.noise == mine.noise && other.draws == mine.draws;
      mine.noise_multiplier = std::min(mine.noise_multiplier, other.noise_multiplier);
      mine.rate = std::max(mine.rate, other.rate);
      mine.count = std::max(mine.count, other.count);
      mine.round_rate = std::max(mine.round_rate, other.round_rate);
    }
  }
  return alike ? worst : all;
}

// The release if everyone knows who takes part in which round, and the client may be in every one.
Release without_secret_cohorts(Release release) {
  release.participation = 1;
  if (release.unit == Unit::record) return release;
  if (release.sampling == Sampling::with_replacement) {
    throw std::invalid_argument(
        "clients are drawn with replacement, so that one may count several times in a round, but "
        "with run.clients nothing about a round is secret: draw clients without replacement, or "
        "leave run.clients out");
  }
  release.sampling = Sampling::none;
  release.rate = 1;
  return release;
}

privacy::Guarantee nothing_protected(const std::optional<Claim>& claim) {
  privacy::Guarantee nothing{};
  nothing.epsilon = kInfinity;
  nothing.delta = claim ? claim->delta : 1;
  if (claim) nothing.accounting = claim->accounting;
  return nothing;
}

}  // namespace

RunAccountant::RunAccountant(const std::vector<Release>& releases, Index clients,
                             std::int64_t chains, std::string adversary)
    : clients_(clients), adversary_(std::move(adversary)) {
  for (Release release : releases) {
    release.count = times_chains(release.count, chains);
    releases_[release.client].push_back(release);
  }
  require_one_unit(releases_);
}

RunAccountant::RunAccountant(const Sampler& sampler, const Problem& problem,
                             std::int64_t iterations, std::int64_t chains, bool cohorts_are_known)
    : clients_(problem.clients()) {
  for (Release release : problem::declared_releases(sampler, problem, iterations)) {
    if (release.count == 0 || release.steps == 0) continue;
    if (cohorts_are_known) release = without_secret_cohorts(release);
    release.count = times_chains(release.count, chains);
    releases_[release.client].push_back(release);
  }
  require_one_unit(releases_);
}

std::vector<Release> RunAccountant::of(Index client) const {
  std::vector<Release> all;
  for (const Index sender : {client, kServer}) {
    const auto found = releases_.find(sender);
    if (found != releases_.end()) all.insert(all.end(), found->second.begin(), found->second.end());
    if (client == kServer) break;
  }
  return all;
}

std::vector<Index> RunAccountant::concerned(Index client) const {
  if (client != everyone) return {client};
  std::vector<Index> all;
  for (const auto& [sender, releases] : releases_) {
    if (sender != kServer || releases_.size() == 1) all.push_back(sender);
  }
  return all;
}

privacy::Guarantee RunAccountant::guarantee(const Mechanism& mechanism) const {
  const std::optional<Claim> claim = mechanism.claim();
  if (!claim) return nothing_protected(claim);
  std::vector<NoisyReleases> worst;
  for (const Index client : concerned(everyone)) {
    const NoiseLaw noise = mechanism.law(client);
    if (noise.kind == NoiseLaw::Kind::none) return nothing_protected(claim);
    add_worst(worst, accounted(of(client), noise, *claim));
  }
  if (worst.empty()) return nothing_protected(claim);
  const std::string adversary = adversary_.empty() ? name_of(claim->adversary) : adversary_;
  return worst_guarantee(worst, *claim, {protects_clients() ? "client" : "record", adversary});
}

std::vector<privacy::NoisyRelease> RunAccountant::worst_releases(const Mechanism& mechanism) const {
  const std::optional<Claim> claim = mechanism.claim();
  if (!claim) return {};
  std::vector<NoisyReleases> worst;
  for (const Index client : concerned(everyone)) {
    const NoiseLaw noise = mechanism.law(client);
    if (noise.kind == NoiseLaw::Kind::none) return {};
    add_worst(worst, accounted(of(client), noise, *claim));
  }
  return worst.empty() ? NoisyReleases{} : dominating(worst);
}

Index RunAccountant::worst_client(const Mechanism& mechanism) const {
  Index worst = kServer;
  NoisyReleases most;
  double largest = 0;  // epsilon of `most`; 0 while it is not needed
  const std::optional<Claim> made = mechanism.claim();
  if (!made) return kServer;
  const Claim& claim = *made;
  for (const Index client : concerned(everyone)) {
    NoisyReleases noisy = accounted(of(client), mechanism.law(client), claim);
    if (!most.empty() && reveals_at_most(noisy, most)) continue;
    const bool certain = most.empty() || reveals_at_most(most, noisy);
    if (!certain && largest == 0) largest = worst_guarantee({most}, claim, {}).epsilon;
    const double epsilon = certain ? 0 : worst_guarantee({noisy}, claim, {}).epsilon;
    if (!certain && epsilon <= largest) continue;
    worst = client;
    most = std::move(noisy);
    largest = epsilon;
  }
  return worst;
}

bool RunAccountant::hides_counts() const {
  for (const auto& [client, all] : releases_) {
    for (const Release& release : all) {
      if (release.unit == Unit::record && release.relation == Relation::add_remove) return true;
    }
  }
  return false;
}

bool RunAccountant::protects_clients() const {
  return !releases_.empty() && releases_.begin()->second.front().unit == Unit::client;
}

std::vector<Release> RunAccountant::all() const {
  std::vector<Release> all;
  for (const auto& [client, releases] : releases_) {
    all.insert(all.end(), releases.begin(), releases.end());
  }
  return all;
}

Secrets RunAccountant::secrets(const Claim& claim, bool are_even) const {
  return secrets_of(all(), claim, are_even);
}

std::string RunAccountant::premises(const Claim& claim) const {
  return run::premises(all(), claim);
}

double RunAccountant::epsilon(const NoiseLaw& noise, const Claim& claim, Index client) const {
  std::vector<NoisyReleases> worst;
  for (const Index one : concerned(client)) add_worst(worst, accounted(of(one), noise, claim));
  if (worst.empty() || worst.front().empty() || noise.kind == NoiseLaw::Kind::none) {
    return kInfinity;
  }
  return worst_guarantee(worst, claim, {}).epsilon;
}

double RunAccountant::multiplier(NoiseLaw::Kind kind, double eps, const Claim& claim,
                                 Index client) const {
  if (!(eps > 0)) {
    throw std::invalid_argument("eps must be above 0, got " + std::to_string(eps));
  }
  if (std::isinf(eps)) return 0;
  std::vector<NoisyReleases> worst;
  for (const Index one : concerned(client)) {
    NoisyReleases noisy;
    for (const Release& release : of(one)) {
      const bool own = kind == NoiseLaw::Kind::langevin && release.own_noise > 0;
      noisy.push_back(accounted(own ? without_own_noise(release) : release, {kind, 1}, claim));
    }
    if (!noisy.empty()) add_worst(worst, std::move(noisy));
  }
  if (worst.empty()) {
    throw std::invalid_argument(
        "eps is finite, but the sampler sends no message of bounded sensitivity through the "
        "mechanism");
  }
  double largest = 0;
  for (const NoisyReleases& noisy : worst) {
    largest = std::max(largest, known_multiplier(noisy, {eps, claim.delta}, claim.accounting));
  }
  return largest;
}

}  // namespace skald::run
