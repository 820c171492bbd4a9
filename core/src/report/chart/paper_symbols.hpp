// Symbols of options and units as written in papers.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace skald::report {

// Returns "ρ" for "rho", "ε" for "eps", "ℓ" for "ell", also at the end of an option's path
// ("sampler.rho"). Other names are returned unchanged: "p_c", "K" and "S" are symbols already.
std::string paper_symbol(std::string_view name);

// Returns "rho" for "ρ"; "" for what is no such letter.
std::string_view letter_name(std::string_view symbol);

inline constexpr std::array<std::string_view, 10> kSuperscripts{"⁰", "¹", "²", "³", "⁴",
                                                                "⁵", "⁶", "⁷", "⁸", "⁹"};

// Returns the units of a metric: "θ⁴" for "theta^4".
std::string paper_units(std::string_view units);

}  // namespace skald::report
