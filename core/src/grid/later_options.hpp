// Options of plugins that came after results had been stored.
#pragma once

#include <array>
#include <string_view>

#include "options/section.hpp"

namespace skald::grid {

// The canonical form leaves the option out where it is not set or has the value that says what was
// done before there was such an option ("": none does), so that results stored earlier keep their
// identity.
struct LaterOption {
  options::Section section;
  std::string_view option;
  std::string_view before;
  // Not "": only of plugins that have this option too, with which it came.
  std::string_view came_with = "";
};

inline constexpr std::array kLaterOptions{
    LaterOption{options::Section::sampler, "unit", "record"},
    LaterOption{options::Section::sampler, "client_sampling", ""},
    LaterOption{options::Section::sampler, "noise_by", "server"},
    LaterOption{options::Section::sampler, "dropout", ""},
    LaterOption{options::Section::sampler, "correlation", "none"},
    LaterOption{options::Section::sampler, "correlation_size", ""},
    LaterOption{options::Section::sampler, "horizon", ""},
    LaterOption{options::Section::sampler, "noise_at", "upload"},
    LaterOption{options::Section::sampler, "data_sampling", ""},
    LaterOption{options::Section::sampler, "clip", "", "noise_at"},
    LaterOption{options::Section::sampler, "epochs", ""},
    LaterOption{options::Section::sampler, "base", "momentum", "initial_v"},
    LaterOption{options::Section::sampler, "beta2", ""},
    LaterOption{options::Section::sampler, "epsilon", ""},
    LaterOption{options::Section::sampler, "initial_v", ""},
    LaterOption{options::Section::sampler, "schedule", "constant", "explore"},
    LaterOption{options::Section::sampler, "decay_scale", ""},
    LaterOption{options::Section::sampler, "decay_power", ""},
    LaterOption{options::Section::sampler, "cycle", "", "explore"},
    LaterOption{options::Section::sampler, "explore", ""},
    LaterOption{options::Section::sampler, "temp", "", "client_K"},
    LaterOption{options::Section::sampler, "client_steps", ""},
    LaterOption{options::Section::sampler, "client_K", ""},
    LaterOption{options::Section::sampler, "compressor", "", "error_feedback"},
    LaterOption{options::Section::sampler, "keep", "", "error_feedback"},
    LaterOption{options::Section::sampler, "coding", "fixed", "error_feedback"},
    LaterOption{options::Section::sampler, "error_feedback", ""},
    LaterOption{options::Section::sampler, "burn_epochs", ""},
    LaterOption{options::Section::sampler, "shrinkage", "given", "burn_epochs"},
    LaterOption{options::Section::sampler, "lr_schedule", "constant", "burn_epochs"},
    LaterOption{options::Section::sampler, "lr_decay", "", "burn_epochs"},
    LaterOption{options::Section::sampler, "weights", "examples", "burn_epochs"},
    LaterOption{options::Section::sampler, "participation", "full", "p_c"},
    LaterOption{options::Section::sampler, "S", "", "p_c"},
    LaterOption{options::Section::dataset, "validation", ""}};

}  // namespace skald::grid
