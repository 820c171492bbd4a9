#include "skald_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>

namespace skald::test {
namespace fs = std::filesystem;
namespace {

void redirect(const fs::path& file, int descriptor) {
  const int opened = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  ::dup2(opened, descriptor);
  ::close(opened);
}

}  // namespace

SkaldProcess::SkaldProcess(const fs::path& folder, const std::vector<std::string>& arguments,
                           const std::function<void()>& prepare) {
  std::vector<std::string> all{"skald"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& argument : all) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const char* mutants = std::getenv("SKALD_TEST_EXECUTABLE");  // tests/mutants
  const char* program = mutants ? mutants : SKALD_EXECUTABLE;
  pid_ = ::fork();
  if (pid_ != 0) return;
  ::unsetenv("SKALD_PLUGIN_PATH");
  redirect(output_.path() / "out", STDOUT_FILENO);
  redirect(output_.path() / "err", STDERR_FILENO);
  if (prepare) prepare();
  if (::chdir(folder.c_str()) == 0) ::execv(program, argv.data());
  ::_exit(127);
}

SkaldProcess::~SkaldProcess() {
  if (!is_running()) return;
  send(SIGKILL);
  wait();
}

void SkaldProcess::send(int signal) const { ::kill(pid_, signal); }

bool SkaldProcess::is_running() {
  int status = 0;
  if (!status_ && ::waitpid(pid_, &status, WNOHANG) == pid_) status_ = status;
  return !status_;
}

std::vector<pid_t> SkaldProcess::workers() const {
  std::ifstream list("/proc/" + std::to_string(pid_) + "/task/" + std::to_string(pid_) +
                     "/children");
  return {std::istream_iterator<pid_t>(list), {}};
}

bool SkaldProcess::has_error(std::string_view text) const {
  return content(output_.path() / "err").find(text) != std::string::npos;
}

bool SkaldProcess::wait_for_error(std::string_view text) {
  while (!has_error(text)) {
    if (!is_running()) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

ProcessResult SkaldProcess::wait() {
  int status = 0;
  if (!status_ && ::waitpid(pid_, &status, 0) == pid_) status_ = status;
  ProcessResult result;
  if (WIFEXITED(*status_)) result.code = WEXITSTATUS(*status_);
  if (WIFSIGNALED(*status_)) result.signal = WTERMSIG(*status_);
  result.out = content(output_.path() / "out");
  result.err = content(output_.path() / "err");
  return result;
}

ProcessResult run_skald(const fs::path& folder, const std::vector<std::string>& arguments) {
  return SkaldProcess(folder, arguments).wait();
}

std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

std::string content(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string with(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t place = 0; (place = text.find(from, place)) != std::string::npos;) {
    text.replace(place, from.size(), to);
    place += to.size();
  }
  return text;
}

}  // namespace skald::test
