#include "charts/table_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <limits>

#include "files/regular_file.hpp"
#include "system/exit_code.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

using Row = std::vector<std::string>;

constexpr std::size_t kLargestTable = std::size_t{64} << 20;
constexpr std::string_view kReplicate = "replicate";

// Reads the rows of a csv file (RFC 4180) one by one.
class Rows {
 public:
  explicit Rows(std::string_view text) : text_(text) {}

  bool next(Row& row) {
    row.clear();
    if (text_.empty()) return false;
    do {
      row.push_back(value());
    } while (takes(','));
    takes('\r');
    takes('\n');
    return true;
  }

 private:
  bool takes(char c) {
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }

  std::string value() {
    if (takes('"')) return quoted();
    const std::size_t end = std::min(text_.find_first_of(",\r\n"), text_.size());
    std::string value(text_.substr(0, end));
    text_.remove_prefix(end);
    return value;
  }

  std::string quoted() {
    std::string value;
    while (true) {
      const std::size_t end = std::min(text_.find('"'), text_.size());
      value += text_.substr(0, end);
      text_.remove_prefix(end);
      if (!takes('"') || !takes('"')) return value;
      value += '"';
    }
  }

  std::string_view text_;
};

std::string read_text(const std::string& file) {
  if (file != "-") return files::read_regular_file(file, kLargestTable);
  return {std::istreambuf_iterator<char>(std::cin), {}};
}

std::size_t column_of(const Row& names, const std::string& name, const std::string& file) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  throw UsageError(fmt::format("{}: no column \"{}\"; its first row has {}", file, name,
                               fmt::join(names, ", ")));
}

record::SqlValue value_of(const std::string& text) {
  if (text.empty()) return {};
  if (const auto integer = text::to_integer(text)) return *integer;
  if (const auto number = text::to_number(text)) return *number;
  return text;
}

double number_of(const std::string& text, const std::string& file, std::size_t line) {
  if (text.empty()) return std::numeric_limits<double>::quiet_NaN();
  if (const auto number = text::to_number(text)) return *number;
  throw UsageError(fmt::format("{}: row {}: found \"{}\", expected a number", file, line, text));
}

}  // namespace

bool is_table(const std::string& file) {
  return file == "-" || std::filesystem::path(file).extension() == ".csv";
}

std::string table_name(const std::string& file) {
  return file == "-" ? "standard input" : std::filesystem::path(file).stem().string();
}

record::StudyRuns read_table(const std::string& file, std::vector<std::string> metrics) {
  const std::string text = read_text(file);
  Rows rows(text);
  Row names, row;
  if (!rows.next(names)) throw UsageError(file + ": empty; expected a first row of names");
  if (metrics.empty()) metrics = {names.back()};
  record::StudyRuns study;
  std::vector<std::size_t> metric_columns, axis_columns;
  for (const std::string& metric : metrics) {
    metric_columns.push_back(column_of(names, metric, file));
    study.metrics.push_back({metric, "", "", record::Better::none});
  }
  for (std::size_t c = 0; c < names.size(); ++c) {
    const bool is_metric =
        std::find(metric_columns.begin(), metric_columns.end(), c) != metric_columns.end();
    if (is_metric || names[c] == kReplicate) continue;
    axis_columns.push_back(c);
    study.axes.push_back(names[c]);
  }
  const auto replicate = std::find(names.begin(), names.end(), kReplicate);
  for (std::size_t line = 2; rows.next(row); ++line) {
    if (row.size() != names.size()) {
      throw UsageError(fmt::format("{}: row {} has {} values, the first row {} names", file, line,
                                   row.size(), names.size()));
    }
    record::StudyRuns::Run& run = study.runs.emplace_back();
    for (const std::size_t c : axis_columns) run.axes.push_back(value_of(row[c]));
    for (const std::size_t c : metric_columns) {
      run.metrics.push_back(number_of(row[c], file, line));
    }
    if (replicate == names.end()) continue;
    const std::string& number = row[static_cast<std::size_t>(replicate - names.begin())];
    run.replicate = static_cast<std::int64_t>(number_of(number, file, line));
  }
  return study;
}

}  // namespace skald
