// What a process has asked of the system, read from what strace writes of it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace skald::hostile {

enum class Deed { starts, reads, writes, connects };

// An attempt, whether it succeeded or not.
struct Act {
  Deed deed = Deed::reads;
  std::filesystem::path path;  // absolute; of a connection, the address as strace writes it
};

// The calls of which acts_of() knows what they do, as strace wants them.
std::string traced_calls();

// Returns the acts in a line of `strace -y` that traces these calls: none if it is no call. Names
// are relative to `folder` where the line does not say otherwise. A file that was opened by a link
// is there twice, with the name that was given and with its own.
std::vector<Act> acts_of(std::string_view line, const std::filesystem::path& folder);

}  // namespace skald::hostile
