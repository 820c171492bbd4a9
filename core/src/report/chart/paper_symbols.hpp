// Symbols of options and units as written in papers.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace skald::report {

// Returns "ρ" for "rho", "W₂" for "w2", and words for other names: "total variation", "exact W₂";
// an option's path counts by its end ("sampler.rho"). "p_c", "q_cv" and "K" are symbols already.
std::string paper_symbol(std::string_view name);

// A word of grids, and how papers write it.
struct PaperName {
  std::string_view code, name;
  std::string_view parameter;  // the option whose number belongs to the name, or ""
};
// Those of plugins/paper_names.txt, in which plugins declare theirs, without their parameters.
std::span<const PaperName> paper_names();

// Returns the name of a method, a data set, a partition or another choice as papers write it:
// "EMNIST-62" for "emnist62", "Dirichlet" for "dirichlet"; of a word that is not known, its words:
// "without replacement". What is no lower-case name is as it was.
std::string paper_name(std::string_view choice);

// Returns the option whose number papers write behind a name, "alpha" for "dirichlet" (Dirichlet
// 0.1); "" if there is none.
std::string_view paper_parameter(std::string_view choice);

// Returns "p_c · step bound / 5" for the formula "= p_c * step_bound / 5".
std::string paper_formula(std::string_view formula);

// Returns "θ₁₂" for the coefficient "theta[12]", and other names as they are.
std::string paper_coefficient(std::string_view name);

// Returns "rho" for "ρ"; "" for what is no such letter.
std::string_view letter_name(std::string_view symbol);

inline constexpr std::array<std::string_view, 10> kSuperscripts{"⁰", "¹", "²", "³", "⁴",
                                                                "⁵", "⁶", "⁷", "⁸", "⁹"};

// Returns the units of a metric: "θ⁴" for "theta^4".
std::string paper_units(std::string_view units);

}  // namespace skald::report
