// Converts the value of an option to the form in which it crosses the plugin boundary.
#pragma once

#include "options/option_value.hpp"
#include "skald/options.hpp"

namespace skald::plugin_host {

// Borrows from `value`, which must have passed check_values(). A path becomes its location.
Value borrowed(const options::OptionValue& value);

}  // namespace skald::plugin_host
