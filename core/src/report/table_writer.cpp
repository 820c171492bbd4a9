#include "report/table_writer.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "text/number_text.hpp"
#include "text/printable.hpp"
#include "text/utf8.hpp"

namespace skald::report {

TableFormat table_format(std::string_view name) {
  if (name == "table" || name == "text") return TableFormat::text;
  if (name == "md" || name == "markdown") return TableFormat::markdown;
  if (name == "csv") return TableFormat::csv;
  if (name == "json") return TableFormat::json;
  if (name == "latex" || name == "tex") return TableFormat::latex;
  throw std::invalid_argument("\"" + std::string(name) +
                              "\" is no table format; expected table, md, csv, json or latex");
}

std::string format_table(const record::ResultTable& table, TableFormat format) {
  std::string text;
  TableWriter writer(
      table.columns, format, [&text](std::string_view part) { text += part; },
      table.rows.size() + 1);
  for (const auto& row : table.rows) writer.add(row);
  writer.end();
  return text;
}

std::string heading_line(std::string_view text, TableFormat format) {
  const std::string line = text::printable_line(text);
  if (format == TableFormat::latex) return "% " + line;
  return format == TableFormat::markdown ? markdown_text(line) : line;
}

std::string markdown_text(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool opens_link = c == '(' && i > 0 && text[i - 1] == ']';
    const bool is_escape = c == '\\' && (i + 1 == text.size() ||
                                         std::ispunct(static_cast<unsigned char>(text[i + 1])));
    if (c == '|' || c == '<' || is_escape || opens_link) result += '\\';
    result += c;
  }
  return result;
}

std::string format_value(const record::SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&value)) return text::number_text(*real, 6);
  if (const auto* text = std::get_if<std::string>(&value)) return text::printable_line(*text);
  if (const auto* blob = std::get_if<record::Blob>(&value)) {
    return text::counted(blob->size(), "byte");
  }
  return "-";
}

namespace {

constexpr std::size_t kMeasuredBytes = std::size_t{8} << 20;
constexpr std::size_t kChunk = std::size_t{64} << 10;  // bytes given to the sink at once

constexpr std::string_view hex_digits = "0123456789abcdef";

std::string hexadecimal(unsigned char byte) {
  return {hex_digits[byte >> 4], hex_digits[byte & 15]};
}

std::string hexadecimal(const record::Blob& blob) {
  std::string text;
  for (const std::byte byte : blob) text += hexadecimal(static_cast<unsigned char>(byte));
  return text;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 32 || c == 127; }

bool is_number(const record::SqlValue& value) {
  return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
}

// Whether a spreadsheet would compute the text instead of showing it.
bool is_formula(const std::string& text) {
  return text.size() > 1 &&
         std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
}

std::string csv_text(const std::string& bytes) {
  std::string text = text::valid_utf8(bytes);
  if (is_formula(text)) text.insert(text.begin(), '\'');
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

std::string csv_value(const record::SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&value)) return text::number_text(*real);
  if (const auto* text = std::get_if<std::string>(&value)) return csv_text(*text);
  if (const auto* blob = std::get_if<record::Blob>(&value)) return hexadecimal(*blob);
  return "";
}

std::string json_text(const std::string& text) {
  std::string result = "\"";
  for (const char c : text::valid_utf8(text)) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (is_control(c)) {
      result.append("\\u00").append(hexadecimal(static_cast<unsigned char>(c)));
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string json_value(const record::SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* text = std::get_if<std::string>(&value)) return json_text(*text);
  if (const auto* blob = std::get_if<record::Blob>(&value)) return json_text(hexadecimal(*blob));
  const auto* real = std::get_if<double>(&value);
  if (real == nullptr) return "null";
  if (std::isinf(*real)) return *real > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  return std::isnan(*real) ? "null" : text::number_text(*real);
}

std::string markdown_cell(const std::string& text) { return " " + markdown_text(text) + " |"; }

}  // namespace

TableWriter::TableWriter(std::vector<std::string> columns, TableFormat format, Sink sink,
                         std::size_t measured_rows)
    : names_(std::move(columns)),
      format_(format),
      sink_(std::move(sink)),
      measured_rows_(measured_rows) {
  if (!is_for_programs(format_)) {
    for (std::string& name : names_) name = text::printable_line(name);
    for (const std::string& name : names_) columns_.push_back({text::characters(name), true});
  } else if (format_ == TableFormat::csv) {
    for (std::size_t c = 0; c < names_.size(); ++c) put((c == 0 ? "" : ",") + csv_text(names_[c]));
    put("\n");
  } else {
    put("[");
  }
}

void TableWriter::add(const std::vector<record::SqlValue>& row) {
  if (format_ == TableFormat::csv) return add_csv(row);
  if (format_ == TableFormat::json) return add_json(row);
  Cells cells;
  for (const record::SqlValue& value : row) {
    cells.push_back(format_ == TableFormat::latex ? latex_value(value) : format_value(value));
  }
  if (is_measured_) return put_cells(cells);
  measure(row, cells);
  waiting_.push_back(std::move(cells));
  if (waiting_.size() >= measured_rows_ || waiting_bytes_ > kMeasuredBytes) end_of_measuring();
}

void TableWriter::end() {
  if (!is_for_programs(format_) && !is_measured_) end_of_measuring();
  if (format_ == TableFormat::json) put("\n]\n");
  if (format_ == TableFormat::latex) put(latex_end());
  sink_(std::exchange(out_, {}));
}

void TableWriter::put(std::string_view text) {
  out_ += text;
  if (out_.size() >= kChunk) sink_(std::exchange(out_, {}));
}

void TableWriter::add_csv(const std::vector<record::SqlValue>& row) {
  for (std::size_t c = 0; c < row.size(); ++c) put((c == 0 ? "" : ",") + csv_value(row[c]));
  put("\n");
}

void TableWriter::add_json(const std::vector<record::SqlValue>& row) {
  put(std::exchange(has_row_, true) ? ",\n{" : "\n{");
  for (std::size_t c = 0; c < row.size(); ++c) {
    put((c == 0 ? "" : ", ") + json_text(names_[c]) + ": " + json_value(row[c]));
  }
  put("}");
}

void TableWriter::measure(const std::vector<record::SqlValue>& row, const Cells& cells) {
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    columns_[c].width = std::max(columns_[c].width, text::characters(cells[c]));
    waiting_bytes_ += cells[c].size();
    if (std::holds_alternative<std::monostate>(row[c])) continue;
    columns_[c].is_numeric = columns_[c].is_numeric && is_number(row[c]);
  }
}

void TableWriter::end_of_measuring() {
  is_measured_ = true;
  format_ == TableFormat::latex ? put_latex_heading() : put_cells(names_);
  if (format_ == TableFormat::markdown) {
    put("|");
    for (const Column& column : columns_) put(column.is_numeric ? " ---: |" : " --- |");
    put("\n");
  }
  for (const Cells& cells : std::exchange(waiting_, {})) put_cells(cells);
}

void TableWriter::put_latex_heading() {
  Cells titles;
  titles.reserve(names_.size());
  std::vector<bool> are_numeric;
  for (const std::string& name : names_) titles.push_back(latex_text(name));
  for (const Column& column : columns_) are_numeric.push_back(column.is_numeric);
  put(latex_begin(titles, are_numeric));
}

void TableWriter::put_cells(const Cells& cells) {
  if (format_ == TableFormat::latex) return put(latex_row(cells));
  if (format_ == TableFormat::markdown) {
    put("|");
    for (const std::string& cell : cells) put(markdown_cell(cell));
    return put("\n");
  }
  std::string line;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const std::size_t room = std::max(columns_[c].width, text::characters(cells[c]));
    const std::string space(room - text::characters(cells[c]), ' ');
    line += c == 0 ? "" : "  ";
    line += columns_[c].is_numeric ? space + cells[c] : cells[c] + space;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  put(line + '\n');
}

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
