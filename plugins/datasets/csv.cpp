// A table from a file of comma-separated values.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "reading/delimited_table.hpp"
#include "reading/source_file.hpp"
#include "reading/table_cache.hpp"
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
        "test file, whose columns are joined by name; if given, all rows of `path` are for "
        "training and test_fraction is ignored")
        .is_path(),
    skald::inherited<Options>("target", &DelimitedOptions::target,
                              "column to predict: its name, or its number from 1"),
    skald::inherited<Options>(
        "task", &DelimitedOptions::task,
        "classification: target values are class labels, the same where they are "
        "the same number or text, ordered as numbers or, failing that, "
        "alphabetically; regression: they are numbers")
        .one_of("classification|regression"),
    skald::inherited<Options>("separator", &DelimitedOptions::separator,
                              "field separator; blank: any run of spaces and tabs")
        .one_of("comma|semicolon|tab|pipe|blank"),
    skald::inherited<Options>("header", &DelimitedOptions::header,
                              "take column names from the first record"),
    skald::inherited<Options>("categorical", &DelimitedOptions::categorical,
                              "categorical columns, separated by commas, or auto: all that hold "
                              "words; all others must be "
                              "numeric"),
    skald::inherited<Options>("ignore", &DelimitedOptions::ignore,
                              "columns to skip: names separated by commas, or a list of names and "
                              "of numbers from 1, such "
                              "as [\"age, years\", 3]"),
    skald::inherited<Options>("columns", &DelimitedOptions::columns,
                              "columns to take as features, listed likewise; all but target, "
                              "group and ignored ones if omitted"),
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
        "treatment of missing values. refuse: an error; drop_row: drop the row; impute, for "
        "features: the mean, or most frequent category, of the training rows; word, for "
        "categories: one of its own")
        .one_of("refuse|drop_row|impute|word"),
    skald::inherited<Options>(
        "missing_words", &DelimitedOptions::missing_words,
        "words that stand for missing values in every column, besides an empty field, separated by "
        "commas; if omitted, those of pandas (NA, nan, None, #N/A, ...) and ?, - and ."),
    skald::inherited<Options>("decimal", &DelimitedOptions::decimal,
                              "mark before the fraction of a number")
        .one_of("point|comma"),
    skald::inherited<Options>(
        "constant", &DelimitedOptions::constant,
        "treatment of columns with one value in all rows of `path`. refuse: an "
        "error if they are to be standardised; drop: drop them")
        .one_of("refuse|drop"),
    skald::inherited<Options>("test_fraction", &DelimitedOptions::test_fraction,
                              "fraction of rows held out for testing, drawn by seed")
        .only_if("!test")
        .at_least(0)
        .below(1)};
constexpr auto options = skald::append(own_options, skald::scaling_options<Options>());

// A table of fewer bytes of text is read by every run anew.
constexpr std::uintmax_t kCachedTextBytes = std::uintmax_t{1} << 20;

class Csv final : public skald::Dataset, public skald::StatedColumns {
 public:
  explicit Csv(const Options& given) : given_(given) {}

  skald::Table load(const skald::Random& random) override {
    std::vector<skald::SourceFile> files{skald::source_by_name(std::string(given_.path))};
    if (given_.test) files.push_back(skald::source_by_name(std::string(*given_.test)));
    const auto decode = [&] { return read(files, random); };
    skald::Table table = is_large() ? share(files, random, decode) : keep(decode());
    inputs_ = skald::private_inputs(given_, false);
    table.private_inputs = inputs_;
    return table;
  }

 private:
  bool is_large() const {
    std::error_code unknown;
    const auto size = std::filesystem::file_size(std::string(given_.path), unknown);
    return !unknown && size >= kCachedTextBytes;
  }
  skald::DecodedTable read(const std::vector<skald::SourceFile>& files,
                           const skald::Random& random) const {
    std::optional<skald::DelimitedText> test;
    if (given_.test) test = {files[1].name, skald::text_of(files[1])};
    return skald::read_delimited({files[0].name, skald::text_of(files[0])}, std::move(test), given_,
                                 random);
  }
  template <class Decode>
  skald::Table share(const std::vector<skald::SourceFile>& files, const skald::Random& random,
                     const Decode& decode) {
    std::vector<const skald::SourceFile*> sources;
    for (const skald::SourceFile& file : files) sources.push_back(&file);
    const std::string split = given_.test ? "" : " " + skald::fingerprint(random);
    shared_.emplace("csv " + skald::recipe_of(given_) + split, sources, decode);
    state(shared_->columns());
    return shared_->table();
  }
  skald::Table keep(skald::DecodedTable table) {
    own_.emplace(std::move(table));
    state(own_->columns());
    return own_->table();
  }

  Options given_;
  std::optional<skald::OwnTable> own_;
  std::optional<skald::SharedTable> shared_;
  std::vector<skald::PrivateInput> inputs_;
};

}  // namespace

SKALD_PLUGIN =
    skald::plugin<Csv, Options, options>({.name = "csv",
                                          .version = "3",
                                          .numerics_revision = 3,
                                          .summary = "Table from a file of comma-separated values",
                                          .reference = "RFC 4180"});
