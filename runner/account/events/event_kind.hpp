// A kind of event: the options that a document gives, and what they mean to an accountant. Each
// family of kinds is one file, with a table of options, a meaning and a row of kinds for each.
#pragma once

#include <fmt/core.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grid/object_reader.hpp"
#include "json/json.hpp"
#include "privacy/events/composition.hpp"
#include "text/number_text.hpp"

namespace skald {

// A document of what is released about some units, and what is asked about it.
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

using grid::ObjectReader;
using grid::OptionsOf;
using grid::Reading;
using grid::required;
using grid::with_options;

// What holds for all events of a document.
struct EventSetting {
  privacy::Scope scope;
  privacy::Relation relation;
  std::int64_t group = 1;  // units that change together
};

struct EventKind {
  const char* name;
  const char* doc;
  std::span<const OptionInfo> options;
  // Reads and judges an event; after a report the value is of no use. Leaves its place open.
  DocumentedEvent (*read)(ObjectReader& reader, const EventKind& kind, const EventSetting& setting);
  const char* parts = "";  // what the events in its member "events" are; "": it has none

  // Its members besides the options.
  std::vector<std::string_view> others() const;
};

// The kinds of each family, and all of them in the order of lists.
std::span<const EventKind> noisy_events(), correlated_events(), pairwise_events(), known_events(),
    sampled_events(), last_iterate_events(), langevin_events();
const std::vector<EventKind>& event_kinds();

inline constexpr const char* kEvents = "events";  // a list of events within a document or an event

// The option that names the kind of an event, and the one for people.
const OptionInfo& kind_option();
const OptionInfo& note_option();

// Reads an event of any kind.
DocumentedEvent read_event(ObjectReader& reader, const EventSetting& setting);

// The kind whose options are in a table, and of which meaning(options, setting, reader) says what
// they are.
template <const auto& table, auto meaning>
constexpr EventKind event_kind(const char* name, const char* doc, const char* parts = "") {
  const auto read = [](ObjectReader& reader, const EventKind& kind, const EventSetting& setting) {
    return with_options<table>(
        reader, kind.others(), DocumentedEvent{},
        [&](const OptionsOf<table>& options) { return meaning(options, setting, reader); });
  };
  return {name, doc, detail::option_infos_v<table>, read, parts};
}

struct Repeated {
  std::int64_t count = 1;
};
template <class Options>
constexpr Option<Options> count_row(const char* doc = "how often it happens") {
  return inherited<Options>("count", &Repeated::count, doc).at_least(0);
}

// The size of noise, which `--eps` of the command scales.
template <class Options>
constexpr Option<Options> noise_row(double Options::*member, const char* name, const char* doc) {
  return required(option(name, member, doc).above(0).role(OptionRole::noise));
}
inline constexpr const char* kNoiseOverSensitivity =
    "the size of the noise over the sensitivity of a message";

// What must stay secret of noise on a clipped sum.
std::vector<std::string> secrets_of(const privacy::NoisyRelease& release);

// Reports, at that member, that who is sampled is no secret, if the adversary sees it.
void refuse_seen_clients(ObjectReader& reader, const EventSetting& setting, const char* key);

inline constexpr double kNoEnd = std::numeric_limits<double>::infinity();

inline std::string short_text(double value) { return text::number_text(value, 6); }

inline std::string times(std::int64_t count) {
  return count == 1 ? "" : fmt::format(", {} times", count);
}

// The release that shows of a unit what N(mu, 1) shows against N(0, 1), as often as the event
// happens.
inline privacy::NoisyRelease gaussian_release(double mu, std::int64_t count,
                                              const EventSetting& setting) {
  privacy::NoisyRelease release;
  release.relation = setting.relation;
  release.noise_multiplier = privacy::distance_in_clips(setting.relation) / mu;
  release.count = count;
  return release;
}

// The members of a document of events, besides the events, and of its budget.
struct DocumentOptions {
  std::optional<std::string_view> schema, description;
  std::string_view unit, adversary, relation;
  std::optional<double> delta, eps;
  std::optional<std::string_view> accountant;
  std::int64_t group = 1;
  bool adaptive = false;
};

inline constexpr std::array kDocument{
    option("$schema", &DocumentOptions::schema, "where this schema lies, for editors"),
    option("description", &DocumentOptions::description, "for people"),
    option("unit", &DocumentOptions::unit,
           "what is protected: one record of one client, or all records of one client")
        .one_of("record|client"),
    option("adversary", &DocumentOptions::adversary,
           "who is held off (server: sees every message and who takes part; observer: sees what is "
           "published, not who takes part)")
        .one_of("server|observer"),
    option("relation", &DocumentOptions::relation,
           "which data sets are compared: the unit is absent, is another one, or contributes "
           "nothing")
        .one_of("add_remove|replace_one|zero_out"),
    option("delta", &DocumentOptions::delta, "asks for the eps at this delta").at_least(0).below(1),
    option("eps", &DocumentOptions::eps, "asks for the delta at this eps").at_least(0),
    option("accountant", &DocumentOptions::accountant,
           "pld, unless an event is known by zCDP or a Renyi divergence alone")
        .one_of("pld|rdp"),
    option("group", &DocumentOptions::group, "how many units change together")
        .at_least(1)
        .at_most(privacy::largest_group),
    option("adaptive", &DocumentOptions::adaptive,
           "whether noise, rates or the number of events depend on earlier outcomes")};

struct BudgetOptions {
  double eps = 1, delta = 0;
  std::optional<double> order;
};

inline constexpr std::array kBudget{
    required(option("eps", &BudgetOptions::eps, "the eps at which to stop").at_least(0)),
    required(option("delta", &BudgetOptions::delta, "the delta of the budget: \"delta\": 1e-5")
                 .at_least(0)
                 .below(1)),
    option("order", &BudgetOptions::order,
           "adaptive: the order of a Renyi filter, fixed beforehand; chosen by the first event if "
           "left out")
        .above(1)};

inline constexpr const char* kBudgetKey = "budget";
inline constexpr const char* kAllEvents = "what is released, in order";
inline constexpr std::size_t kMostEvents = 10'000;

}  // namespace skald
