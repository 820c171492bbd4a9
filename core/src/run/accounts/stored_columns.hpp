// What the stored columns of a run are functions of, and which of them its eps lets be stored.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "skald/parts/metrics/cost_table.hpp"
#include "skald/release.hpp"

namespace skald::run {

// What a column is a function of, besides the grid and public facts.
enum class FunctionOf : std::uint8_t {
  nothing_else,
  releases,     // what eps counts, and what is made of it
  round_sizes,  // how many clients a round has
  messages,     // how long what they send is
  work,         // on how many rows they have worked
  clock,        // how long they took, by the run's clock
  rows          // training rows, in any way
};

struct StoredColumn {
  std::string_view name;
  FunctionOf source;
};

// Every number that is stored of each run, except what it takes of the machine
// (record::MachineUse); metrics declare their own sources by their needs.
inline constexpr std::array kStoredColumns{
    StoredColumn{"rounds", FunctionOf::nothing_else},
    StoredColumn{"bits_up", FunctionOf::messages},
    StoredColumn{"bits_down", FunctionOf::round_sizes},
    StoredColumn{"gradient_evaluations", FunctionOf::work},
    StoredColumn{"normals", FunctionOf::round_sizes},
    StoredColumn{"eps_spent", FunctionOf::nothing_else},
    StoredColumn{"simulated_seconds", FunctionOf::clock},
    StoredColumn{"status", FunctionOf::releases},
};

constexpr FunctionOf source_of(std::string_view cost) {
  for (const StoredColumn& column : kStoredColumns) {
    if (column.name == cost) return column.source;
  }
  return FunctionOf::rows;
}
static_assert(std::all_of(kCosts.begin(), kCosts.end(),
                          [](const Cost& cost) {
                            return source_of(cost.name) != FunctionOf::rows;
                          }),
              "every cost says what it is a function of");

// What a run's eps takes for secret.
struct Secrets {
  bool cohorts = false;      // who takes part in a round
  bool round_sizes = false;  // and how many
  bool batch_sizes = false;  // how many rows a message is made of
  bool row_counts = false;   // how many rows a client has
  bool messages = false;     // what clients send, before noise is in it

  bool operator==(const Secrets&) const = default;
};

// What a sampler's own options say beside its releases.
struct RoundFacts {
  bool has_fixed_size = true;  // every round has as many clients
  bool is_even = true;         // every client has as many rows
  bool has_fixed_code = true;  // messages are as long, whatever they say
};

// What the claim takes for secret about these releases, of which nobody's cohorts are known.
Secrets secrets_of(std::span<const Release> releases, const Claim& claim, const RoundFacts& facts);

// Whether such a column would tell one of the secrets.
bool tells(FunctionOf source, const Secrets& secrets, const RoundFacts& facts);

// The costs that would: a run with a finite eps does not keep them.
std::vector<std::string_view> withheld_costs(const Secrets& secrets, const RoundFacts& facts);

}  // namespace skald::run
