#include "reading/libsvm.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "decoding/refuse.hpp"
#include "reading/label_numbers.hpp"
#include "reading/source_file.hpp"
#include "reading/table_cache.hpp"
#include "skald/parts/data/columns.hpp"
#include "skald/parts/data/share.hpp"
#include "skald/parts/data/sparse_features.hpp"

namespace skald {
namespace {

using decoding::quoted;

constexpr Index kLargestIndex = (Index{1} << 31) - 1;  // that of LIBSVM itself, a C int

struct Entry {
  Index row, feature;  // from 0
  double value;
};

struct SparseRows {
  std::vector<std::string_view> labels;   // numbers, as spelt
  std::vector<std::string_view> queries;  // likewise, of each row, or empty
  std::vector<Entry> entries;
  Index features = 0;  // the largest index as it is written, plus 1
  bool has_index_zero = false;
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
      line_text_ = line_text_.substr(0, line_text_.find('#'));
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
    if (!parse_number(label)) refuse(label, "a label, which is a number");
    const auto row = std::ssize(rows.labels);
    rows.labels.push_back(label);
    field_ = word();
    if (field_.starts_with("qid:")) {
      read_query(rows);
      field_ = word();
    }
    if (!rows.queries.empty() && rows.queries.size() != rows.labels.size())
      refuse(field_, "qid:number, as in other lines");
    for (Index last = -1; !field_.empty(); field_ = word()) {
      const Entry entry = read_entry(row, last);
      rows.features = std::max(rows.features, entry.feature + 1);
      rows.has_index_zero |= entry.feature == 0;
      rows.entries.push_back(entry);
      last = entry.feature;
    }
  }
  void read_query(SparseRows& rows) const {
    const std::string_view query = field_.substr(4);
    if (!parse_number(query)) refuse(field_, "qid:number");
    if (rows.queries.size() + 1 != rows.labels.size())
      refuse(field_, "no qid, as in the lines before");
    rows.queries.push_back(query);
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
    if (index < last + 1) refuse(field_, "an index of at least " + std::to_string(last + 1));
    if (most_ && index > *most_)
      refuse(field_, "an index of at most " + std::to_string(*most_) + ", as option features says");
    const auto value = parse_number(field_.substr(colon + 1));
    if (!value) refuse(field_, "a finite number after the colon");
    return {row, index, *value};
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

// The index of the first feature.
Index first_index(const LibsvmOptions& options, bool has_index_zero, const std::string& file) {
  if (options.index_base == "0") return 0;
  if (!has_index_zero) return 1;
  if (options.index_base == "auto") return 0;
  throw std::runtime_error(file + ": found the index 0; expected indices from 1, as option " +
                           "index_base says: set it to 0 or auto");
}

// Adds the rows of `test` to those of `train`, which must count their features alike.
void add_test(const LibsvmText& train, const LibsvmText& test, const LibsvmOptions& options,
              SparseRows& rows) {
  const bool has_zero = std::exchange(rows.has_index_zero, false);
  LibsvmReader(test, options.features).add_to(rows);
  const bool is_clear = options.index_base != "auto" || has_zero == rows.has_index_zero;
  rows.has_index_zero |= has_zero;
  if (is_clear) return;
  throw std::runtime_error(test.file + ": found " + (has_zero ? "no index 0" : "an index 0") +
                           "; expected " + (has_zero ? "one" : "none") + ", as in " + train.file +
                           ": set index_base to 0 if both files count features from 0, otherwise "
                           "write them alike");
}

// place[r]: where row r of the files is in the table.
std::vector<Index> places(Index count, bool shuffled, const Random& random) {
  std::vector<Index> order(static_cast<std::size_t>(count)), place(order.size());
  std::iota(order.begin(), order.end(), Index{0});
  if (shuffled) shuffle(random, {Role::split}, 0, 0, order);
  for (Index i = 0; i < count; ++i)
    place[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])] = i;
  return place;
}

template <class T>
std::vector<T> placed(const std::vector<T>& values, const std::vector<Index>& place) {
  std::vector<T> out(values.size());
  for (std::size_t r = 0; r < values.size(); ++r)
    out[static_cast<std::size_t>(place[r])] = values[r];
  return out;
}

// Whether rows are kept as their numbers other than 0: where few are, and a block would be large.
bool are_worth_it(const SparseRows& rows, Index features) {
  constexpr Index least = Index{1} << 23, share = 8;  // numbers of a block; one in so many
  const auto count = std::ssize(rows.labels);
  return features > least / count && std::ssize(rows.entries) / features < count / share;
}

// place[r] is where row r of the files is in the table.
void keep_sparse(const SparseRows& rows, const std::vector<Index>& place, Index base,
                 bool intercept, DecodedTable& table) {
  const auto count = std::ssize(rows.labels);
  const Index offset = intercept ? 1 : 0;
  const auto numbers = std::ssize(rows.entries) + offset * count;
  Eigen::MatrixXd ranges = Eigen::MatrixXd::Zero(2, count), places(numbers, 1), values(numbers, 1);
  Index next = 0;
  for (std::size_t e = 0, r = 0; r < rows.labels.size(); ++r) {
    ranges(0, place[r]) = static_cast<double>(next);
    if (intercept) {
      places(next, 0) = 0;
      values(next++, 0) = 1;
    }
    for (; e < rows.entries.size() && rows.entries[e].row == static_cast<Index>(r); ++e) {
      if (rows.entries[e].value == 0) continue;
      places(next, 0) = static_cast<double>(rows.entries[e].feature - base + offset);
      values(next++, 0) = rows.entries[e].value;
    }
    ranges(1, place[r]) = static_cast<double>(next);
  }
  places.conservativeResize(next, 1);
  values.conservativeResize(next, 1);
  table.arrays.emplace_back(kSparseRanges, std::move(ranges));
  table.arrays.emplace_back(kSparsePlaces, std::move(places));
  table.arrays.emplace_back(kSparseValues, std::move(values));
}

}  // namespace

DecodedTable read_libsvm(const LibsvmText& train, const std::optional<LibsvmText>& test,
                         const LibsvmOptions& options, const Random& random, Index largest) {
  SparseRows rows;
  LibsvmReader(train, options.features).add_to(rows);
  DecodedTable table;
  table.train = std::ssize(rows.labels);
  if (table.train == 0)
    throw std::runtime_error(train.file + ": found no rows; expected at least one");
  if (test) add_test(train, *test, options, rows);
  const Index offset = options.intercept ? 1 : 0;
  const Index base = first_index(options, rows.has_index_zero, train.file);
  const Index features = options.features.value_or(std::max(rows.features - base, Index{0}));
  if (rows.features - base > features) {
    throw std::runtime_error(train.file + ": found an index of " +
                             std::to_string(rows.features - 1) + "; expected at most " +
                             std::to_string(features + base - 1) + ", as option features says");
  }
  const auto count = std::ssize(rows.labels);
  if (features > largest / count - offset && !are_worth_it(rows, features + offset)) {
    throw std::runtime_error(train.file + ": found " + std::to_string(count) + " rows of " +
                             std::to_string(features) + " features; expected a table of at most " +
                             std::to_string(largest) + " numbers");
  }
  const bool is_split = !test && options.test_fraction > 0;
  if (is_split) table.train = count - nearest_share(options.test_fraction, count);
  if (table.train < 1) {
    throw std::runtime_error(train.file + ": test_fraction leaves none of " +
                             std::to_string(count) + " rows for training; expected a lower one");
  }
  const std::vector<Index> place = places(count, is_split, random);
  if (options.intercept) table.arrays.emplace_back(kIntercept, Eigen::MatrixXd::Zero(1, 1));
  if (are_worth_it(rows, features + offset)) {
    keep_sparse(rows, place, base, options.intercept, table);
    table.sparse_features = features + offset;
  } else {
    table.features.setZero(features + offset, count);
    if (options.intercept) table.features.row(0).setOnes();
    for (const Entry& entry : rows.entries) {
      table.features(entry.feature - base + offset, place[static_cast<std::size_t>(entry.row)]) =
          entry.value;
    }
  }
  const std::vector<std::string_view> labels = placed(rows.labels, place);
  if (options.task == "regression") {
    for (const std::string_view label : labels) table.target.push_back(*parse_number(label));
  } else {
    const LabelNumbers numbers(labels);
    for (const std::string_view label : labels)
      table.target.push_back(static_cast<double>(numbers.of(label)));
    table.columns.classes = numbers.names();
    table.classes = numbers.count();
  }
  if (test) {
    require_common_label(table, [&](Index row, const std::string& expected) {
      throw std::runtime_error(
          test->file + ", row " + std::to_string(row - table.train) + ": found the label " +
          quoted(labels[static_cast<std::size_t>(row)]) + "; expected " + expected);
    });
  }
  if (!rows.queries.empty()) {
    const LabelNumbers numbers(rows.queries);
    table.columns.groups = numbers.names();
    table.groups = numbers.count();
    for (const std::string_view query : placed(rows.queries, place))
      table.group.push_back(static_cast<std::int32_t>(numbers.of(query)));
  }
  return table;
}

Table LibsvmDataset::load(const Random& random) {
  const SourceFile train = source_by_name(std::string(given_.train));
  std::optional<SourceFile> test;
  if (given_.test) test = source_by_name(std::string(*given_.test));
  std::vector<const SourceFile*> files{&train};
  if (test) files.push_back(&*test);
  std::string recipe = "libsvm 3 " + std::string(given_.task) + " features " +
                       std::to_string(given_.features.value_or(-1)) + " intercept " +
                       std::to_string(given_.intercept) + " from " +
                       std::string(given_.index_base) +
                       (given_.published[0] != nullptr ? " published" : "");
  if (!test && given_.test_fraction > 0)
    recipe += " split " + std::to_string(given_.test_fraction) + " " + fingerprint(random);
  table_.emplace(recipe, files, [&] { return decode(files, random); });
  state(table_->columns());
  Table table = table_->table();
  if (given_.published[0] == nullptr) table.private_inputs = {&kEncoding, 1};
  return table;
}

DecodedTable LibsvmDataset::decode(const std::vector<const SourceFile*>& files,
                                   const Random& random) const {
  std::vector<std::string> contents;
  for (std::size_t i = 0; i < files.size(); ++i) {
    contents.push_back(text_of(*files[i]));
    if (given_.published[i] != nullptr)
      require_published(contents[i], files[i]->name, given_.published[i]);
  }
  std::optional<LibsvmText> test;
  if (files.size() > 1) test = LibsvmText{files[1]->name, contents[1]};
  return read_libsvm({files[0]->name, contents[0]}, test, given_, random);
}

}  // namespace skald
