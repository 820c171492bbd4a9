// A worker's end of the socket to its runner.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace skald {

// The descriptor of the socket to the runner in a worker process.
inline constexpr int kRunnerSocket = 3;

// Sends answers about the job that was taken last. A plugin may fork, and its copy of the process
// may return to this code: the copy ends when it is about to answer or to write a file.
class RunnerConnection {
 public:
  // Takes ownership of the descriptor; programs that a plugin starts do not inherit it.
  explicit RunnerConnection(int socket);

  // Waits for the next job. Returns nothing once the runner is gone.
  std::optional<std::string> next_job();
  // Sends a message. Returns false if the runner is gone.
  bool answer(std::string_view message) const;
  // Ends this process if it is a copy of the process that made the connection.
  void end_copies() const;

 private:
  int socket_;
  pid_t owner_;
  std::uint64_t job_ = 0;
};

}  // namespace skald
