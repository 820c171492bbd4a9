// Standard input, output and error, which whoever started the program may have closed, filled or
// left without a reader.
#pragma once

#include <string_view>

namespace skald {

// Opens what is closed of descriptors 0 to 2, so that no file or socket takes its number and
// receives what is printed. What is then printed to a stream that was closed is an error of that
// stream.
void reserve_standard_streams();

// From now on a reader that is gone is an error of the stream, not the end of the program: for
// programs that have more to do than to print.
void outlive_readers();

// Prints to standard output or error at once. Never throws: output that is lost shows in
// is_output_written().
void print_out(std::string_view text);
void print_error(std::string_view text);

// Whether all that was printed to standard output has been written.
bool is_output_written();

}  // namespace skald
