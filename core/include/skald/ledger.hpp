// What a run has cost, counted over all its chains.
#pragma once

#include <cstdint>

#include "skald/block.hpp"

namespace skald {

// Totals over all chains. The host divides them by the number of chains, so work that is done once
// for all chains is charged once per chain. A message of d parameters counts 32 d bits, as if it
// were sent as floats (algorithms are simulated in double precision).
struct Ledger {
  std::int64_t rounds = 0;          // communications of the server with its participants
  double bits_up = 0;               // clients to server
  double bits_down = 0;             // server to clients
  double gradient_evaluations = 0;  // gradients of single rows; counted by the Problem
  double normals = 0;               // standard normals drawn; counted by the host
  double simulated_seconds = 0;     // by the clock of the clients (Context::clients)
};

// Bits of one uncompressed vector of d parameters.
inline double vector_bits(Index d) { return 32.0 * static_cast<double>(d); }

}  // namespace skald
