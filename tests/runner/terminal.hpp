// Runs the built executable on a terminal.
#pragma once

#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include "skald_process.hpp"
#include "test.hpp"

namespace skald::test {

// Runs skald on a terminal of 80 columns, on which `answers` are typed. Returns its exit code and
// everything that the terminal shows. `prepare` is called in the new process before it becomes
// skald.
inline ProcessResult on_terminal(const std::filesystem::path& folder,
                                 const std::vector<std::string>& arguments,
                                 const std::string& answers,
                                 const std::function<void()>& prepare = {}) {
  winsize size{};
  size.ws_row = 24;
  size.ws_col = 80;
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
  INFO("forkpty: needs /dev/pts");
  REQUIRE(child >= 0);
  if (child == 0) become(skald_launch(folder, arguments, prepare));
  CHECK(::write(terminal, answers.data(), answers.size()) == static_cast<ssize_t>(answers.size()));
  ProcessResult result;
  char buffer[4096];
  for (ssize_t n = 0; (n = ::read(terminal, buffer, sizeof buffer)) > 0;) {
    result.out.append(buffer, static_cast<std::size_t>(n));
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  ::close(terminal);
  result.code = WEXITSTATUS(status);
  return result;
}

}  // namespace skald::test
