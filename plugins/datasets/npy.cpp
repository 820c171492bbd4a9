// A table from arrays of NumPy.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "reading/decoded_table.hpp"
#include "reading/npy.hpp"
#include "reading/source_file.hpp"
#include "skald/dataset.hpp"
#include "skald/parts/data/share.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Index;
using skald::NpyArray;

struct Options {
  std::string_view features;
  std::string_view target;
  std::optional<std::string_view> group;
  std::string_view task = "classification";
  bool intercept = false;
  double test_fraction = 0.2;
  std::optional<std::int64_t> train;
};

constexpr std::array options{
    skald::option("features", &Options::features,
                  "NPY file of features, one row per index of the first axis")
        .is_path(),
    skald::option("target", &Options::target, "NPY file of targets, one number per row").is_path(),
    skald::option("group", &Options::group,
                  "NPY file of natural clients, one number from 0 per row")
        .is_path(),
    skald::option(
        "task", &Options::task,
        "classification: targets are classes, numbered from 0; regression: targets are numbers")
        .one_of("classification|regression"),
    skald::option("intercept", &Options::intercept, "prepend a constant feature 1"),
    skald::option("test_fraction", &Options::test_fraction,
                  "fraction of rows held out for testing, drawn by seed")
        .only_if("!train")
        .at_least(0)
        .below(1),
    skald::option("train", &Options::train,
                  "number of training rows, the first ones; if given, the rest are for testing and "
                  "test_fraction is ignored")
        .at_least(1)};

// An array and the file that it comes from.
struct Column {
  std::string file;
  NpyArray array;
};

Column read(std::string_view path) {
  const skald::SourceFile file = skald::read_source(std::string(path));
  return {file.name, skald::read_npy(skald::content_of(file), file.name)};
}

// The number of classes or clients that the column holds.
Index count_from_zero(const Column& column, const std::string& what) {
  double largest = -1;
  for (std::size_t r = 0; r < column.array.values.size(); ++r) {
    const double value = column.array.values[r];
    if (!(value >= 0 && value < 1e9) || value != std::floor(value)) {
      throw std::runtime_error(column.file + ", row " + std::to_string(r) + ": found " +
                               std::to_string(value) + "; expected " + what +
                               ", a whole number from 0");
    }
    largest = std::max(largest, value);
  }
  return static_cast<Index>(largest) + 1;
}

class Npy final : public skald::Dataset {
 public:
  explicit Npy(const Options& given) : given_(given) {}

  skald::Table load(const skald::Random& random) override {
    const Column features = read(given_.features);
    const Column target = read(given_.target);
    if (features.array.shape.empty() || features.array.shape[0] < 1 || features.array.size() == 0)
      throw std::runtime_error(features.file + ": found no rows; expected at least one");
    rows_ = features.array.shape[0];
    require_rows(target, features.file);
    skald::DecodedTable table;
    table.train = train_rows();
    const std::vector<std::size_t> order = row_order(random);
    fill(features.array, order, table);
    if (!table.features.allFinite())
      throw std::runtime_error(features.file + ": found an infinity or NaN; expected numbers");
    for (const std::size_t row : order) table.target.push_back(target.array.values[row]);
    if (given_.task == "classification") table.classes = count_from_zero(target, "a class");
    if (given_.group) take_group(read(*given_.group), features.file, order, table);
    table_.emplace(std::move(table));
    skald::Table view = table_->table();
    if (given_.task == "classification") view.private_inputs = {&skald::kEncoding, 1};
    return view;
  }

 private:
  void require_rows(const Column& column, const std::string& features) const {
    if (column.array.size() != rows_) {
      throw std::runtime_error(column.file + ": found " + std::to_string(column.array.size()) +
                               " numbers; expected " + std::to_string(rows_) +
                               ", one for each row of " + features);
    }
  }
  Index train_rows() const {
    const Index train =
        given_.train.value_or(rows_ - skald::nearest_share(given_.test_fraction, rows_));
    if (train < 1 || train > rows_) {
      throw std::runtime_error("dataset npy: " + std::to_string(train) + " training rows of " +
                               std::to_string(rows_) + "; expected at least 1 and at most all");
    }
    return train;
  }
  // In random order (role split), or as in the file where option train is given.
  std::vector<std::size_t> row_order(const skald::Random& random) const {
    std::vector<std::size_t> order(static_cast<std::size_t>(rows_));
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!given_.train) skald::shuffle(random, {skald::Role::split}, 0, 0, order);
    return order;
  }
  void fill(const NpyArray& features, const std::vector<std::size_t>& order,
            skald::DecodedTable& table) const {
    const Index p = features.size() / rows_;
    const Index offset = given_.intercept ? 1 : 0;
    table.features.setOnes(p + offset, rows_);
    const Eigen::Map<const Eigen::MatrixXd> all(features.values.data(), p, rows_);
    for (Index r = 0; r < rows_; ++r) {
      table.features.col(r).tail(p) =
          all.col(static_cast<Index>(order[static_cast<std::size_t>(r)]));
    }
  }
  void take_group(const Column& group, const std::string& features,
                  const std::vector<std::size_t>& order, skald::DecodedTable& table) const {
    require_rows(group, features);
    table.groups = count_from_zero(group, "a client");
    for (const std::size_t row : order)
      table.group.push_back(static_cast<std::int32_t>(group.array.values[row]));
  }

  Options given_;
  Index rows_ = 0;
  std::optional<skald::OwnTable> table_;
};

}  // namespace

SKALD_PLUGIN =
    skald::plugin<Npy, Options, options>({.name = "npy",
                                          .version = "1",
                                          .numerics_revision = 2,
                                          .summary = "Table from NumPy arrays (.npy files)",
                                          .reference = "NumPy Enhancement Proposal 1"});
