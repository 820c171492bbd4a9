#include "sandbox.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "on_path.hpp"

namespace skald::hostile {
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
namespace {

// Empty: there is none in $PATH.
const std::string& strace() {
  static const std::string program = test::on_path({"strace"}).value_or("").string();
  return program;
}

// Each process has a file of notes of its own, so that no line is interrupted by another.
std::vector<std::string> traced_arguments(const Trial& trial) {
  std::vector<std::string> command{std::string(kMeasured),
                                   (trial.notes / "peak").string(),
                                   strace(),
                                   "-ff",
                                   "-qq",
                                   "-y",
                                   "-s",
                                   "4096",
                                   "--seccomp-bpf",
                                   "-e",
                                   "trace=" + traced_calls(),
                                   "-e",
                                   "signal=none",
                                   "-o",
                                   (trial.notes / "trace").string(),
                                   "--"};
  command.insert(command.end(), trial.command.begin(), trial.command.end());
  return command;
}

test::Launch launch(const Trial& trial) {
  return {.program = "/proc/self/exe",
          .arguments = traced_arguments(trial),
          .folder = trial.folder,
          .environment = trial.environment,
          .prepare = test::lead_own_group};
}

// Ends what measures, its child strace, and the child of that, the program itself.
void end(const test::Process& process) {
  for (const pid_t strace : process.children())
    for (const pid_t program : test::children_of(strace)) ::kill(program, SIGKILL);
  ::kill(-process.process(), SIGKILL);
}

std::vector<Act> acts_in(const Trial& trial) {
  std::vector<Act> acts;
  for (const auto& entry : fs::directory_iterator(trial.notes)) {
    if (entry.path().stem() != "trace") continue;
    std::ifstream lines(entry.path(), std::ios::binary);
    for (std::string line; std::getline(lines, line);) {
      for (Act& act : acts_of(line, trial.folder)) acts.push_back(std::move(act));
    }
  }
  return acts;
}

}  // namespace

Observed observe(const Trial& trial) {
  Observed observed;
  const auto begin = Clock::now();
  test::Process process(launch(trial));
  while (process.is_running()) {
    if (!observed.is_too_slow && Clock::now() > begin + trial.patience) {
      observed.is_too_slow = true;
      end(process);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  observed.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  std::ifstream(trial.notes / "peak") >> observed.peak_bytes;
  static_cast<test::ProcessResult&>(observed) = process.wait();
  observed.acts = acts_in(trial);
  return observed;
}

int run_measured(const char* file, char** command) {
  const pid_t process = ::fork();
  if (process == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::execv(command[0], command);
    ::_exit(127);
  }
  int status = 0;
  rusage used{};
  if (process < 0 || ::wait4(process, &status, 0, &used) != process) return 127;
  std::ofstream(file) << (std::int64_t{used.ru_maxrss} << 10) << '\n';
  if (WIFSIGNALED(status)) ::kill(::getpid(), WTERMSIG(status));
  return WEXITSTATUS(status);
}

// Tries a program of which all is known: it starts another, which writes a file, and reads one.
void require_sandbox(const fs::path& empty_folder) {
  constexpr const char* remedy =
      "; without it nothing is known of what commands do: install the package strace, and where a "
      "container forbids ptrace(2), allow it";
  if (strace().empty()) throw std::runtime_error(std::string("there is no strace here") + remedy);
  const fs::path notes = empty_folder / "notes", folder = empty_folder / "folder";
  fs::create_directory(notes);
  fs::create_directory(folder);
  const Observed seen =
      observe({.command = {"/bin/sh", "-c", "cp /etc/passwd 'a \"file\"'; exit 7"},
               .folder = folder,
               .notes = notes,
               .environment = {"PATH=/usr/bin:/bin"}});
  const auto has = [&](Deed deed, const fs::path& path) {
    return std::any_of(seen.acts.begin(), seen.acts.end(),
                       [&](const Act& act) { return act.deed == deed && act.path == path; });
  };
  if (seen.code == 7 && (has(Deed::starts, "/usr/bin/cp") || has(Deed::starts, "/bin/cp")) &&
      has(Deed::reads, "/etc/passwd") && has(Deed::writes, folder / "a \"file\"")) {
    return;
  }
  throw std::runtime_error("strace does not note what a program does here (" + seen.err + ")" +
                           remedy);
}

}  // namespace skald::hostile
