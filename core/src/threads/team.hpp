// The threads of one run.
#pragma once

#include <sys/types.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "skald/threads.hpp"
#include "threads/cores.hpp"
#include "threads/floating_point_mode.hpp"
#include "threads/section.hpp"

namespace skald::threads {

// Performs sections on the caller's thread and helpers, each of which has one of `cores`. Helpers
// have the floating-point mode of the caller; if a call changes its thread's, the caller gets that
// mode at the end of the section. They are started when a section first needs
// them, wait for the next section for a moment without sleeping, and end with this object. A thread
// that the system refuses is done without. A section is a loop on the caller's thread if it is
// short, within another section, and in a process forked from the one that made this object.
class Team final : public Threads {
 public:
  // Borrows `cores`.
  explicit Team(Cores& cores);
  ~Team() override;
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  // One for a run that will always have one thread, else two for each thread: while the result of a
  // slow call is waited for, the other threads go on.
  Index slots() const override { return most_ == 1 ? 1 : Index{2} * most_; }
  // Gives back the cores of all helpers until the next section.
  void rest();
  // The most threads that have performed a section together.
  int most_used() const { return most_used_; }
  // From now on, sections have all threads however short they are, and these take calls in turn:
  // for checks that results do not depend on threads.
  void take_every_slot() { takes_every_slot_ = true; }

 private:
  struct Section {
    Index n = 0;
    void* argument = nullptr;
    Call work = nullptr, then = nullptr;
  };
  // Calls of a section that have not begun.
  struct Range {
    Index next = 0, end = 0;
    Index left() const { return std::max<Index>(end - next, 0); }
  };
  struct Helper {
    int number = 0;  // from 1 on
    std::atomic<std::uint32_t> rung{0};
    std::thread thread = {};
  };

  using Lock = std::unique_lock<std::mutex>;

  void do_parallel(Index n, void* argument, Call work, Call then) override;
  static void loop(const Section& section, Index slot);
  void time_loop(const Section& section, SectionTimes::Place& place);
  static void ring(Helper& helper);
  void help(Helper& self);
  Lock lock();

  // All of these are called with the mutex; those that take it release it during calls.
  int summon(int wanted);  // returns the helpers that are there, with a core each
  bool start_helper();
  void do_together(Lock& lock, const Section& section, int helpers, SectionTimes::Place& place);
  void begin(const Section& section, int threads);
  // `thread` is the number of the helper that calls, or 0. Returns the calls that it has made.
  Index take_part(Lock& lock, int thread);
  bool has_call_for(int thread);
  bool has_to_wait(int thread) const;
  Index claim(int thread);
  void perform_next(Lock& lock, int thread);
  void finish_in_order(Lock& lock);
  bool call(Lock& lock, Call function, Index i, Index slot);
  Index left() const;
  bool is_over() const;
  void wait_for_end(Lock& lock);

  Cores& cores_;
  int most_;
  pid_t owner_;
  int most_used_ = 1;
  bool takes_every_slot_ = false;
  bool is_looping_ = false;  // the caller's thread performs a section by itself
  SectionTimes times_;
  std::vector<std::unique_ptr<Helper>> helpers_;
  bool are_helpers_refused_ = false;
  std::atomic<bool> ends_{false};

  std::mutex mutex_;                 // of everything below
  std::condition_variable changed_;  // a slot has become free, or the section is over
  int held_ = 0;                     // cores for helpers
  Section section_;
  std::uint64_t number_ = 0;    // of the section
  FloatingPointMode mode_;      // of the caller
  int turns_ = 0;               // threads that take calls in turn; 0: whoever is free does
  std::vector<Range> ranges_;   // one for all threads, or one for each
  Index under_way_ = 0;         // calls of `work` that have begun and not ended
  Index finished_ = 0;          // the next call of `then`
  bool is_finishing_ = false;   // a thread makes such calls
  std::vector<Index> free_;     // slots
  std::vector<Index> slot_of_;  // of every call with a result for `then`; else -1
  Index failed_ = 0;            // the lowest call that has thrown; n if none has
  std::exception_ptr why_;      // what it threw
  std::optional<FloatingPointMode> changed_mode_;  // as a call has left it
  std::atomic<bool> is_open_{false};  // the section is not over; read without the mutex
};

}  // namespace skald::threads
