#include "worker/runner_connection.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <utility>

#include "engine/frames.hpp"

namespace skald {

RunnerConnection::RunnerConnection(int socket) : socket_(socket), owner_(::getpid()) {
  ::fcntl(socket_, F_SETFD, FD_CLOEXEC);
}

std::optional<std::string> RunnerConnection::next_job() {
  std::optional<Frame> frame = read_frame(socket_);
  if (!frame) return std::nullopt;
  job_ = frame->job;
  return std::move(frame->body);
}

bool RunnerConnection::answer(std::string_view message) const {
  end_copies();
  return write_frame(socket_, job_, message);
}

void RunnerConnection::end_copies() const {
  if (::getpid() != owner_) ::_exit(1);
}

}  // namespace skald
