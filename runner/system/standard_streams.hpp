// Standard input, output and error, which whoever started the program may have closed, filled or
// left without a reader. All that the program prints goes through here.
#pragma once

#include <fmt/core.h>

#include <string_view>
#include <utility>

namespace skald {

// Opens what is closed of descriptors 0 to 2, so that no file or socket takes its number and
// receives what is printed. What is then printed to a stream that was closed is an error of that
// stream.
void reserve_standard_streams();

// From now on a reader that is gone is an error of the stream, not the end of the program: for
// programs that have more to do than to print.
void outlive_readers();

// What follows prints at once, and never throws: output that is lost shows in is_output_written().

// Text for people, on standard output or error: as printable() gives it, since grids, plugins, data
// files and databases have a say in it.
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

// Bytes for programs, on standard output: exactly these, unless it is a terminal.
void print_data(std::string_view bytes);

// Text of our own with control sequences, on the terminal that standard error is.
void steer_terminal(std::string_view text);

// Whether all that was printed to standard output has been written.
bool is_output_written();

}  // namespace skald
