// A sampler that walks on a sine, and at one iteration does what its options tell it to.
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cfenv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;

struct Options {
  std::string_view how = "not";
  std::int64_t at = 30;
  double milliseconds = 0;
  double phase = 0;
};

constexpr std::array options{
    option("how", &Options::how, "what it does wrong")
        .one_of("not|segfault|abort|exit|loop|allocate|throw_int|print|close|nan|grow|write|name|"
                "fork|orphan|daemon|round|umask|handler|terminate|at_start|stop|few_files|no_bytes|"
                "full|"
                "negative_cost|no_cost|huge_cost|less_cost"),
    option("at", &Options::at, "the iteration at which it does so").at_least(0),
    option("milliseconds", &Options::milliseconds, "how long an iteration takes").at_least(0),
    option("phase", &Options::phase, "where on the sine it begins")};

[[noreturn]] void die_of(int number) {
  ::signal(number, SIG_DFL);
  ::raise(number);
  std::abort();
}

[[noreturn]] void loop() {
  std::atomic<std::uint64_t> count = 0;
  while (true) ++count;
}

[[noreturn]] void allocate() {
  constexpr std::size_t size = std::size_t{1} << 20;
  std::vector<std::vector<char>> hoard;
  while (true) hoard.emplace_back(size, 'x');
}

[[noreturn]] void print() {
  for (long line = 0;; ++line) {
    std::printf("line %ld of the output\n", line);
    std::fprintf(stderr, "line %ld of the errors\n", line);
  }
}

[[noreturn]] void close_all() {
  for (int descriptor = 0; descriptor < 256; ++descriptor) ::close(descriptor);
  while (true) ::pause();
}

// Writes garbage, then waits for the consequences: the run must not get past this point, nor be
// saved beyond it.
[[noreturn]] void write_to_runner() {
  const char garbage[] = "this is no message";
  if (::write(3, garbage, sizeof garbage) < 0) std::abort();
  while (true) ::pause();
}

// What a library does that forks and forgets to end the child: both processes return.
void come_back_twice() {
  if (::fork() < 0) std::abort();
}

// Leaves a child that outlives this process, with its descriptors open.
[[noreturn]] void leave_an_orphan() {
  if (::fork() == 0) {
    while (true) ::pause();
  }
  ::_exit(5);
}

// Starts a process that leaves the worker's group and its parent; the run goes on. An alarm ends it
// where nobody does, as after a run in the runner's own process.
void start_a_daemon() {
  const pid_t child = ::fork();
  if (child == 0) {
    ::setsid();
    if (::fork() > 0) ::_exit(0);
    ::alarm(120);
    while (true) ::pause();
  }
  ::waitpid(child, nullptr, 0);
}

void lower(__rlimit_resource resource, rlim_t value) {
  const rlimit limit{value, value};
  ::setrlimit(resource, &limit);
}

// What this process writes to its files finds no space from now on.
void fill_files() {
  const int full = ::open("/dev/full", O_RDWR);
  for (int file = 4; file < 64; ++file) {
    struct stat status {};
    if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
        (::fcntl(file, F_GETFL) & O_ACCMODE) != O_RDONLY)
      ::dup2(full, file);
  }
}

// Numbers that cannot be what a run has cost.
void charge(const std::string& how, Ledger& ledger) {
  if (how == "negative_cost") ledger.bits_up = -1e300;
  if (how == "no_cost") ledger.bits_down = std::numeric_limits<double>::quiet_NaN();
  if (how == "huge_cost") ledger.bits_up = 1e30;
}

class Misbehaving final : public Sampler {
 public:
  explicit Misbehaving(const Options& o)
      : how_(o.how), at_(o.at), milliseconds_(o.milliseconds), phase_(o.phase) {}

  void start(Context&, Block theta) override {
    if (how_ == "at_start") std::abort();
    position_ = Eigen::MatrixXd::Zero(theta.rows, theta.cols);
    state_ = {NamedBlock{"position", view(position_)}};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    for (std::int64_t k = context.iteration; k < context.iteration + iterations; ++k) {
      if (k == at_) misbehave(context);
      if (milliseconds_ > 0) {
        std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(milliseconds_));
      }
      if (how_ == "less_cost") context.ledger.bits_down = k < at_ ? 64 : 32;
      position_.array() += std::sin(phase_ + static_cast<double>(k));
    }
    theta.matrix() = position_;
  }
  std::span<const NamedBlock> state() override { return state_; }

 private:
  void misbehave(Context& context) {
    if (how_ == "segfault") die_of(SIGSEGV);
    if (how_ == "abort") {
      std::fprintf(stderr, "assertion failed: a < b\n");
      std::abort();
    }
    if (how_ == "exit") std::exit(0);
    if (how_ == "loop") loop();
    if (how_ == "allocate") allocate();
    if (how_ == "throw_int") throw 7;
    if (how_ == "print") print();
    if (how_ == "close") close_all();
    if (how_ == "nan") position_.setConstant(std::numeric_limits<double>::quiet_NaN());
    if (how_ == "grow") position_.setConstant(1e300);
    if (how_ == "write") write_to_runner();
    if (how_ == "fork") come_back_twice();
    if (how_ == "orphan") leave_an_orphan();
    if (how_ == "daemon") start_a_daemon();
    if (how_ == "round") std::fesetround(FE_UPWARD);
    if (how_ == "umask") ::umask(0777);
    if (how_ == "handler") ::signal(SIGUSR2, SIG_IGN);
    if (how_ == "terminate") die_of(SIGTERM);
    if (how_ == "stop") ::raise(SIGSTOP);
    if (how_ == "few_files") lower(RLIMIT_NOFILE, 3);
    if (how_ == "no_bytes") lower(RLIMIT_FSIZE, 0);
    if (how_ == "full") fill_files();
    charge(how_, context.ledger);
    if (how_ == "name") context.recorder.record("not a word", 1);
  }

  std::string how_;
  std::int64_t at_;
  double milliseconds_;
  double phase_;
  Eigen::MatrixXd position_;
  std::array<NamedBlock, 1> state_{};
};

}  // namespace

SKALD_PLUGIN = plugin<Misbehaving, Options, options>({.name = "misbehaving",
                                                      .numerics_revision = 1,
                                                      .summary = "Does what it should not",
                                                      .reference = ""});
