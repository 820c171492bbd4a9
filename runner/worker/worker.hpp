// The worker: a process that does the jobs it is given.
#pragma once

#include <fcntl.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/frames.hpp"
#include "engine/protocol.hpp"
#include "system/open_plugins.hpp"
#include "worker/perform_job.hpp"

namespace skald {

// Says hello at kRunnerSocket, loads plugins, and does jobs from there until the runner closes the
// socket. Returns an exit code.
int work(const PluginOptions& plugins);

// A worker's end of the socket to its runner.

// Sends answers about the job that was taken last.
class RunnerConnection : public JobListener {
 public:
  // Programs that a plugin starts do not inherit the descriptor.
  RunnerConnection() { ::fcntl(kRunnerSocket, F_SETFD, FD_CLOEXEC); }

  // Waits for the next job. Returns nothing once the runner is gone.
  std::optional<std::string> next_job() {
    std::optional<Frame> frame = read_frame(kRunnerSocket);
    if (!frame) return std::nullopt;
    job_ = frame->job;
    return std::move(frame->body);
  }
  // Returns false if the runner is gone.
  bool answer(std::string_view message) const override {
    end_copies();
    return write_frame(kRunnerSocket, job_, message);
  }

 private:
  std::uint64_t job_ = 0;
};

}  // namespace skald
