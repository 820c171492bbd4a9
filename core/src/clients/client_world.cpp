#include "clients/client_world.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "clients/client_draws.hpp"

namespace skald::clients {
namespace {

using Given = std::pair<std::string_view, bool>;

std::string_view first_of(std::initializer_list<Given> options) {
  for (const auto& [name, given] : options) {
    if (given) return name;
  }
  return {};
}

std::string_view law_option(const ClientOptions& o) {
  return first_of({{"duty", o.duty.has_value()},
                   {"amplitude", o.amplitude.has_value()},
                   {"phases", o.phases.has_value()},
                   {"sessions", o.sessions.has_value()}});
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

std::string_view given_without_clock(const ClientOptions& o) {
  if (o.are_given()) return {};
  const std::string_view first = first_of({{"speed", o.speed.has_value()},
                                           {"sigma", o.sigma.has_value()},
                                           {"latency", o.latency.has_value()},
                                           {"bandwidth_up", o.bandwidth_up.has_value()},
                                           {"bandwidth_down", o.bandwidth_down.has_value()},
                                           {"availability", o.availability.has_value()}});
  if (!first.empty()) return first;
  const std::string_view law = law_option(o);
  if (!law.empty()) return law;
  return first_of({{"availability_trace", o.availability_trace.has_value()},
                   {"period", o.period.has_value()},
                   {"dropout", o.dropout.has_value()},
                   {"deadline", o.deadline.has_value()},
                   {"over_selection", o.over_selection.has_value()}});
}

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
