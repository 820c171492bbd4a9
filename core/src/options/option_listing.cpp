#include "options/option_listing.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "options/allowed_values.hpp"
#include "options/condition.hpp"
#include "options/option_table.hpp"
#include "options/option_value.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"
#include "text/utf8.hpp"

namespace skald::options {
namespace {

constexpr std::array kColumns{&OptionRow::name,   &OptionRow::symbol, &OptionRow::type,
                              &OptionRow::preset, &OptionRow::values, &OptionRow::meaning};
using Widths = std::array<std::size_t, kColumns.size()>;

OptionRow heading() { return {"option", "symbol", "type", "default", "values", "meaning"}; }

std::string default_column(const OptionInfo& option) {
  if (option.optional) return "optional";
  return option.has_default ? default_text(option) : "required";
}

std::string values_column(const OptionInfo& option) {
  if (*option.choices) return option.choices;
  if (!*option.automatic) return bounds_symbols(option);
  // A number that "auto" stands for is no formula, and the documentation says what it means.
  const bool is_number = text::to_number(option.automatic).has_value();
  return bounds_symbols(option) + ", or auto" + (is_number ? "" : ": ") +
         (is_number ? "" : option.automatic);
}

OptionRow row_of(const OptionInfo& option) {
  return {option.name,
          option.symbol,
          std::string(name_of(option.type)),
          default_column(option),
          values_column(option),
          meaning_of(option)};
}

Widths widths(const std::vector<OptionRow>& rows) {
  Widths widest{};
  for (const OptionRow& row : rows) {
    for (std::size_t c = 0; c < kColumns.size(); ++c)
      widest[c] = std::max(widest[c], text::characters(row.*kColumns[c]));
  }
  return widest;
}

// Returns the widths of the columns with the heading; 0 for a column without texts.
Widths columns_of(const std::vector<OptionRow>& rows) {
  Widths widest = widths(rows);
  const Widths headings = widths({heading()});
  for (std::size_t c = 0; c < kColumns.size(); ++c) {
    if (widest[c] > 0) widest[c] = std::max(widest[c], headings[c]);
  }
  return widest;
}

std::string line_of(const OptionRow& row, const Widths& widest) {
  std::string line = "  ";
  for (std::size_t c = 0; c + 1 < kColumns.size(); ++c) {
    const std::string& text = row.*kColumns[c];
    if (widest[c] > 0) line += text + std::string(widest[c] + 2 - text::characters(text), ' ');
  }
  return line + row.meaning + "\n";
}

// Name, symbol, type, default and values as a sentence, then the meaning, further to the right.
std::string paragraph_of(const OptionRow& row, std::size_t most) {
  const bool is_value = row.preset != "required" && row.preset != "optional" && !row.preset.empty();
  std::string facts = row.name;
  if (!row.symbol.empty() && row.symbol != row.name) facts += " (" + row.symbol + ")";
  facts += ":";
  for (const std::string& part :
       {row.type, (is_value ? "default " : "") + row.preset, row.values}) {
    if (!part.empty()) facts += (facts.back() == ':' ? " " : ", ") + part;
  }
  std::string text = "  " + text::wrapped(facts, most - 2, 4) + "\n";
  if (!row.meaning.empty()) text += "      " + text::wrapped(row.meaning, most - 6, 6) + "\n";
  return text;
}

}  // namespace

std::vector<OptionRow> rows_of(std::span<const OptionInfo> options) {
  std::vector<OptionRow> rows;
  for (const OptionInfo& option : options) rows.push_back(row_of(option));
  return rows;
}

std::string listing(const std::vector<OptionRow>& rows, std::size_t most) {
  const Widths widest = columns_of(rows);
  const std::size_t columns = kColumns.size() - static_cast<std::size_t>(std::count(
                                                    widest.begin(), widest.end(), std::size_t{0}));
  const std::size_t needed = std::accumulate(widest.begin(), widest.end(), 2 * columns);
  std::string lines = needed <= most ? line_of(heading(), widest) : "";
  for (const OptionRow& row : rows)
    lines += needed <= most ? line_of(row, widest) : paragraph_of(row, most);
  return lines;
}

}  // namespace skald::options
