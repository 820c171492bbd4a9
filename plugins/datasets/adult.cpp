// Adult: who earns more than 50000 dollars a year, from the census of 1994, as UCI publishes it.
#include <array>
#include <charconv>
#include <optional>
#include <string>

#include "reading/delimited_table.hpp"
#include "reading/images.hpp"
#include "reading/source_file.hpp"
#include "reading/table_cache.hpp"
#include "skald/dataset.hpp"
#include "skald/plugin.hpp"

namespace {

constexpr const char* kTrain = "data:adult/adult.data";
constexpr const char* kTest = "data:adult/adult.test";

struct Options : skald::DelimitedOptions, skald::ValidationOptions {
  std::string_view train = kTrain;
  std::string_view test = kTest;
  constexpr Options() {
    header = false;
    target = "15";
    categorical = "2,4,6,7,8,9,10,14";
    missing = "word";
    labels =
        "age,workclass,fnlwgt,education,education_num,marital_status,occupation,relationship,race,"
        "sex,capital_gain,capital_loss,hours_per_week,native_country,income";
  }
};

constexpr std::array own_options{
    skald::option("train", &Options::train, "training file adult.data").is_path(),
    skald::option("test", &Options::test, "test file adult.test").is_path(),
    skald::inherited<Options>(
        "missing", &skald::DelimitedOptions::missing,
        "treatment of missing values (?). word: a category of its own; drop_row: drop the row; "
        "impute: the most frequent category of the training rows")
        .one_of("word|drop_row|impute"),
    skald::inherited<Options>(
        "intercept", &skald::DelimitedOptions::intercept,
        "prepend a constant feature 1, and drop the indicator of each column's first category"),
    skald::inherited<Options>(
        "standardize", &skald::DelimitedOptions::standardize,
        "shift and scale numeric columns to mean 0 and variance 1 over the training rows"),
    skald::validation_option<Options>};
constexpr auto options = skald::append(own_options, skald::scaling_options<Options>());

// The numbers to the last bit, as part of a cache key.
std::string text_of(const skald::Numbers& numbers) {
  std::string text;
  std::array<char, 32> digits{};
  for (const double value : numbers.values) {
    text.append(digits.data(), std::to_chars(digits.begin(), digits.end(), value).ptr);
    text += ' ';
  }
  return text;
}

// The file without its comment, and without the full stops after its labels.
std::string as_training_file(const std::string& text) {
  std::string plain;
  std::size_t first = text.starts_with('|') ? text.find('\n') + 1 : 0;
  while (first != 0 && first < text.size() && text[first] == '\n') ++first;
  for (std::size_t at = first; at < text.size(); ++at) {
    const bool ends_line = at + 1 == text.size() || text[at + 1] == '\n' || text[at + 1] == '\r';
    if (text[at] != '.' || !ends_line) plain += text[at];
  }
  return plain;
}

class Adult final : public skald::Dataset, public skald::StatedColumns {
 public:
  explicit Adult(const Options& given) : given_(given) {}

  // Training rows, then test rows, both in the order of the files. Target: 0 for <=50K, 1 for >50K.
  skald::Table load(const skald::Random& random) override {
    const skald::SourceFile train = skald::read_source(std::string(given_.train));
    const skald::SourceFile test = skald::read_source(std::string(given_.test));
    std::string recipe = "adult 1 " + std::string(given_.missing) + " intercept " +
                         std::to_string(given_.intercept) + " standardize " +
                         std::to_string(given_.standardize);
    if (given_.center) recipe += " center " + text_of(*given_.center);
    if (given_.scale) recipe += " scale " + text_of(*given_.scale);
    table_.emplace(recipe, std::vector<const skald::SourceFile*>{&train, &test},
                   [&] { return decode(train, test, random); });
    state(table_->columns());
    skald::Table table = validation_.apply(table_->table(), given_.validation, "dataset adult");
    inputs_ = skald::private_inputs(given_, true);
    table.private_inputs = inputs_;
    return table;
  }

 private:
  skald::DecodedTable decode(const skald::SourceFile& train, const skald::SourceFile& test,
                             const skald::Random& random) const {
    skald::require_published(train.bytes, train.name, kTrain);
    skald::require_published(test.bytes, test.name, kTest);
    return skald::read_delimited({train.name, train.bytes},
                                 skald::DelimitedText{test.name, as_training_file(test.bytes)},
                                 given_, random);
  }

  Options given_;
  std::optional<skald::SharedTable> table_;
  skald::ValidationRows validation_;
  std::vector<skald::PrivateInput> inputs_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Adult, Options, options>(
    {.name = "adult",
     .numerics_revision = 1,
     .summary =
         "Adult (census income): 32561 training and 16281 test rows, categories as indicators",
     .reference = "Becker, Kohavi (1996), doi:10.24432/C5XW20"});
