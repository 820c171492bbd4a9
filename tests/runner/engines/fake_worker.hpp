// The test's own executable as a worker, which says what a test wants it to say.
#pragma once

#include <string>
#include <vector>

namespace skald::test {

// Behaviours of a fake worker:
// - next_protocol, other_program, silent: says hello in that way, or not at all, and does no job.
//   If it is given one nevertheless, it writes the file "had_a_job".
// - far: says that it runs on the host kFarHost with kFarCpu, and answers every job with an outcome
//   `ok` without numbers.
// - far_then_other: the first one to start behaves like `far`; one that finds the file of the first
//   behaves like `other_program`.
// - borrower: takes a job, and holds all cores that it is lent until it is killed.
// - seven: prints "begun", sleeps for 0.2 s and ends with exit code 7.
inline constexpr const char* kFarHost = "node17.example";
inline constexpr const char* kFarCpu = "Another CPU @ 1.00GHz";

// Returns the command line of a fake worker, for LocalEngine. Its files are in `folder`.
inline std::vector<std::string> fake_worker(const std::string& behaviour,
                                            const std::string& folder) {
  return {"skald", "fake-worker", behaviour, folder};
}

}  // namespace skald::test
