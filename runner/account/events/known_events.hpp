// Events known by a guarantee, or by the law of what they tell.
#pragma once

#include "account/events/read_event.hpp"

namespace skald {

DocumentedEvent mechanism_event(ObjectReader& reader, const EventSetting& setting);
DocumentedEvent local_event(ObjectReader& reader, const EventSetting& setting);
DocumentedEvent gdp_event(ObjectReader& reader, const EventSetting& setting);
DocumentedEvent zcdp_event(ObjectReader& reader, const EventSetting& setting);
DocumentedEvent renyi_event(ObjectReader& reader, const EventSetting& setting);
DocumentedEvent response_event(ObjectReader& reader, const EventSetting& setting);
DocumentedEvent allocation_event(ObjectReader& reader, const EventSetting& setting);
DocumentedEvent truncated_event(ObjectReader& reader, const EventSetting& setting);
DocumentedEvent mixture_event(ObjectReader& reader, const EventSetting& setting);
DocumentedEvent shuffled_event(ObjectReader& reader, const EventSetting& setting);
DocumentedEvent selection_event(ObjectReader& reader, const EventSetting& setting);

}  // namespace skald
