#include "plugin_host/rehearsal.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <thread>

namespace skald {
namespace {

constexpr int kLoaded =
    113;  // status of a child that came to its end; an initialiser may exit with 0

// A file in memory; closed at the end.
class Scrap {
 public:
  Scrap() : descriptor_(::memfd_create("skald", MFD_CLOEXEC)) {
    if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
  }
  ~Scrap() { ::close(descriptor_); }
  Scrap(const Scrap&) = delete;
  Scrap& operator=(const Scrap&) = delete;

  int descriptor() const { return descriptor_; }
  // The beginning of what was written, in one line.
  std::string text() const {
    std::array<char, 400> buffer;
    const auto count = ::pread(descriptor_, buffer.data(), buffer.size(), 0);
    std::string text(buffer.data(), static_cast<std::size_t>(std::max<::ssize_t>(count, 0)));
    while (!text.empty() && text.back() == '\n') text.pop_back();
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  }

 private:
  int descriptor_;
};

// An exception of an initialiser ends it too: none may come back into the parent's code.
[[noreturn]] void load_and_end(const char* file, int errors) noexcept {
  for (const int signal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGINT, SIGSEGV, SIGTERM})
    ::signal(signal, SIG_DFL);  // not to the parent's handlers
  const int nothing = ::open("/dev/null", O_RDWR);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(nothing, STDOUT_FILENO);
  ::dup2(errors, STDERR_FILENO);
  ::dlopen(file, RTLD_NOW | RTLD_LOCAL);
  ::_exit(kLoaded);
}

std::nullopt_t end_by_force(pid_t child) {
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  return std::nullopt;
}

// The child's status, or none where it has not ended within the limit; it is ended then.
std::optional<int> wait_for(pid_t child, std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  std::chrono::microseconds pause{200};
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) != child) {
    if (std::chrono::steady_clock::now() > end) return end_by_force(child);
    std::this_thread::sleep_for(pause);
    pause = std::min<std::chrono::microseconds>(2 * pause, std::chrono::milliseconds(20));
  }
  return status;
}

std::string ending(std::optional<int> status, std::chrono::milliseconds limit) {
  if (!status) return "does not load within " + std::to_string(limit.count()) + " ms";
  if (WIFSIGNALED(*status)) {
    const int signal = WTERMSIG(*status);
    return "ends the process when it is loaded, by signal " + std::to_string(signal) + " (" +
           ::strsignal(signal) + ")";
  }
  return "ends the process when it is loaded, with status " + std::to_string(WEXITSTATUS(*status));
}

}  // namespace

std::optional<std::string> failed_rehearsal(const std::filesystem::path& file,
                                            std::chrono::milliseconds limit) {
  const std::string path = std::filesystem::absolute(file).string();
  const Scrap errors;
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) load_and_end(path.c_str(), errors.descriptor());
  const std::optional<int> status = wait_for(child, limit);
  if (status && WIFEXITED(*status) && WEXITSTATUS(*status) == kLoaded) return std::nullopt;
  const std::string words = errors.text();
  return ending(status, limit) + (words.empty() ? "" : ", saying \"" + words + "\"");
}

}  // namespace skald
