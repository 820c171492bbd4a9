// Runs a program and notes what it and the processes that it starts ask of the system.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "process.hpp"
#include "trace.hpp"

namespace skald::hostile {

struct Trial {
  std::vector<std::string> command;  // the program's path, then its arguments
  std::filesystem::path folder;      // in which it runs
  std::filesystem::path notes;       // an empty folder for what is noted of it
  std::vector<std::string> environment;
  std::chrono::seconds patience{10};
};

struct Observed : test::ProcessResult {
  bool is_too_slow = false;  // it was ended, since it took longer than `patience`
  double seconds = 0;
  std::int64_t peak_bytes = 0;  // of the largest of its processes; 0 if it was ended
  std::vector<Act> acts;
};

// Throws std::runtime_error if there is no strace, or if it may not trace here.
void require_sandbox(const std::filesystem::path& empty_folder);

// Calls this program again with kMeasured, on whose behalf main() calls run_measured().
Observed observe(const Trial& trial);

inline constexpr std::string_view kMeasured = "--measured";

// Runs a command, writes the peak of its memory in bytes into a file and ends as it did. To be
// called by a process that is small itself: the kernel counts what a process was before execve()
// among its own peak, so that a command which a large process started would seem as large.
int run_measured(const char* file, char** command);

}  // namespace skald::hostile
