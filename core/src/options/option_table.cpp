#include "options/option_table.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <variant>

#include "options/allowed_values.hpp"
#include "options/condition.hpp"
#include "options/option_value.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"
#include "text/utf8.hpp"

namespace skald::options {
namespace {

bool is_letter(char c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'); }
bool is_digit(char c) { return '0' <= c && c <= '9'; }

bool is_option_name(std::string_view name) {
  return text::name_fault(name).empty() && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

bool is_numeric(OptionType type) {
  return type == OptionType::integer || type == OptionType::number || type == OptionType::numbers;
}

std::string name_fault(const OptionInfo& option) {
  if (!option.name) return "has a null name";
  if (!is_option_name(option.name)) {
    return "has a malformed name; expected a letter, then letters, digits or '_', at most " +
           std::to_string(text::kLongestName) + " in all";
  }
  if (std::string_view(option.name) == "plugin") {
    return "has a reserved name: a grid names the plugin itself with it";
  }
  return "";
}

std::string completeness_fault(const OptionInfo& option) {
  if (!option.symbol || !option.doc || !option.choices || !option.default_text ||
      !option.automatic || !option.only_if || !option.stable_to) {
    return "has a null symbol, doc, choices, default_text, automatic, only_if or stable_to; "
           "expected a text, possibly empty";
  }
  for (const char* text : {option.symbol, option.doc, option.choices, option.default_text,
                           option.automatic, option.only_if, option.stable_to}) {
    if (text::is_printable(text)) continue;
    return "has a text that cannot be shown; expected UTF-8 without control characters";
  }
  if (std::string_view(option.doc).empty()) return "has no documentation";
  if (name_of(option.type).empty()) return "has an unknown type";
  if (option.optional && option.has_default)
    return "is optional and has a default; expected one of the two";
  if (*option.automatic && option.type != OptionType::integer &&
      option.type != OptionType::number) {
    return "has a formula for \"auto\" but is not numeric";
  }
  if (*option.stable_to && option.type != OptionType::number) {
    return "has a formula for the longest stable step but is no number";
  }
  if (option.has_default && option.type == OptionType::numbers) {
    return "is an array with a default; expected none";
  }
  return "";
}

std::string bounds_fault(const OptionInfo& option) {
  if (!is_numeric(option.type) && !bounds_text(option).empty()) {
    return "has bounds but is not numeric";
  }
  const bool open = option.minimum_excluded || option.maximum_excluded;
  const bool ordered =
      open ? option.minimum < option.maximum : option.minimum <= option.maximum;  // NaN: neither
  if (!ordered) return "has bounds that no value meets, " + bounds_text(option);
  return "";
}

std::string default_fault(const OptionInfo& option) {
  if (*option.choices && option.type != OptionType::text) {
    return "has choices but is not of type text";
  }
  if (!option.has_default) return "";
  if (value_fault(option, default_of(option, "")).empty()) return "";
  const std::string quote = option.type == OptionType::text ? "'" : "";
  return "has the default " + quote + default_text(option) + quote + ", which must be " +
         requirement(option);
}

}  // namespace

std::string_view name_of(OptionType type) {
  constexpr std::array<std::string_view, 6> names{"boolean", "integer", "number",
                                                  "text",    "path",    "numbers"};
  const auto number = static_cast<std::size_t>(type);
  return number < names.size() ? names[number] : std::string_view();
}

std::optional<std::string> option_table_fault(std::span<const OptionInfo> options) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const OptionInfo& option = options[i];
    const std::string name =
        option.name ? " ('" + text::shortened(option.name, text::kLongestName) + "') " : " ";
    const std::string at = "option " + std::to_string(i + 1) + name;
    if (const std::string fault = name_fault(option); !fault.empty()) return at + fault;
    if (!names.insert(option.name).second) return at + "has the name of an earlier option";
    for (const auto check : {completeness_fault, bounds_fault, default_fault}) {
      if (const std::string fault = check(option); !fault.empty()) return at + fault;
    }
  }
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string fault = condition_fault(options[i], options);
    if (fault.empty()) continue;
    return "option " + std::to_string(i + 1) + " ('" + options[i].name + "') " + fault;
  }
  return std::nullopt;
}

Value borrowed(const OptionValue& value) {
  Value out{.set = !std::holds_alternative<std::monostate>(value)};
  if (const auto* boolean = std::get_if<bool>(&value)) out.boolean = *boolean;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) out.integer = *integer;
  if (const auto* number = std::get_if<double>(&value)) out.number = *number;
  if (const auto* text = std::get_if<std::string>(&value)) out.text = text->c_str();
  if (const auto* path = std::get_if<FilePath>(&value)) out.text = path->resolved.c_str();
  if (const auto* array = std::get_if<NumberArray>(&value)) {
    out.numbers = array->values.data();
    out.shape = array->shape.data();
    out.rank = static_cast<std::uint32_t>(array->shape.size());
  }
  return out;
}

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
