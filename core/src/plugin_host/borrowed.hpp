// The value of an option as it crosses the plugin boundary.
#pragma once

#include "options/option_value.hpp"
#include "skald/options.hpp"

namespace skald::plugin_host {

// Borrows from `value`, which check_values() has passed. A path is where the file is.
Value borrowed(const options::OptionValue& value);

}  // namespace skald::plugin_host
