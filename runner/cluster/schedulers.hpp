// The schedulers by name.
#pragma once

#include <memory>
#include <string>

#include "cluster/scheduler.hpp"

namespace skald {

inline constexpr const char* kDefaultScheduler = "slurm";

// `given` is what the user names on the command line: "slurm" or the path of a template
// (scheduler_template.hpp). Throws UsageError if it is neither.
std::unique_ptr<Scheduler> make_scheduler(const std::string& given);

// Returns the scheduler of that name, which was read from a database and therefore chooses among
// what the user has, and nothing else: Slurm, the template `given` on the command line, if that is
// its name ("": none is given), or NAME.json in the user's folder of templates, skald/schedulers in
// XDG_CONFIG_HOME or else in ~/.config. Throws UsageError if there is none.
std::unique_ptr<Scheduler> scheduler_named(const std::string& name, const std::string& given);

}  // namespace skald
