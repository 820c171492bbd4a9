// How long clients take for their work.
#pragma once

#include <cstdint>
#include <vector>

#include "clients/client_options.hpp"
#include "clients/trace_files.hpp"
#include "skald/client_clock.hpp"
#include "skald/random.hpp"

namespace skald::clients {

// A report takes
//
//   latency + bits_down / bandwidth_down + steps step_seconds X + bits_up / bandwidth_up
//
// seconds, where X, the factor of `speed`, is 1, the client's own, or drawn for each report.
class Devices {
 public:
  // `random` must outlive it. Throws std::invalid_argument for options that do not fit together,
  // and as read_devices().
  Devices(const ClientOptions& options, Index clients, const Random& random);

  double seconds(Index client, Index chain, std::int64_t iteration, const ClientWork& work) const;
  double least_seconds(Index client, const ClientWork& work) const;

 private:
  enum class Speed { constant, lognormal, exponential, trace };

  static Speed speed_of(const ClientOptions& options);
  const Device& device(Index client) const;
  // Seconds of the client's work if its steps take `factor` times as long as they are said to.
  double seconds_at(Index client, double factor, const ClientWork& work) const;
  double own_factor(Index client) const;

  Speed speed_;
  double sigma_;
  const Random& random_;
  Device common_;
  std::vector<Device> devices_;  // of every client; empty: common_
};

}  // namespace skald::clients
