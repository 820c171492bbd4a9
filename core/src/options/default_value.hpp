// The value that an option has where nobody gives one.
#pragma once

#include <string>
#include <string_view>

#include "options/option_value.hpp"
#include "skald/options.hpp"

namespace skald::options {

// Whether a grid must give a value.
bool is_required(const OptionInfo& option);

// The default, a path resolved against `folder`; std::monostate where there is none.
OptionValue default_of(const OptionInfo& option, std::string_view folder);

// The default as a person would write it; "" where there is none.
std::string default_text(const OptionInfo& option);

}  // namespace skald::options
