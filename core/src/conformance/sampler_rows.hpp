// A sampler with all sets of options with which it is checked.
#pragma once

#include <vector>

#include "conformance/check_plugin.hpp"

namespace skald::conformance {

// Checks each row in full, then the rows' other values, each once. If nothing of it all was
// compared with an exact answer, says so as a last finding, of Verdict::not_checked.
void check_sampler_rows(const plugin_host::Plugin& plugin, const std::vector<CheckedRow>& rows,
                        const CheckOptions& how, CheckListener& listener,
                        const ProcessorBudget& budget);

}  // namespace skald::conformance
