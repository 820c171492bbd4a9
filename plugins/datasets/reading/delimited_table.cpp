#include "reading/delimited_table.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "reading/number_text.hpp"
#include "reading/refuse.hpp"
#include "skald/parts/data/share.hpp"
#include "skald/parts/data/standardise.hpp"

namespace skald {
namespace {

using WordNumbers = std::map<std::string_view, Index>;

// Words and their numbers: numeric order where all are numbers, else byte order.
WordNumbers number_words(std::vector<std::string_view> words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  const auto numeric = [](std::string_view word) { return parse_number(word).has_value(); };
  if (std::all_of(words.begin(), words.end(), numeric)) {
    std::stable_sort(words.begin(), words.end(), [](std::string_view a, std::string_view b) {
      return *parse_number(a) < *parse_number(b);
    });
  }
  WordNumbers numbers;
  for (const std::string_view word : words) numbers.emplace(word, std::ssize(numbers));
  return numbers;
}

// The words in the order of their numbers.
std::vector<std::string> words_of(const WordNumbers& numbers) {
  std::vector<std::string> words(numbers.size());
  for (const auto& [word, number] : numbers) words[static_cast<std::size_t>(number)] = word;
  return words;
}

// The features that a column becomes.
struct Encoding {
  std::size_t column;
  Index first, count;  // of the table's features
  WordNumbers words;   // none in a column of numbers
};

class Reader {
 public:
  Reader(DelimitedText data, std::optional<DelimitedText> test, const DelimitedOptions& options,
         Index largest)
      : given_(options),
        largest_(largest),
        source_(std::move(data), std::move(test), options.separator, options.header) {}

  DecodedTable read(const Random& random) {
    target_ = source_.column(given_.target, "target");
    if (given_.group) group_ = source_.column(*given_.group, "group");
    categorical_ = source_.listed(given_.categorical.value_or(""), "categorical");
    ignored_ = source_.listed(given_.ignore.value_or(""), "ignore");
    treat_missing();
    split(random);
    take_target();
    take_group();
    check_constants();
    take_features();
    return std::move(table_);
  }

 private:
  bool is_word(std::size_t c) const { return categorical_[c]; }
  // Whether a missing value there is left to the encoding of the column.
  bool may_be_missing(std::size_t c) const {
    if (ignored_[c]) return true;
    if (c == target_ || c == group_) return false;
    return given_.missing == "impute" || (given_.missing == "word" && is_word(c));
  }

  void treat_missing() {
    if (given_.missing == "drop_row") source_.drop_incomplete(ignored_);
    for (const Row& row : rows_) {
      for (std::size_t c = 0; c < row.fields.size(); ++c) {
        if (is_missing(row.fields[c]) && !may_be_missing(c))
          source_.refuse(row, c, "a value (or another option missing: drop_row, impute or word)");
      }
    }
  }
  void split(const Random& random) {
    table_.train = static_cast<Index>(source_.rows_before_test().value_or(0));
    if (!source_.rows_before_test()) {
      const auto rows = std::ssize(rows_);
      shuffle(random, {Role::split}, 0, 0, rows_);
      table_.train = rows - nearest_share(given_.test_fraction, rows);
    }
    if (table_.train < 1) {
      throw std::runtime_error(source_.file() + ": test_fraction leaves none of " +
                               std::to_string(rows_.size()) + " rows for training; lower it");
    }
  }

  void take_target() {
    if (given_.task == "regression") {
      for (const Row& row : rows_) table_.target.push_back(source_.number(row, target_));
      table_.columns.target.name = label_of(target_);
      if (given_.standardize_target) scale_target();
      return;
    }
    const auto labels = number_words(source_.words(target_));
    table_.classes = std::ssize(labels);
    table_.columns.classes = words_of(labels);
    for (const Row& row : rows_)
      table_.target.push_back(static_cast<double>(labels.at(row.fields[target_])));
  }
  void scale_target() {
    Eigen::MatrixXd target =
        Eigen::Map<const Eigen::RowVectorXd>(table_.target.data(), std::ssize(table_.target));
    const auto standardised = standardise_row(target, 0, table_.train);
    if (!standardised) refuse_constant(target_);
    table_.columns.target.center = standardised->center;
    table_.columns.target.scale = standardised->scale;
    std::copy(target.data(), target.data() + target.size(), table_.target.begin());
  }
  void take_group() {
    if (!group_) return;
    const auto groups = number_words(source_.words(*group_));
    table_.groups = std::ssize(groups);
    for (const Row& row : rows_)
      table_.group.push_back(static_cast<std::int32_t>(groups.at(row.fields[*group_])));
  }

  void take_features() {
    const std::vector<Encoding> encodings = lay_out();
    for (const Encoding& encoding : encodings) {
      if (!is_word(encoding.column)) {
        fill_numbers(encoding);
      } else {
        given_.encoding == "ordinal" ? fill_places(encoding) : fill_indicators(encoding);
      }
    }
  }
  // Every column's place among the features, and room for all of them.
  std::vector<Encoding> lay_out() {
    std::vector<Encoding> encodings;
    Index features = given_.intercept ? 1 : 0;
    for (std::size_t c = 0; c < source_.names().size(); ++c) {
      if (c == target_ || c == group_ || ignored_[c] || is_left_out(c)) continue;
      encodings.push_back({c, features, 1, {}});
      if (is_word(c)) encode_words(encodings.back());
      features += encodings.back().count;
    }
    const auto rows = std::ssize(rows_);
    if (features == 0) {
      throw std::runtime_error(source_.file() +
                               ": found no column besides target and group; expected one");
    }
    if (features > largest_ / rows) {
      throw std::runtime_error(
          source_.file() + ": found " + std::to_string(rows) + " rows of " +
          std::to_string(features) + " features; expected a table of at most " +
          std::to_string(largest_) + " numbers: ignore columns, or set encoding to ordinal");
    }
    table_.features.setZero(features, rows);
    if (given_.intercept) table_.features.row(0).setOnes();
    name_features(encodings);
    return encodings;
  }
  // "age" of numbers and ranks, "sex=male" of indicators.
  void name_features(const std::vector<Encoding>& encodings) {
    std::vector<OwnColumn>& columns = table_.columns.features;
    if (given_.intercept) columns.push_back({.name = "intercept", .is_constant = true});
    for (const Encoding& encoding : encodings) {
      const std::string name = label_of(encoding.column);
      if (!has_indicators(encoding)) {
        columns.push_back({.name = name});
        continue;
      }
      const std::vector<std::string> words = words_of(encoding.words);
      for (std::size_t w = words.size() - static_cast<std::size_t>(encoding.count);
           w < words.size(); ++w)
        columns.push_back({.name = name + "=" + words[w]});
    }
  }
  // What people call the column: its name, or "column 3" where nothing names it.
  std::string label_of(std::size_t c) const {
    if (given_.header) return source_.names()[c];
    std::string_view rest = given_.labels;
    for (std::size_t before = 0; before < c && !rest.empty(); ++before)
      rest.remove_prefix(std::min(rest.find(','), rest.size() - 1) + 1);
    if (!rest.empty()) return std::string(rest.substr(0, rest.find(',')));
    return "column " + source_.names()[c];
  }
  bool has_indicators(const Encoding& encoding) const {
    return is_word(encoding.column) && given_.encoding != "ordinal";
  }
  void encode_words(Encoding& encoding) {
    impute_words(encoding.column);
    encoding.words = number_words(source_.words(encoding.column));
    if (given_.encoding != "ordinal")
      encoding.count = std::ssize(encoding.words) - (given_.intercept ? 1 : 0);
  }
  bool is_left_out(std::size_t c) const {
    if (given_.constant != "drop") return false;
    return std::all_of(rows_.begin(), rows_.end(),
                       [&](const Row& row) { return row.fields[c] == rows_[0].fields[c]; });
  }
  void fill_numbers(const Encoding& encoding) {
    const std::size_t c = encoding.column;
    const Index k = encoding.first;
    double sum = 0, present = 0;
    for (Index r = 0; r < std::ssize(rows_); ++r) {
      const Row& row = rows_[static_cast<std::size_t>(r)];
      if (is_missing(row.fields[c])) continue;
      const double value = source_.number(row, c);
      table_.features(k, r) = value;
      if (r < table_.train) sum += value, ++present;
    }
    fill_missing(c, k, present > 0 ? sum / present : 0);
    scale(k, c);
  }
  void fill_missing(std::size_t c, Index k, double value) {
    for (Index r = 0; r < std::ssize(rows_); ++r) {
      if (is_missing(rows_[static_cast<std::size_t>(r)].fields[c])) table_.features(k, r) = value;
    }
  }

  // The most frequent word of the training rows, the first of the alphabet where several are.
  void impute_words(std::size_t c) {
    if (given_.missing != "impute") return;
    std::map<std::string_view, Index> counts;
    for (std::size_t r = 0; r < static_cast<std::size_t>(table_.train); ++r) {
      if (!is_missing(rows_[r].fields[c])) ++counts[rows_[r].fields[c]];
    }
    const auto most =
        std::max_element(counts.begin(), counts.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    for (Row& row : rows_) {
      if (!is_missing(row.fields[c])) continue;
      if (most == counts.end()) source_.refuse(row, c, "a category of some training row");
      row.fields[c] = most->first;
    }
  }
  void fill_places(const Encoding& encoding) {
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      table_.features(encoding.first, static_cast<Index>(r)) =
          static_cast<double>(encoding.words.at(rows_[r].fields[encoding.column]));
    }
    scale(encoding.first, encoding.column);
  }
  void fill_indicators(const Encoding& encoding) {
    const Index reference = given_.intercept ? 1 : 0;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const Index number = encoding.words.at(rows_[r].fields[encoding.column]) - reference;
      if (number >= 0) table_.features(encoding.first + number, static_cast<Index>(r)) = 1;
    }
  }

  void scale(Index k, std::size_t c) {
    if (!given_.standardize) return;
    if (given_.center) {
      const double center = given_.center->values[scaled_], size = given_.scale->values[scaled_];
      table_.features.row(k) = (table_.features.row(k).array() - center) / size;
      state_scale(k, center, size);
      ++scaled_;
    } else if (const auto by = standardise_row(table_.features, k, table_.train)) {
      state_scale(k, by->center, by->scale);
    } else {
      refuse_constant(c);
    }
  }
  void state_scale(Index k, double center, double size) {
    OwnColumn& column = table_.columns.features[static_cast<std::size_t>(k)];
    column.center = center;
    column.scale = size;
  }
  bool is_scaled(std::size_t c) const {
    if (c == target_ || c == group_ || ignored_[c] || is_left_out(c)) return false;
    return !is_word(c) || given_.encoding == "ordinal";
  }
  void check_constants() const {
    if (given_.center.has_value() != given_.scale.has_value()) {
      throw std::runtime_error(source_.file() + ": " + (given_.center ? "center" : "scale") +
                               " is given alone; expected both center and scale, or neither");
    }
    if (!given_.center) return;
    if (!given_.standardize) {
      throw std::runtime_error(source_.file() +
                               ": center and scale are given, but standardize is false; remove "
                               "them, or set it to true");
    }
    std::string names;
    std::size_t columns = 0;
    for (std::size_t c = 0; c < source_.names().size(); ++c) {
      if (!is_scaled(c)) continue;
      names += (columns++ == 0 ? "" : ", ") + printable(source_.names()[c]);
    }
    for (const auto& [option, numbers] :
         {std::pair("center", *given_.center), std::pair("scale", *given_.scale)}) {
      if (numbers.values.size() == columns) continue;
      throw std::runtime_error(source_.file() + ": " + option + " has " +
                               counted(numbers.values.size(), "number", "numbers") + "; expected " +
                               std::to_string(columns) + ", for the columns " + names);
    }
    for (const double size : given_.scale->values) {
      if (size > 0) continue;
      throw std::runtime_error(source_.file() + ": scale has a number that is not above 0, " +
                               std::to_string(size));
    }
  }
  [[noreturn]] void refuse_constant(std::size_t c) const {
    throw std::runtime_error(source_.file() + ", column " + std::to_string(c + 1) + " (" +
                             printable(source_.names()[c]) +
                             "): found one value in all training rows; expected at least two: "
                             "set constant to drop, or standardize to false");
  }

  const DelimitedOptions& given_;
  const Index largest_;
  DelimitedRows source_;
  std::vector<Row>& rows_ = source_.rows();
  std::size_t target_ = 0;
  std::optional<std::size_t> group_;
  std::vector<bool> categorical_, ignored_;
  std::size_t scaled_ = 0;  // columns that got their center and scale
  DecodedTable table_;
};

}  // namespace

std::vector<PrivateInput> private_inputs(const DelimitedOptions& options, bool columns_are_public) {
  std::vector<PrivateInput> inputs;
  if (options.standardize && !options.center) {
    inputs.push_back(
        {.name = inputs::standardisation,
         .why = "features are standardised by means and variances of the training rows",
         .remedy = "give center and scale to the data set, or set standardize to false"});
  }
  if (options.standardize_target) {
    inputs.push_back(
        {.name = inputs::standardisation,
         .why = "the target is standardised by the mean and variance of the training rows",
         .remedy = "set standardize_target to false"});
  }
  if (options.missing == "impute") {
    inputs.push_back(
        {.name = inputs::imputation,
         .why =
             "missing values are imputed by means or most frequent categories of the training rows",
         .remedy = "set missing to word or drop_row"});
  }
  if (!columns_are_public &&
      (options.task == "classification" || options.categorical || options.constant == "drop")) {
    inputs.push_back(kEncoding);
  }
  return inputs;
}

DecodedTable read_delimited(DelimitedText data, std::optional<DelimitedText> test,
                            const DelimitedOptions& options, const Random& random, Index largest) {
  return Reader(std::move(data), std::move(test), options, largest).read(random);
}

}  // namespace skald
