#include "report/chart/gnuplot_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "report/chart/paper_symbols.hpp"
#include "report/table_writer.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"
#include "text/utf8.hpp"

namespace skald::report {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kSigns{
    {{"±", "$\\pm$"}, {"×", "$\\times$"}, {"·", "$\\cdot$"}, {"⁻", "$^{-}$"}, {"₂", "$_{2}$"}}};

// Returns a character in TeX. Quotes stay: \textquotedbl asks for fonts that a document need not
// have.
std::string in_tex(std::string_view character) {
  if (character == "\"") return std::string(character);
  if (character.size() == 1) return latex_text(character);
  for (const auto& [sign, tex] : kSigns) {
    if (sign == character) return std::string(tex);
  }
  for (std::size_t digit = 0; digit < kSuperscripts.size(); ++digit) {
    if (kSuperscripts[digit] == character) return "$^{" + std::to_string(digit) + "}$";
  }
  const std::string_view letter = letter_name(character);
  if (letter.empty()) return std::string(character);
  return "$\\" + std::string(letter == "eps" ? "varepsilon" : letter) + "$";
}

std::string marked_up(std::string_view text, Markup markup) {
  std::string line = text::printable_line(text);
  if (markup == Markup::plain) return line;
  std::string result;
  for (std::string_view rest = line; !rest.empty();) {
    const std::size_t bytes = text::first_character(rest).bytes;
    result += in_tex(rest.substr(0, bytes));
    rest.remove_prefix(bytes);
  }
  return result;
}

std::string doubled(std::string_view text, char mark) {
  std::string result;
  for (const char c : text) result.append(c == mark ? 2 : 1, c);
  return result;
}

// Gnuplot reads doubled quotes at the beginning of a string, or beside each other, as an empty
// string: what has quotes is put together from runs of these and of all else.
std::string in_quotes(std::string_view text) {
  if (text.find('\'') == std::string_view::npos) return "'" + std::string(text) + "'";
  std::string parts;
  while (!text.empty()) {
    const bool are_quotes = text.front() == '\'';
    const std::size_t end =
        std::min(are_quotes ? text.find_first_not_of('\'') : text.find('\''), text.size());
    const char mark = are_quotes ? '"' : '\'';
    parts += (parts.empty() ? "(" : " . ") + (mark + std::string(text.substr(0, end)) + mark);
    text.remove_prefix(end);
  }
  return parts + ")";
}

}  // namespace

std::string gnuplot_string(std::string_view text, Markup markup) {
  return in_quotes(marked_up(text, markup));
}

std::string gnuplot_ticks(const std::vector<Tick>& ticks, Markup markup) {
  std::string list;
  for (const Tick& tick : ticks) {
    list += (list.empty() ? "" : ", ") + in_quotes(doubled(marked_up(tick.label, markup), '%')) +
            " " + text::number_text(tick.at) + (tick.is_minor ? " 1" : "");
  }
  return "(" + list + ")";
}

std::string gnuplot_range(const Range& range) {
  return "[" + text::number_text(range.low) + ":" + text::number_text(range.high) + "]";
}

std::string gnuplot_row(std::initializer_list<double> values) {
  std::string line;
  for (const double value : values) {
    line += (line.empty() ? "" : " ") + (std::isfinite(value) ? text::number_text(value) : "NaN");
  }
  return line + '\n';
}

std::string gnuplot_block(const std::string& name, const std::string& rows) {
  return "$" + name + " << END\n" + rows + "END\n";
}

}  // namespace skald::report
