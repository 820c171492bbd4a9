// Whether a plugin accepts what its option table allows, and says why where it does not.
#pragma once

#include "conformance/finding.hpp"
#include "plugin_host/plugin.hpp"

namespace skald::conformance {

// With `values` for the other options: every bound and every choice makes an object or is refused
// with std::invalid_argument, and values beyond are refused.
Finding check_options(const plugin_host::Plugin& plugin,
                      const std::vector<options::OptionValue>& values);

}  // namespace skald::conformance
