#include "report/chart/paper_symbols.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace skald::report {
namespace {

using Symbol = std::pair<std::string_view, std::string_view>;

constexpr std::array kLetters{Symbol{"alpha", "α"}, Symbol{"beta", "β"},  Symbol{"gamma", "γ"},
                              Symbol{"delta", "δ"}, Symbol{"eps", "ε"},   Symbol{"eta", "η"},
                              Symbol{"theta", "θ"}, Symbol{"kappa", "κ"}, Symbol{"lambda", "λ"},
                              Symbol{"mu", "μ"},    Symbol{"rho", "ρ"},   Symbol{"sigma", "σ"},
                              Symbol{"tau", "τ"},   Symbol{"omega", "ω"}, Symbol{"ell", "ℓ"}};

std::string_view letter(std::string_view word) {
  const auto* found = std::find_if(kLetters.begin(), kLetters.end(),
                                   [word](const Symbol& each) { return each.first == word; });
  return found == kLetters.end() ? std::string_view() : found->second;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string_view letter_name(std::string_view symbol) {
  const auto* found = std::find_if(kLetters.begin(), kLetters.end(),
                                   [symbol](const Symbol& each) { return each.second == symbol; });
  return found == kLetters.end() ? std::string_view() : found->first;
}

std::string paper_symbol(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  const std::string_view symbol =
      letter(dot == std::string_view::npos ? name : name.substr(dot + 1));
  return std::string(symbol.empty() ? name : symbol);
}

std::string paper_units(std::string_view units) {
  const std::size_t power = std::min(units.find('^'), units.size());
  const std::string_view symbol = letter(units.substr(0, power));
  if (symbol.empty()) return std::string(units);
  std::string text(symbol);
  const std::string_view exponent = units.substr(std::min(power + 1, units.size()));
  if (!std::all_of(exponent.begin(), exponent.end(), is_digit)) return std::string(units);
  for (const char c : exponent) text += kSuperscripts[static_cast<std::size_t>(c - '0')];
  return text;
}

}  // namespace skald::report
