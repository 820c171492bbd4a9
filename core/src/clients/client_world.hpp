// The clients of a run in simulated time, as the section `clients` declares them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "clients/availability.hpp"
#include "clients/client_options.hpp"
#include "clients/trace_files.hpp"
#include "skald/client_clock.hpp"
#include "skald/random.hpp"

namespace skald::clients {

// How long clients take for their work.

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

class ClientWorld final : public ClientClock {
 public:
  // `random`, which owns Role::clients, must outlive it. options.are_given(). Throws
  // std::invalid_argument for options that do not fit together, and std::runtime_error for files.
  ClientWorld(const ClientOptions& options, Index clients, const Random& random);

  bool waits_for_all() const override;
  double deadline() const override { return options_.deadline.value_or(never); }
  double over_selection() const override { return options_.over_selection.value_or(0); }
  bool is_available(Index client, double time) const override;
  double next_change(double time) const override;
  double seconds_to_report(Index client, Index chain, std::int64_t iteration, double time,
                           const ClientWork& work) const override;
  double least_seconds(Index client, const ClientWork& work) const override;

 private:
  ClientOptions options_;
  const Random& random_;
  Devices devices_;
  std::unique_ptr<Availability> availability_;  // null: always
};

}  // namespace skald::clients
