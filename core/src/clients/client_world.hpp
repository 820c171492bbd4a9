// The clients of a run in simulated time, as the section `clients` declares them.
#pragma once

#include <memory>

#include "clients/availability.hpp"
#include "clients/client_options.hpp"
#include "clients/devices.hpp"
#include "skald/client_clock.hpp"

namespace skald::clients {

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
