// Standard input, output and error. Whoever started the program may have closed them, filled them
// or left them without a reader. Everything that the program prints goes through here.
#pragma once

#include <fmt/core.h>

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

}  // namespace skald
