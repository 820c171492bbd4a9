// The small data sets on which Bayesian samplers are tried, each known by the name of its file.
#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

#include "reading/delimited_table.hpp"
#include "reading/source_file.hpp"
#include "skald/dataset.hpp"
#include "skald/plugin.hpp"

namespace {

struct Options : skald::DelimitedOptions {
  std::string_view path;
  constexpr Options() { test_fraction = 0.1; }
};

constexpr std::array own_options{
    skald::option("path", &Options::path,
                  "one of the files under data:uci, such as "
                  "data:uci/pima/pima-indians-diabetes.csv; the name determines its format")
        .is_path(),
    skald::inherited<Options>(
        "standardize", &skald::DelimitedOptions::standardize,
        "shift and scale numeric columns to mean 0 and variance 1 over the training rows"),
    skald::inherited<Options>("standardize_target", &skald::DelimitedOptions::standardize_target,
                              "standardize the target of a regression in the same way"),
    skald::inherited<Options>("intercept", &skald::DelimitedOptions::intercept,
                              "prepend a constant feature 1"),
    skald::inherited<Options>("test_fraction", &skald::DelimitedOptions::test_fraction,
                              "fraction of rows held out for testing, drawn by seed")
        .at_least(0)
        .below(1)};
constexpr auto options = skald::append(own_options, skald::scaling_options<Options>());

// How each of the files below uci/ of the data folder is to be read.
struct UciSet {
  const char* file;  // its name without folders
  skald::DelimitedOptions options;
};

constexpr skald::DelimitedOptions set(const char* separator, const char* target, const char* task) {
  skald::DelimitedOptions how;
  how.separator = separator;
  how.header = false;
  how.target = target;
  how.task = task;
  how.missing = "drop_row";
  how.constant = "drop";
  return how;
}

constexpr skald::DelimitedOptions labels(const char* separator, const char* target,
                                         std::optional<std::string_view> categorical = {}) {
  skald::DelimitedOptions how = set(separator, target, "classification");
  how.categorical = categorical;
  return how;
}

// The publisher has replaced missing values by means and most frequent words; copies that mark them
// as missing are read in the same way.
constexpr skald::DelimitedOptions imputed(skald::DelimitedOptions how) {
  how.missing = "impute";
  return how;
}

// The target is the last column that is not ignored.
constexpr skald::DelimitedOptions numbers(const char* target, const char* ignored = "") {
  skald::DelimitedOptions how = set("blank", target, "regression");
  how.ignore = ignored;
  return how;
}

constexpr std::array kUciSets{
    UciSet{"german.data", labels("blank", "21", "1,3,4,6,7,9,10,12,14,15,17,19,20")},
    UciSet{"german.data-numeric", labels("blank", "25")},
    UciSet{"australian.dat", imputed(labels("blank", "15"))},
    UciSet{"processed.cleveland.data", labels("comma", "14")},
    UciSet{"pima-indians-diabetes.csv", labels("comma", "9")},
    UciSet{"spambase.data", labels("comma", "58")},
    UciSet{"ionosphere.csv", labels("comma", "35")},
    UciSet{"sonar.csv", labels("comma", "61")},
    UciSet{"bostonHousing.txt", numbers("14")},
    UciSet{"concrete.txt", numbers("9")},
    UciSet{"energy.txt", numbers("9")},
    UciSet{"kin8nm.txt", numbers("9")},
    UciSet{"naval-propulsion-plant.txt", numbers("17", "18")},
    UciSet{"power-plant.txt", numbers("5")},
    UciSet{"protein-tertiary-structure.txt", numbers("10")},
    UciSet{"wine-quality-red.txt", numbers("12")},
    UciSet{"yacht.txt", numbers("7")}};

const UciSet& set_of(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  const auto found = std::find_if(kUciSets.begin(), kUciSets.end(),
                                  [&](const UciSet& set) { return set.file == name; });
  if (found != kUciSets.end()) return *found;
  std::string known;
  for (const UciSet& set : kUciSets) known += (known.empty() ? "" : ", ") + std::string(set.file);
  throw std::runtime_error(path + ": unknown file; expected one of " + known);
}

// The file's name below the data folder, which its last two components identify.
std::string published_name(const std::string& path) {
  const std::filesystem::path file(path);
  return ("uci" / file.parent_path().filename() / file.filename()).string();
}

class Uci final : public skald::Dataset, public skald::StatedColumns {
 public:
  explicit Uci(const Options& given) : given_(given) {}

  // Rows in random order (role split), the first of them for training. Rows with missing values
  // (which only australian.dat imputes) and columns with one value are left out.
  skald::Table load(const skald::Random& random) override {
    const skald::SourceFile file = skald::read_source(std::string(given_.path));
    const UciSet& set = set_of(file.name);
    skald::require_published(file.bytes, file.name, published_name(file.name));
    skald::DelimitedOptions how = set.options;
    how.standardize = given_.standardize;
    how.center = given_.center;
    how.scale = given_.scale;
    how.standardize_target = given_.standardize_target;
    how.intercept = given_.intercept;
    how.test_fraction = given_.test_fraction;
    table_.emplace(skald::read_delimited({file.name, file.bytes}, {}, how, random));
    state(table_->columns());
    skald::Table table = table_->table();
    inputs_ = skald::private_inputs(how, true);
    table.private_inputs = inputs_;
    return table;
  }

 private:
  Options given_;
  std::optional<skald::OwnTable> table_;
  std::vector<skald::PrivateInput> inputs_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Uci, Options, options>(
    {.name = "uci",
     .numerics_revision = 2,
     .summary = "Seventeen small data sets for classification and regression, as published",
     .reference = "UCI Machine Learning Repository; Hernandez-Lobato, Adams (2015), ICML"});
