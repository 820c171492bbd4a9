// The processes that this program starts, and those that they leave behind.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <vector>

namespace skald::chaos {

// To be called in a new process that becomes skald: makes it end with this program, gives it a
// process group of its own, and puts its temporary files and its cache into the folder.
void prepare_runner(const std::filesystem::path& folder);

// Reaps the processes inherited by this one when their parents ended, as far as they have ended;
// returns the others.
std::vector<pid_t> strays();

}  // namespace skald::chaos
