// System errors that may pass by themselves.
#pragma once

namespace skald::files {

// Returns whether the errno value `error` means that something has run out that may become
// available again: disk space, a quota, a limit on file sizes, descriptors, processes, memory.
bool is_passing(int error);

}  // namespace skald::files
