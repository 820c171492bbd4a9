// The limits that the system sets for a process, and what a sweep needs of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace skald {

// A file that reaches the limit on file sizes is an error of the write from now on, in this process
// and in those it starts, not the end of the process.
void outlive_file_size_limit();

// The limit on open files of this process and of those it starts.
class OpenFilesLimit {
 public:
  // Raises it as far as it goes. Throws std::runtime_error where that is not enough to begin with.
  OpenFilesLimit();

  // How many workers it has room for beside what is open now.
  struct Allowance {
    std::size_t workers = 0;            // as many as wanted, or fewer, at least 1
    std::optional<std::string> notice;  // what people should know
  };
  Allowance allow(std::size_t wanted) const;

 private:
  std::uint64_t before_ = 0, now_ = 0;
};

}  // namespace skald
