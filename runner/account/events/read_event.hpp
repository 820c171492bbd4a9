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

// Reads an event. Reports what is wrong with it to the reader; the value is then of no use.
DocumentedEvent read_event(ObjectReader& reader, const EventSetting& setting);

}  // namespace skald
