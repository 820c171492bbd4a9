// Other programs, run as children.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace skald {

// There is no such program on the PATH, or it may not be executed.
struct NoProgram : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What a program has left.
struct ProgramEnd {
  int exit_code = 0;          // 128 + the signal if one ended it
  std::string output, error;  // what it printed on standard output and error
  bool was_stopped = false;   // since its time was over

  bool is_good() const { return exit_code == 0 && !was_stopped; }
};

struct ProgramCall {
  std::vector<std::string> arguments;  // the program, looked up on the PATH, and its arguments
  std::string_view input = {};         // its standard input
  std::optional<std::chrono::seconds> patience = {};  // after which it is killed
};

// Runs the program without a shell and waits for its end. It has a process group of its own, so
// that Ctrl-C on a terminal does not reach it. Throws NoProgram, or std::system_error if the system
// refuses a process.
ProgramEnd run_program(const ProgramCall& call);

// The child processes of this process, including those that it did not start itself.

std::vector<pid_t> children();

// Makes this process adopt orphans: a descendant whose parent has ended becomes a child of this
// process. For a program whose only children are its workers.
void adopt_orphans();
// Kills and reaps every child that is not in `own`, and the orphans that these leave: processes
// that plugins started and left behind. Does nothing unless adopt_orphans() was called.
void kill_orphans(std::span<const pid_t> own);

// Text as a word of a shell command.

// Returns `text` as one word of a POSIX shell, quoted only if it needs quotes.
std::string shell_word(std::string_view text);

}  // namespace skald
