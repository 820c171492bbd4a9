#include "cell/run_accountant.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>

#include "privacy/accountant.hpp"

namespace skald {
namespace {

constexpr privacy::Accountant kAccountant = privacy::Accountant::rdp;

privacy::Release converted(const Release& release) {
  privacy::Release out;
  out.relation = release.relation == Relation::replace_one ? privacy::Relation::replace_one
                                                           : privacy::Relation::add_remove;
  switch (release.sampling) {
    case Sampling::none:
      out.sampling = privacy::Sampling::none;
      break;
    case Sampling::poisson:
      out.sampling = privacy::Sampling::poisson;
      break;
    case Sampling::without_replacement:
      out.sampling = privacy::Sampling::without_replacement;
      break;
  }
  out.rate = release.rate;
  out.count = release.count;
  // The noise is one sensitivity wide; the privacy module counts in clips.
  out.noise_multiplier = privacy::distance_in_clips(out.relation);
  return out;
}

using ReleaseLedger = std::vector<privacy::Release>;

bool alike_but_for_rates(const ReleaseLedger& a, const ReleaseLedger& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const privacy::Release& x, const privacy::Release& y) {
                      return x.relation == y.relation && x.sampling == y.sampling &&
                             x.count == y.count;
                    });
}

class ClientLedgers final : public ReleasePlan {
 public:
  void add(const Release& release) override {
    if (release.count > 0) ledgers_[release.client].push_back(converted(release));
  }
  // The ledgers that matter for the worst client.
  std::vector<ReleaseLedger> distinct() const {
    std::vector<ReleaseLedger> out;
    for (const auto& [client, ledger] : ledgers_) {
      const auto same = std::find_if(out.begin(), out.end(), [&](const ReleaseLedger& other) {
        return alike_but_for_rates(other, ledger);
      });
      if (same == out.end()) {
        out.push_back(ledger);
        continue;
      }
      for (std::size_t i = 0; i < ledger.size(); ++i) {
        (*same)[i].rate = std::max((*same)[i].rate, ledger[i].rate);
      }
    }
    return out;
  }

 private:
  std::map<Index, ReleaseLedger> ledgers_;
};

}  // namespace

RunAccountant::RunAccountant(const Sampler& sampler, const Problem& problem,
                             std::int64_t iterations) {
  ClientLedgers ledgers;
  sampler.releases(problem, iterations, ledgers);
  plan_ = ledgers.distinct();
}

double RunAccountant::epsilon(double noise_multiplier, double delta) const {
  if (plan_.empty() || noise_multiplier == 0) return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (ReleaseLedger ledger : plan_) {
    for (privacy::Release& release : ledger) release.noise_multiplier *= noise_multiplier;
    worst = std::max(worst, privacy::epsilon(ledger, delta, kAccountant).epsilon);
  }
  return worst;
}

double RunAccountant::noise_multiplier(double eps, double delta) const {
  if (!(eps > 0)) {
    throw std::invalid_argument("eps must be above 0, got " + std::to_string(eps));
  }
  if (std::isinf(eps)) return 0;
  if (plan_.empty()) {
    throw std::invalid_argument(
        "eps is finite, but the sampler sends no message of bounded sensitivity through the "
        "privacy "
        "mechanism: choose a sampler that does and set its clip, or set eps to \"inf\"");
  }
  double largest = 0;
  for (const ReleaseLedger& ledger : plan_) {
    largest = std::max(largest, privacy::noise_multiplier(ledger, {eps, delta}, kAccountant));
  }
  return largest;
}

}  // namespace skald
