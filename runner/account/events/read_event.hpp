// One event of a document of events, and what the readers of its kinds share.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "account/events/events_document.hpp"
#include "account/events/object_reader.hpp"
#include "text/number_text.hpp"

namespace skald {

// What holds for all events of a document.
struct EventSetting {
  privacy::Scope scope;
  privacy::Relation relation;
  std::int64_t group = 1;  // units that change together
};

// Reads an event. Reports what is wrong with it to the reader; the value is then of no use.
DocumentedEvent read_event(ObjectReader& reader, const EventSetting& setting);

// Readers of one kind each. They leave the place to read_event().
using ReadEvent = DocumentedEvent(ObjectReader& reader, const EventSetting& setting);
DocumentedEvent noisy_event(ObjectReader& reader, const EventSetting& setting,
                            privacy::Noise noise);
ReadEvent correlated_event, mechanism_event, local_event, shuffled_event, allocation_event,
    truncated_event, mixture_event, response_event, selection_event, gdp_event, zcdp_event,
    renyi_event, langevin_event, last_iterate_event, posterior_event, pairwise_event, cape_event;

// What must stay secret of noise on a clipped sum.
std::vector<std::string> secrets_of(const privacy::NoisyRelease& release);

// Reports, at that member, that who is sampled is no secret, if the adversary sees it.
void refuse_seen_clients(ObjectReader& reader, const EventSetting& setting, const char* key);

inline constexpr std::int64_t kMost = std::int64_t{1} << 53;
inline constexpr double kNoEnd = std::numeric_limits<double>::infinity();
inline constexpr NumberRange kPositive{0, kNoEnd, true, true, "above 0"};
inline constexpr NumberRange kNotNegative{0, kNoEnd, false, true, "of at least 0"};
inline constexpr NumberRange kShare{0, 1, true, false, "above 0 and at most 1"};
inline constexpr NumberRange kDelta{0, 1, false, true, "from 0 to below 1"};
inline constexpr NumberRange kOrder{1, kNoEnd, true, true, "above 1"};

inline std::string short_text(double value) { return text::number_text(value, 6); }

inline std::string times(std::int64_t count) {
  return count == 1 ? "" : fmt::format(", {} times", count);
}

inline double needed_rate(ObjectReader& reader, const NumberRange& range = kShare,
                          double other = 1) {
  return reader.needed("rate", range, "add the share of the units in a sample: \"rate\": 0.01",
                       other);
}

inline std::int64_t count_of(ObjectReader& reader) {
  return reader.integer("count", 0, kMost).value_or(1);
}

// The release that shows of a unit what N(mu, 1) shows against N(0, 1), as often as the event
// happens.
inline privacy::NoisyRelease gaussian_release(double mu, ObjectReader& reader,
                                              const EventSetting& setting) {
  privacy::NoisyRelease release;
  release.relation = setting.relation;
  release.noise_multiplier = privacy::distance_in_clips(setting.relation) / mu;
  release.count = count_of(reader);
  return release;
}

}  // namespace skald
