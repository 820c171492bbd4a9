// One worker process and the socket to it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skald {

// How a process ended.
struct ProcessEnd {
  std::optional<int> signal;  // that killed it
  int exit_code = 0;          // otherwise
  bool lingered = false;      // it had closed the socket and lived on, and was killed for that
};

// A child running this executable with other arguments, with a stream socket as descriptor
// kWorkerSocket, its output and errors caught, in a process group of its own (a terminal's Ctrl-C
// does not reach it) and killed by the kernel should the runner die. Nothing here blocks, but for
// wait_or_kill().
class WorkerProcess {
 public:
  static constexpr int kWorkerSocket = 3;

  // Throws std::system_error where the system refuses.
  explicit WorkerProcess(const std::vector<std::string>& arguments);
  ~WorkerProcess();  // kills and reaps a child that still lives
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  pid_t pid() const { return pid_; }
  int socket() const { return socket_; }
  int output() const { return output_; }  // -1 once the child closed it

  // Queues one frame and sends what the socket takes; flush() sends more of it.
  void send(std::string_view frame);
  void flush();
  bool has_unsent() const { return !unsent_.empty(); }
  // Takes what has arrived; false once the child closed its end.
  bool receive();
  // The next complete frame received, if there is one. Throws std::runtime_error where what arrived
  // is no frame.
  std::optional<std::string> next_frame();
  // Takes what the child printed; keeps the last lines.
  void drain_output();
  // The last lines the child printed since the last call, fit for a screen.
  std::string take_output();

  // Kills the child and whatever it started.
  void kill();
  // Waits for the end of a child that should be ending; one that lives on for a second is killed.
  ProcessEnd wait_or_kill();
  // Resident memory in bytes; 0 where unknown.
  std::int64_t resident_memory() const;

 private:
  pid_t pid_ = -1;
  int socket_ = -1;
  int output_ = -1;
  std::string unsent_;
  std::string received_;
  std::string printed_;
};

}  // namespace skald
