#include "reading/libsvm.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <vector>

#include "reading/number_text.hpp"
#include "reading/refuse.hpp"

namespace skald {
namespace {

constexpr Index kLargestIndex = (Index{1} << 31) - 1;  // that of LIBSVM itself, a C int

struct Entry {
  Index row, feature;  // from 0
  double value;
};

struct SparseRows {
  std::vector<double> labels;
  std::vector<Entry> entries;
  Index features = 0;
};

// Reads one text; lines and columns count from 1.
class LibsvmReader {
 public:
  LibsvmReader(const LibsvmText& source, const std::optional<std::int64_t>& features)
      : source_(source), most_(features), rest_(source.text) {}

  void add_to(SparseRows& rows) {
    while (!rest_.empty()) {
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      line_text_ = rest_.substr(0, end);
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      ++line_;
      read_line(rows);
    }
  }

 private:
  void read_line(SparseRows& rows) {
    at_ = 0;
    const std::string_view label = word();
    if (label.empty()) return;
    const auto value = parse_number(label);
    if (!value) refuse(label, "a label, which is a number");
    const auto row = std::ssize(rows.labels);
    rows.labels.push_back(*value);
    for (Index last = -1; !(field_ = word()).empty();) {
      const Entry entry = read_entry(row, last);
      rows.features = std::max(rows.features, entry.feature + 1);
      rows.entries.push_back(entry);
      last = entry.feature;
    }
  }
  Entry read_entry(Index row, Index last) const {
    const std::size_t colon = field_.find(':');
    Index index = 0;
    const auto [end, error] =
        std::from_chars(field_.data(), field_.data() + std::min(colon, field_.size()), index);
    if (colon == std::string_view::npos || error != std::errc() || end != field_.data() + colon)
      refuse(field_, "index:value");
    if (index > kLargestIndex)
      refuse(field_, "an index of at most " + std::to_string(kLargestIndex));
    if (index < last + 2) refuse(field_, "an index of at least " + std::to_string(last + 2));
    if (most_ && index > *most_)
      refuse(field_, "an index of at most " + std::to_string(*most_) + ", as option features says");
    const auto value = parse_number(field_.substr(colon + 1));
    if (!value) refuse(field_, "a finite number after the colon");
    return {row, index - 1, *value};
  }
  // The next word of the line, or "" at its end.
  std::string_view word() {
    constexpr std::string_view blanks = " \t\r";
    at_ = std::min(line_text_.find_first_not_of(blanks, at_), line_text_.size());
    const std::size_t end = std::min(line_text_.find_first_of(blanks, at_), line_text_.size());
    const std::string_view found = line_text_.substr(at_, end - at_);
    column_ = at_ + 1;
    at_ = end;
    return found;
  }
  [[noreturn]] void refuse(std::string_view found, const std::string& expected) const {
    throw std::runtime_error(source_.file + ", line " + std::to_string(line_) + ", column " +
                             std::to_string(column_) + ": found " + quoted(found) + "; expected " +
                             expected);
  }

  const LibsvmText& source_;
  const std::optional<std::int64_t> most_;
  std::string_view rest_, line_text_, field_;
  std::size_t line_ = 0, column_ = 0, at_ = 0;
};

void number_labels(DecodedTable& table) {
  std::vector<double> labels = table.target;
  std::sort(labels.begin(), labels.end());
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  table.classes = std::ssize(labels);
  for (double& label : table.target) {
    label =
        static_cast<double>(std::lower_bound(labels.begin(), labels.end(), label) - labels.begin());
  }
}

}  // namespace

DecodedTable read_libsvm(const LibsvmText& train, const std::optional<LibsvmText>& test,
                         const LibsvmOptions& options, Index largest) {
  SparseRows rows;
  LibsvmReader(train, options.features).add_to(rows);
  DecodedTable table;
  table.train = std::ssize(rows.labels);
  if (table.train == 0)
    throw std::runtime_error(train.file + ": found no rows; expected at least one");
  if (test) LibsvmReader(*test, options.features).add_to(rows);
  const Index offset = options.intercept ? 1 : 0;
  const Index features = options.features.value_or(rows.features);
  const auto count = std::ssize(rows.labels);
  if (features > largest / count - offset) {
    throw std::runtime_error(train.file + ": found " + std::to_string(count) + " rows of " +
                             std::to_string(features) + " features; expected a table of at most " +
                             std::to_string(largest) + " numbers");
  }
  table.features.setZero(features + offset, count);
  if (options.intercept) table.features.row(0).setOnes();
  for (const Entry& entry : rows.entries)
    table.features(entry.feature + offset, entry.row) = entry.value;
  table.target = std::move(rows.labels);
  if (options.task != "regression") number_labels(table);
  return table;
}

}  // namespace skald
