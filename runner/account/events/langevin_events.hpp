// Events of Bayesian runs: Langevin steps with noise of their own, and draws from a posterior.
#pragma once

#include "account/events/read_event.hpp"

namespace skald {

// The local steps of a run of FA-LD, all chains and rounds of it.
DocumentedEvent langevin_event(ObjectReader& reader, const EventSetting& setting);

// Independent draws from an exact posterior.
DocumentedEvent posterior_event(ObjectReader& reader, const EventSetting& setting);

}  // namespace skald
