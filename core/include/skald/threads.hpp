// The threads of a run, on which a sampler's clients work side by side.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "skald/block.hpp"

namespace skald {

// Performs sections: calls f(i, slot) for i = 0, ..., n - 1, on as many threads as the run has at
// that moment, and returns once all calls have. A slot is a number in [0, slots()) that no other
// call under way has; it tells a call which working memory is its own. With one thread, a section
// is a loop on the caller's, and all calls have slot 0.
//
// Results must not depend on the number of threads, to the last bit: a call must not read what
// another call of its section writes. Sums of floating-point numbers depend on their order and
// belong in `then`: then(i, slot) is called after f(i, slot), one call at a time and in the order
// of i, on any thread. The slot stays with i until then(i, slot) has returned. At most slots()
// results wait at a time, however many clients there are.
//
// Within a section, calls may use the context's problem, random and mechanism. Its ledger belongs
// to `then`, and its recorder to neither. If a call throws, none of a higher i begins any more; the
// exception of the lowest i is thrown to the caller once all others have ended. A section within a
// section is a loop, in the slot of the call that it is in.
//
// Implemented by the host; a plugin gets it in its Context.
class Threads {
 public:
  virtual ~Threads() = default;

  // The number of slots, which never changes during a run.
  virtual Index slots() const = 0;

  template <class F>
  void parallel(Index n, F&& f) {
    auto body = [&f](Index i, Index slot) { f(i, slot); };
    do_parallel(n, &body, &call<decltype(body)>, nullptr);
  }
  template <class F, class Then>
  void parallel(Index n, F&& f, Then&& then) {
    std::pair<F&, Then&> both(f, then);
    do_parallel(n, &both, &call_first<decltype(both)>, &call_second<decltype(both)>);
  }

 protected:
  using Call = void (*)(void* section, Index i, Index slot);

 private:
  // Calls work(section, i, slot), and then(section, i, slot) if it is not null, as above.
  virtual void do_parallel(Index n, void* section, Call work, Call then) = 0;

  template <class Body>
  static void call(void* section, Index i, Index slot) {
    (*static_cast<Body*>(section))(i, slot);
  }
  template <class Both>
  static void call_first(void* section, Index i, Index slot) {
    static_cast<Both*>(section)->first(i, slot);
  }
  template <class Both>
  static void call_second(void* section, Index i, Index slot) {
    static_cast<Both*>(section)->second(i, slot);
  }
};

// Working memory of type T, one object per slot. Each is a copy of the first one, made when its
// slot is first used: a run with one thread has one.
template <class T>
class PerSlot {
 public:
  explicit PerSlot(T first = T()) : first_(std::move(first)) {}

  // What the objects are copies of; not to be changed between start() and the end of a run.
  T& first() { return first_; }
  const T& first() const { return first_; }
  // Forgets all objects; to be called by Sampler::start().
  void start(Index slots) {
    copies_.clear();
    copies_.resize(static_cast<std::size_t>(slots));
  }
  T& operator[](Index slot) {
    std::unique_ptr<T>& copy = copies_[static_cast<std::size_t>(slot)];
    if (!copy) copy = std::make_unique<T>(first_);
    return *copy;
  }

 private:
  T first_;
  std::vector<std::unique_ptr<T>> copies_;
};

}  // namespace skald
