#include "charts/table_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <span>
#include <stdexcept>

#include "files/regular_file.hpp"
#include "skald/parts/data/delimited_text.hpp"
#include "system/exit_code.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

constexpr std::size_t kLargestTable = std::size_t{64} << 20;
constexpr std::string_view kReplicate = "replicate";

using Fields = std::vector<std::string_view>;

std::string read_text(const std::string& file) {
  if (file != "-") return files::read_regular_file(file, kLargestTable);
  return {std::istreambuf_iterator<char>(std::cin), {}};
}

std::vector<Record> records_of(std::string& text, const std::string& file) {
  try {
    return read_records(text, file);
  } catch (const std::runtime_error& e) {
    throw UsageError(e.what());
  }
}

std::size_t column_of(const Fields& names, const std::string& name, const std::string& file) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  throw UsageError(fmt::format("{}: no column \"{}\"; its first row has {}", file, name,
                               fmt::join(names, ", ")));
}

record::SqlValue value_of(std::string_view text) {
  if (text.empty()) return {};
  if (const auto integer = text::to_integer(text)) return *integer;
  if (const auto number = text::to_number(text)) return *number;
  return std::string(text);
}

double number_of(std::string_view text, const std::string& file, std::size_t line) {
  if (text.empty()) return std::numeric_limits<double>::quiet_NaN();
  if (const auto number = text::to_number(text)) return *number;
  throw UsageError(fmt::format("{}, line {}: found \"{}\", expected a number", file, line, text));
}

std::int64_t replicate_of(std::string_view text, const std::string& file, std::size_t line) {
  if (const auto number = text::to_integer(text)) return *number;
  throw UsageError(fmt::format("{}, line {}: found the replicate \"{}\", expected an integer", file,
                               line, text));
}

// A setting has one row for each replicate: of two with equal values no mean is known to be meant.
void refuse_repeated_rows(const record::StudyRuns& study, std::span<const Record> rows,
                          const std::string& file) {
  std::map<std::pair<std::vector<record::SqlValue>, std::int64_t>, std::size_t> lines;
  for (std::size_t i = 0; i < study.runs.size(); ++i) {
    const record::StudyRuns::Run& run = study.runs[i];
    const auto [first, is_new] = lines.try_emplace({run.axes, run.replicate}, rows[i].line);
    if (is_new) continue;
    throw UsageError(fmt::format(
        "{}, line {}: found the setting of line {} once more ({}), expected each once; keep the "
        "column that tells them apart, or number repetitions in a column \"{}\"",
        file, rows[i].line, first->second, fmt::join(study.axes, ", "), kReplicate));
  }
}

}  // namespace

bool is_table(const std::string& file) {
  return file == "-" || std::filesystem::path(file).extension() == ".csv";
}

std::string table_name(const std::string& file) {
  return file == "-" ? "standard input" : std::filesystem::path(file).stem().string();
}

record::StudyRuns read_table(const std::string& file, std::vector<std::string> metrics) {
  std::string text = read_text(file);
  const std::vector<Record> records = records_of(text, file);
  if (records.empty()) throw UsageError(file + ": empty; expected a first row of names");
  const Fields& names = records.front().fields;
  if (metrics.empty()) metrics = {std::string(names.back())};
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
    study.axes.emplace_back(names[c]);
  }
  const auto replicate =
      static_cast<std::size_t>(std::find(names.begin(), names.end(), kReplicate) - names.begin());
  for (const auto& [line, fields] : std::span(records).subspan(1)) {
    record::StudyRuns::Run& run = study.runs.emplace_back();
    for (const std::size_t c : axis_columns) run.axes.push_back(value_of(fields[c]));
    for (const std::size_t c : metric_columns) {
      run.metrics.push_back(number_of(fields[c], file, line));
    }
    if (replicate < names.size()) run.replicate = replicate_of(fields[replicate], file, line);
  }
  refuse_repeated_rows(study, std::span(records).subspan(1), file);
  return study;
}

}  // namespace skald
