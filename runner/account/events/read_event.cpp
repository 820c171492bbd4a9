#include "account/events/read_event.hpp"

#include <algorithm>
#include <array>

#include "text/printable.hpp"

namespace skald {
namespace {

template <privacy::Noise noise>
DocumentedEvent noise_event(ObjectReader& reader, const EventSetting& setting) {
  return noisy_event(reader, setting, noise);
}

struct EventKind {
  const char* name;
  ReadEvent* read;
};
constexpr std::array kEventKinds{
    EventKind{"gaussian", noise_event<privacy::Noise::gaussian>},
    EventKind{"laplace", noise_event<privacy::Noise::laplace>},
    EventKind{"discrete_gaussian", noise_event<privacy::Noise::discrete_gaussian>},
    EventKind{"discrete_laplace", noise_event<privacy::Noise::discrete_laplace>},
    EventKind{"correlated", correlated_event},
    EventKind{"pairwise_cancelling", pairwise_event},
    EventKind{"cape", cape_event},
    EventKind{"mechanism", mechanism_event},
    EventKind{"local", local_event},
    EventKind{"shuffled", shuffled_event},
    EventKind{"balls_in_bins", allocation_event},
    EventKind{"truncated_poisson", truncated_event},
    EventKind{"gaussian_mixture", mixture_event},
    EventKind{"randomised_response", response_event},
    EventKind{"repeat_and_select", selection_event},
    EventKind{"gdp", gdp_event},
    EventKind{"zcdp", zcdp_event},
    EventKind{"renyi", renyi_event},
    EventKind{"langevin", langevin_event},
    EventKind{"last_iterate", last_iterate_event},
    EventKind{"posterior", posterior_event}};

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const EventKind& kind : kEventKinds) names.emplace_back(kind.name);
  return names;
}

}  // namespace

void refuse_seen_clients(ObjectReader& reader, const EventSetting& setting, const char* key) {
  if (setting.scope.adversary != "server" || setting.scope.unit != "client") return;
  reader.report_at(key,
                   "clients are sampled, but the adversary is the server, which sees who takes "
                   "part: its knowledge leaves no credit for sampling",
                   "set \"adversary\" to \"observer\", or account for releases without samples");
}

DocumentedEvent read_event(ObjectReader& reader, const EventSetting& setting) {
  const auto misnamed = reader.member_with(kind_names());
  reader.require("event", misnamed && *misnamed != "note"
                              ? "name its kind \"event\" and not \"" + *misnamed + "\""
                              : "add its kind: \"event\": \"gaussian\"");
  const std::string note = reader.text("note").value_or("");
  const auto wanted = reader.word("event", kind_names());
  const auto kind = std::find_if(kEventKinds.begin(), kEventKinds.end(),
                                 [&](const EventKind& one) { return wanted == one.name; });
  const bool is_known = kind != kEventKinds.end();
  DocumentedEvent event = is_known ? kind->read(reader, setting) : DocumentedEvent{};
  event.place = reader.place();
  if (!is_known) return event;
  if (!note.empty()) event.what += " (" + text::printable_line(note) + ")";
  reader.refuse_others();
  return event;
}

}  // namespace skald
