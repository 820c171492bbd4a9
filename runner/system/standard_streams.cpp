#include "system/standard_streams.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "text/printable.hpp"

namespace skald {
namespace {

void print(std::FILE* stream, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

}  // namespace

void reserve_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) >= 0) continue;
    // open() returns the lowest free number, which is this one. Reading from it ends at once,
    // writing to it fails.
    ::open("/dev/null", O_RDONLY);
  }
}

void outlive_readers() { ::signal(SIGPIPE, SIG_IGN); }

void print_out(std::string_view text) { print(stdout, text::printable(text)); }

void print_error(std::string_view text) { print(stderr, text::printable(text)); }

void print_data(std::string_view bytes) {
  ::isatty(STDOUT_FILENO) == 1 ? print_out(bytes) : print(stdout, bytes);
}

bool is_error_terminal() {
  const char* terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 &&
         (terminal == nullptr || std::string_view(terminal) != "dumb");
}

void steer_terminal(std::string_view text) { print(stderr, text); }

bool is_output_written() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

}  // namespace skald
