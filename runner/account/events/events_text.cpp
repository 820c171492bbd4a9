#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "account/account_text.hpp"
#include "account/events/events_answer.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

constexpr std::size_t kColumns = 78;

using text::counted;

std::string quoted(const std::string& text) { return json::write_json(text); }

// Sentences about events, each with the numbers of those that it is about.
using Notes = std::vector<std::pair<std::string, std::vector<std::size_t>>>;

Notes notes_of(const EventsDocument& document, std::vector<std::string> DocumentedEvent::*which) {
  Notes all;
  for (std::size_t i = 0; i < document.events.size(); ++i) {
    if (privacy::count_of(document.events[i].event) == 0) continue;
    for (const std::string& secret : document.events[i].*which) {
      auto found = std::find_if(all.begin(), all.end(),
                                [&](const auto& known) { return known.first == secret; });
      if (found == all.end()) found = all.insert(all.end(), {secret, {}});
      found->second.push_back(i + 1);
    }
  }
  return all;
}

// "1, 3 to 5"
std::string ranges(const std::vector<std::size_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i;
    while (end + 1 < numbers.size() && numbers[end + 1] == numbers[end] + 1) ++end;
    text += (text.empty() ? "" : ", ") + std::to_string(numbers[i]);
    if (end > i) text += (end == i + 1 ? ", " : " to ") + std::to_string(numbers[end]);
    i = end + 1;
  }
  return text;
}

std::string item(const std::string& text) {
  return "    " + text::wrapped(text, kColumns - 4, 6) + "\n";
}

std::string currencies(const EventsAnswer& answer) {
  std::string text;
  if (answer.mu) {
    text += fact_line("Gaussian DP", "mu " + short_number(*answer.mu), "exact, at every delta");
  }
  if (answer.rho) text += fact_line("zCDP", "rho " + short_number(*answer.rho));
  if (answer.pure) {
    text += fact_line("pure", "eps " + short_number(*answer.pure), "at delta 0: the plain sum");
  }
  return text;
}

std::string stop_text(const EventsDocument& document, const EventStop& stop) {
  const privacy::Budget& budget = document.budget->budget;
  std::string text =
      "\n  " +
      text::wrapped(fmt::format("budget of eps {} at delta {}, by {}", short_number(budget.epsilon),
                                short_number(budget.delta), stop.rule),
                    kColumns - 2) +
      "\n";
  const std::string spent = fmt::format("{} of it spent", short_number(stop.spent));
  if (stop.all) return text + item("everything fits: " + spent);
  return text + item(fmt::format("event {} may happen {} of {}; then stop: {}", stop.event + 1,
                                 counted(stop.admitted, "time"),
                                 privacy::count_of(document.events[stop.event].event), spent));
}

std::string events_list(const EventsDocument& document, const EventsAnswer& answer) {
  std::string text = "\n  events\n";
  for (std::size_t i = 0; i < document.events.size(); ++i) {
    std::string line = fmt::format("{}  {}", i + 1, document.events[i].what);
    if (document.adaptive) line += fmt::format("; eps so far {}", short_number(answer.odometer[i]));
    text += item(line);
  }
  return text + (document.events.empty() ? item("none") : "");
}

std::string notes_text(const EventsDocument& document, const char* title, const Notes& notes) {
  std::string text;
  for (const auto& [sentence, numbers] : notes) {
    const bool everywhere = numbers.size() == document.events.size();
    text += item(everywhere ? sentence
                            : fmt::format("{} (event{} {})", sentence,
                                          numbers.size() == 1 ? "" : "s", ranges(numbers)));
  }
  return text.empty() ? "" : fmt::format("\n  {}\n{}", title, text);
}

std::string notes_json(const Notes& notes) {
  std::string text;
  for (const auto& [sentence, numbers] : notes) {
    text += (text.empty() ? "" : ", ") + quoted(sentence);
  }
  return text;
}

std::string stop_json(const EventsDocument& document, const EventStop& stop) {
  return fmt::format(
      ", \"budget\": {{\"eps\": {}, \"delta\": {}, \"rule\": {}, \"all_fit\": {}, \"event\": {}, "
      "\"admitted\": {}, \"spent\": {}}}",
      number_json(document.budget->budget.epsilon), number_json(document.budget->budget.delta),
      quoted(stop.rule), stop.all, stop.all ? "null" : std::to_string(stop.event + 1),
      stop.all ? "null" : std::to_string(stop.admitted), number_json(stop.spent));
}

std::string optional_json(const char* name, const std::optional<double>& value) {
  return value ? fmt::format(", \"{}\": {}", name, number_json(*value)) : "";
}

}  // namespace

std::string events_text(const EventsDocument& document, const EventsAnswer& answer) {
  const privacy::Guarantee& g = answer.guarantee;
  std::string text =
      fmt::format("eps = {} at delta = {}\n\n", short_number(g.epsilon), short_number(g.delta));
  text += certified_lines(g, "the events");
  if (answer.noise) {
    text += fact_line("noise", short_number(*answer.noise), "times that of the document");
  }
  text += fact_line(
      "unit", g.scope.unit,
      document.group > 1 ? fmt::format("groups of {}, which change together", document.group) : "");
  text += fact_line("adversary", g.scope.adversary, adversary_note(g.scope));
  text += fact_line("relation", std::string(privacy::name_of(document.relation)));
  text += document.adaptive
              ? fact_line("accountant", "odometer", "parameters may depend on outcomes")
              : fact_line("accountant", std::string(privacy::name_of(g.accounting)),
                          accountant_note(g));
  if (!document.adaptive) text += currencies(answer);
  text += events_list(document, answer);
  if (answer.stop) text += stop_text(document, *answer.stop);
  text +=
      notes_text(document, "what must stay secret", notes_of(document, &DocumentedEvent::secrets));
  text += notes_text(document, "what else must be true",
                     notes_of(document, &DocumentedEvent::premises));
  if (!document.adaptive && !document.events.empty()) {
    text += "\n  " +
            text::wrapped(
                "Noise, rates and the number of events are taken to be fixed beforehand; what "
                "depends on outcomes needs \"adaptive\": true.",
                kColumns - 2, 2) +
            "\n";
  }
  if (answer.curve) text += curve_text(*answer.curve);
  return text;
}

std::string events_json(const EventsDocument& document, const EventsAnswer& answer) {
  const privacy::Guarantee& g = answer.guarantee;
  std::string events;
  for (std::size_t i = 0; i < document.events.size(); ++i) {
    events += fmt::format(
        "{}{{\"what\": {}{}}}", i > 0 ? ", " : "", quoted(document.events[i].what),
        document.adaptive ? fmt::format(", \"eps_so_far\": {}", number_json(answer.odometer[i]))
                          : "");
  }
  const auto low = [&](double bound) {
    return g.accounting == Accounting::pld && bound > 0 ? number_json(bound) : "null";
  };
  return fmt::format(
      "{{\"eps\": {}, \"eps_low\": {}, \"delta\": {}, \"delta_low\": {}, \"unit\": \"{}\", "
      "\"adversary\": \"{}\", "
      "\"relation\": \"{}\", \"group\": {}, \"adaptive\": {}, \"accountant\": \"{}\", \"order\": "
      "{}{}{}{}{}, \"events\": [{}], \"secret\": [{}], \"premises\": "
      "[{}]{}}}\n",
      number_json(g.epsilon), low(g.epsilon_low), number_json(g.delta), low(g.delta_low),
      g.scope.unit, g.scope.adversary, privacy::name_of(document.relation), document.group,
      document.adaptive, document.adaptive ? "odometer" : privacy::name_of(g.accounting),
      g.order > 0 ? number_json(g.order) : "null", optional_json("gdp_mu", answer.mu),
      optional_json("zcdp_rho", answer.rho),
      optional_json("pure_eps", answer.pure) + optional_json("noise", answer.noise),
      answer.stop ? stop_json(document, *answer.stop) : "", events,
      notes_json(notes_of(document, &DocumentedEvent::secrets)),
      notes_json(notes_of(document, &DocumentedEvent::premises)),
      answer.curve ? curve_json(*answer.curve) : "");
}

}  // namespace skald
