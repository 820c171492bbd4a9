// What a command does while it prints nothing else.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace skald {

// Work of many pieces. Once it has taken some seconds, it is told on standard error: "building
// cells: 310000 of 1000000, 12 s", once a second in the same line of a terminal, which is taken
// away at the end, and else in a line every ten seconds.
class Underway {
 public:
  using Seconds = std::chrono::duration<double>;

  // `of`: the number of pieces; 0: not known. `quiet`: how long nothing is said, and how long
  // between two lines; on a terminal at most two seconds, and one.
  explicit Underway(std::string doing, std::size_t of = 0, Seconds quiet = Seconds(10));
  Underway(const Underway&) = delete;
  Underway& operator=(const Underway&) = delete;
  ~Underway();

  // To be called for every piece: looks at the clock, seldom more.
  void at(std::size_t done);

 private:
  using Clock = std::chrono::steady_clock;

  std::string doing_;
  std::size_t of_;
  bool on_terminal_, is_shown_ = false;
  Clock::duration interval_;
  Clock::time_point begun_, next_;
};

}  // namespace skald
