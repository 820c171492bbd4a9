#include "report/chart/paper_symbols.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "text/utf8.hpp"

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

constexpr std::array kAbbreviations{
    Symbol{"w2", "W₂"},   Symbol{"nll", "NLL"}, Symbol{"ece", "ECE"},
    Symbol{"ess", "ESS"}, Symbol{"ksd", "KSD"}, Symbol{"mmd", "MMD"},
    Symbol{"mse", "MSE"}, Symbol{"hpd", "HPD"}, Symbol{"f1", "F1"}};

constexpr std::array<std::string_view, 10> kSubscripts{"₀", "₁", "₂", "₃", "₄",
                                                       "₅", "₆", "₇", "₈", "₉"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_in_name(char c) { return begins_name(c) || is_digit(c) || c == '_' || c == '.'; }

std::string word_symbol(std::string_view word) {
  const auto* found = std::find_if(kAbbreviations.begin(), kAbbreviations.end(),
                                   [word](const Symbol& each) { return each.first == word; });
  if (found != kAbbreviations.end()) return std::string(found->second);
  const std::string_view symbol = letter(word);
  return std::string(symbol.empty() ? word : symbol);
}

const PaperName* known_name(std::string_view choice) {
  const auto names = paper_names();
  const auto found = std::ranges::find(names, choice, &PaperName::code);
  return found == names.end() ? nullptr : &*found;
}

}  // namespace

std::string_view letter_name(std::string_view symbol) {
  const auto* found = std::find_if(kLetters.begin(), kLetters.end(),
                                   [symbol](const Symbol& each) { return each.second == symbol; });
  return found == kLetters.end() ? std::string_view() : found->first;
}

std::string paper_symbol(std::string_view name) {
  const std::string_view own = name.substr(name.rfind('.') + 1);
  if (own.empty() || own.find('_') == text::first_character(own).bytes) return std::string(own);
  std::string text;
  for (std::size_t begin = 0; begin <= own.size();) {
    const std::size_t end = std::min(own.find('_', begin), own.size());
    text += (begin == 0 ? "" : " ") + word_symbol(own.substr(begin, end - begin));
    begin = end + 1;
  }
  return text;
}

std::string paper_name(std::string_view choice) {
  const PaperName* known = known_name(choice);
  if (known != nullptr) return std::string(known->name);
  std::string text(choice);
  const bool is_name = std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || is_digit(c) || c == '_';
  });
  if (is_name) std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string_view paper_parameter(std::string_view choice) {
  const PaperName* known = known_name(choice);
  return known == nullptr ? std::string_view() : known->parameter;
}

std::string paper_coefficient(std::string_view name) {
  const std::size_t bracket = std::min(name.find('['), name.size());
  const std::string_view symbol = letter(name.substr(0, bracket));
  if (symbol.empty() || !name.ends_with(']')) return std::string(name);
  const std::string_view number = name.substr(bracket + 1, name.size() - bracket - 2);
  if (!std::all_of(number.begin(), number.end(), is_digit)) return std::string(name);
  std::string text(symbol);
  for (const char c : number) text += kSubscripts[static_cast<std::size_t>(c - '0')];
  return text;
}

std::string paper_formula(std::string_view formula) {
  if (formula.starts_with('=')) formula.remove_prefix(1);
  if (formula.starts_with(' ')) formula.remove_prefix(1);
  std::string text;
  while (!formula.empty()) {
    std::size_t length = 1;
    if (begins_name(formula.front())) {
      const auto* end = std::find_if_not(formula.begin(), formula.end(), is_in_name);
      length = static_cast<std::size_t>(end - formula.begin());
      text += paper_symbol(formula.substr(0, length));
    } else {
      text += formula.front() == '*' ? std::string("·") : std::string(1, formula.front());
    }
    formula.remove_prefix(length);
  }
  return text;
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
