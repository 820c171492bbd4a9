#include "report/latex.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "report/format_table.hpp"
#include "text/printable.hpp"

namespace skald::report {
namespace {

using Escape = std::pair<char, std::string_view>;

constexpr std::array kEscapes{Escape{'\\', "\\textbackslash{}"},
                              Escape{'^', "\\textasciicircum{}"},
                              Escape{'~', "\\textasciitilde{}"},
                              Escape{'<', "\\textless{}"},
                              Escape{'>', "\\textgreater{}"},
                              Escape{'|', "\\textbar{}"},
                              Escape{'"', "\\textquotedbl{}"},
                              Escape{'&', "\\&"},
                              Escape{'%', "\\%"},
                              Escape{'$', "\\$"},
                              Escape{'#', "\\#"},
                              Escape{'_', "\\_"},
                              Escape{'{', "\\{"},
                              Escape{'}', "\\}"}};

}  // namespace

std::string latex_text(std::string_view text) {
  std::string result;
  for (const char c : text::printable_line(text)) {
    const auto* found = std::find_if(kEscapes.begin(), kEscapes.end(),
                                     [c](const Escape& escape) { return escape.first == c; });
    found == kEscapes.end() ? result.push_back(c) : void(result.append(found->second));
  }
  return result;
}

std::string latex_number(const std::string& number) {
  const bool is_negative = number.starts_with('-');
  if (number.ends_with("inf")) return is_negative ? "-\\infty" : "\\infty";
  const std::size_t e = number.find('e');
  if (e == std::string::npos) return number;
  const std::string mantissa = number.substr(0, e);
  return mantissa + " \\cdot 10^{" + std::to_string(std::stoi(number.substr(e + 1))) + "}";
}

std::string latex_value(const record::SqlValue& value) {
  if (std::holds_alternative<std::monostate>(value)) return "--";
  const bool is_number =
      std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
  const std::string text = format_value(value);
  return is_number ? "$" + latex_number(text) + "$" : latex_text(text);
}

std::string latex_begin(const std::vector<std::string>& titles,
                        const std::vector<bool>& are_numeric) {
  std::string text = "\\begin{tabular}{";
  for (const bool is_numeric : are_numeric) text += is_numeric ? 'r' : 'l';
  return text + "}\n\\toprule\n" + latex_row(titles) + "\\midrule\n";
}

std::string latex_row(const std::vector<std::string>& cells) {
  std::string text;
  for (std::size_t c = 0; c < cells.size(); ++c) text += (c == 0 ? "" : " & ") + cells[c];
  return text + " \\\\\n";
}

std::string latex_end() { return "\\bottomrule\n\\end{tabular}\n"; }

}  // namespace skald::report
