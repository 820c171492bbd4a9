// This test's own executable in the place of a worker, which says what a test wants it to say.
#pragma once

#include <string>
#include <vector>

namespace skald::test {

// How a fake worker behaves. next_protocol, other_program, silent: says hello in that way, or not
// at all, and does no job; each writes the file "had_a_job" if it is given one nevertheless. far:
// says that it is on the host kFarHost with kFarCpu, and answers every job with an outcome `ok`
// without numbers. far_then_other: the first to start behaves as `far`, one that finds its file as
// `other_program`. seven: prints "begun", sleeps for 0.2 s and ends with exit code 7.
inline constexpr const char* kFarHost = "node17.example";
inline constexpr const char* kFarCpu = "Another CPU @ 1.00GHz";

// The command line of one, for LocalEngine; its files stand in `folder`.
inline std::vector<std::string> fake_worker(const std::string& behaviour,
                                            const std::string& folder) {
  return {"skald", "fake-worker", behaviour, folder};
}

}  // namespace skald::test
