// How papers write what options and units spell out.
#pragma once

#include <string>
#include <string_view>

namespace skald::report {

// "ρ" for "rho", "ε" for "eps", "ℓ" for "ell", also behind the path of an option ("sampler.rho").
// Every other name as it is: "p_c", "K" and "S" are symbols already.
std::string paper_symbol(std::string_view name);

// The units of a metric: "θ⁴" for "theta^4".
std::string paper_units(std::string_view units);

}  // namespace skald::report
