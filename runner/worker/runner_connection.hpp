// A worker's end of the socket to its runner.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace skald {

// The descriptor at which a worker process finds the socket to its runner.
inline constexpr int kRunnerSocket = 3;

// Answers name the job that was taken last. A plugin may fork and let its copy of the process come
// back: the copy ends where it would answer or write a file.
class RunnerConnection {
 public:
  // Takes over the descriptor; programs that a plugin starts do not inherit it.
  explicit RunnerConnection(int socket);

  // Waits for the next job; none once the runner is gone.
  std::optional<std::string> next_job();
  // False where the runner is gone.
  bool answer(std::string_view message) const;
  // Ends this process if it is a copy of the one that was made for the connection.
  void end_copies() const;

 private:
  int socket_;
  pid_t owner_;
  std::uint64_t job_ = 0;
};

}  // namespace skald
