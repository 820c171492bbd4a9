#include "clients/client_world.hpp"

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "clients/availability.hpp"

namespace skald::clients {
namespace {

// Throws unless `given`, the option `name`, is there exactly if `needed`.
void require(bool given, bool needed, const std::string& name, const std::string& when) {
  if (given == needed) return;
  throw std::invalid_argument(needed ? name + " is missing, which " + when + " needs: give it"
                                     : name + " is given, which only " + when +
                                           " has: leave it out, or choose that");
}

}  // namespace

Devices::Speed Devices::speed_of(const ClientOptions& options) {
  const std::string_view word = options.speed.value_or("constant");
  if (word == "lognormal") return Speed::lognormal;
  if (word == "exponential") return Speed::exponential;
  return word == "trace" ? Speed::trace : Speed::constant;
}

Devices::Devices(const ClientOptions& options, Index clients, const Random& random)
    : speed_(speed_of(options)), sigma_(options.sigma.value_or(0)), random_(random) {
  require(options.sigma.has_value(), speed_ == Speed::lognormal, "clients.sigma",
          "clients.speed lognormal");
  require(options.devices.has_value(), speed_ == Speed::trace, "clients.devices",
          "clients.speed trace");
  require(options.step_seconds.has_value(), speed_ != Speed::trace, "clients.step_seconds",
          "every clients.speed but trace");
  common_.step_seconds = options.step_seconds.value_or(0);
  common_.latency = options.latency.value_or(0);
  common_.bandwidth_up = options.bandwidth_up.value_or(common_.bandwidth_up);
  common_.bandwidth_down = options.bandwidth_down.value_or(common_.bandwidth_down);
  if (options.devices) devices_ = read_devices(std::string(*options.devices), clients, common_);
}

const Device& Devices::device(Index client) const {
  return devices_.empty() ? common_ : devices_[static_cast<std::size_t>(client)];
}

double Devices::own_factor(Index client) const {
  return speed_ == Speed::lognormal ? std::exp(sigma_ * normal(random_, client, kFirstTrait)) : 1;
}

double Devices::seconds_at(Index client, double factor, const ClientWork& work) const {
  const Device& d = device(client);
  return d.latency + work.bits_down / d.bandwidth_down +
         static_cast<double>(work.steps) * d.step_seconds * factor + work.bits_up / d.bandwidth_up;
}

double Devices::seconds(Index client, Index chain, std::int64_t iteration,
                        const ClientWork& work) const {
  if (speed_ != Speed::exponential) return seconds_at(client, own_factor(client), work);
  const double exponential = -std::log1p(-draws_of_report(random_, client, chain, iteration)[1]);
  return seconds_at(client, exponential, work);
}

double Devices::least_seconds(Index client, const ClientWork& work) const {
  return seconds_at(client, speed_ == Speed::exponential ? 0 : own_factor(client), work);
}

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
