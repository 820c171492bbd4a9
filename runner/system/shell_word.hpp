// Text as a word of a shell command.
#pragma once

#include <string>
#include <string_view>

namespace skald {

// Returns `text` as one word of a POSIX shell, quoted only if it needs quotes.
std::string shell_word(std::string_view text);

}  // namespace skald
