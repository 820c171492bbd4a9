// A program that a test runs, disturbs and watches.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "temporary_folder.hpp"

namespace skald::test {

struct Launch {
  std::filesystem::path program;
  std::vector<std::string> arguments;                        // without the program's own name
  std::filesystem::path folder;                              // in which it runs
  std::optional<std::vector<std::string>> environment = {};  // nothing: that of this process
  std::function<void()> prepare = {};  // called in the new process before it becomes the program
};

// Makes this process the program. Nothing but a new process calls it.
[[noreturn]] void become(const Launch& launch);

// For a new process: it ends with the one that started it, and leads a group of its own.
void lead_own_group();

struct ProcessResult {
  int code = -1;              // exit code; -1: ended by a signal
  std::optional<int> signal;  // the signal that ended it
  std::string out, err;

  std::string end() const;  // "signal 9" or "exit code 0"
};

// A running program, with nothing to read from its standard input.
class Process {
 public:
  explicit Process(const Launch& launch);  // throws std::runtime_error if none can be started
  ~Process();                              // kills it
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t process() const { return pid_; }
  void send(int signal) const;
  bool is_running();
  // The process numbers of those that it has started.
  std::vector<pid_t> children() const;
  // Whether stderr contains `text` so far.
  bool has_error(std::string_view text) const;
  // Waits until stderr contains `text` or the process has ended. Returns whether it contains it.
  bool wait_for_error(std::string_view text);
  ProcessResult wait();

 private:
  pid_t pid_ = -1;
  std::optional<int> status_;
  TemporaryFolder output_;
};

// The process numbers of the children of a process.
std::vector<pid_t> children_of(pid_t process);

}  // namespace skald::test
