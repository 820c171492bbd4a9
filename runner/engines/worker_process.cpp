#include "engines/worker_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <initializer_list>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "system/files.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

constexpr std::size_t kKeptOutput = 8192;
constexpr std::size_t kKeptLines = 12;

// Closes the descriptors opened so far and throws.
[[noreturn]] void refuse(const char* what, std::initializer_list<int> opened) {
  const int error = errno;
  for (const int descriptor : opened) ::close(descriptor);
  throw std::system_error(error, std::generic_category(), what);
}

// Makes only async-signal-safe calls, since the runner may have threads.
[[noreturn]] void become_worker(int socket, int output, int loan, char* const* arguments) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int null = ::open("/dev/null", O_RDONLY);
  // Moves the descriptors out of the range that the worker is to have.
  const int from_socket = ::fcntl(socket, F_DUPFD, 10);
  const int from_output = ::fcntl(output, F_DUPFD, 10);
  const int from_loan = ::fcntl(loan, F_DUPFD, 10);
  for (const auto& [from, to] : {std::pair{null, STDIN_FILENO},
                                 {from_output, STDOUT_FILENO},
                                 {from_output, STDERR_FILENO},
                                 {from_socket, kRunnerSocket},
                                 {from_loan, kLoanDescriptor}}) {
    uninterrupted([&, from = from, to = to] { return ::dup2(from, to); });
  }
  ::close_range(kLoanDescriptor + 1, ~0U, 0);
  ::execv("/proc/self/exe", arguments);
  ::_exit(127);
}

void set_non_blocking(int descriptor) {
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

// Calls waitid() without waiting and without reaping the process.
int look_at_end(pid_t process, siginfo_t& info) {
  return uninterrupted([&] {
    return ::waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT);
  });
}

std::string last_lines(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::size_t start = text.size();
  for (std::size_t lines = 0; start > 0 && lines < kKeptLines; ++lines) {
    start = text.rfind('\n', start - 1);
    if (start == std::string::npos) start = 0;
  }
  text.erase(0, start > 0 ? start + 1 : 0);
  return text;
}

}  // namespace

WorkerProcess::WorkerProcess(const std::vector<std::string>& arguments) {
  std::vector<char*> argv;
  argv.reserve(arguments.size());
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  std::array<int, 2> sockets{}, pipe{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) {
    refuse("socket to a worker", {});
  }
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) refuse("pipe to a worker", {sockets[0], sockets[1]});
  pid_ = ::fork();
  if (pid_ < 0) {
    refuse("starting a worker process", {sockets[0], sockets[1], pipe[0], pipe[1]});
  }
  if (pid_ == 0) become_worker(sockets[1], pipe[1], loan_.descriptor(), argv.data());
  ::setpgid(pid_, pid_);  // in parent and child, since either may come first
  ::close(sockets[1]);
  ::close(pipe[1]);
  loan_.handed_over();
  end_ = static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0));
  socket_ = sockets[0];
  output_ = pipe[0];
  set_non_blocking(output_);
}

WorkerProcess::~WorkerProcess() {
  if (pid_ > 0) {
    kill();
    wait_or_kill();
  }
  ::close(socket_);
  if (output_ >= 0) ::close(output_);
  if (end_ >= 0) ::close(end_);
}

void WorkerProcess::send(std::uint64_t job, std::string_view message) {
  unsent_ += framed(job, message);
  flush();
}

void WorkerProcess::flush() {
  while (!unsent_.empty()) {
    const ssize_t n = uninterrupted([&] {
      return ::send(socket_, unsent_.data(), unsent_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    });
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    // A child that is gone is noticed when its end is collected.
    if (n <= 0) return unsent_.clear();
    unsent_.erase(0, static_cast<std::size_t>(n));
  }
}

bool WorkerProcess::receive() {
  // Far more than a socket can still hold after its writer has ended.
  constexpr std::size_t most = std::size_t{1} << 23;
  std::array<char, 65536> buffer;
  for (std::size_t taken = 0; taken < most;) {
    const ssize_t n =
        uninterrupted([&] { return ::recv(socket_, buffer.data(), buffer.size(), MSG_DONTWAIT); });
    if (n > 0) {
      received_.add({buffer.data(), static_cast<std::size_t>(n)});
      taken += static_cast<std::size_t>(n);
      continue;
    }
    return n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
  }
  return true;
}

void WorkerProcess::drain_output() {
  std::array<char, 4096> buffer;
  // Limits the reads: a worker that prints endlessly must not keep the runner here.
  for (int i = 0; i < 16 && output_ >= 0; ++i) {
    const ssize_t n = uninterrupted([&] { return ::read(output_, buffer.data(), buffer.size()); });
    if (n < 0) return;
    if (n == 0) {
      ::close(output_);
      output_ = -1;
      return;
    }
    printed_.append(buffer.data(), static_cast<std::size_t>(n));
    if (printed_.size() > kKeptOutput) printed_.erase(0, printed_.size() - kKeptOutput);
  }
}

std::string WorkerProcess::take_output() {
  drain_output();
  return text::printable(last_lines(std::exchange(printed_, {})));
}

bool WorkerProcess::has_ended() const {
  siginfo_t info{};
  return look_at_end(pid_, info) == 0 && info.si_pid != 0;
}

void WorkerProcess::ask_to_end() const { ::kill(pid_, SIGTERM); }

void WorkerProcess::kill() {
  ::kill(pid_, SIGKILL);
  ::kill(-pid_, SIGKILL);
}

ProcessEnd WorkerProcess::wait_or_kill() {
  ProcessEnd end;
  siginfo_t info{};
  for (int patience = 1000; info.si_pid == 0; --patience) {
    if (look_at_end(pid_, info) != 0) break;
    if (info.si_pid != 0) break;
    if (patience == 0) {
      end.lingered = true;
      kill();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  kill();  // what the child started; its process group number stays reserved until it is reaped
  int status = 0;
  uninterrupted([&] { return ::waitpid(pid_, &status, 0); });
  pid_ = -1;
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  if (WIFEXITED(status)) end.exit_code = WEXITSTATUS(status);
  return end;
}

std::int64_t WorkerProcess::resident_memory() const {
  std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
  std::int64_t total = 0;
  for (std::string line; std::getline(status, line);) {
    std::istringstream words(line);
    std::string name;
    std::int64_t kibibytes = 0;
    words >> name >> kibibytes;
    if (name == "RssAnon:" || name == "RssShmem:") total += 1024 * kibibytes;
  }
  return total;
}

}  // namespace skald
