// Commands for people to type.
#pragma once

#include <string>
#include <string_view>

namespace skald {

// `text` as one word of a POSIX shell, in quotes only where it needs them.
std::string shell_word(std::string_view text);

}  // namespace skald
