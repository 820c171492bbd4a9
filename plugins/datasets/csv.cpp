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
    skald::option("path", &Options::path, "the file, gzip or raw").is_path(),
    skald::option("test", &Options::test,
                  "file of the test rows; then all rows of `path` are for training, and "
                  "test_fraction is not used")
        .is_path(),
    skald::inherited<Options>("target", &DelimitedOptions::target,
                              "column to predict: its name, or without a header its number from 1"),
    skald::inherited<Options>(
        "task", &DelimitedOptions::task,
        "classification: the values of the target are labels, numbered in the order of numbers or "
        "else of the alphabet; regression: they are numbers")
        .one_of("classification|regression"),
    skald::inherited<Options>("separator", &DelimitedOptions::separator,
                              "what separates fields; blank: any number of blanks and tabs")
        .one_of("comma|semicolon|tab|blank"),
    skald::inherited<Options>("header", &DelimitedOptions::header,
                              "whether the first record names the columns"),
    skald::inherited<Options>(
        "categorical", &DelimitedOptions::categorical,
        "columns of words, separated by commas; every other column must hold numbers"),
    skald::inherited<Options>("ignore", &DelimitedOptions::ignore,
                              "columns that are not read, separated by commas"),
    skald::inherited<Options>(
        "encoding", &DelimitedOptions::encoding,
        "one_hot: an indicator per word, but none for the first word of the alphabet where there "
        "is an intercept; ordinal: the word's place in the alphabet from 0")
        .one_of("one_hot|ordinal"),
    skald::inherited<Options>(
        "standardize", &DelimitedOptions::standardize,
        "shift and scale columns (indicators excepted) to mean 0 and variance 1 over the training "
        "rows"),
    skald::inherited<Options>("standardize_target", &DelimitedOptions::standardize_target,
                              "the same for the target of a regression"),
    skald::inherited<Options>("intercept", &DelimitedOptions::intercept,
                              "put a feature that is 1 before the others"),
    skald::inherited<Options>("group", &DelimitedOptions::group,
                              "column that names the natural client of a row"),
    skald::inherited<Options>(
        "missing", &DelimitedOptions::missing,
        "an empty field, NA or ? in a feature: refuse it; drop its row; impute the mean of the "
        "training rows, or their most frequent word; word: treat it as a word of its own")
        .one_of("refuse|drop_row|impute|word"),
    skald::inherited<Options>("constant", &DelimitedOptions::constant,
                              "a column with one value in all rows: refuse to standardise it, or "
                              "drop it")
        .one_of("refuse|drop"),
    skald::inherited<Options>("test_fraction", &DelimitedOptions::test_fraction,
                              "share of the rows that is set aside for testing, by seed")
        .at_least(0)
        .below(1)};
constexpr auto options = skald::append(own_options, skald::scaling_options<Options>());

skald::DelimitedText text_of(std::string_view path) {
  const skald::SourceFile file = skald::read_source(std::string(path));
  return {file.name, skald::content_of(file)};
}

class Csv final : public skald::Dataset {
 public:
  explicit Csv(const Options& given) : given_(given) {}

  skald::Table load(const skald::Random& random) override {
    std::optional<skald::DelimitedText> test;
    if (given_.test) test = text_of(*given_.test);
    table_.emplace(skald::read_delimited(text_of(given_.path), std::move(test), given_, random));
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

SKALD_PLUGIN = skald::plugin<Csv, Options, options>(
    {.name = "csv",
     .version = "2",
     .numerics_revision = 2,
     .summary = "A table from a file of comma-separated values.",
     .reference = "RFC 4180"});
