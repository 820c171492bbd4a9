// Events that are noise on a clipped sum.
#pragma once

#include "account/events/read_event.hpp"

namespace skald {

DocumentedEvent noisy_event(ObjectReader& reader, const EventSetting& setting,
                            privacy::Noise noise);

// Gaussian noise that is correlated over rounds.
DocumentedEvent correlated_event(ObjectReader& reader, const EventSetting& setting);

// What must stay secret of it.
std::vector<std::string> secrets_of(const privacy::NoisyRelease& release);

}  // namespace skald
