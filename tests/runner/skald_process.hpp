// The built executable, run in a folder of its own.
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
  std::optional<int> signal;  // that ended it
  std::string out, err;
};

// skald with these arguments, under way.
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
  // Process numbers of its workers.
  std::vector<pid_t> workers() const;
  // Until `text` stands on stderr or it has ended; returns whether it stands there.
  bool wait_for_error(std::string_view text);
  ProcessResult wait();

 private:
  pid_t pid_ = -1;
  std::optional<int> status_;
  TemporaryFolder output_;
};

ProcessResult run_skald(const std::filesystem::path& folder,
                        const std::vector<std::string>& arguments);

// Names of all files in a folder, sorted.
std::vector<std::string> files_in(const std::filesystem::path& folder);

// `text` with every `from` replaced.
std::string with(std::string text, std::string_view from, std::string_view to);

}  // namespace skald::test
