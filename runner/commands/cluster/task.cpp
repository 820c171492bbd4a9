// skald task FOLDER NUMBER: what a scheduler starts on a node; see cluster/task.cpp.
#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "cluster/scheduler.hpp"
#include "cluster/task_folder.hpp"
#include "commands/command.hpp"
#include "files/regular_file.hpp"
#include "system/exit_code.hpp"
#include "system/files.hpp"
#include "system/provenance.hpp"
#include "text/printable.hpp"

namespace skald {

// What a task does on its node.

// The exit code of a task that was told to end before everything was done: sysexits.h calls it
// EX_TEMPFAIL, and clusters that requeue by exit code do it by this one (RequeueExit=75).
inline constexpr int kToBeContinued = 75;

// Does the runs of the task by `skald run`, a process of its own, and leaves in the folder how far
// it has come. SIGUSR1, SIGTERM, SIGINT and SIGHUP tell the run to save and to publish what it has.
// If SIGUSR1 came, the warning before the time limit, the scheduler is asked to begin the task
// again, in at most 20 lives. Returns the exit code. Throws std::runtime_error if the folder has no
// setting or the run cannot be started.
int perform_task(const std::filesystem::path& folder, std::size_t task);

namespace fs = std::filesystem;
namespace {

constexpr std::int64_t kMostLives = 20;  // a run that never fits into the time must end some day
constexpr std::array kToldBy{SIGUSR1, SIGTERM, SIGINT, SIGHUP};

std::atomic<int> told_by{0};
std::atomic<pid_t> run_process{-1};
static_assert(std::atomic<pid_t>::is_always_lock_free);

// Passes on any of the signals as the one that tells `skald run` to save what is under way.
void pass_on(int number) {
  told_by.store(number, std::memory_order_relaxed);
  const pid_t process = run_process.load(std::memory_order_relaxed);
  if (process > 0) ::kill(process, SIGTERM);
}

void listen() {
  struct sigaction action {};
  action.sa_handler = pass_on;
  for (const int number : kToldBy) ::sigaction(number, &action, nullptr);
}

// Slurm's name of the node, since several may be on one host.
std::string node_name() {
  const char* node = std::getenv("SLURMD_NODENAME");
  return node != nullptr ? node : environment().host;
}

// Returns the folder on the node's own disk in which the tasks of this submission work: shares of
// another one may have the same names.
fs::path local_folder(const fs::path& folder) {
  const char* temporary = std::getenv("TMPDIR");
  const fs::path base = temporary != nullptr && fs::is_directory(temporary) ? temporary : "/tmp";
  return base / folder.filename();
}

std::vector<std::string> run_arguments(const fs::path& folder, std::size_t task,
                                       const TaskSetting& setting) {
  std::vector<std::string> arguments{"skald",
                                     "run",
                                     setting.grid.string(),
                                     "--db",
                                     setting.database.string(),
                                     "--share",
                                     share_path(folder, task).string(),
                                     "--publish",
                                     "--local",
                                     local_folder(folder).string(),
                                     "-j",
                                     fmt::format("{}", setting.processors)};
  arguments.insert(arguments.end(), setting.options.begin(), setting.options.end());
  return arguments;
}

[[noreturn]] void become_run(int log, char* const* arguments, const sigset_t& signals) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::dup2(log, STDOUT_FILENO);
  ::dup2(log, STDERR_FILENO);
  for (const int number : kToldBy) ::signal(number, SIG_DFL);
  ::sigprocmask(SIG_SETMASK, &signals, nullptr);
  ::execv("/proc/self/exe", arguments);
  ::_exit(127);
}

// Runs `skald run` with what it prints at the end of the log. Returns its exit code.
int run_share(std::vector<std::string> arguments, const fs::path& log) {
  const int descriptor = uninterrupted(
      [&] { return ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644); });
  if (descriptor < 0) {
    throw std::system_error(errno, std::generic_category(), log.string());
  }
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  // Signals wait until the child has no handlers any more and the parent knows the child.
  sigset_t all, before;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, &before);
  const pid_t process = ::fork();
  if (process == 0) become_run(descriptor, argv.data(), before);
  const int error = errno;
  run_process = process;
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  ::close(descriptor);
  if (process < 0) throw std::system_error(error, std::generic_category(), "starting skald run");
  if (told_by != 0) ::kill(process, SIGTERM);  // it came before there was somebody to tell
  int status = 0;
  uninterrupted([&] { return ::waitpid(process, &status, 0); });
  run_process = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Returns the last line that is not empty of what the log has from `begin` on.
std::string last_line(const fs::path& log, std::uintmax_t begin) {
  try {
    std::string text = files::read_regular_file(log);
    text.erase(0, std::min<std::size_t>(begin, text.size()));
    const std::size_t end = text.find_last_not_of("\r\n \t");
    if (end == std::string::npos) return {};
    text.erase(end + 1);
    const std::size_t start = text.find_last_of("\r\n");
    return text::printable(start == std::string::npos ? text : text.substr(start + 1));
  } catch (const std::runtime_error&) {
    return {};
  }
}

std::uintmax_t length_of(const fs::path& file) {
  std::error_code none;
  const std::uintmax_t size = fs::file_size(file, none);
  return none ? 0 : size;
}

}  // namespace

int perform_task(const fs::path& folder, std::size_t task) {
  listen();
  const TaskSetting setting = read_setting(folder);
  TaskState state;
  state.life = read_state(folder, task).value_or(TaskState()).life + 1;
  state.node = node_name();
  write_state(folder, task, state);
  const fs::path log = log_file(folder, task);
  make_private_folder(local_folder(folder), "TMPDIR names another place");
  const std::uintmax_t begin = length_of(log);
  state.exit_code = run_share(run_arguments(folder, task, setting), log);
  state.has_ended = true;
  state.told_by = told_by;
  state.last_line = last_line(log, begin);
  const bool is_to_be_continued = state.exit_code == kInterrupted;
  const bool is_to_begin_again =
      is_to_be_continued && state.told_by == SIGUSR1 && state.life < kMostLives;
  write_state(folder, task, state);
  std::error_code has_files;
  fs::remove(local_folder(folder), has_files);
  if (is_to_begin_again && setting.scheduler == kDefaultScheduler) {
    make_scheduler(setting.scheduler)->begin_again();
  }
  return is_to_be_continued ? kToBeContinued : state.exit_code;
}

namespace {

struct TaskCommand {
  std::string folder;
  std::size_t number = 0;
};

int task(const TaskCommand& command) { return perform_task(command.folder, command.number); }

}  // namespace

void add_task(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(app, chosen, "task", "", task);
  line.group("");  // started by a scheduler, not by people
  line.add_option("folder", command.folder, "folder of the submission")->required();
  line.add_option("number", command.number, "of the task")->required();
}

}  // namespace skald
