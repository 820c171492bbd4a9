// A document of what is released about some units, and what is asked about it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/json.hpp"
#include "privacy/events/composition.hpp"

namespace skald {

struct DocumentedEvent {
  std::string what;                   // in words: "gaussian, noise multiplier 1.1, poisson 0.01"
  std::vector<std::string> secrets;   // what must stay secret
  std::vector<std::string> premises;  // what else must be true
  privacy::Event event;
  std::optional<privacy::Event> of_group =
      {};  // of the document's groups, where it is known better
  json::Place place{};
};

// A budget that ends the events when it is spent.
struct EventBudget {
  privacy::Budget budget;
  std::optional<double> order;  // of a Renyi filter; left out: chosen by the first event
};

struct EventsDocument {
  privacy::Scope scope;
  privacy::Relation relation = privacy::Relation::replace_one;
  std::optional<double> delta, eps;  // one of them: the other is asked for
  std::optional<Accounting> accounting;
  std::int64_t group = 1;
  bool adaptive = false;  // parameters depend on earlier outcomes
  std::optional<EventBudget> budget;
  std::vector<DocumentedEvent> events;

  privacy::Composition composition() const;
  // The same for groups, where each event has a law for them.
  std::optional<privacy::Composition> group_composition() const;
};

// Reads a document of schemas/account_events.schema.json. Throws GridError with every diagnostic if
// something is wrong with it; `file` is its name in messages. With all noise in it `noise` times as
// large, which must then be somewhere.
EventsDocument read_events(std::string_view text, const std::string& file, double noise = 1);

// Returns schemas/account_events.schema.json, from the tables that read a document.
std::string events_schema();

}  // namespace skald
