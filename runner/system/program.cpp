#include "system/program.hpp"

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "system/files.hpp"

namespace skald {
namespace {

// An anonymous file in memory.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(::memfd_create("stream", MFD_CLOEXEC)) {
    if (descriptor_ < 0) fail();
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }

  void write(std::string_view bytes) {
    if (!write_all(descriptor_, bytes) || ::lseek(descriptor_, 0, SEEK_SET) < 0) fail();
  }

  std::string read() {
    if (::lseek(descriptor_, 0, SEEK_SET) < 0) fail();
    std::string bytes;
    std::array<char, 1 << 16> piece{};
    while (true) {
      const ssize_t n =
          uninterrupted([&] { return ::read(descriptor_, piece.data(), piece.size()); });
      if (n < 0) fail();
      if (n == 0) return bytes;
      bytes.append(piece.data(), static_cast<std::size_t>(n));
    }
  }

 private:
  [[noreturn]] static void fail() {
    throw std::system_error(errno, std::generic_category(), "a file in memory for a program");
  }

  int descriptor_;
};

// How a child process begins: with these files as standard input, output and error, and as the
// first of a process group.
class Beginning {
 public:
  Beginning(const MemoryFile& in, const MemoryFile& out, const MemoryFile& error) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_adddup2(&actions_, in.descriptor(), STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, out.descriptor(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, error.descriptor(), STDERR_FILENO);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
  }
  ~Beginning() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  Beginning(const Beginning&) = delete;
  Beginning& operator=(const Beginning&) = delete;

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

pid_t started(const std::vector<std::string>& arguments, const Beginning& beginning) {
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t process = -1;
  const int error = ::posix_spawnp(&process, argv.front(), beginning.actions(),
                                   beginning.attributes(), argv.data(), environ);
  if (error == 0) return process;
  if (error == ENOENT || error == EACCES || error == ENOEXEC) {
    throw NoProgram(arguments.front() + ": " + std::generic_category().message(error));
  }
  throw std::system_error(error, std::generic_category(), arguments.front());
}

// Returns whether the process has ended within the time.
bool has_ended_within(pid_t process, std::chrono::seconds patience) {
  const int end = static_cast<int>(::syscall(SYS_pidfd_open, process, 0));
  if (end < 0) return true;  // an old kernel: the wait is without limit
  pollfd descriptor{.fd = end, .events = POLLIN, .revents = 0};
  const auto most = std::chrono::milliseconds(patience).count();
  const int ready = uninterrupted([&] { return ::poll(&descriptor, 1, static_cast<int>(most)); });
  ::close(end);
  return ready != 0;
}

int exit_code_of(pid_t process) {
  int status = 0;
  uninterrupted([&] { return ::waitpid(process, &status, 0); });
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

ProgramEnd run_program(const ProgramCall& call) {
  MemoryFile in, out, error;
  in.write(call.input);
  const pid_t process = started(call.arguments, Beginning(in, out, error));
  ProgramEnd end;
  if (call.patience && !has_ended_within(process, *call.patience)) {
    end.was_stopped = true;
    ::kill(-process, SIGKILL);
  }
  end.exit_code = exit_code_of(process);
  end.output = out.read();
  end.error = error.read();
  return end;
}

namespace fs = std::filesystem;
namespace {

constexpr int kMostGenerations = 1000;  // orphans of orphans
bool adopts = false;

}  // namespace

std::vector<pid_t> children() {
  std::vector<pid_t> found;
  std::error_code gone;
  for (auto task = fs::directory_iterator("/proc/self/task", gone);
       task != fs::directory_iterator(); task.increment(gone)) {
    std::ifstream list(task->path() / "children");
    for (pid_t child = 0; list >> child;) found.push_back(child);
  }
  return found;
}

void adopt_orphans() { adopts = ::prctl(PR_SET_CHILD_SUBREAPER, 1) == 0; }

void kill_orphans(std::span<const pid_t> own) {
  for (int generation = 0; adopts && generation < kMostGenerations; ++generation) {
    std::vector<pid_t> orphans = children();
    std::erase_if(orphans, [own](pid_t child) {
      return std::find(own.begin(), own.end(), child) != own.end();
    });
    if (orphans.empty()) return;
    for (const pid_t orphan : orphans) ::kill(orphan, SIGKILL);
    for (const pid_t orphan : orphans) {
      while (::waitpid(orphan, nullptr, 0) < 0 && errno == EINTR) {
      }
    }
  }
}

namespace {

bool is_plain(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         std::string_view("_-./:,=+@%").find(c) != std::string_view::npos;
}

}  // namespace

std::string shell_word(std::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

}  // namespace skald
