// The scripts of this folder, by which shells complete the arguments of skald.
#pragma once

#include <string_view>

namespace skald {

extern const std::string_view bash_completion, zsh_completion, fish_completion;

}  // namespace skald
