#include "clients/availability.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>
#include <utility>

namespace skald::clients {
namespace {

// The last whole number i with i * unit <= time, as these products are rounded.
double whole_units(double time, double unit) {
  double i = std::floor(time / unit);
  if (i * unit > time) i -= 1;
  if ((i + 1) * unit <= time) i += 1;
  return i;
}

}  // namespace

Diurnal::Diurnal(const DiurnalLaw& law, const Random& random)
    : law_(law), random_(random), seconds_(law.period / static_cast<double>(law.sessions)) {
  if (law.duty * (1 + law.amplitude) <= 1) return;
  throw std::invalid_argument("clients.duty (1 + clients.amplitude) is " +
                              std::to_string(law.duty * (1 + law.amplitude)) +
                              ", expected a probability: lower one of them");
}

std::int64_t Diurnal::session_of(double time) const {
  return static_cast<std::int64_t>(whole_units(time, seconds_));
}

double Diurnal::probability(Index client, std::int64_t session) const {
  const double phase = law_.phases == 0 ? 0 : law_.phases * uniform(random_, client, kFirstTrait);
  const double middle =
      (static_cast<double>(session % law_.sessions) + 0.5) / static_cast<double>(law_.sessions);
  return law_.duty * (1 + law_.amplitude * std::cos(2 * std::numbers::pi * (middle - phase)));
}

bool Diurnal::is_there(Index client, std::int64_t session) const {
  return uniform(random_, client, kFirstSession + session) < probability(client, session);
}

bool Diurnal::is_there(Index client, double time) const {
  return is_there(client, session_of(time));
}

bool Diurnal::stays(Index client, double begin, double end) const {
  const std::int64_t last = session_of(end);
  for (std::int64_t session = session_of(begin) + 1; session <= last; ++session) {
    if (!is_there(client, session)) return false;
  }
  return true;
}

double Diurnal::next_change(double time) const {
  return static_cast<double>(session_of(time) + 1) * seconds_;
}

StaysByTrace::StaysByTrace(std::vector<std::vector<Stay>> stays, double period)
    : stays_(std::move(stays)), period_(period) {
  for (const std::vector<Stay>& of_client : stays_) {
    for (const Stay& stay : of_client) {
      changes_.push_back(stay.start);
      if (stay.end < period_) changes_.push_back(stay.end);
    }
  }
  std::sort(changes_.begin(), changes_.end());
  changes_.erase(std::unique(changes_.begin(), changes_.end()), changes_.end());
}

double StaysByTrace::period_begin(double time) const {
  return whole_units(time, period_) * period_;
}

// Compares sums that are rounded as those of next_change() are, so that a client which comes then
// is there then.
const Stay* StaysByTrace::find(Index client, double time) const {
  const double begin = period_begin(time);
  const std::vector<Stay>& stays = stays_[static_cast<std::size_t>(client)];
  const auto later =
      std::upper_bound(stays.begin(), stays.end(), time,
                       [begin](double now, const Stay& stay) { return now < begin + stay.start; });
  if (later == stays.begin()) return nullptr;
  const Stay& stay = *std::prev(later);
  return time < begin + stay.end ? &stay : nullptr;
}

bool StaysByTrace::is_there(Index client, double time) const {
  return find(client, time) != nullptr;
}

bool StaysByTrace::stays(Index client, double begin, double end) const {
  double left = end - period_begin(begin);  // from the period's begin to the end
  const Stay* stay = find(client, begin);
  while (stay != nullptr && left > stay->end) {
    if (stay->end < period_) return false;
    if (stay->start == 0) return true;
    left -= period_;
    stay = find(client, 0);
  }
  return stay != nullptr;
}

double StaysByTrace::next_change(double time) const {
  const double periods = whole_units(time, period_);
  const double begin = periods * period_, end = (periods + 1) * period_;
  const auto next =
      std::upper_bound(changes_.begin(), changes_.end(), time,
                       [begin](double now, double change) { return now < begin + change; });
  return next == changes_.end() ? end : std::min(begin + *next, end);
}

}  // namespace skald::clients
