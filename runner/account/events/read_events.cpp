#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "account/account_question.hpp"
#include "account/events/events_document.hpp"
#include "account/events/read_event.hpp"
#include "system/exit_code.hpp"
#include "text/counted.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

constexpr std::size_t kMostEvents = 10'000;

using Faults = std::vector<json::Diagnostic>;

std::vector<std::string> words(std::initializer_list<const char*> list) {
  return {list.begin(), list.end()};
}

EventBudget read_budget(const json::JsonValue& value, Faults& faults) {
  ObjectReader reader(value, "/budget", "the budget", faults);
  reader.require("eps", "add the eps at which to stop");
  reader.require("delta", "add the delta of the budget: \"delta\": 1e-5");
  EventBudget budget;
  budget.budget = {reader.number("eps", kNotNegative).value_or(1),
                   reader.number("delta", kDelta).value_or(0)};
  budget.order = reader.number("order", kOrder);
  reader.refuse_others();
  return budget;
}

void read_events_into(EventsDocument& document, const json::JsonValue& list, Faults& faults) {
  if (list.items.size() > kMostEvents) {
    faults.push_back(
        {"", list.place, "/events",
         fmt::format("{} are more than {}", text::counted(list.items.size(), "event"), kMostEvents),
         "join equal ones by \"count\"", ""});
    return;
  }
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    ObjectReader reader(list.items[i], "/events/" + std::to_string(i), "an event", faults);
    if (!reader.is_object()) continue;
    document.events.push_back(
        read_event(reader, {document.scope, document.relation, document.group}));
  }
}

void read_scope(ObjectReader& reader, EventsDocument& document) {
  reader.require("unit", "add what is protected: \"unit\": \"record\" or \"client\"");
  reader.require("adversary",
                 "add who is held off: \"adversary\": \"server\" (sees every message and who takes "
                 "part) or \"observer\" (sees what is published, not who takes part)");
  reader.require("relation",
                 "add which data sets are compared: \"relation\": \"add_remove\", \"replace_one\" "
                 "or \"zero_out\"");
  document.scope.unit = reader.word("unit", words({"record", "client"})).value_or("record");
  document.scope.adversary =
      reader.word("adversary", words({"server", "observer"})).value_or("observer");
  document.relation =
      named_relation(reader.word("relation", words({"add_remove", "replace_one", "zero_out"}))
                         .value_or("zero_out"));
}

void read_question(ObjectReader& reader, EventsDocument& document) {
  document.delta = reader.number("delta", kDelta);
  document.eps = reader.number("eps", kNotNegative);
  if (reader.is_object() && reader.has("delta") == reader.has("eps")) {
    reader.report(reader.has("delta")
                      ? "both \"delta\" and \"eps\" are given, but one follows from "
                        "the other"
                      : "neither \"delta\" nor \"eps\" is given",
                  "give \"delta\" to learn eps (\"delta\": 1e-5), or \"eps\" to learn delta");
  }
  const auto accountant = reader.word("accountant", words({"pld", "rdp"}));
  if (accountant) document.accounting = named_accounting(*accountant);
  document.group = reader.integer("group", 1, privacy::largest_group).value_or(1);
  document.adaptive = reader.flag("adaptive").value_or(false);
}

// What of the question does not go together.
void refuse_contradictions(ObjectReader& reader, const EventsDocument& document) {
  if (document.adaptive && document.accounting == Accounting::pld) {
    reader.report_at("accountant",
                     "the accountant pld composes parameters that are fixed beforehand, but "
                     "\"adaptive\" says that they depend on outcomes",
                     "leave \"accountant\" out, or \"adaptive\" if all parameters are fixed");
  }
  if (document.adaptive && document.group > 1) {
    reader.report_at("group", "groups are not covered where parameters depend on outcomes",
                     "leave \"group\" out, or \"adaptive\"");
  }
  if (document.adaptive && document.eps) {
    reader.report_at("eps",
                     "\"eps\" asks for a delta, which is not known where parameters depend on "
                     "outcomes",
                     "give \"delta\" to learn eps");
  }
  if (document.budget && document.group > 1) {
    reader.report_at("group", "a budget is one of single units",
                     "leave \"group\" out, or \"budget\"");
  }
  if (document.budget && document.budget->order && !document.adaptive) {
    reader.report_at("budget",
                     "the budget has an order, which is that of a filter, but no parameter depends "
                     "on outcomes",
                     "add \"adaptive\": true, or leave \"order\" out");
  }
}

// Events that the accountant does not cover.
void refuse_uncovered(const EventsDocument& document, Faults& faults) {
  const bool renyi = document.adaptive || document.accounting == Accounting::rdp;
  for (std::size_t i = 0; i < document.events.size(); ++i) {
    const DocumentedEvent& event = document.events[i];
    const std::string path = "/events/" + std::to_string(i);
    const std::string refusal = renyi ? privacy::renyi_refusal(event.event) : "";
    if (!refusal.empty()) {
      faults.push_back({"", event.place, path, refusal + ", which the accountant needs here",
                        document.adaptive ? "filters and odometers take no such event: account it "
                                            "by itself, with parameters fixed beforehand"
                                          : "leave \"accountant\" out (pld)",
                        ""});
    }
    const bool lawless = !privacy::has_loss_laws({document.relation, {event.event}});
    if (lawless && document.accounting == Accounting::pld) {
      faults.push_back({"", event.place, path,
                        "of this event only divergences are known, while the accountant pld needs "
                        "the law of its loss",
                        "set \"accountant\" to \"rdp\", or leave it out", ""});
    }
  }
}

// Multiplies the noise of all events, also of those within events; returns how many sizes there
// are.
int scale_noise(json::JsonValue& value, double factor) {
  static const std::array<std::string_view, 4> sizes{"noise_multiplier", "pair_multiplier", "sigma",
                                                     "scale"};
  int found = 0;
  for (json::JsonMember& member : value.members) {
    const bool is_size = std::find(sizes.begin(), sizes.end(), member.key) != sizes.end();
    const auto size = is_size ? text::to_number(member.value.text) : std::nullopt;
    if (size && std::isfinite(*size)) {
      const json::Place place = member.value.place;
      member.value = json::JsonValue(factor * *size);
      member.value.place = place;
      ++found;
    } else {
      found += scale_noise(member.value, factor);
    }
  }
  for (json::JsonValue& item : value.items) found += scale_noise(item, factor);
  return found;
}

std::string rendered(Faults faults, const std::string& file, std::string_view source) {
  std::stable_sort(
      faults.begin(), faults.end(), [](const json::Diagnostic& a, const json::Diagnostic& b) {
        return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
      });
  std::string text;
  for (json::Diagnostic& fault : faults) {
    fault.file = file;
    text += json::render(fault, source);
  }
  return text + std::to_string(faults.size()) + (faults.size() == 1 ? " error\n" : " errors\n");
}

}  // namespace

privacy::Composition EventsDocument::composition() const {
  privacy::Composition all{relation, {}};
  for (const DocumentedEvent& event : events) all.events.push_back(event.event);
  return all;
}

std::optional<privacy::Composition> EventsDocument::group_composition() const {
  privacy::Composition all{relation, {}};
  for (const DocumentedEvent& event : events) {
    if (event.of_group) {
      all.events.push_back(*event.of_group);
      continue;
    }
    const auto own = privacy::grouped({relation, {event.event}}, group);
    if (!own) return std::nullopt;
    all.events.insert(all.events.end(), own->events.begin(), own->events.end());
  }
  return all;
}

EventsDocument read_events(std::string_view text, const std::string& file, double noise) {
  json::JsonDocument parsed = json::parse_json(text, file);
  if (noise != 1 && parsed.readable && scale_noise(parsed.root, noise) == 0) {
    throw GridError(file + ": no event has noise whose size could be found\n");
  }
  Faults faults = parsed.diagnostics;
  EventsDocument document;
  if (parsed.readable) {
    ObjectReader reader(parsed.root, "", "the document", faults);
    (void)reader.text("$schema");
    (void)reader.text("description");
    read_scope(reader, document);
    read_question(reader, document);
    const json::JsonValue* budget = reader.object("budget");
    if (budget != nullptr) document.budget = read_budget(*budget, faults);
    reader.require("events",
                   "add a list of what is released: \"events\": [{\"event\": "
                   "\"gaussian\", \"noise_multiplier\": 1}]");
    const json::JsonValue* events = reader.list("events");
    if (events != nullptr) read_events_into(document, *events, faults);
    reader.refuse_others();
    if (faults.empty()) refuse_contradictions(reader, document);
    if (faults.empty()) refuse_uncovered(document, faults);
  }
  if (!faults.empty()) throw GridError(text::printable(rendered(std::move(faults), file, text)));
  return document;
}

}  // namespace skald
