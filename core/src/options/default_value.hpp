// The value of an option that nobody has set.
#pragma once

#include <string>
#include <string_view>

#include "options/option_value.hpp"
#include "skald/options.hpp"

namespace skald::options {

// Whether a grid must give the option a value.
bool is_required(const OptionInfo& option);

// Returns the default, with a path resolved against `folder`; std::monostate if there is none.
OptionValue default_of(const OptionInfo& option, std::string_view folder);

// Returns the default as a person would write it; empty if there is none.
std::string default_text(const OptionInfo& option);

}  // namespace skald::options
