#include "threads/team.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

#include "threads/section.hpp"

namespace skald::threads {

constinit thread_local long current_slot = -1;

namespace {

using Clock = std::chrono::steady_clock;

// How long a thread looks again and again before it sleeps. A section often follows the last one
// sooner than a sleeping thread would wake up.
constexpr std::chrono::microseconds kSpin{50};
constexpr int kLooksPerTime = 64;
constexpr int kTriesForLock = 500;

void breathe() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

// Returns whether ready() became true before kSpin was over.
template <class Ready>
bool spins_until(Ready&& ready) {
  const auto begin = Clock::now();
  do {
    for (int look = 0; look < kLooksPerTime; ++look) {
      if (ready()) return true;
      breathe();
    }
  } while (Clock::now() - begin < kSpin);
  return false;
}

double nanoseconds(Clock::duration time) {
  return std::chrono::duration<double, std::nano>(time).count();
}

// While an object of this class lives, the variable has that value.
template <class T>
class While {
 public:
  While(T& variable, T value) : variable_(variable), before_(std::exchange(variable, value)) {}
  ~While() { variable_ = before_; }
  While(const While&) = delete;
  While& operator=(const While&) = delete;

 private:
  T& variable_;
  T before_;
};

// Signals are for the run's own thread.
class WithoutSignals {
 public:
  WithoutSignals() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~WithoutSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  WithoutSignals(const WithoutSignals&) = delete;
  WithoutSignals& operator=(const WithoutSignals&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

Team::Team(Cores& cores) : cores_(cores), most_(cores.most() + 1), owner_(::getpid()) {}

Team::~Team() {
  if (::getpid() != owner_) {  // this process is a fork: it has no helpers and no cores
    for (auto& helper : helpers_) static_cast<void>(helper.release());
    return;
  }
  ends_ = true;
  for (const auto& helper : helpers_) {
    ring(*helper);
    helper->thread.join();
  }
  cores_.hold(0);
}

void Team::rest() {
  const Lock held = lock();
  if (held_ > 0) held_ = cores_.hold(0);
}

void Team::do_parallel(Index n, void* argument, Call work, Call then) {
  const Section section{n, argument, work, then};
  if (in_section()) return loop(section, current_slot);
  if (n < 2 || most_ == 1 || is_looping_) return loop(section, 0);
  SectionTimes::Place& place = times_.at(reinterpret_cast<const void*>(work));
  const int worth = takes_every_slot_ ? most_ : place.worth(n, most_);
  if (worth == 1 || ::getpid() != owner_) return time_loop(section, place);
  Lock held = lock();
  const int helpers = summon(static_cast<int>(std::min<Index>(worth, n)) - 1);
  if (helpers > 0) return do_together(held, section, helpers, place);
  held.unlock();
  time_loop(section, place);
}

void Team::loop(const Section& section, Index slot) {
  for (Index i = 0; i < section.n; ++i) {
    section.work(section.argument, i, slot);
    if (section.then != nullptr) section.then(section.argument, i, slot);
  }
}

void Team::time_loop(const Section& section, SectionTimes::Place& place) {
  const While looping(is_looping_, true);
  if (!place.is_due()) return loop(section, 0);
  const auto begin = Clock::now();
  loop(section, 0);
  place.take(section.n, nanoseconds(Clock::now() - begin));
}

int Team::summon(int wanted) {
  const int share = std::min(cores_.share(), most_ - 1);
  if (held_ != share) held_ = cores_.hold(share);
  const int helpers = std::min(wanted, held_);
  while (static_cast<int>(helpers_.size()) < helpers && start_helper()) {
  }
  return std::min(helpers, static_cast<int>(helpers_.size()));
}

bool Team::start_helper() {
  if (are_helpers_refused_) return false;
  const WithoutSignals masked;  // as the new thread will be
  auto helper = std::make_unique<Helper>();
  helper->number = static_cast<int>(helpers_.size()) + 1;
  try {
    helper->thread = std::thread([this, self = helper.get()] { help(*self); });
  } catch (const std::system_error&) {
    are_helpers_refused_ = true;
    return false;
  }
  helpers_.push_back(std::move(helper));
  return true;
}

void Team::do_together(Lock& lock, const Section& section, int helpers,
                       SectionTimes::Place& place) {
  begin(section, helpers + 1);
  most_used_ = std::max(most_used_, helpers + 1);
  lock.unlock();
  for (int h = 0; h < helpers; ++h) ring(*helpers_[static_cast<std::size_t>(h)]);
  lock = this->lock();
  const auto began = Clock::now();
  const Index calls = take_part(lock, 0);
  if (calls > 0 && place.is_due()) place.take(calls, nanoseconds(Clock::now() - began));
  wait_for_end(lock);
  if (changed_mode_) set_floating_point_mode(*std::exchange(changed_mode_, std::nullopt));
  if (why_) std::rethrow_exception(std::exchange(why_, nullptr));
}

// Results that are taken in order are made in order. Other calls are dealt to the threads in the
// same way every time, as long as they take equally long: what a client keeps stays in the cache of
// one core.
void Team::begin(const Section& section, int threads) {
  section_ = section;
  ++number_;
  mode_ = floating_point_mode();
  turns_ = takes_every_slot_ ? threads : 0;
  const Index parts = takes_every_slot_ || section.then != nullptr ? 1 : threads;
  ranges_.clear();
  for (Index part = 0; part < parts; ++part) {
    ranges_.push_back({part * section.n / parts, (part + 1) * section.n / parts});
  }
  under_way_ = finished_ = 0;
  failed_ = section.n;
  slot_of_.assign(static_cast<std::size_t>(section.n), -1);
  free_.clear();
  for (Index slot = slots(); slot > 0; --slot) free_.push_back(slot - 1);
  is_open_ = true;
}

void Team::ring(Helper& helper) {
  helper.rung.fetch_add(1);
  helper.rung.notify_one();
}

void Team::help(Helper& self) {
  for (std::uint32_t heard = 0;;) {
    while (!spins_until([&] { return self.rung.load() != heard; })) self.rung.wait(heard);
    heard = self.rung.load();
    if (ends_) return;
    Lock held = lock();
    take_part(held, self.number);
  }
}

// Tries for a moment before it sleeps: the mutex is never held for long.
Team::Lock Team::lock() {
  Lock held(mutex_, std::defer_lock);
  for (int tries = 0; tries < kTriesForLock; ++tries) {
    if (held.try_lock()) return held;
    breathe();
  }
  held.lock();
  return held;
}

Index Team::take_part(Lock& lock, int thread) {
  Index calls = 0;
  std::uint64_t number = 0;
  while (has_call_for(thread)) {
    if (has_to_wait(thread)) {
      changed_.wait(lock);
      continue;
    }
    if (thread > 0 && std::exchange(number, number_) != number_) set_floating_point_mode(mode_);
    perform_next(lock, thread);
    ++calls;
  }
  return calls;
}

bool Team::has_to_wait(int thread) const {
  return free_.empty() || (turns_ > 0 && ranges_[0].next % turns_ != thread);
}

// A helper leaves the section as soon as its core is asked back.
bool Team::has_call_for(int thread) {
  if (left() == 0) return false;
  if (thread == 0 || held_ <= cores_.share()) return true;
  held_ = cores_.hold(held_ - 1);
  turns_ = 0;
  changed_.notify_all();
  return false;
}

// The thread's own next call, or the last one of the thread that has most.
Index Team::claim(int thread) {
  Range& own = ranges_[static_cast<std::size_t>(thread) % ranges_.size()];
  if (own.left() > 0) return own.next++;
  const auto has_less = [](const Range& a, const Range& b) { return a.left() < b.left(); };
  return --std::max_element(ranges_.begin(), ranges_.end(), has_less)->end;
}

void Team::perform_next(Lock& lock, int thread) {
  const Index i = claim(thread), slot = free_.back();
  free_.pop_back();
  ++under_way_;
  if (turns_ > 0) changed_.notify_all();
  const bool has_ended = call(lock, section_.work, i, slot);
  --under_way_;
  if (has_ended && section_.then != nullptr) {
    slot_of_[static_cast<std::size_t>(i)] = slot;
    if (!is_finishing_) finish_in_order(lock);
  } else {
    free_.push_back(slot);
    changed_.notify_one();
  }
  if (!is_over()) return;
  is_open_ = false;
  changed_.notify_all();
}

// Calls `then` for all results whose turn it is.
void Team::finish_in_order(Lock& lock) {
  is_finishing_ = true;
  while (finished_ < failed_ && slot_of_[static_cast<std::size_t>(finished_)] >= 0) {
    const Index slot = slot_of_[static_cast<std::size_t>(finished_)];
    if (!call(lock, section_.then, finished_, slot)) break;
    ++finished_;
    free_.push_back(slot);
    changed_.notify_one();
  }
  is_finishing_ = false;
}

// Makes a call without the mutex. Returns whether it has not thrown.
bool Team::call(Lock& lock, Call function, Index i, Index slot) {
  void* const argument = section_.argument;
  const FloatingPointMode mode = mode_;
  lock.unlock();
  std::exception_ptr thrown;
  try {
    const While in_slot(current_slot, static_cast<long>(slot));
    function(argument, i, slot);
  } catch (...) {
    thrown = std::current_exception();
  }
  const FloatingPointMode now = floating_point_mode();
  lock = this->lock();
  if (now != mode) changed_mode_ = now;
  if (!thrown) return true;
  if (i < failed_) {
    failed_ = i;
    why_ = std::move(thrown);
    for (Range& range : ranges_) range.end = std::min(range.end, i);
  }
  return false;
}

// Whether no call is under way and none will begin.
bool Team::is_over() const { return left() == 0 && under_way_ == 0 && !is_finishing_; }

Index Team::left() const {
  Index sum = 0;
  for (const Range& range : ranges_) sum += range.left();
  return sum;
}

void Team::wait_for_end(Lock& lock) {
  if (is_over()) return;
  lock.unlock();
  spins_until([this] { return !is_open_; });
  lock = this->lock();
  changed_.wait(lock, [this] { return is_over(); });
}

}  // namespace skald::threads
