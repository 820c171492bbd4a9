// Runs the built executable in a folder of its own.
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

struct ProcessResult {
  int code = -1;              // exit code; -1: ended by a signal
  std::optional<int> signal;  // the signal that ended it
  std::string out, err;
};

// A running `skald` with these arguments.
class SkaldProcess {
 public:
  // `prepare` is called in the new process before it becomes skald.
  SkaldProcess(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
               const std::function<void()>& prepare = {});
  ~SkaldProcess();  // kills it
  SkaldProcess(const SkaldProcess&) = delete;
  SkaldProcess& operator=(const SkaldProcess&) = delete;

  pid_t process() const { return pid_; }
  void send(int signal) const;
  bool is_running();
  // The process numbers of its workers.
  std::vector<pid_t> workers() const;
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

ProcessResult run_skald(const std::filesystem::path& folder,
                        const std::vector<std::string>& arguments);

// Returns the names of all files in a folder, sorted.
std::vector<std::string> files_in(const std::filesystem::path& folder);

// Returns the bytes of a file; "" if there is none.
std::string content(const std::filesystem::path& file);

// Returns `text` with every `from` replaced by `to`.
std::string with(std::string text, std::string_view from, std::string_view to);

}  // namespace skald::test
