// What the events of a document cost together.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "account/account_question.hpp"
#include "account/events/event_kind.hpp"

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
  std::optional<double> noise;  // times that of the document, if it was asked for
};

// Throws std::invalid_argument where an accountant refuses, GridError if a curve is asked for where
// there is none.
EventsAnswer answer(const EventsDocument& document, bool curve);

// The smallest factor (to 1e-7, rounded up) for all noise in a document at which the eps that
// answer() states is at most `eps`. Throws GridError if the document asks for a delta, and where no
// noise suffices; otherwise as read_events() and answer().
double noise_for(double eps, std::string_view text, const std::string& file);

// Return text for people, in lines of at most 80 columns, and one JSON object on one line.
std::string events_text(const EventsDocument& document, const EventsAnswer& answer);
std::string events_json(const EventsDocument& document, const EventsAnswer& answer);

}  // namespace skald
