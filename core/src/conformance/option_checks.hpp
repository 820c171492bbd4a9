// Whether a plugin accepts what its option table allows, or says why it does not.
#pragma once

#include "conformance/finding.hpp"
#include "plugin_host/plugin.hpp"

namespace skald::conformance {

// Checks, with `values` for the other options, that every bound and every choice makes an object or
// is refused with std::invalid_argument, and that values beyond the bounds are refused.
Finding check_options(const plugin_host::Plugin& plugin,
                      const std::vector<options::OptionValue>& values);

}  // namespace skald::conformance
