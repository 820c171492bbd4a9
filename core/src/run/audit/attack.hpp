// Ways to attack the runs of a cell.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "problem/federated_table.hpp"
#include "skald/model.hpp"

namespace skald::run {

// What the rows of the attacked client do.
enum class Attack : std::uint8_t {
  canary,    // those of the unit are canaries, all others nothing
  clipping,  // canaries are what the model's own clipping makes of the unit's row
  growth,    // as canary, but other rows drive local steps apart once the unit has moved one
  stored     // as canary, and whole clients have fewer rows: seen is what is stored of the runs
};

constexpr std::array attacks{Attack::canary, Attack::clipping, Attack::growth, Attack::stored};

constexpr std::string_view name_of(Attack attack) {
  switch (attack) {
    case Attack::canary:
      return "canary";
    case Attack::clipping:
      return "clipping";
    case Attack::growth:
      return "growth";
    case Attack::stored:
      return "stored";
  }
  return "";
}

constexpr std::optional<Attack> attack_of(std::string_view name) {
  for (const Attack attack : attacks) {
    if (name_of(attack) == name) return attack;
  }
  return std::nullopt;
}

// What is done to a unit, as a phrase: "a canary as client 3 in half of 20 runs".
std::string attack_words(Attack attack, const std::string& unit, std::int64_t runs);

// What an attack puts in place of a run's model and rows.

// Makes a model that answers the sampler in place of the run's own, which is bound to the table.
// Both outlive it.
using StandIn = std::function<std::unique_ptr<Model>(const Model&, const problem::FederatedTable&)>;

// Makes other rows of the run's, before a model is bound to them; they are copied for that.
using OtherRows = std::function<void(problem::FederatedTable&)>;

}  // namespace skald::run
