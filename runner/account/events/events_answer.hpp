// What the events of a document cost together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "account/account_question.hpp"
#include "account/events/events_document.hpp"

namespace skald {

// Where a budget ends the events.
struct EventStop {
  bool all = true;            // everything fits
  std::size_t event = 0;      // the first that does not fit as often as it is wanted
  std::int64_t admitted = 0;  // how often it does
  std::string rule;           // by which rule: "a Renyi filter of order 8"
  double spent = 0;           // share of the budget, in the rule's currency
};

struct EventsAnswer {
  privacy::Guarantee guarantee;  // of all events; adaptive: by an odometer
  std::optional<double> mu, rho, pure;
  std::optional<EventStop> stop;
  std::vector<double> odometer;  // adaptive: eps after each event
  std::optional<PrivacyCurve> curve;
};

// Throws std::invalid_argument where an accountant refuses, GridError if a curve is asked for where
// there is none.
EventsAnswer answer(const EventsDocument& document, bool curve);

// Return text for people, in lines of at most 80 columns, and one JSON object on one line.
std::string events_text(const EventsDocument& document, const EventsAnswer& answer);
std::string events_json(const EventsDocument& document, const EventsAnswer& answer);

}  // namespace skald
