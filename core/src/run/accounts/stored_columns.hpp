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
    StoredColumn{"rounds", FunctionOf::releases},
    StoredColumn{"bits_up", FunctionOf::round_sizes},
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

// What is said of a run: the texts of events of each kind. The iterations at which something is
// recorded are functions of nothing else: schedules read Experiment::told_costs() alone.
inline constexpr std::array kStoredTexts{
    StoredColumn{"budget", FunctionOf::releases},   StoredColumn{"burn_in", FunctionOf::releases},
    StoredColumn{"diverged", FunctionOf::releases}, StoredColumn{"privacy", FunctionOf::releases},
    StoredColumn{"restart", FunctionOf::releases},  StoredColumn{"note", FunctionOf::rows},
    StoredColumn{"noise", FunctionOf::rows},        StoredColumn{"step", FunctionOf::rows},
};

// Of texts of another kind, nothing is known: what this machine did is one of them.
constexpr FunctionOf source_of_text(std::string_view kind) {
  for (const StoredColumn& text : kStoredTexts) {
    if (text.name == kind) return text.source;
  }
  return FunctionOf::rows;
}

// What a run's eps takes for secret.
struct Secrets {
  bool uneven_cohorts = false;  // who takes part in a round, where clients differ in their rows
  bool round_sizes = false;     // how many take part in a round
  bool batch_sizes = false;     // how many rows a message is made of
  bool row_counts = false;      // how many rows a client has

  bool operator==(const Secrets&) const = default;
};

// What the claim takes for secret about these releases, of which nobody's cohorts are known.
// `are_even`: whether every client has as many rows.
Secrets secrets_of(std::span<const Release> releases, const Claim& claim, bool are_even);

// Whether such a column would tell one of the secrets.
bool tells(FunctionOf source, const Secrets& secrets);

// The costs that would: a run with a finite eps does not keep them.
std::vector<std::string_view> withheld_costs(const Secrets& secrets);

}  // namespace skald::run
