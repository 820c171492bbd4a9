// The limits that the system sets for this process, and what a sweep needs of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace skald {

// Makes a write beyond the limit on file sizes an error of the write, instead of the end of the
// process; in this process and in those that it starts.
void outlive_file_size_limit();

// Raises the limits of the stack of this thread, of those that it will start, and of child
// processes, to what is usual, as far as the system allows. Throws std::runtime_error if that is
// too little to work with: the process would end by a segmentation fault.
void provide_stack();

// The limit on open files, of this process and of those that it starts.
class OpenFilesLimit {
 public:
  // Raises the limit as far as possible. Throws std::runtime_error if it is still too low to begin.
  OpenFilesLimit();

  // How many workers the limit has room for, beside the files that are open now.
  struct Allowance {
    std::size_t workers = 0;            // the number wanted or less, at least 1
    std::optional<std::string> notice;  // what the user should know
  };
  Allowance allow(std::size_t wanted) const;

 private:
  std::uint64_t before_ = 0, now_ = 0;
};

}  // namespace skald
