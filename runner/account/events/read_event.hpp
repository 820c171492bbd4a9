// One event of a document of events.
#pragma once

#include "account/events/events_document.hpp"
#include "account/events/object_reader.hpp"

namespace skald {

// What holds for all events of a document.
struct EventSetting {
  privacy::Scope scope;
  privacy::Relation relation;
};

// Reports, at that member, that who is sampled is no secret, if the adversary sees it.
void refuse_seen_clients(ObjectReader& reader, const EventSetting& setting, const char* key);

// Reads an event. Reports what is wrong with it to the reader; the value is then of no use.
DocumentedEvent read_event(ObjectReader& reader, const EventSetting& setting);

}  // namespace skald
