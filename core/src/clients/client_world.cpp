#include "clients/client_world.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "clients/client_draws.hpp"

namespace skald::clients {
namespace {

// The first option that is given of those that only a diurnal law has; empty if none is.
std::string_view law_option(const ClientOptions& o) {
  if (o.duty) return "duty";
  if (o.amplitude) return "amplitude";
  if (o.phases) return "phases";
  return o.sessions ? "sessions" : "";
}

[[noreturn]] void refuse_idle(std::string_view option, const std::string& availability) {
  throw std::invalid_argument("clients." + std::string(option) +
                              " is given, but clients.availability is " + availability +
                              ", which has none: leave it out");
}

void check_availability(const ClientOptions& o, std::string_view word) {
  const std::string availability(word);
  const std::string_view law = law_option(o);
  if (!law.empty() && word != "diurnal") refuse_idle(law, availability);
  if (o.availability_trace && word != "trace") refuse_idle("availability_trace", availability);
  if (o.period && word == "always") refuse_idle("period", availability);
  if (word == "diurnal" && !o.duty) {
    throw std::invalid_argument("clients.duty is missing, which availability diurnal needs");
  }
  if (word == "trace" && !o.availability_trace) {
    throw std::invalid_argument(
        "clients.availability_trace is missing, which availability trace needs");
  }
}

void require_deadline(const ClientOptions& o, bool come_and_go) {
  if (o.deadline || (!come_and_go && o.dropout.value_or(0) == 0)) return;
  throw std::invalid_argument(
      std::string("clients.deadline is missing, but with ") +
      (come_and_go ? "clients that go away" : "clients.dropout") +
      " a report may never come, and the server would wait for ever: give a deadline");
}

std::unique_ptr<Availability> make_availability(const ClientOptions& o, Index clients,
                                                const Random& random) {
  const std::string_view word = o.availability.value_or("always");
  check_availability(o, word);
  require_deadline(o, word != "always");
  const double period = o.period.value_or(kDay);
  if (word == "trace") {
    return std::make_unique<StaysByTrace>(
        read_stays(std::string(*o.availability_trace), clients, period), period);
  }
  if (word != "diurnal") return nullptr;
  const DiurnalLaw law{*o.duty, o.amplitude.value_or(0), o.phases.value_or(0), period,
                       o.sessions.value_or(24)};
  return std::make_unique<Diurnal>(law, random);
}

}  // namespace

ClientWorld::ClientWorld(const ClientOptions& options, Index clients, const Random& random)
    : options_(options),
      random_(random),
      devices_(options, clients, random),
      availability_(make_availability(options, clients, random)) {}

bool ClientWorld::waits_for_all() const {
  return availability_ == nullptr && options_.dropout.value_or(0) == 0 && !options_.deadline &&
         options_.over_selection.value_or(0) == 0;
}

bool ClientWorld::is_available(Index client, double time) const {
  return availability_ == nullptr || availability_->is_there(client, time);
}

double ClientWorld::next_change(double time) const {
  return availability_ == nullptr ? never : availability_->next_change(time);
}

double ClientWorld::seconds_to_report(Index client, Index chain, std::int64_t iteration,
                                      double time, const ClientWork& work) const {
  const double dropout = options_.dropout.value_or(0);
  if (dropout > 0 && draws_of_report(random_, client, chain, iteration)[0] < dropout) return never;
  const double seconds = devices_.seconds(client, chain, iteration, work);
  const bool stays = availability_ == nullptr || availability_->stays(client, time, time + seconds);
  return stays ? seconds : never;
}

double ClientWorld::least_seconds(Index client, const ClientWork& work) const {
  return devices_.least_seconds(client, work);
}

}  // namespace skald::clients
