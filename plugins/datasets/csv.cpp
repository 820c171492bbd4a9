// A table from a file of comma-separated values.
#include <optional>
#include <string>

#include "reading/delimited_table.hpp"
#include "reading/source_file.hpp"
#include "skald/dataset.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::DelimitedOptions;

struct Options : DelimitedOptions {
  std::string_view path;
  std::optional<std::string_view> test;
};

constexpr std::array own_options{
    skald::option("path", &Options::path, "data file, plain or gzip").is_path(),
    skald::option(
        "test", &Options::test,
        "test file; if given, all rows of `path` are for training and test_fraction is ignored")
        .is_path(),
    skald::inherited<Options>(
        "target", &DelimitedOptions::target,
        "column to predict: its name or, without a header, its number from 1"),
    skald::inherited<Options>("task", &DelimitedOptions::task,
                              "classification: target values are class labels, ordered as numbers "
                              "or, failing that, alphabetically; regression: they are numbers")
        .one_of("classification|regression"),
    skald::inherited<Options>("separator", &DelimitedOptions::separator,
                              "field separator; blank: any run of spaces and tabs")
        .one_of("comma|semicolon|tab|blank"),
    skald::inherited<Options>("header", &DelimitedOptions::header,
                              "take column names from the first record"),
    skald::inherited<Options>(
        "categorical", &DelimitedOptions::categorical,
        "categorical columns, separated by commas; all others must be numeric"),
    skald::inherited<Options>("ignore", &DelimitedOptions::ignore,
                              "columns to skip, separated by commas"),
    skald::inherited<Options>("encoding", &DelimitedOptions::encoding,
                              "encoding of categorical columns. one_hot: an indicator per "
                              "category, except the alphabetically first if there is an intercept; "
                              "ordinal: the category's alphabetical rank, from 0")
        .one_of("one_hot|ordinal"),
    skald::inherited<Options>("standardize", &DelimitedOptions::standardize,
                              "shift and scale all columns but indicators to mean 0 and variance 1 "
                              "over the training rows"),
    skald::inherited<Options>("standardize_target", &DelimitedOptions::standardize_target,
                              "standardize the target of a regression in the same way"),
    skald::inherited<Options>("intercept", &DelimitedOptions::intercept,
                              "prepend a constant feature 1"),
    skald::inherited<Options>("group", &DelimitedOptions::group,
                              "column that names each row's natural client"),
    skald::inherited<Options>(
        "missing", &DelimitedOptions::missing,
        "treatment of missing values (empty, NA or ?) in features. refuse: an error; drop_row: "
        "drop the row; impute: the mean, or most frequent category, of the training rows; word: a "
        "category of its own")
        .one_of("refuse|drop_row|impute|word"),
    skald::inherited<Options>("constant", &DelimitedOptions::constant,
                              "treatment of constant columns. refuse: an error if they are to be "
                              "standardised; drop: drop them")
        .one_of("refuse|drop"),
    skald::inherited<Options>("test_fraction", &DelimitedOptions::test_fraction,
                              "fraction of rows held out for testing, drawn by seed")
        .only_if("!test")
        .at_least(0)
        .below(1)};
constexpr auto options = skald::append(own_options, skald::scaling_options<Options>());

skald::DelimitedText text_of(std::string_view path) {
  const skald::SourceFile file = skald::read_source(std::string(path));
  return {file.name, skald::content_of(file)};
}

class Csv final : public skald::Dataset, public skald::StatedColumns {
 public:
  explicit Csv(const Options& given) : given_(given) {}

  skald::Table load(const skald::Random& random) override {
    std::optional<skald::DelimitedText> test;
    if (given_.test) test = text_of(*given_.test);
    table_.emplace(skald::read_delimited(text_of(given_.path), std::move(test), given_, random));
    state(table_->columns());
    skald::Table table = table_->table();
    inputs_ = skald::private_inputs(given_, false);
    table.private_inputs = inputs_;
    return table;
  }

 private:
  Options given_;
  std::optional<skald::OwnTable> table_;
  std::vector<skald::PrivateInput> inputs_;
};

}  // namespace

SKALD_PLUGIN =
    skald::plugin<Csv, Options, options>({.name = "csv",
                                          .version = "2",
                                          .numerics_revision = 2,
                                          .summary = "Table from a file of comma-separated values",
                                          .reference = "RFC 4180"});
