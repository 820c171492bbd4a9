#include "clients/devices.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "clients/availability.hpp"
#include "clients/client_draws.hpp"

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

}  // namespace skald::clients
