#include "reading/delimited_table.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "decoding/refuse.hpp"
#include "reading/label_numbers.hpp"
#include "skald/parts/data/columns.hpp"
#include "skald/parts/data/share.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

using decoding::printable;
using decoding::quoted;
using text::counted;

// The features that a column becomes.
struct Encoding {
  std::size_t column;
  Index first, count;                 // of the table's features
  std::optional<LabelNumbers> words;  // none in a column of numbers
};

// What stands for a missing category.
constexpr std::string_view kMissingCategory = "?";

DelimitedFormat format_of(const DelimitedOptions& options) {
  return {.separator = options.separator,
          .header = options.header,
          .decimal = options.decimal == "comma" ? DecimalMark::comma : DecimalMark::point,
          .missing = MissingWords(options.missing_words)};
}

class Reader {
 public:
  Reader(DelimitedText data, std::optional<DelimitedText> test, const DelimitedOptions& options,
         Index largest)
      : given_(options),
        largest_(largest),
        format_(format_of(options)),
        source_(std::move(data), std::move(test), format_) {}

  DecodedTable read(const Random& random) {
    choose_columns();
    treat_missing();
    for (const std::size_t c : features_) {
      if (!categorical_[c]) check_numbers(c);
    }
    split(random);
    take_target();
    take_group();
    std::erase_if(features_, [this](std::size_t c) { return is_left_out(c); });
    check_constants();
    take_features();
    table_.columns.notes.insert(table_.columns.notes.begin(), source_.notes().begin(),
                                source_.notes().end());
    return std::move(table_);
  }

 private:
  bool is_word(std::size_t c) const { return categorical_[c]; }
  void note(std::string text) { table_.columns.notes.push_back(std::move(text)); }
  void note_alike(const LabelNumbers& labels, const std::string& what) {
    if (const std::string alike = labels.alike(); !alike.empty()) {
      note(alike + " are two " + what +
           ", which differ in the case of letters, in blanks or in a last point alone");
    }
  }

  // Every column's part: target, group, feature or none.
  void choose_columns() {
    target_ = source_.column(given_.target, "target");
    if (given_.group) group_ = source_.column(*given_.group, "group");
    const std::vector<bool> ignored = source_.listed(given_.ignore.value_or(""), "ignore");
    const std::vector<bool> kept = source_.listed(given_.columns.value_or(""), "columns");
    const bool finds_words = given_.categorical == "auto";
    categorical_ =
        source_.listed(finds_words ? "" : given_.categorical.value_or(""), "categorical");
    used_.assign(source_.names().size(), false);
    for (std::size_t c = 0; c < used_.size(); ++c) {
      const bool is_wanted = given_.columns ? kept[c] : !source_.set_aside()[c] || categorical_[c];
      if (c == target_ || c == group_ || ignored[c] || !is_wanted) continue;
      features_.push_back(c);
      used_[c] = true;
    }
    used_[target_] = true;
    if (group_) used_[*group_] = true;
    source_.require_in_test(used_);
    if (!finds_words) return;
    for (const std::size_t c : features_) categorical_[c] = !holds_numbers(c);
  }
  bool holds_numbers(std::size_t c) const {
    return std::ranges::all_of(rows_, [&](const Row& row) {
      return row.fields[c].empty() || source_.as_number(row.fields[c]);
    });
  }

  void treat_missing() {
    if (given_.missing == "drop_row") {
      const std::size_t dropped = source_.drop_incomplete(used_);
      if (dropped > 0) {
        note(counted(dropped, "row", "rows") + " with missing values left out, " +
             counted(rows_.size(), "row", "rows") + " kept");
      }
    }
    for (const Row& row : rows_) {
      for (std::size_t c = 0; c < row.fields.size(); ++c) {
        if (used_[c] && row.fields[c].empty()) require_treated(row, c);
      }
    }
  }
  // Throws unless a missing value there is left to the encoding of the column.
  void require_treated(const Row& row, std::size_t c) const {
    if (c == target_ || c == group_) {
      source_.refuse(row, c,
                     "a value; to leave out rows without one, set missing to drop_row, or delete "
                     "the line");
    }
    if (given_.missing == "impute" || (given_.missing == "word" && is_word(c))) return;
    source_.refuse(row, c,
                   is_word(c) ? "a category, or option missing: drop_row, impute or word"
                   : given_.missing == "word"
                       ? "a number, since missing: word is for categorical columns; set missing "
                         "to impute or drop_row"
                       : "a number, or option missing: drop_row or impute");
  }
  // In the order of the file, so that the first mistake is the first of the file.
  void check_numbers(std::size_t c) const {
    for (const Row& row : rows_) {
      if (!row.fields[c].empty()) static_cast<void>(source_.number(row, c));
    }
  }
  void split(const Random& random) {
    table_.train = static_cast<Index>(source_.rows_before_test().value_or(0));
    if (!source_.rows_before_test()) {
      const auto rows = std::ssize(rows_);
      if (given_.task == "regression") {
        for (const Row& row : rows_) static_cast<void>(source_.number(row, target_));
      }
      shuffle(random, {Role::split}, 0, 0, rows_);
      table_.train = rows - nearest_share(given_.test_fraction, rows);
    }
    if (table_.train < 1) {
      throw std::runtime_error(source_.file() + ": test_fraction leaves none of " +
                               std::to_string(rows_.size()) + " rows for training; lower it");
    }
  }
  // How many of the rows, the first ones, the training rows are or were drawn from.
  std::size_t pool() const { return source_.rows_before_test().value_or(rows_.size()); }

  void take_target() {
    if (given_.task == "regression") {
      for (const Row& row : rows_) table_.target.push_back(source_.number(row, target_));
      table_.columns.target.name = label_of(target_);
      if (given_.standardize_target) scale_target();
      return;
    }
    const LabelNumbers labels(source_.words(target_), format_.decimal);
    table_.classes = labels.count();
    table_.columns.classes = labels.names();
    note_alike(labels, "classes");
    for (const Row& row : rows_)
      table_.target.push_back(static_cast<double>(labels.of(row.fields[target_])));
    if (!source_.rows_before_test()) return;
    require_common_label(table_, [&](Index row, const std::string& expected) {
      source_.refuse(rows_[static_cast<std::size_t>(row)], target_, expected);
    });
  }
  void scale_target() {
    Eigen::MatrixXd target =
        Eigen::Map<const Eigen::RowVectorXd>(table_.target.data(), std::ssize(table_.target));
    const auto standardised = standardise_row(target, 0, table_.train);
    if (!standardised) refuse_constant(target_, "set standardize_target to false");
    table_.columns.target.center = standardised->center;
    table_.columns.target.scale = standardised->scale;
    std::copy(target.data(), target.data() + target.size(), table_.target.begin());
  }
  void take_group() {
    if (!group_) return;
    const LabelNumbers groups(source_.words(*group_), format_.decimal);
    note_alike(groups, "clients");
    table_.groups = groups.count();
    table_.columns.groups = groups.names();
    for (const Row& row : rows_)
      table_.group.push_back(static_cast<std::int32_t>(groups.of(row.fields[*group_])));
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
    for (const std::size_t c : features_) {
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
      const std::vector<std::string>& words = encoding.words->names();
      for (std::size_t w = words.size() - static_cast<std::size_t>(encoding.count);
           w < words.size(); ++w)
        columns.push_back({.name = name + "=" + words[w]});
    }
  }
  // What people call the column: its name, or "column 3" where nothing names it.
  std::string label_of(std::size_t c) const {
    if (given_.header && !source_.names()[c].empty()) return source_.names()[c];
    std::string_view rest = given_.labels;
    for (std::size_t before = 0; before < c && !rest.empty(); ++before)
      rest.remove_prefix(std::min(rest.find(','), rest.size() - 1) + 1);
    if (!rest.empty()) return std::string(rest.substr(0, rest.find(',')));
    return "column " + std::to_string(c + 1);
  }
  bool has_indicators(const Encoding& encoding) const {
    return is_word(encoding.column) && given_.encoding != "ordinal";
  }
  void encode_words(Encoding& encoding) {
    replace_missing(encoding.column);
    encoding.words.emplace(source_.words(encoding.column), format_.decimal);
    if (given_.encoding != "ordinal")
      encoding.count = encoding.words->count() - (given_.intercept ? 1 : 0);
  }
  // Whether the column has one value, or category, in all rows that training rows are drawn from.
  bool is_constant_column(std::size_t c) const {
    const std::string_view first = rows_[0].fields[c];
    const auto value = is_word(c) ? std::nullopt : source_.as_number(first);
    return std::all_of(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(pool()),
                       [&](const Row& row) {
                         const std::string_view field = row.fields[c];
                         return field == first || (value && source_.as_number(field) == value);
                       });
  }
  bool is_left_out(std::size_t c) {
    if (given_.constant != "drop" || !is_constant_column(c)) return false;
    note("column " + label_of(c) + " left out: it has one value in all " +
         (source_.rows_before_test() ? "training rows" : "rows"));
    return true;
  }
  void fill_numbers(const Encoding& encoding) {
    const std::size_t c = encoding.column;
    const Index k = encoding.first;
    double sum = 0, present = 0;
    for (Index r = 0; r < std::ssize(rows_); ++r) {
      const Row& row = rows_[static_cast<std::size_t>(r)];
      if (row.fields[c].empty()) continue;
      const double value = source_.number(row, c);
      table_.features(k, r) = value;
      if (r < table_.train) sum += value, ++present;
    }
    fill_missing(c, k, present > 0 ? sum / present : 0);
    scale(k, c);
  }
  void fill_missing(std::size_t c, Index k, double value) {
    for (Index r = 0; r < std::ssize(rows_); ++r) {
      if (rows_[static_cast<std::size_t>(r)].fields[c].empty()) table_.features(k, r) = value;
    }
  }

  // By a category of its own, or by the most frequent one of the training rows, the first of the
  // alphabet where several are.
  void replace_missing(std::size_t c) {
    std::string_view category = kMissingCategory;
    if (given_.missing == "impute") {
      std::map<std::string_view, Index> counts;
      for (std::size_t r = 0; r < static_cast<std::size_t>(table_.train); ++r) {
        if (!rows_[r].fields[c].empty()) ++counts[rows_[r].fields[c]];
      }
      const auto most =
          std::max_element(counts.begin(), counts.end(),
                           [](const auto& a, const auto& b) { return a.second < b.second; });
      if (most != counts.end()) category = most->first;
    }
    for (Row& row : rows_) {
      if (row.fields[c].empty()) row.fields[c] = category;
    }
  }
  void fill_places(const Encoding& encoding) {
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      table_.features(encoding.first, static_cast<Index>(r)) =
          static_cast<double>(encoding.words->of(rows_[r].fields[encoding.column]));
    }
    scale(encoding.first, encoding.column);
  }
  void fill_indicators(const Encoding& encoding) {
    const Index reference = given_.intercept ? 1 : 0;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const Index number = encoding.words->of(rows_[r].fields[encoding.column]) - reference;
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
      return;
    }
    if (is_constant(table_.features, k, table_.train)) {
      if (is_constant_column(c))
        refuse_constant(c, "set constant to drop, or standardize to false");
      note("column " + label_of(c) + " has one value in the training rows: centred, not scaled");
    }
    const Standardisation by = standardise_or_center(table_.features, k, table_.train);
    state_scale(k, by.center, by.scale);
  }
  void state_scale(Index k, double center, double size) {
    OwnColumn& column = table_.columns.features[static_cast<std::size_t>(k)];
    column.center = center;
    column.scale = size;
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
    for (const std::size_t c : features_) {
      if (is_word(c) && given_.encoding != "ordinal") continue;
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
  [[noreturn]] void refuse_constant(std::size_t c, const std::string& remedy) const {
    throw std::runtime_error(
        source_.file() + ", column " + std::to_string(c + 1) + " (" +
        printable(source_.names()[c]) +
        "): found one value in all training rows; expected at least two: " + remedy);
  }

  const DelimitedOptions& given_;
  const Index largest_;
  const DelimitedFormat format_;
  DelimitedRows source_;
  std::vector<Row>& rows_ = source_.rows();
  std::size_t target_ = 0;
  std::optional<std::size_t> group_;
  std::vector<std::size_t> features_;     // the columns that become features
  std::vector<bool> categorical_, used_;  // used: a feature, target or group
  std::size_t scaled_ = 0;                // columns that got their center and scale
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

std::string recipe_of(const DelimitedOptions& options) {
  const auto text = [](const std::optional<std::string_view>& given) {
    return given ? std::to_string(given->size()) + ":" + std::string(*given) : std::string("-");
  };
  const auto numbers = [](const std::optional<Numbers>& given) {
    std::string all;
    if (given) {
      for (const double value : given->values)
        all += std::to_string(std::bit_cast<std::uint64_t>(value)) + ",";
    }
    return given ? all : "-";
  };
  std::string recipe = "delimited 2";
  for (const auto& given :
       {text(options.separator), text(options.target), text(options.task),
        text(options.categorical), text(options.ignore), text(options.columns), text(options.group),
        text(options.encoding), text(options.missing), text(options.missing_words),
        text(options.decimal), text(options.constant), text(options.labels),
        numbers(options.center), numbers(options.scale),
        std::to_string(std::bit_cast<std::uint64_t>(options.test_fraction))})
    recipe += ' ' + given;
  for (const bool given :
       {options.header, options.standardize, options.standardize_target, options.intercept})
    recipe += given ? " 1" : " 0";
  return recipe;
}

DecodedTable read_delimited(DelimitedText data, std::optional<DelimitedText> test,
                            const DelimitedOptions& options, const Random& random, Index largest) {
  return Reader(std::move(data), std::move(test), options, largest).read(random);
}

}  // namespace skald
