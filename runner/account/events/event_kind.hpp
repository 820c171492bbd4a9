// A kind of event: the options that a document gives, and what they mean to an accountant. Each
// family of kinds is one file, with a table of options, a meaning and a row of kinds for each.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "account/events/events_document.hpp"
#include "grid/object_reader.hpp"
#include "text/number_text.hpp"

namespace skald {

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

}  // namespace skald
