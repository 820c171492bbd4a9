// How wide a run's noise is beside what it hides.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "skald/release.hpp"
#include "skald/sensitivity.hpp"

namespace skald::run {

// The standard deviation, per coordinate, of noise of that law in a message of that sensitivity.
double deviation_of(const NoiseLaw& noise, const Sensitivity& sensitivity, std::int64_t dimension);

// A message that went through the mechanism, in the numbers that its noise follows from.
struct NoisyMessage {
  std::int64_t client = -1;  // -1: the server
  std::int64_t iteration = 0;
  double sensitivity = 0;  // L2
  double multiplier = 0;   // of the noise law
  double deviation = 0;    // of the noise, in every coordinate
  std::int64_t dimension = 0;
  double length = 0;  // before the noise

  double noise_length() const;
  // 0 / 0 counts as 0.
  double noise_over_length() const;
};

// The messages of one round, by the one whose noise over length is the median.
struct NoiseScale {
  NoisyMessage typical;
  std::int64_t messages = 0;  // of the round
  double rounds = 0;          // of the run
  // Whether one release spans all rounds, so that their noise may be correlated: what it adds up to
  // does not follow from that of a round.
  bool spans_rounds = false;

  // The noise over the update, both averaged over a round's messages, if these agree: independent
  // noise shrinks by the root of their number. It does not if every message is as the typical one.
  double over_round() const;
  // The noise of all rounds added up, over all updates if they were as long as in this round and
  // pointed one way: an upper bound of what is learnt. Not known where a release spans rounds.
  double over_run() const;
  // Whether the run ends somewhere that noise has led it to.
  bool rules() const { return !spans_rounds && over_run() > 1; }
};

// Whether the server declares one release on whole clients for all rounds.
bool spans_rounds(const std::vector<Release>& releases, double rounds);

// Whether messages of whole clients leave with noise that others know too and that cancels in their
// sum: the lengths of messages are then its length, and how wide a round's noise is follows from
// no message.
bool cancels(const std::vector<Release>& releases);

// What the noise is, and what it is beside the messages, without full stop.
std::string describe(const NoiseScale& scale);
// That noise rules, and what to do about it, without full stop; "" if it does not.
std::string warning_of(const NoiseScale& scale);
// Both, as sentences for the readers of a stored run.
std::string statement_of(const NoiseScale& scale);

}  // namespace skald::run
