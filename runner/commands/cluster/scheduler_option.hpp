// The schedulers of tasks that a database tells of.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cluster/under_way.hpp"

namespace skald {

// Adds --scheduler, for commands that ask after tasks.
void add_scheduler(CLI::App& line, std::string& given);

// `given` is what --scheduler names; see scheduler_named().
MakeScheduler schedulers_of(const std::string& given);

}  // namespace skald
