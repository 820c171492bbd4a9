#include "options/option_listing.hpp"

#include <algorithm>
#include <array>

#include "options/allowed_values.hpp"
#include "options/condition.hpp"
#include "options/default_value.hpp"
#include "options/option_table.hpp"
#include "text/number_text.hpp"

namespace skald::options {
namespace {

constexpr std::array kColumns{&OptionRow::name,   &OptionRow::symbol, &OptionRow::type,
                              &OptionRow::preset, &OptionRow::values, &OptionRow::meaning};
using Widths = std::array<std::size_t, kColumns.size()>;

OptionRow heading() { return {"option", "symbol", "type", "default", "values", "meaning"}; }

// Returns the number of characters of a UTF-8 text: all bytes except continuation bytes.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

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
      widest[c] = std::max(widest[c], width(row.*kColumns[c]));
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
    if (widest[c] > 0) line += text + std::string(widest[c] + 2 - width(text), ' ');
  }
  return line + row.meaning + "\n";
}

}  // namespace

std::vector<OptionRow> rows_of(std::span<const OptionInfo> options) {
  std::vector<OptionRow> rows;
  for (const OptionInfo& option : options) rows.push_back(row_of(option));
  return rows;
}

std::string listing(const std::vector<OptionRow>& rows) {
  const Widths widest = columns_of(rows);
  std::string text = line_of(heading(), widest);
  for (const OptionRow& row : rows) text += line_of(row, widest);
  return text;
}

}  // namespace skald::options
