// The files of this folder that teach a shell to complete the words of skald.
#pragma once

#include <string_view>

namespace skald {

extern const std::string_view bash_completion, zsh_completion, fish_completion;

}  // namespace skald
