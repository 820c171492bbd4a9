#include "plugin_host/description.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <deque>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

#include "plugin_host/file_loader.hpp"
#include "plugin_host/handshake.hpp"
#include "text/wire.hpp"

namespace skald::plugin_host {
namespace {

struct Description {
  PluginDescriptor descriptor{};
  std::vector<OptionInfo> options;
  std::deque<std::string> texts;  // what pointers in the other members refer to
};

// D is PluginDescriptor, O is OptionInfo; both may be const.
template <class D, class Use>
void for_each_field(D& d, Use use) {
  use(d.size);
  use(d.abi_tag);
  use(d.interface_version);
  use(d.kind);
  use(d.info.name);
  use(d.info.version);
  use(d.info.numerics_revision);
  use(d.info.summary);
  use(d.info.reference);
  use(d.info.side_by_side);
  use(d.info.keeps_time);
  use(d.info.no_eps);
  use(d.build_info);
  use(d.option_count);
  use(d.metric.unit);
  use(d.metric.preferred);
  use(d.metric.needs);
  use(d.metric.sparse);
  use(d.metric.place);
  use(d.metric.scale);
  use(d.library);
  use(d.constant.name);
  use(d.constant.meaning);
}

template <class O, class Use>
void for_each_option_field(O& o, Use use) {
  use(o.name);
  use(o.symbol);
  use(o.doc);
  use(o.type);
  use(o.optional);
  use(o.has_default);
  use(o.default_boolean);
  use(o.default_integer);
  use(o.default_number);
  use(o.default_text);
  use(o.minimum);
  use(o.maximum);
  use(o.minimum_excluded);
  use(o.maximum_excluded);
  use(o.choices);
  use(o.automatic);
  use(o.only_if);
  use(o.stable_to);
  use(o.role);
}

void put(text::WireWriter& wire, const char* text) {
  wire.put(text == nullptr ? std::nullopt : std::optional<std::string>(text));
}
template <class T>
void put(text::WireWriter& wire, T value) {
  wire.put(value);
}

void read(text::WireReader& wire, std::deque<std::string>& texts, const char*& text) {
  std::optional<std::string> found;
  wire.read(found);
  text = found ? texts.emplace_back(std::move(*found)).c_str() : nullptr;
}
template <class T>
void read(text::WireReader& wire, std::deque<std::string>&, T& value) {
  wire.read(value);
}

void* create_nothing(const PluginDescriptor&, const Value*) {
  throw std::logic_error("its library was only described in this process, not loaded");
}
void destroy_nothing(void*) noexcept {}
double value_of_nothing(const Value*, Index) {
  create_nothing({}, nullptr);
  return 0;
}

// Returned objects stay reachable until the end of the process and are never destroyed.
Description& new_description() {
  static auto* const all = new std::deque<Description>;
  return all->emplace_back();
}

void write_member(text::WireWriter& wire, const PluginDescriptor& descriptor) {
  const auto write = [&wire](const auto& field) { put(wire, field); };
  for_each_field(descriptor, write);
  for (std::uint32_t i = 0; i < descriptor.option_count; ++i) {
    for_each_option_field(descriptor.options[i], write);
  }
  wire.put(descriptor.next != nullptr);
}

PluginDescriptor* read_member(text::WireReader& wire) {
  Description& description = new_description();
  const auto fill = [&](auto& field) { read(wire, description.texts, field); };
  for_each_field(description.descriptor, fill);
  for (std::uint32_t i = 0; i < description.descriptor.option_count; ++i) {
    for_each_option_field(description.options.emplace_back(), fill);
  }
  description.descriptor.options = description.options.data();
  description.descriptor.create = &create_nothing;
  description.descriptor.destroy = &destroy_nothing;
  if (description.descriptor.constant.name)
    description.descriptor.constant.value = &value_of_nothing;
  return &description.descriptor;
}

}  // namespace

std::string write_description(const PluginDescriptor& descriptor) {
  text::WireWriter wire;
  for (const auto* member = &descriptor; member != nullptr; member = member->next) {
    write_member(wire, *member);
  }
  return wire.take();
}

const PluginDescriptor* read_description(std::string_view bytes) {
  text::WireReader wire(bytes);
  PluginDescriptor* const first = read_member(wire);
  for (PluginDescriptor* last = first; wire.get<bool>();) {
    PluginDescriptor* const next = read_member(wire);
    last->next = next;
    last = next;
  }
  return first;
}

namespace {

// Exit status of a child that ran to the end of its program, after writing a description or a
// refusal. The values are unusual, since whatever ends it earlier may do so with status 0.
constexpr int kDescribed = 113, kRefused = 114;
constexpr std::size_t kLongest = std::size_t{1} << 24;  // most bytes read from a child

// A file in memory, closed on destruction.
class Scrap {
 public:
  Scrap() : descriptor_(::memfd_create("skald", MFD_CLOEXEC)) {
    if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
  }
  ~Scrap() { ::close(descriptor_); }
  Scrap(const Scrap&) = delete;
  Scrap& operator=(const Scrap&) = delete;

  int descriptor() const { return descriptor_; }
  void write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t n = ::write(descriptor_, text.data(), text.size());
      if (n < 0) ::_exit(1);
      text.remove_prefix(static_cast<std::size_t>(n));
    }
  }
  // Returns the first `most` bytes that were written.
  std::string text(std::size_t most) const {
    std::string text(std::min(most, size()), '\0');
    const auto count = ::pread(descriptor_, text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(std::max<::ssize_t>(count, 0)));
    return text;
  }

 private:
  std::size_t size() const {
    struct stat status {};
    return ::fstat(descriptor_, &status) == 0 ? static_cast<std::size_t>(status.st_size) : 0;
  }

  int descriptor_;
};

// Returns a text as one line, without trailing line ends.
std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

void stand_alone(pid_t parent, const Scrap& errors) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  for (const int signal : {SIGABRT, SIGBUS, SIGFPE, SIGHUP, SIGILL, SIGINT, SIGSEGV, SIGTERM})
    ::signal(signal, SIG_DFL);  // the parent's handlers must not run here
  const int nothing = ::open("/dev/null", O_RDWR);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(nothing, STDOUT_FILENO);
  ::dup2(errors.descriptor(), STDERR_FILENO);
}

// dlopen() is declared not to throw, so that a compiler may let exceptions of initialisers pass
// through its callers, noexcept or not; of a call through this pointer it knows nothing.
void* (*volatile const open_library)(const char*, int) = ::dlopen;

// A plugin's file, and what opens it.
struct Opening {
  std::string file;
  std::filesystem::path loader;  // empty: the file is a shared library
};

const PluginDescriptor* library_descriptor(const std::string& file) {
  void* const library = open_library(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  return static_cast<const PluginDescriptor*>(
      library == nullptr ? nullptr : ::dlsym(library, "skald_plugin"));
}

[[noreturn]] void refuse_and_end(const std::string& refusal, const Scrap& told) {
  told.write(refusal);
  ::_exit(kRefused);
}

OpenedFile opened(const Opening& opening, const Scrap& told) {
  if (opening.loader.empty()) return {library_descriptor(opening.file), {}};
  try {
    return open_file(opening.loader, opening.file);
  } catch (const std::runtime_error& refusal) {
    refuse_and_end(refusal.what(), told);
  }
}

// An exception from an initialiser ends the child too, since it must not get into the parent's
// code. Likewise, a process that an initialiser has forked must not write an answer.
[[noreturn]] void describe_and_end(const Opening& opening, const std::string& name,
                                   const Scrap& told) noexcept {
  const pid_t self = ::getpid();
  const OpenedFile plugin = opened(opening, told);
  if (::getpid() != self) ::_exit(1);
  if (plugin.descriptor == nullptr) {
    refuse_and_end(std::string("cannot be loaded: ") + ::dlerror() +
                       "; rebuild the plugin, or install the library it needs",
                   told);
  }
  if (const auto refusal = handshake_refusal(*plugin.descriptor, name))
    refuse_and_end(*refusal, told);
  text::WireWriter wire;
  wire.put(write_description(*plugin.descriptor));
  wire.put(plugin.sources);
  told.write(wire.take());
  ::_exit(kDescribed);
}

bool has_ended(pid_t child) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         info.si_pid != 0;
}

// Returns the child's status, or nothing if it has not ended within the limit. In either case, it
// and what is left of its process group are killed.
std::optional<int> wait_for(pid_t child, std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  std::chrono::microseconds pause{200};
  bool in_time = true;
  while (in_time && !has_ended(child)) {
    std::this_thread::sleep_for(pause);
    pause = std::min<std::chrono::microseconds>(2 * pause, std::chrono::milliseconds(20));
    in_time = std::chrono::steady_clock::now() < end;
  }
  ::kill(child, SIGKILL);
  ::kill(-child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return in_time ? std::optional(status) : std::nullopt;
}

std::string seconds(std::chrono::milliseconds limit) {
  std::string text = std::to_string(limit.count() / 1000);
  if (const auto rest = limit.count() % 1000; rest != 0)
    text += "." + std::to_string(1000 + rest).substr(1);
  return text + " s";
}

std::string ending(std::optional<int> status, std::chrono::milliseconds limit) {
  if (!status) return "does not load within " + seconds(limit);
  if (WIFSIGNALED(*status)) {
    const int signal = WTERMSIG(*status);
    return "ends the process on loading, by signal " + std::to_string(signal) + " (" +
           ::strsignal(signal) + ")";
  }
  return "ends the process on loading, with status " + std::to_string(WEXITSTATUS(*status));
}

// Whether the child was ended by a signal that is typically sent from outside, to a whole terminal
// or machine.
bool was_ended_from_outside(const std::optional<int>& status) {
  if (!status || !WIFSIGNALED(*status)) return false;
  constexpr std::array signals{SIGKILL, SIGTERM, SIGINT, SIGHUP};
  return std::find(signals.begin(), signals.end(), WTERMSIG(*status)) != signals.end();
}

// Returns nothing if something outside seems to have ended the child.
std::optional<std::string> description_from(const Opening& opening, const std::string& name,
                                            std::chrono::milliseconds patience, bool is_last) {
  const Scrap errors, told;
  const pid_t self = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) {
    stand_alone(self, errors);
    describe_and_end(opening, name, told);
  }
  ::setpgid(child, child);  // the child does this too, whichever comes first
  const std::optional<int> status = wait_for(child, patience);
  if (status && WIFEXITED(*status)) {
    if (WEXITSTATUS(*status) == kDescribed) return told.text(kLongest);
    if (WEXITSTATUS(*status) == kRefused) throw std::runtime_error(told.text(kLongest));
  }
  if (!is_last && was_ended_from_outside(status)) return std::nullopt;
  constexpr std::size_t kQuoted = 400;
  const std::string words = one_line(errors.text(kQuoted));
  throw std::runtime_error(ending(status, patience) +
                           (words.empty() ? "" : ", saying \"" + words + "\"") +
                           "; expected a plugin whose static initialisers return: rebuild it with "
                           "this host's headers, remove it from the plugin path" +
                           (status ? "" : ", or give it more time (--patience SECONDS)"));
}

}  // namespace

ToldPlugin description_from_child(const std::filesystem::path& file,
                                  const std::filesystem::path& loader, const std::string& name,
                                  std::chrono::milliseconds patience) {
  constexpr int attempts = 5;
  const Opening opening{std::filesystem::absolute(file).string(), loader};
  for (int attempt = 1;; ++attempt) {
    const auto told = description_from(opening, name, patience, attempt == attempts);
    if (!told) continue;
    text::WireReader wire(*told);
    return {wire.get<std::string>(), wire.get<std::vector<std::string>>()};
  }
}

}  // namespace skald::plugin_host
