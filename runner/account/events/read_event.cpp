#include <fmt/ranges.h>

#include <algorithm>

#include "account/events/event_kind.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

struct AnyEvent {
  std::string_view event;
  std::optional<std::string_view> note;
};

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const EventKind& kind : event_kinds()) names.emplace_back(kind.name);
  return names;
}

}  // namespace

const std::vector<EventKind>& event_kinds() {
  static const std::vector<EventKind> all = [] {
    std::vector<EventKind> kinds;
    for (const auto family : {noisy_events, correlated_events, pairwise_events, known_events,
                              sampled_events, last_iterate_events, langevin_events}) {
      kinds.insert(kinds.end(), family().begin(), family().end());
    }
    return kinds;
  }();
  return all;
}

std::vector<std::string_view> EventKind::others() const {
  std::vector<std::string_view> names{kind_option().name, note_option().name};
  if (*parts != '\0') names.emplace_back(kEvents);
  return names;
}

const OptionInfo& kind_option() {
  static const std::string words = fmt::format("{}", fmt::join(kind_names(), "|"));
  static const OptionInfo info =
      option("event", &AnyEvent::event, "its kind").one_of(words.c_str()).info;
  return info;
}

const OptionInfo& note_option() {
  static constexpr OptionInfo info = option("note", &AnyEvent::note, "for people").info;
  return info;
}

void refuse_seen_clients(ObjectReader& reader, const EventSetting& setting, const char* key) {
  if (setting.scope.adversary != "server" || setting.scope.unit != "client") return;
  reader.report_at(key,
                   "clients are sampled, but the adversary is the server, which sees who takes "
                   "part: its knowledge leaves no credit for sampling",
                   "set \"adversary\" to \"observer\", or account for releases without samples");
}

DocumentedEvent read_event(ObjectReader& reader, const EventSetting& setting) {
  if (!reader.find("event")) {
    const auto misnamed = reader.member_with(kind_names());
    reader.report("an event has no \"event\"",
                  misnamed && *misnamed != "note"
                      ? "name its kind \"event\" and not \"" + *misnamed + "\""
                      : "add its kind: \"event\": \"gaussian\"");
    return {};
  }
  const auto wanted = reader.value(kind_option());
  const auto note = reader.value(note_option());
  if (!wanted || !note) return {};
  const auto kind =
      std::ranges::find(event_kinds(), std::get<std::string>(*wanted), &EventKind::name);
  DocumentedEvent event = kind->read(reader, *kind, setting);
  event.place = reader.place();
  const auto* words = std::get_if<std::string>(&*note);
  if (words && !words->empty()) event.what += " (" + text::printable_line(*words) + ")";
  return event;
}

}  // namespace skald
