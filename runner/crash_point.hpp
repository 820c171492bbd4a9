// Moments at which the machine may go down, for tests that let it.
#pragma once

namespace skald {

// Marks a moment between two steps of keeping something: before and after a sync, a rename, a
// commit. Nothing happens, unless the environment says SKALD_CRASH_AT=worker:N or runner:N: then
// runner and worker are gone at once at the N-th such moment of a process of that role.
void crash_point();

// Says that this process is a worker; otherwise it is the runner.
void crash_points_of_worker();

}  // namespace skald
