#include "files/passing_error.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

namespace skald::files {

bool is_passing(int error) {
  constexpr std::array used_up{ENOSPC, EDQUOT, EFBIG, EMFILE, ENFILE, ENOMEM, EAGAIN};
  return std::find(used_up.begin(), used_up.end(), error) != used_up.end();
}

}  // namespace skald::files
