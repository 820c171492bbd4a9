// The child processes of this one, those that it did not start itself among them.
#pragma once

#include <sys/types.h>

#include <span>
#include <vector>

namespace skald {

std::vector<pid_t> children();

// From now on a process whose parent has ended becomes a child of this one if it descends from it.
// For a program whose only children are its workers.
void adopt_orphans();
// Kills and reaps every child that is not among `own`, and what these leave, once orphans are
// adopted: what plugins started and left behind. Nothing before.
void kill_orphans(std::span<const pid_t> own);

}  // namespace skald
