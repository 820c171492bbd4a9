// The loader of plugins in Python: NAME.py, with one class. It knows no symbol of Python's. Once
// the interpreter runs, it passes its work to python/bindings.so, whose symbols are then found.
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/loader.hpp"

namespace skald::python {

// Which Python plugins run in, and how it starts in this process.

// An interpreter of the user's, and what it says of itself.
struct Interpreter {
  std::filesystem::path executable;
  std::filesystem::path library;  // its libpython
};

// The one that the environment names: SKALD_PYTHON, the path of an executable; otherwise that of an
// active environment, VIRTUAL_ENV or CONDA_PREFIX; otherwise the one by whose pip the program was
// installed; otherwise /usr/bin/python3. Never one that happens to be on the PATH. Asks the
// executable for its version and library. Throws std::runtime_error with its name and the remedy if
// it cannot be used.
Interpreter chosen_interpreter();

// Starts it, and leaves its lock with this thread; it stays until the end of the process, as loaded
// plugins do. It takes the environment variables of Python, handles no signals, writes no bytecode,
// prints without delay and hashes texts alike in every process; for that it sets variables of the
// environment. Extension modules find the symbols of its library. Throws std::runtime_error.
void start(const Interpreter& interpreter);

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kPatience{20};

// Reads to the end, or until it is too late; then returns false.
bool read_all(int descriptor, std::string& text) {
  const auto end = Clock::now() + kPatience;
  std::array<char, 4096> some;
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    pollfd one{descriptor, POLLIN, 0};
    if (left.count() <= 0 || ::poll(&one, 1, static_cast<int>(left.count())) == 0) return false;
    const ssize_t count = ::read(descriptor, some.data(), some.size());
    if (count == 0) return true;
    if (count > 0) text.append(some.data(), static_cast<std::size_t>(count));
  }
}

// Runs the program, whose path comes first, with these arguments, no input and no place for errors,
// for 20 seconds at most. Returns what it has printed, or "" if it fails or takes longer.
std::string answer_of(std::vector<std::string> command) {
  std::vector<char*> arguments;
  for (std::string& one : command) arguments.push_back(one.data());
  arguments.push_back(nullptr);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return "";
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
  pid_t child = 0;
  const int error = ::posix_spawn(&child, arguments[0], &files, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  ::close(ends[1]);
  std::string text;
  if (error == 0) {
    if (!read_all(ends[0], text)) ::kill(child, SIGKILL);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  }
  ::close(ends[0]);
  return text;
}

namespace fs = std::filesystem;

constexpr int kOldest = 9;  // Python 3.9

// What an executable is asked. Every version of Python understands it up to the first line.
constexpr const char* kQuestion = R"(import sys
print("%d %d" % sys.version_info[:2])
sys.stdout.flush()
import os
print(sys.executable)
print(sys.implementation.name + " " + getattr(sys, "abiflags", ""))
name = "libpython%d.%d%s.so" % (sys.version_info[:2] + (getattr(sys, "abiflags", ""),))
lib = os.path.join(sys.base_prefix, "lib")
folders = [os.path.join(lib, getattr(sys.implementation, "_multiarch", "")), lib, lib + "64"]
def found():
    for folder in folders:
        for ending in (".1.0", ""):
            if os.path.exists(os.path.join(folder, name + ending)):
                return os.path.join(folder, name + ending)
library = found()
if not library:
    import sysconfig
    folders = [sysconfig.get_config_var("LIBDIR") or ""]
    library = found()
print(library or "")
)";

struct Choice {
  fs::path executable;
  std::string why;  // what has named it
};

[[noreturn]] void refuse(const Choice& choice, const std::string& found,
                         const std::string& remedy) {
  throw std::runtime_error("plugins in Python would run in " + choice.executable.string() + " (" +
                           choice.why + "), " + found + "; " + remedy);
}

const char* variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr || *value == '\0' ? nullptr : value;
}

Choice choose() {
  if (const char* path = variable("SKALD_PYTHON")) return {path, "SKALD_PYTHON"};
  for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (const char* folder = variable(name)) return {fs::path(folder) / "bin/python3", name};
  const fs::path prefix = fs::read_symlink("/proc/self/exe").parent_path().parent_path();
  const fs::path beside = prefix / "bin/python3";
  if (fs::exists(prefix / "lib/skald/python/skald") && ::access(beside.c_str(), X_OK) == 0)
    return {beside, "with which Skald was installed"};
  return {"/usr/bin/python3", "the system's"};
}

std::string other_by(const char* what) {
  return std::string(what) + "SKALD_PYTHON=/path/to/python names another interpreter";
}

void* symbol(void* library, const char* name) { return ::dlsym(library, name); }

template <class Function>
Function* required(void* library, const char* name) {
  if (void* const found = symbol(library, name)) return reinterpret_cast<Function*>(found);
  throw std::runtime_error(std::string("Python's library has no function ") + name +
                           "; this Skald knows Python 3.9 to 3.14");
}

// PEP 587: what the function returns, and a place with room for any version's configuration.
struct Status {
  int type;
  const char *function, *message;
  int exit_code;
};
using PreConfiguration = std::array<std::intptr_t, 64>;

}  // namespace

Interpreter chosen_interpreter() {
  const Choice choice = choose();
  if (!choice.executable.is_absolute())
    refuse(choice, "which is no absolute path", "SKALD_PYTHON=/path/to/python is one");
  if (::access(choice.executable.c_str(), X_OK) != 0)
    refuse(choice, "which is not there or cannot be run", other_by("install it, or leave it: "));
  std::istringstream lines(answer_of({choice.executable.string(), "-I", "-S", "-c", kQuestion}));
  int major = 0, minor = 0;
  std::string implementation, flags, rest, executable, library;
  lines >> major >> minor;
  if (!lines) refuse(choice, "which does not answer as Python does", other_by(""));
  const std::string version = std::to_string(major) + "." + std::to_string(minor);
  if (major != 3 || minor < kOldest)
    refuse(choice, "which is Python " + version, other_by("3.9 or later is needed: "));
  std::getline(lines, rest);
  std::getline(lines, executable);
  lines >> implementation;
  std::getline(lines, flags);
  std::getline(lines, library);
  if (implementation != "cpython")
    refuse(choice, "which is " + implementation, other_by("CPython is needed: "));
  if (flags.find('t') != std::string::npos) {
    refuse(choice, "which is Python " + version + " without the interpreter's lock",
           other_by("an ordinary build is needed: "));
  }
  if (library.empty()) {
    refuse(choice, "which has no shared library libpython" + version + ".so",
           "install or build it with one (Debian: apt install libpython" + version +
               "; pyenv: PYTHON_CONFIGURE_OPTS=--enable-shared pyenv install " + version + "); " +
               other_by(""));
  }
  return {executable, library};
}

void start(const Interpreter& interpreter) {
  void* const library = ::dlopen(interpreter.library.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr)
    throw std::runtime_error("Python's library cannot be opened: " + std::string(::dlerror()));
  for (const auto& [name, value] :
       {std::pair{"PYTHONHASHSEED", "0"}, std::pair{"PYTHONDONTWRITEBYTECODE", "1"},
        std::pair{"PYTHONUNBUFFERED", "1"}})
    ::setenv(name, value, 1);
  // As the executable does, so that texts are UTF-8 in the locale C too.
  PreConfiguration configuration{};
  required<void(void*)>(library, "PyPreConfig_InitPythonConfig")(&configuration);
  const Status status = required<Status(const void*)>(library, "Py_PreInitialize")(&configuration);
  if (status.type != 0) {
    throw std::runtime_error("Python does not start: " +
                             std::string(status.message == nullptr ? "" : status.message));
  }
  // Beside the executable it finds the configuration of a virtual environment.
  const wchar_t* const name = required<wchar_t*(const char*, std::size_t*)>(
      library, "Py_DecodeLocale")(interpreter.executable.c_str(), nullptr);
  required<void(const wchar_t*)>(library, "Py_SetProgramName")(name);
  required<void(int)>(library, "Py_InitializeEx")(0);
}

namespace {

const LoaderDescriptor& bindings() {
  start(chosen_interpreter());
  Dl_info own{};
  ::dladdr(reinterpret_cast<const void*>(&bindings), &own);
  const std::filesystem::path library =
      std::filesystem::weakly_canonical(own.dli_fname).parent_path() / "python/bindings.so";
  void* const opened = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (opened == nullptr) throw std::runtime_error(::dlerror());
  return *static_cast<const LoaderDescriptor*>(::dlsym(opened, "skald_loader"));
}

LoadedFile load(const char* file) noexcept {
  static std::string why;  // lives as long as what refers to it
  try {
    static const LoaderDescriptor& loader = bindings();
    return loader.load(file);
  } catch (const std::exception& error) {
    why = error.what();
    return {.refusal = why.c_str()};
  }
}

}  // namespace

}  // namespace skald::python

SKALD_LOADER = {sizeof(skald::LoaderDescriptor), SKALD_ABI_TAG, skald::kInterfaceVersion,
                &skald::python::load};
