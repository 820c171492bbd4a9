// Federated data in the JSON of LEAF and FedProx: users with their rows.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "reading/leaf.hpp"
#include "reading/table_cache.hpp"
#include "skald/dataset.hpp"
#include "skald/plugin.hpp"

namespace {

struct Options : skald::LeafOptions {
  std::string_view train;
  std::optional<std::string_view> test;
};

constexpr std::array options{
    skald::option("train", &Options::train,
                  "JSON file with users and user_data, or a folder of such files, plain or gzip")
        .is_path(),
    skald::option("test", &Options::test,
                  "likewise, of test rows; users are joined by name; if omitted, each user keeps a "
                  "share of its rows for testing")
        .is_path(),
    skald::inherited<Options>(
        "task", &skald::LeafOptions::task,
        "classification: y are class labels, the same where they are the same number or text; "
        "regression: they are numbers")
        .one_of("classification|regression"),
    skald::inherited<Options>("intercept", &skald::LeafOptions::intercept,
                              "prepend a constant feature 1"),
    skald::inherited<Options>("test_fraction", &skald::LeafOptions::test_fraction,
                              "fraction of each user's rows, the last ones, held out for testing")
        .only_if("!test")
        .at_least(0)
        .below(1)};

// The files below a path, in the order of their names.
std::vector<skald::SourceFile> files_at(std::string_view path) {
  const std::filesystem::path place(path);
  if (!std::filesystem::is_directory(place)) return {skald::source_by_name(place.string())};
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(place)) {
    const std::string name = entry.path().string();
    if (name.ends_with(".json") || name.ends_with(".json.gz")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  std::vector<skald::SourceFile> files;
  for (const std::string& name : names) files.push_back(skald::source_by_name(name));
  if (files.empty())
    throw std::runtime_error(place.string() + ": found no file *.json; expected at least one");
  return files;
}

class Leaf final : public skald::Dataset, public skald::StatedColumns {
 public:
  explicit Leaf(const Options& given) : given_(given) {}

  // Users are numbered in the order of their names.
  skald::Table load(const skald::Random&) override {
    const std::vector<skald::SourceFile> train = files_at(given_.train);
    std::vector<skald::SourceFile> test;
    if (given_.test) test = files_at(*given_.test);
    std::vector<const skald::SourceFile*> sources;
    for (const std::vector<skald::SourceFile>* files : {&train, &std::as_const(test)}) {
      for (const skald::SourceFile& file : *files) sources.push_back(&file);
    }
    const std::string recipe = "leaf 2 " + std::string(given_.task) + " intercept " +
                               std::to_string(given_.intercept) + " training files " +
                               std::to_string(train.size()) + " share " +
                               std::to_string(given_.test_fraction);
    table_.emplace(recipe, sources, [&] { return skald::read_leaf(train, test, given_); });
    state(table_->columns());
    skald::Table table = table_->table();
    table.private_inputs = {&skald::kEncoding, 1};
    return table;
  }

 private:
  Options given_;
  std::optional<skald::SharedTable> table_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Leaf, Options, options>(
    {.name = "leaf",
     .numerics_revision = 1,
     .summary = "Federated data in the JSON of LEAF and FedProx, with their users as clients",
     .reference = "Caldas et al. (2018), arXiv:1812.01097; Li et al. (2020), MLSys"});
