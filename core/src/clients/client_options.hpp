// The section `clients` of a run: its options.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "skald/options.hpp"

namespace skald::clients {

// Whatever is left out is not part of a run's identity.
struct ClientOptions {
  std::optional<double> step_seconds;
  std::optional<std::string_view> speed;  // left out: constant
  std::optional<double> sigma;
  std::optional<std::string_view> devices;
  std::optional<double> latency, bandwidth_up, bandwidth_down;
  std::optional<std::string_view> availability;  // left out: always
  std::optional<double> duty, amplitude, phases;
  std::optional<std::int64_t> sessions;
  std::optional<std::string_view> availability_trace;
  std::optional<double> period;
  std::optional<double> dropout, deadline, over_selection;

  // Whether the run has a clock.
  bool are_given() const { return step_seconds || devices; }
};

inline constexpr double kDay = 86400;

// The option rows of a struct that derives from ClientOptions.
template <class Options>
constexpr std::array<Option<Options>, 17> client_options() {
  using O = ClientOptions;
  return {
      inherited<Options>("clients.step_seconds", &O::step_seconds,
                         "simulated seconds of a client's local step, which gives the run a clock "
                         "(cost simulated_seconds); speed lognormal: of the median client, "
                         "exponential: on average")
          .above(0),
      inherited<Options>("clients.speed", &O::speed,
                         "how the time of steps varies. constant (if omitted): it does not; "
                         "lognormal: each client keeps a factor exp(sigma z), z standard normal; "
                         "exponential: the steps of a round take an exponential time, drawn anew; "
                         "trace: by the file devices")
          .one_of("constant|lognormal|exponential|trace"),
      inherited<Options>("clients.sigma", &O::sigma,
                         "speed lognormal: standard deviation of the factor's logarithm")
          .symbol("sigma")
          .at_least(0),
      inherited<Options>("clients.devices", &O::devices,
                         "speed trace: CSV file with the columns client and step_seconds and, "
                         "where needed, latency, bandwidth_up and bandwidth_down; a row per client")
          .is_path(),
      inherited<Options>("clients.latency", &O::latency,
                         "seconds added to every report; 0 if omitted")
          .at_least(0),
      inherited<Options>("clients.bandwidth_up", &O::bandwidth_up,
                         "bits per second from a client to the server; no limit if omitted")
          .above(0),
      inherited<Options>("clients.bandwidth_down", &O::bandwidth_down,
                         "bits per second from the server to a client; no limit if omitted")
          .above(0),
      inherited<Options>(
          "clients.availability", &O::availability,
          "when clients are available. always (if omitted); diurnal: each by chance in "
          "each session, with probability duty (1 + amplitude cos(2 pi (t / period - "
          "phase))); trace: by the file availability_trace. A client that goes away "
          "before it has reported does not report")
          .one_of("always|diurnal|trace"),
      inherited<Options>("clients.duty", &O::duty,
                         "availability diurnal: share of the time that a client is available")
          .above(0)
          .at_most(1),
      inherited<Options>("clients.amplitude", &O::amplitude,
                         "availability diurnal: how far the day rises above the mean, relative to "
                         "it; 0 if omitted")
          .at_least(0)
          .at_most(1),
      inherited<Options>("clients.phases", &O::phases,
                         "availability diurnal: the clients' phases are spread evenly over this "
                         "share of the period; 0 (one time zone) if omitted")
          .at_least(0)
          .at_most(1),
      inherited<Options>("clients.sessions", &O::sessions,
                         "availability diurnal: sessions per period, for each of which a client is "
                         "there or not; 24 if omitted")
          .at_least(2)
          .at_most(1'000'000),
      inherited<Options>("clients.availability_trace", &O::availability_trace,
                         "availability trace: CSV file with the columns client, start and end, in "
                         "seconds within the period; a row per stay")
          .is_path(),
      inherited<Options>("clients.period", &O::period,
                         "availability diurnal and trace: seconds after which the law or the trace "
                         "begins anew; 86400 if omitted")
          .above(0),
      inherited<Options>("clients.dropout", &O::dropout,
                         "probability that a selected client never reports; 0 if omitted")
          .at_least(0)
          .below(1),
      inherited<Options>("clients.deadline", &O::deadline,
                         "seconds after which the server closes a round with whoever has reported; "
                         "it waits if omitted")
          .above(0),
      inherited<Options>("clients.over_selection", &O::over_selection,
                         "share by which the server selects more clients than S; it keeps the "
                         "first S that report; 0 if omitted")
          .at_least(0)};
}

}  // namespace skald::clients
