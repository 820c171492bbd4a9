#include "report/chart/gnuplot_text.hpp"

#include <array>
#include <utility>

#include "text/printable.hpp"
#include "text/utf8.hpp"

namespace skald::report {
namespace {

using Replacement = std::pair<std::string_view, std::string_view>;

constexpr std::array kTex{Replacement{"\\", "\\textbackslash{}"},
                          Replacement{"{", "\\{"},
                          Replacement{"}", "\\}"},
                          Replacement{"$", "\\$"},
                          Replacement{"%", "\\%"},
                          Replacement{"#", "\\#"},
                          Replacement{"&", "\\&"},
                          Replacement{"_", "\\_"},
                          Replacement{"^", "\\textasciicircum{}"},
                          Replacement{"~", "\\textasciitilde{}"},
                          Replacement{"<", "\\textless{}"},
                          Replacement{">", "\\textgreater{}"},
                          Replacement{"|", "\\textbar{}"},
                          Replacement{"±", "$\\pm$"},
                          Replacement{"×", "$\\times$"},
                          Replacement{"⁻", "$^{-}$"},
                          Replacement{"α", "$\\alpha$"},
                          Replacement{"β", "$\\beta$"},
                          Replacement{"γ", "$\\gamma$"},
                          Replacement{"δ", "$\\delta$"},
                          Replacement{"ε", "$\\varepsilon$"},
                          Replacement{"η", "$\\eta$"},
                          Replacement{"θ", "$\\theta$"},
                          Replacement{"κ", "$\\kappa$"},
                          Replacement{"λ", "$\\lambda$"},
                          Replacement{"μ", "$\\mu$"},
                          Replacement{"ρ", "$\\rho$"},
                          Replacement{"σ", "$\\sigma$"},
                          Replacement{"τ", "$\\tau$"},
                          Replacement{"ω", "$\\omega$"},
                          Replacement{"ℓ", "$\\ell$"},
                          Replacement{"⁰", "$^{0}$"},
                          Replacement{"¹", "$^{1}$"},
                          Replacement{"²", "$^{2}$"},
                          Replacement{"³", "$^{3}$"},
                          Replacement{"⁴", "$^{4}$"},
                          Replacement{"⁵", "$^{5}$"},
                          Replacement{"⁶", "$^{6}$"},
                          Replacement{"⁷", "$^{7}$"},
                          Replacement{"⁸", "$^{8}$"},
                          Replacement{"⁹", "$^{9}$"}};

std::string_view tex_for(std::string_view character) {
  for (const auto& [from, to] : kTex) {
    if (from == character) return to;
  }
  return character;
}

std::string marked_up(std::string_view text, Markup markup) {
  std::string line = text::printable_line(text);
  if (markup == Markup::plain) return line;
  std::string result;
  for (std::string_view rest = line; !rest.empty();) {
    const std::size_t bytes = text::first_character(rest).bytes;
    result += tex_for(rest.substr(0, bytes));
    rest.remove_prefix(bytes);
  }
  return result;
}

std::string doubled(std::string_view text, char mark) {
  std::string result;
  for (const char c : text) result.append(c == mark ? 2 : 1, c);
  return result;
}

std::string in_quotes(std::string_view text) { return "'" + doubled(text, '\'') + "'"; }

}  // namespace

std::string gnuplot_string(std::string_view text, Markup markup) {
  return in_quotes(marked_up(text, markup));
}

std::string gnuplot_tick_string(std::string_view text, Markup markup) {
  return in_quotes(doubled(marked_up(text, markup), '%'));
}

}  // namespace skald::report
