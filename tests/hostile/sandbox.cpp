#include "sandbox.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace skald::hostile {
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
namespace {

// Empty: there is none in $PATH.
const std::string& strace() {
  static const std::string program = [] {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "/usr/bin" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
      const std::string file = folder + "/strace";
      if (::access(file.c_str(), X_OK) == 0) return file;
    }
    return std::string();
  }();
  return program;
}

void redirect(const fs::path& file, int flags, int descriptor) {
  const int opened = ::open(file.c_str(), flags, 0644);
  ::dup2(opened, descriptor);
  ::close(opened);
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

// Each process has a file of notes of its own, so that no line is interrupted by another.
std::vector<std::string> traced_command(const Trial& trial) {
  std::vector<std::string> command{"hostile",
                                   std::string(kMeasured),
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

pid_t start(const Trial& trial) {
  std::vector<std::string> command = traced_command(trial), environment = trial.environment;
  const std::vector<char*> argv = pointers(command), envp = pointers(environment);
  const pid_t process = ::fork();
  if (process != 0) return process;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::setpgid(0, 0);
  redirect("/dev/null", O_RDONLY, STDIN_FILENO);
  redirect(trial.notes / "out", O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  redirect(trial.notes / "err", O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  if (::chdir(trial.folder.c_str()) == 0) ::execve("/proc/self/exe", argv.data(), envp.data());
  ::_exit(127);
}

// Zero: there is none.
pid_t only_child(pid_t process) {
  const std::string own = std::to_string(process);
  std::ifstream list("/proc/" + own + "/task/" + own + "/children");
  pid_t child = 0;
  list >> child;
  return child;
}

// The program itself: the child of strace, which is the child of what measures it.
void send_to_program(pid_t process, int signal) {
  const pid_t strace = only_child(process);
  const pid_t program = strace == 0 ? 0 : only_child(strace);
  if (program != 0) ::kill(program, signal);
}

// Waits for the end, or ends the process. Returns its status.
int wait_for(pid_t process, Clock::time_point end, bool& is_too_slow) {
  int status = 0;
  while (::waitpid(process, &status, WNOHANG) == 0) {
    if (!is_too_slow && Clock::now() > end) {
      is_too_slow = true;
      send_to_program(process, SIGKILL);
      ::kill(-process, SIGKILL);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return status;
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

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Observed observe(const Trial& trial) {
  Observed observed;
  const auto begin = Clock::now();
  const pid_t process = start(trial);
  if (process < 0) throw std::runtime_error("no process can be started");
  const int status = wait_for(process, begin + trial.patience, observed.is_too_slow);
  observed.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  std::ifstream(trial.notes / "peak") >> observed.peak_bytes;
  if (WIFEXITED(status)) observed.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) observed.signal = WTERMSIG(status);
  observed.out = content_of(trial.notes / "out");
  observed.err = content_of(trial.notes / "err");
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
