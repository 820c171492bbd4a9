// One worker process and the socket to it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.hpp"
#include "engine/frames.hpp"

namespace skald {

// A child running this executable with other arguments, with a stream socket as descriptor
// kRunnerSocket, its output and errors caught, in a process group of its own (a terminal's Ctrl-C
// does not reach it) and killed by the kernel should the runner die. Nothing here blocks, but for
// wait_or_kill().
class WorkerProcess {
 public:
  // Throws std::system_error where the system refuses.
  explicit WorkerProcess(const std::vector<std::string>& arguments);
  ~WorkerProcess();  // kills and reaps a child that still lives
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  pid_t pid() const { return pid_; }
  int socket() const { return socket_; }
  int output() const { return output_; }  // -1 once the child closed it
  int end() const { return end_; }  // readable once the child has ended; -1 where not to be had

  // Queues one frame and sends what the socket takes; flush() sends more of it.
  void send(std::uint64_t job, std::string_view message);
  void flush();
  bool has_unsent() const { return !unsent_.empty(); }
  // Takes what has arrived, some MiB at most, so that a child which writes without end cannot keep
  // the runner; false once the child closed its end.
  bool receive();
  // The next complete frame received, if there is one. Throws std::runtime_error where what arrived
  // is no frame.
  std::optional<Frame> next_frame() { return received_.next(); }
  // Takes what the child printed; keeps the last lines.
  void drain_output();
  // The last lines the child printed since the last call, fit for a screen.
  std::string take_output();

  // Whether the child has ended. Something that it started may hold its socket open.
  bool has_ended() const;
  // Tells the child to end as soon as its run is saved.
  void ask_to_end() const;
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
  int end_ = -1;
  std::string unsent_;
  FrameBuffer received_;
  std::string printed_;
};

}  // namespace skald
