// A table from a file of comma-separated values.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/dataset.hpp"
#include "skald/delimited_text.hpp"
#include "skald/plugin.hpp"
#include "skald/standardise.hpp"

namespace {

using skald::Index;
using skald::Record;

struct Options {
  std::string_view path;
  std::string_view target;
  std::string_view task = "classification";
  bool header = true;
  std::optional<std::string_view> categorical;
  std::string_view encoding = "one_hot";
  bool standardize = true;
  bool intercept = true;
  std::optional<std::string_view> group;
  std::string_view missing = "refuse";
  double test_fraction = 0.2;
};

constexpr std::array options{
    skald::option("path", &Options::path, "the file").is_path(),
    skald::option("target", &Options::target,
                  "column to predict: its name, or without a header its number from 1"),
    skald::option("task", &Options::task,
                  "classification: the values of the target are labels, numbered in the order of "
                  "numbers or else of the alphabet; regression: they are numbers")
        .one_of("classification|regression"),
    skald::option("header", &Options::header, "whether the first record names the columns"),
    skald::option("categorical", &Options::categorical,
                  "columns of words, separated by commas; every other one must hold numbers"),
    skald::option("encoding", &Options::encoding,
                  "one_hot: an indicator per word, but none for the first word of the alphabet "
                  "where there is an intercept; ordinal: the word's place in the alphabet from 0")
        .one_of("one_hot|ordinal"),
    skald::option("standardize", &Options::standardize,
                  "shift and scale columns (indicators excepted) to mean 0 and variance 1 over the "
                  "training rows"),
    skald::option("intercept", &Options::intercept, "put a feature that is 1 before the others"),
    skald::option("group", &Options::group, "column that names the natural client of a row"),
    skald::option("missing", &Options::missing,
                  "what to do with rows that have an empty field, NA or ?")
        .one_of("refuse|drop_row"),
    skald::option("test_fraction", &Options::test_fraction,
                  "share of the rows that is set aside for testing, by seed")
        .at_least(0)
        .below(1)};

bool is_missing(std::string_view field) { return field.empty() || field == "NA" || field == "?"; }

std::optional<double> parse_number(std::string_view field) {
  while (field.starts_with(' ')) field.remove_prefix(1);
  while (field.ends_with(' ')) field.remove_suffix(1);
  if (field.starts_with('+')) field.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error != std::errc() || end != field.data() + field.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

// Words and their numbers: numeric order where all are numbers, else byte order.
std::map<std::string_view, Index> number_words(const std::vector<std::string_view>& words) {
  std::vector<std::string_view> sorted = words;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  const auto numeric = [](std::string_view word) { return parse_number(word).has_value(); };
  if (std::all_of(sorted.begin(), sorted.end(), numeric))
    std::stable_sort(sorted.begin(), sorted.end(), [](std::string_view a, std::string_view b) {
      return *parse_number(a) < *parse_number(b);
    });
  std::map<std::string_view, Index> numbers;
  for (const std::string_view word : sorted) numbers.emplace(word, std::ssize(numbers));
  return numbers;
}

class Csv final : public skald::Dataset {
 public:
  explicit Csv(const Options& given) : given_(given), file_(given.path) {}

  skald::Table load(const skald::Random& random) override {
    read();
    const std::size_t target = column(given_.target, "target");
    std::optional<std::size_t> group;
    if (given_.group) group = column(*given_.group, "group");
    drop_missing();
    split(random);
    take_target(target);
    if (group) take_group(*group);
    take_features(target, group);
    skald::Table table;
    table.features = skald::view(std::as_const(features_));
    table.target = target_;
    table.classes = classes_;
    table.group = group_;
    table.groups = groups_;
    table.train = train_;
    return table;
  }

 private:
  void read() {
    std::ifstream stream(file_, std::ios::binary);
    if (!stream)
      throw std::runtime_error(file_ + ": cannot be opened; expected a readable CSV file");
    text_.assign(std::istreambuf_iterator<char>(stream), {});
    records_ = skald::read_records(text_, file_);
    if (records_.size() < (given_.header ? 2U : 1U))
      throw std::runtime_error(file_ + ": found no rows of data; expected at least one" +
                               (given_.header ? " below the header" : ""));
    names_.clear();
    for (std::size_t c = 0; c < records_[0].fields.size(); ++c)
      names_.push_back(given_.header ? std::string(records_[0].fields[c]) : std::to_string(c + 1));
    if (given_.header) records_.erase(records_.begin());
  }

  std::size_t column(std::string_view name, const std::string& option) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
    std::string known;
    for (const std::string& n : names_) known += (known.empty() ? "" : ", ") + n;
    throw std::runtime_error(file_ + ": found no column '" + std::string(name) + "' for option " +
                             option + "; expected one of " + known);
  }

  void drop_missing() {
    const auto incomplete = [](const Record& record) {
      return std::any_of(record.fields.begin(), record.fields.end(), is_missing);
    };
    if (given_.missing == "drop_row") std::erase_if(records_, incomplete);
    const auto found = std::find_if(records_.begin(), records_.end(), incomplete);
    if (found != records_.end()) {
      const auto field = std::find_if(found->fields.begin(), found->fields.end(), is_missing);
      refuse(*found, static_cast<std::size_t>(field - found->fields.begin()),
             "a value (or option missing: drop_row)");
    }
    if (records_.empty())
      throw std::runtime_error(file_ +
                               ": found a missing value in every row; expected complete rows");
  }

  [[noreturn]] void refuse(const Record& record, std::size_t c, const std::string& expected) const {
    throw std::runtime_error(file_ + ", line " + std::to_string(record.line) + ", column " +
                             std::to_string(c + 1) + " (" + names_[c] + "): found '" +
                             std::string(record.fields[c]) + "'; expected " + expected);
  }

  // Rows in random order (role split); the first are for training.
  void split(const skald::Random& random) {
    const auto rows = static_cast<Index>(records_.size());
    skald::shuffle(random, {skald::Role::split}, 0, 0, records_);
    train_ = rows - std::lround(given_.test_fraction * static_cast<double>(rows));
    if (train_ < 1)
      throw std::runtime_error(file_ + ": test_fraction leaves none of " + std::to_string(rows) +
                               " rows for training; lower it");
  }

  std::vector<std::string_view> words(std::size_t c) const {
    std::vector<std::string_view> values;
    for (const Record& record : records_) values.push_back(record.fields[c]);
    return values;
  }

  double number(const Record& record, std::size_t c) const {
    const std::optional<double> value = parse_number(record.fields[c]);
    if (!value) refuse(record, c, "a finite number; name columns of words in option categorical");
    return *value;
  }

  void take_target(std::size_t c) {
    target_.clear();
    if (given_.task == "regression") {
      for (const Record& record : records_) target_.push_back(number(record, c));
      return;
    }
    const auto labels = number_words(words(c));
    classes_ = std::ssize(labels);
    for (const Record& record : records_)
      target_.push_back(static_cast<double>(labels.at(record.fields[c])));
  }

  void take_group(std::size_t c) {
    group_.clear();
    const auto groups = number_words(words(c));
    groups_ = std::ssize(groups);
    for (const Record& record : records_)
      group_.push_back(static_cast<std::int32_t>(groups.at(record.fields[c])));
  }

  std::vector<bool> categorical_columns() const {
    std::vector<bool> categorical(names_.size(), false);
    std::string_view rest = given_.categorical.value_or("");
    while (!rest.empty()) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      categorical[column(rest.substr(0, comma), "categorical")] = true;
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    return categorical;
  }

  void take_features(std::size_t target, std::optional<std::size_t> group) {
    const std::vector<bool> categorical = categorical_columns();
    features_.setOnes(given_.intercept ? 1 : 0, std::ssize(records_));
    for (std::size_t c = 0; c < names_.size(); ++c) {
      if (c == target || c == group) continue;
      if (!categorical[c]) {
        add_numbers(c);
      } else if (given_.encoding == "ordinal") {
        add_places(c);
      } else {
        add_indicators(c);
      }
    }
    if (features_.rows() == 0)
      throw std::runtime_error(file_ + ": found no column beside target and group; expected one");
  }

  Index add_rows(Index count) {
    const Index first = features_.rows();
    features_.conservativeResize(first + count, Eigen::NoChange);
    features_.bottomRows(count).setZero();
    return first;
  }

  void add_numbers(std::size_t c) {
    const Index k = add_rows(1);
    for (std::size_t r = 0; r < records_.size(); ++r)
      features_(k, static_cast<Index>(r)) = number(records_[r], c);
    scale(k, c);
  }

  void add_places(std::size_t c) {
    const auto numbers = number_words(words(c));
    const Index k = add_rows(1);
    for (std::size_t r = 0; r < records_.size(); ++r)
      features_(k, static_cast<Index>(r)) = static_cast<double>(numbers.at(records_[r].fields[c]));
    scale(k, c);
  }

  void add_indicators(std::size_t c) {
    const auto numbers = number_words(words(c));
    const Index reference = given_.intercept ? 1 : 0;
    const Index k = add_rows(std::ssize(numbers) - reference) - reference;
    for (std::size_t r = 0; r < records_.size(); ++r) {
      const Index number = numbers.at(records_[r].fields[c]);
      if (number >= reference) features_(k + number, static_cast<Index>(r)) = 1;
    }
  }

  void scale(Index k, std::size_t c) {
    if (given_.standardize && !skald::standardise_row(features_, k, train_))
      throw std::runtime_error(file_ + ", column " + std::to_string(c + 1) + " (" + names_[c] +
                               "): found one value in all training rows; expected at least two, "
                               "or option standardize: false");
  }

  Options given_;
  std::string file_, text_;
  std::vector<Record> records_;  // views into text_
  std::vector<std::string> names_;
  Eigen::MatrixXd features_;
  std::vector<double> target_;
  std::vector<std::int32_t> group_;
  Index classes_ = 0, groups_ = 0, train_ = 0;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Csv, Options, options>(
    {.name = "csv",
     .version = "1",
     .numerics_revision = 1,
     .summary = "A table from a file of comma-separated values.",
     .reference = "RFC 4180"});
