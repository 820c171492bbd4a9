#include <fmt/core.h>

#include <algorithm>

#include "account/account_question.hpp"
#include "account/events/event_kind.hpp"
#include "system/exit_code.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

using Faults = std::vector<json::Diagnostic>;

EventBudget read_budget(const json::JsonValue& value, Reading& reading) {
  ObjectReader reader(value, "/budget", "the budget", reading);
  return with_options<kBudget>(reader, {}, EventBudget{}, [](const BudgetOptions& o) {
    return EventBudget{{o.eps, o.delta}, o.order};
  });
}

void read_events_into(EventsDocument& document, ObjectReader& reader) {
  const json::JsonValue* list = reader.find(kEvents);
  if (list != nullptr && list->items.size() > kMostEvents) {
    return reader.report_at(
        kEvents,
        fmt::format("{} are more than {}", text::counted(list->items.size(), "event"), kMostEvents),
        "join equal ones by \"count\"");
  }
  const EventSetting setting{document.scope, document.relation, document.group};
  for (ObjectReader& event : reader.objects(kEvents, "an event", kAllEvents)) {
    document.events.push_back(read_event(event, setting));
  }
}

EventsDocument events_document(const DocumentOptions& o) {
  EventsDocument document;
  document.scope.unit = o.unit;
  document.scope.adversary = o.adversary;
  document.relation = named_relation(std::string(o.relation));
  document.delta = o.delta;
  document.eps = o.eps;
  if (o.accountant) document.accounting = named_accounting(std::string(*o.accountant));
  document.group = o.group;
  document.adaptive = o.adaptive;
  return document;
}

// Exactly one of the two is asked for.
void refuse_questions(ObjectReader& reader) {
  const bool both = reader.find("delta") != nullptr;
  if (both != (reader.find("eps") != nullptr)) return;
  reader.report(both ? "both \"delta\" and \"eps\" are given, but one follows from the other"
                     : "neither \"delta\" nor \"eps\" is given",
                "give \"delta\" to learn eps (\"delta\": 1e-5), or \"eps\" to learn delta");
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
  Reading reading{.noise = noise, .faults = std::move(parsed.diagnostics)};
  EventsDocument document;
  if (parsed.readable) {
    ObjectReader reader(parsed.root, "", "the document", reading);
    // Where it is wrong itself, its events are read under the question that refuses least.
    document.relation = privacy::Relation::zero_out;
    document.scope.adversary = "observer";
    document = with_options<kDocument>(reader, {kBudgetKey, kEvents}, document, events_document);
    if (reader.is_object()) refuse_questions(reader);
    const json::JsonValue* budget = reader.find(kBudgetKey);
    if (budget != nullptr) document.budget = read_budget(*budget, reading);
    if (reader.is_object()) read_events_into(document, reader);
    if (!reader.has_faults()) refuse_contradictions(reader, document);
    if (!reader.has_faults()) refuse_uncovered(document, reading.faults);
  }
  if (!reading.faults.empty()) {
    throw GridError(text::printable(rendered(std::move(reading.faults), file, text)));
  }
  if (noise != 1 && reading.noises == 0) {
    throw GridError(file + ": no event has noise whose size could be found\n");
  }
  return document;
}

}  // namespace skald
