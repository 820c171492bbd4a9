#include "run/premises.hpp"

#include <algorithm>

namespace skald::run {
namespace {

bool is_sampled(const Release& release) {
  return release.sampling != Sampling::none && release.rate < 1;
}

template <class Test>
bool any(const std::vector<Release>& releases, Test test) {
  return std::any_of(releases.begin(), releases.end(), test);
}

std::string of_clients(const std::vector<Release>& releases, const Claim& claim) {
  std::string text;
  if (any(releases, [](const Release& r) { return r.noised_by_server; })) {
    text += "The server is trusted: it sees every client's move, and adds the noise. ";
  }
  if (any(releases, [](const Release& r) { return r.client == -1 && !r.noised_by_server; })) {
    text +=
        "Clients add shares of the noise, and the server learns no more than their sum, as by "
        "secure aggregation; no more of them drop out or collude than the sampler allows for. ";
  }
  if (any(releases, [](const Release& r) { return r.client >= 0; })) {
    text +=
        "The server sees every upload, and no more of a round's clients than the sampler allows "
        "for tell it what they know; a client's own noise is known to nobody else, nor is what it "
        "shares with one that does not tell, all of it is fresh in every round, and whoever is to "
        "take part does. ";
  }
  if (any(releases, is_sampled) && claim.adversary == Adversary::observer) {
    text += "Who takes part in a round must stay secret";
    text += any(releases, [](const Release& r) { return has_random_size(r.sampling); })
                ? ", and how many do. "
                : ". ";
  }
  return text;
}

std::string of_records(const std::vector<Release>& releases, const Claim& claim) {
  const bool own_noise = any(releases, [](const Release& r) { return r.own_noise > 0; });
  std::string text =
      own_noise
          ? "A client draws its noise itself and in secret; noise that clients share is known "
            "to all and not counted. "
          : "Each client adds the noise to what it sends, and nobody else has its rows. ";
  if (any(releases, is_sampled)) {
    text += "Which of its rows a message is made of must stay secret";
    text += any(releases, [](const Release& r) { return has_random_size(r.sampling); })
                ? ", and how many. "
                : ". ";
  }
  if (claim.adversary == Adversary::observer &&
      any(releases, [](const Release& r) { return r.participation < 1; })) {
    text += "Who takes part in a round must stay secret: the server, who sees it, is trusted. ";
  }
  return text;
}

}  // namespace

std::string premises(const std::vector<Release>& releases, const Claim& claim) {
  if (releases.empty()) return "";
  return releases.front().unit == Unit::client ? of_clients(releases, claim)
                                               : of_records(releases, claim);
}

}  // namespace skald::run
