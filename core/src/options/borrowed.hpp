// Values of options in the form in which they cross the plugin boundary.
#pragma once

#include "options/option_value.hpp"
#include "skald/options.hpp"

namespace skald::options {

// Borrows from `value`, whose path becomes its location.
Value borrowed(const OptionValue& value);

}  // namespace skald::options
