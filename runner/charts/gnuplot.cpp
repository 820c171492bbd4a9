#include "charts/gnuplot.hpp"

#include <fmt/core.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "system/exit_code.hpp"
#include "system/uninterrupted.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

// An anonymous file in memory.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(::memfd_create("gnuplot", MFD_CLOEXEC)) {
    if (descriptor_ < 0) fail();
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t n =
          uninterrupted([&] { return ::write(descriptor_, bytes.data(), bytes.size()); });
      if (n < 0) fail();
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    if (::lseek(descriptor_, 0, SEEK_SET) < 0) fail();
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
    throw std::system_error(errno, std::generic_category(), "a file in memory for gnuplot");
  }

  int descriptor_;
};

// Redirects standard input, output and error of a child process.
class Redirection {
 public:
  Redirection(const MemoryFile& in, const MemoryFile& out, const MemoryFile& error) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_adddup2(&actions_, in.descriptor(), STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, out.descriptor(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, error.descriptor(), STDERR_FILENO);
  }
  ~Redirection() { ::posix_spawn_file_actions_destroy(&actions_); }
  Redirection(const Redirection&) = delete;
  Redirection& operator=(const Redirection&) = delete;

  const posix_spawn_file_actions_t* actions() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

// Starts the program. Returns 0, or an error number.
int start(const char* program, const Redirection& redirection, pid_t& process) {
  std::string name = program, no_settings = "-d", standard_input = "-";
  std::array<char*, 4> arguments{name.data(), no_settings.data(), standard_input.data(), nullptr};
  return ::posix_spawnp(&process, program, redirection.actions(), nullptr, arguments.data(),
                        environ);
}

pid_t started(const Redirection& redirection) {
  int error = 0;
  // Debian's package, unpacked by hand, provides only the second name.
  for (const char* program : {"gnuplot", "gnuplot-nox"}) {
    pid_t process = -1;
    error = start(program, redirection, process);
    if (error == 0) return process;
  }
  if (error != ENOENT) {
    throw std::system_error(error, std::generic_category(), "gnuplot cannot be started");
  }
  throw NoGnuplot(
      "gnuplot, which draws the pictures, is not there: apt install gnuplot-nox; --data and "
      "--script need no gnuplot");
}

}  // namespace

report::PictureFormat picture_format(std::string_view option, const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  if (extension == ".svg") return report::PictureFormat::svg;
  if (extension == ".pdf") return report::PictureFormat::pdf;
  if (extension == ".png") return report::PictureFormat::png;
  if (extension == ".tex") return report::PictureFormat::tex;
  throw UsageError(
      fmt::format("{} {}: the name of a picture ends in .svg, .pdf, .png or .tex", option, file));
}

std::string draw_by_gnuplot(const std::string& script) {
  MemoryFile in, out, error;
  in.write(script);
  const pid_t process = started(Redirection(in, out, error));
  int status = 0;
  uninterrupted([&] { return ::waitpid(process, &status, 0); });
  const std::string said = error.read();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw std::runtime_error("gnuplot failed: " + text::printable(said));
  }
  return out.read();
}

}  // namespace skald
