// The schedulers by name.
#pragma once

#include <memory>
#include <string>

#include "schedulers/scheduler.hpp"

namespace skald {

inline constexpr const char* kDefaultScheduler = "slurm";

// `name` is "slurm" or the path of a template (scheduler_template.hpp). Throws UsageError if it is
// neither.
std::unique_ptr<Scheduler> make_scheduler(const std::string& name);

}  // namespace skald
