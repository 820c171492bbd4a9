#include "process.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

#include "file_text.hpp"

namespace skald::test {
namespace fs = std::filesystem;
namespace {

void redirect(const fs::path& file, int flags, int descriptor) {
  const int opened = ::open(file.c_str(), flags, 0644);
  ::dup2(opened, descriptor);
  ::close(opened);
}

// For execve(): they end with a null.
std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

}  // namespace

void become(const Launch& launch) {
  std::vector<std::string> words{launch.program.filename().string()};
  words.insert(words.end(), launch.arguments.begin(), launch.arguments.end());
  std::vector<std::string> variables = launch.environment.value_or(std::vector<std::string>());
  if (launch.prepare) launch.prepare();
  const std::vector<char*> argv = pointers(words), envp = pointers(variables);
  if (::chdir(launch.folder.c_str()) == 0)
    ::execve(launch.program.c_str(), argv.data(), launch.environment ? envp.data() : environ);
  ::_exit(127);
}

void lead_own_group() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::setpgid(0, 0);
}

std::string ProcessResult::end() const {
  return signal ? fmt::format("signal {}", *signal) : fmt::format("exit code {}", code);
}

Process::Process(const Launch& launch) {
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error("no process can be started");
  if (pid_ != 0) return;
  redirect("/dev/null", O_RDONLY, STDIN_FILENO);
  redirect(output_.path() / "out", O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  redirect(output_.path() / "err", O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  become(launch);
}

Process::~Process() {
  if (!is_running()) return;
  send(SIGKILL);
  wait();
}

void Process::send(int signal) const { ::kill(pid_, signal); }

bool Process::is_running() {
  int status = 0;
  if (!status_ && ::waitpid(pid_, &status, WNOHANG) == pid_) status_ = status;
  return !status_;
}

std::vector<pid_t> Process::children() const { return children_of(pid_); }

bool Process::has_error(std::string_view text) const {
  return content(output_.path() / "err").find(text) != std::string::npos;
}

bool Process::wait_for_error(std::string_view text) {
  while (!has_error(text)) {
    if (!is_running()) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

ProcessResult Process::wait() {
  int status = 0;
  if (!status_ && ::waitpid(pid_, &status, 0) == pid_) status_ = status;
  ProcessResult result;
  if (WIFEXITED(*status_)) result.code = WEXITSTATUS(*status_);
  if (WIFSIGNALED(*status_)) result.signal = WTERMSIG(*status_);
  result.out = content(output_.path() / "out");
  result.err = content(output_.path() / "err");
  return result;
}

std::vector<pid_t> children_of(pid_t process) {
  const std::string own = std::to_string(process);
  std::ifstream list("/proc/" + own + "/task/" + own + "/children");
  return {std::istream_iterator<pid_t>(list), {}};
}

}  // namespace skald::test
