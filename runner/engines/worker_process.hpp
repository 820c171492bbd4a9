// A worker process and the socket to it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.hpp"
#include "engine/frames.hpp"
#include "engine/protocol.hpp"
#include "engine/shared_loan.hpp"

namespace skald {

// A child that runs this executable with other arguments. It has a stream socket as descriptor
// kRunnerSocket and memory for loans of cores as kLoanDescriptor, its standard output and error are
// captured, it has a process group of its own (a terminal's Ctrl-C does not reach it), and the
// kernel kills it if the runner dies. No function blocks, except wait_or_kill().
class WorkerProcess {
 public:
  // Throws std::system_error if the system refuses.
  explicit WorkerProcess(const std::vector<std::string>& arguments);
  ~WorkerProcess();  // kills and reaps a child that still lives
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  pid_t pid() const { return pid_; }
  int socket() const { return socket_; }
  int output() const { return output_; }  // -1 once the child has closed it
  int end() const { return end_; }        // readable once the child has ended; -1 if not available

  // The cores lent to it.
  threads::CoreLoan& loan() const { return loan_.loan(); }

  // Queues one frame and sends as much as the socket takes; flush() sends more.
  void send(std::uint64_t job, std::string_view message);
  void flush();
  bool has_unsent() const { return !unsent_.empty(); }
  // Reads what has arrived, some MiB at most, so that a child that writes endlessly cannot keep the
  // runner here. Returns false once the child has closed its end.
  bool receive();
  // Returns the next complete frame received, if there is one. Throws std::runtime_error if what
  // has arrived is no frame.
  std::optional<Frame> next_frame() { return received_.next(); }
  // Reads what the child has printed; keeps the last lines.
  void drain_output();
  // Returns the last lines that the child has printed since the last call, safe to display.
  std::string take_output();

  // Whether the child has ended. A process that it started may still hold its socket open.
  bool has_ended() const;
  // Tells the child to end as soon as it has saved its run.
  void ask_to_end() const;
  // Kills the child and whatever it started.
  void kill();
  // Waits for a child that should be ending, and kills it if it still lives after a second.
  ProcessEnd wait_or_kill();
  // Returns the resident memory in bytes, without pages of mapped files, which processes share and
  // the kernel takes back where memory is short; 0 if unknown.
  std::int64_t resident_memory() const;

 private:
  SharedLoan loan_;
  pid_t pid_ = -1;
  int socket_ = -1;
  int output_ = -1;
  int end_ = -1;
  std::string unsent_;
  FrameBuffer received_;
  std::string printed_;
};

}  // namespace skald
