// Standard input, output and error. Whoever started the program may have closed them, filled them
// or left them without a reader. Everything that the program prints goes through here.
#pragma once

#include <fmt/core.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace skald {

// Opens those of the descriptors 0 to 2 that are closed, so that no file or socket gets their
// numbers and receives what is printed. Printing to such a stream is an error of the stream.
void reserve_standard_streams();

// Makes writing to a stream without a reader an error of the stream instead of the end of the
// program: for programs that have more to do than to print.
void outlive_readers();

// The following functions print at once and never throw; is_output_written() tells whether standard
// output was lost.

// Print text for people, on standard output or error, as printable() gives it: grids, plugins, data
// files and databases contribute to the text.
void print_out(std::string_view text);
void print_error(std::string_view text);
template <class First, class... Rest>
void print_out(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest) {
  print_out(std::string_view(
      fmt::format(format, std::forward<First>(first), std::forward<Rest>(rest)...)));
}
template <class First, class... Rest>
void print_error(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest) {
  print_error(std::string_view(
      fmt::format(format, std::forward<First>(first), std::forward<Rest>(rest)...)));
}

// Prints bytes for programs on standard output, unchanged unless it is a terminal.
void print_data(std::string_view bytes);

// Whether standard error is a terminal that knows control sequences.
bool is_error_terminal();
// Writes our own text with control sequences to standard error, which must be such a terminal.
void steer_terminal(std::string_view text);

// Whether everything printed to standard output has been written.
bool is_output_written();

// What a command does while it prints nothing else.

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
