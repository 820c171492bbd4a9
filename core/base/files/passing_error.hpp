// Errors of the system that pass by themselves.
#pragma once

namespace skald::files {

// Whether errno value `error` says that something has run out that may become available again:
// space on a disk, a quota, a limit on file sizes, descriptors, processes, memory.
bool is_passing(int error);

}  // namespace skald::files
