// The JSON Schema of a document of events, from the tables that read it.
#pragma once

#include <string>

namespace skald {

// Returns schemas/account_events.schema.json.
std::string events_schema();

}  // namespace skald
