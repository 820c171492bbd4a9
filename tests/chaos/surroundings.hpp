// The processes that this program starts, and what they leave.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <vector>

namespace skald::chaos {

// In a new process that becomes skald: it ends with this program, in a process group of its own,
// and has its temporary files and its cache in the folder.
void prepare_runner(const std::filesystem::path& folder);

// Reaps what has ended of the processes that came to this one when their parents ended; the others,
// but for `own`, are returned.
std::vector<pid_t> strays(const std::vector<pid_t>& own = {});

}  // namespace skald::chaos
