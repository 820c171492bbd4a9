// The child processes of this process, including those that it did not start itself.
#pragma once

#include <sys/types.h>

#include <span>
#include <vector>

namespace skald {

std::vector<pid_t> children();

// Makes this process adopt orphans: a descendant whose parent has ended becomes a child of this
// process. For a program whose only children are its workers.
void adopt_orphans();
// Kills and reaps every child that is not in `own`, and the orphans that these leave: processes
// that plugins started and left behind. Does nothing unless adopt_orphans() was called.
void kill_orphans(std::span<const pid_t> own);

}  // namespace skald
