// When clients are there.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "clients/trace_files.hpp"
#include "skald/random.hpp"

namespace skald::clients {

// Which draws of a client's stream (Role::clients) stand for what. Reports take those of the
// iterations of a run, which are fewer.
inline constexpr std::int64_t kFirstTrait = std::int64_t{1} << 40;    // of a client, for ever
inline constexpr std::int64_t kFirstSession = std::int64_t{1} << 41;  // whether it is there

// Times are seconds from 0 on.
class Availability {
 public:
  virtual ~Availability() = default;
  virtual bool is_there(Index client, double time) const = 0;
  // Whether a client that is there at `begin` stays until `end`.
  virtual bool stays(Index client, double begin, double end) const = 0;
  // The first time after `time` at which somebody may come or go.
  virtual double next_change(double time) const = 0;
};

// A law: in each of `sessions` sessions per period, client c is there with probability
//
//   duty (1 + amplitude cos(2 pi (t / period - phase_c)))   at the session's middle t,
//
// independently of all else, where phase_c is uniform on [0, phases). Over a period this averages
// to duty exactly. duty (1 + amplitude) <= 1.
struct DiurnalLaw {
  double duty = 1, amplitude = 0, phases = 0, period = 0;
  std::int64_t sessions = 2;
};

class Diurnal final : public Availability {
 public:
  // `random` must outlive it. Throws std::invalid_argument for probabilities above 1.
  Diurnal(const DiurnalLaw& law, const Random& random);

  double probability(Index client, std::int64_t session) const;
  bool is_there(Index client, double time) const override;
  bool stays(Index client, double begin, double end) const override;
  double next_change(double time) const override;

 private:
  std::int64_t session_of(double time) const;
  bool is_there(Index client, std::int64_t session) const;

  DiurnalLaw law_;
  const Random& random_;
  double seconds_;  // of a session
};

// A trace of one period, which is repeated.
class StaysByTrace final : public Availability {
 public:
  // `stays` as read_stays() returns them; somebody stays some time.
  StaysByTrace(std::vector<std::vector<Stay>> stays, double period);

  bool is_there(Index client, double time) const override;
  bool stays(Index client, double begin, double end) const override;
  double next_change(double time) const override;

 private:
  // The start of the period that `time` is in.
  double period_begin(double time) const;
  const Stay* find(Index client, double time) const;

  std::vector<std::vector<Stay>> stays_;
  double period_;
  std::vector<double> changes_;  // within a period, in order
};

// Single draws from a client's own stream.

inline double uniform(const Random& random, Index client, std::int64_t iteration) {
  double draw = 0;
  random.uniform({Role::clients, client}, iteration, {&draw, 1, 1, 1});
  return draw;
}
inline double normal(const Random& random, Index client, std::int64_t iteration) {
  double draw = 0;
  random.normal({Role::clients, client}, iteration, {&draw, 1, 1, 1});
  return draw;
}
// The uniform draws of one report: whether the client drops out, and how long its steps take.
inline std::array<double, 2> draws_of_report(const Random& random, Index client, Index chain,
                                             std::int64_t iteration) {
  std::array<double, 2> draws{};
  random.uniform({Role::clients, client, chain}, iteration, {draws.data(), 2, 1, 2});
  return draws;
}

}  // namespace skald::clients
