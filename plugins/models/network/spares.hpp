// Working memory that calls borrow: each has an object of its own for as long as it lasts, and no
// more objects are made than calls have been under way at once.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace skald::network {

template <class T>
class Spares {
 public:
  // Calls work(object) with a spare object, or with one that make() returns.
  template <class Make, class Work>
  void borrow(Make&& make, Work&& work) {
    std::unique_ptr<T> object = take();
    if (!object) object = make();
    work(*object);
    const std::lock_guard lock(mutex_);
    spares_.push_back(std::move(object));
  }

 private:
  std::unique_ptr<T> take() {
    const std::lock_guard lock(mutex_);
    if (spares_.empty()) return nullptr;
    std::unique_ptr<T> object = std::move(spares_.back());
    spares_.pop_back();
    return object;
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> spares_;
};

}  // namespace skald::network
