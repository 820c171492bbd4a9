// A table from arrays of NumPy.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "decoding/refuse.hpp"
#include "reading/decoded_table.hpp"
#include "reading/label_numbers.hpp"
#include "reading/npz.hpp"
#include "skald/dataset.hpp"
#include "skald/parts/data/columns.hpp"
#include "skald/parts/data/share.hpp"
#include "skald/plugin.hpp"
#include "text/number_text.hpp"

namespace {

using skald::Index;
using skald::NamedNpy;

struct Options {
  std::string_view features;
  std::string_view target;
  std::optional<std::string_view> group;
  std::optional<std::string_view> features_array, target_array, group_array;
  std::string_view task = "classification";
  std::int64_t first_label = 0;
  std::string_view missing = "refuse";
  std::string_view images = "auto";
  std::string_view pixels = "auto";
  bool intercept = false;
  double test_fraction = 0.2;
  std::optional<std::int64_t> train;
};

constexpr std::array options{
    skald::option("features", &Options::features,
                  "file of features (.npy or .npz), one row per index of the first axis; rows of "
                  "two or three axes are images")
        .is_path(),
    skald::option("target", &Options::target, "file of targets, one number per row").is_path(),
    skald::option("group", &Options::group, "file of natural clients, one number per row")
        .is_path(),
    skald::option("features_array", &Options::features_array,
                  "name of the array in an archive (.npz); features, X, x, data or images if "
                  "omitted"),
    skald::option("target_array", &Options::target_array,
                  "likewise; target, y, Y, targets, labels or label if omitted"),
    skald::option("group_array", &Options::group_array,
                  "likewise; group, groups, client, clients or users if omitted"),
    skald::option(
        "task", &Options::task,
        "classification: targets are classes, numbered from first_label; regression: they are "
        "numbers")
        .one_of("classification|regression"),
    skald::option("first_label", &Options::first_label, "number of the first class"),
    skald::option("missing", &Options::missing,
                  "treatment of rows with a NaN. refuse: an error; drop_row: drop the row; impute, "
                  "for features: the mean of the training rows")
        .one_of("refuse|drop_row|impute"),
    skald::option("images", &Options::images,
                  "order of the axes of images with channels. auto: channels are the axis of "
                  "length 1, 3 or 4, if only one is")
        .one_of("auto|channels_first|channels_last"),
    skald::option("pixels", &Options::pixels,
                  "unit: features are divided by 255; raw: they are as in the file; auto: unit for "
                  "images of bytes (uint8), else raw")
        .one_of("auto|unit|raw"),
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

[[noreturn]] void refuse_at(const NamedNpy& array, std::size_t row, double found,
                            const std::string& expected) {
  throw std::runtime_error(array.file + ", row " + std::to_string(row) + ": found " +
                           skald::number_text(found) + "; expected " + expected);
}

// Axes of images whose channels come first.
struct ImageAxes {
  Index channels, height, width;
  bool are_last;  // in the file, channels are the last axis
};

// Of features with three or four axes.
ImageAxes axes_of(const NamedNpy& features, std::string_view order) {
  const std::vector<Index>& shape = features.array.shape;
  if (shape.size() == 3) return {1, shape[1], shape[2], false};
  const auto may_be_channels = [](Index length) {
    return length == 1 || length == 3 || length == 4;
  };
  const bool first = may_be_channels(shape[1]), last = may_be_channels(shape[3]);
  if (order == "auto" && first == last) {
    throw std::runtime_error(features.file + ": found images of shape " + features.shape_text() +
                             "; expected one axis of 1, 3 or 4 channels: set images to "
                             "channels_first or channels_last");
  }
  if (order == "channels_last" || (order == "auto" && last))
    return {shape[3], shape[1], shape[2], true};
  return {shape[1], shape[2], shape[3], false};
}

class Npy final : public skald::Dataset, public skald::StatedColumns {
 public:
  explicit Npy(const Options& given) : given_(given) {}

  skald::Table load(const skald::Random& random) override {
    const NamedNpy features =
        read(given_.features, given_.features_array, {"features", "X", "x", "data", "images"});
    const NamedNpy target = read(given_.target, given_.target_array,
                                 {"target", "y", "Y", "targets", "labels", "label"});
    if (features.array.shape.empty() || features.array.shape[0] < 1 || features.array.size() == 0)
      throw std::runtime_error(features.file + ": found no rows; expected at least one");
    rows_ = features.array.shape[0];
    require_rows(target, features);
    skald::DecodedTable table;
    std::vector<std::size_t> order = complete_rows(features, target, table);
    table.train = train_rows(std::ssize(order));
    // In random order (role split), or as in the file where option train is given.
    if (!given_.train) skald::shuffle(random, {skald::Role::split}, 0, 0, order);
    fill(features, order, table);
    for (const std::size_t row : order) table.target.push_back(target.array.values[row]);
    if (given_.task == "classification") {
      table.classes = classes_in(target, order);
      for (double& label : table.target) label -= static_cast<double>(given_.first_label);
    }
    if (given_.group) take_group(features, order, table);
    table_.emplace(std::move(table));
    state(table_->columns());
    skald::Table view = table_->table();
    note_inputs();
    view.private_inputs = inputs_;
    return view;
  }

 private:
  static NamedNpy read(std::string_view path, std::optional<std::string_view> name,
                       std::initializer_list<std::string_view> usual) {
    return skald::read_array(std::string(path), name, usual);
  }
  void require_rows(const NamedNpy& column, const NamedNpy& features) const {
    if (column.array.size() == rows_) return;
    const bool are_indicators = column.array.shape.size() == 2 && column.array.shape[0] == rows_;
    const bool is_transposed =
        features.array.shape.size() == 2 && features.array.shape[1] == column.array.size();
    throw std::runtime_error(
        column.file + ": found " + std::to_string(column.array.size()) + " numbers, of shape " +
        column.shape_text() + "; expected " + std::to_string(rows_) + ", one for each row of " +
        features.file + ", of shape " + features.shape_text() +
        (is_transposed    ? ": save its transpose, with one row of data per row"
         : are_indicators ? ": of indicators of classes, save array.argmax(axis=1)"
                          : ""));
  }
  Index train_rows(Index rows) const {
    const Index train =
        given_.train.value_or(rows - skald::nearest_share(given_.test_fraction, rows));
    if (train < 1 || train > rows) {
      throw std::runtime_error("dataset npy: " + std::to_string(train) + " training rows of " +
                               std::to_string(rows) + "; expected at least 1 and at most all");
    }
    return train;
  }
  // The rows that option missing leaves. Throws for the first number that is not finite elsewhere.
  std::vector<std::size_t> complete_rows(const NamedNpy& features, const NamedNpy& target,
                                         skald::DecodedTable& table) const {
    const std::size_t n = static_cast<std::size_t>(rows_), p = features.array.values.size() / n;
    std::vector<std::size_t> complete;
    for (std::size_t r = 0; r < n; ++r) {
      bool is_missing = is_missing_at(target, r, r, false);
      for (std::size_t k = 0; k < p; ++k)
        is_missing |= is_missing_at(features, r, r * p + k, given_.missing == "impute");
      if (!is_missing) complete.push_back(r);
    }
    if (complete.empty())
      throw std::runtime_error(features.file + ": found a NaN in every row; expected numbers");
    if (complete.size() < n) {
      table.columns.notes.push_back(skald::text::counted(n - complete.size(), "row", "rows") +
                                    " with missing values left out, " +
                                    skald::text::counted(complete.size(), "row", "rows") + " kept");
    }
    return complete;
  }
  // Whether the row is to be dropped for a number of it.
  bool is_missing_at(const NamedNpy& array, std::size_t row, std::size_t at, bool imputes) const {
    const double value = array.array.values[at];
    if (std::isfinite(value) || (imputes && std::isnan(value))) return false;
    if (std::isinf(value)) refuse_at(array, row, value, "a finite number");
    if (given_.missing == "drop_row") return true;
    refuse_at(array, row, value,
              "a number; to leave out rows without one, set missing to drop_row");
  }
  void fill(const NamedNpy& features, const std::vector<std::size_t>& order,
            skald::DecodedTable& table) const {
    const Index p = features.array.size() / rows_, n = std::ssize(order);
    const Index offset = given_.intercept ? 1 : 0;
    table.features.setOnes(p + offset, n);
    if (given_.intercept) table.arrays.emplace_back(skald::kIntercept, Eigen::MatrixXd::Zero(1, 1));
    const Eigen::Map<const Eigen::MatrixXd> all(features.array.values.data(), p, rows_);
    for (Index r = 0; r < n; ++r) {
      table.features.col(r).tail(p) =
          all.col(static_cast<Index>(order[static_cast<std::size_t>(r)]));
    }
    if (given_.missing == "impute") impute(offset, table);
    const std::size_t axes = features.array.shape.size();
    const bool are_images = axes == 3 || axes == 4;
    if (are_images && !given_.intercept) take_images(axes_of(features, given_.images), table);
    const bool to_unit = given_.pixels == "unit" ||
                         (given_.pixels == "auto" && are_images && features.array.is_bytes);
    if (to_unit) table.features.bottomRows(p) /= 255;
    if (!to_unit && given_.pixels == "auto" && features.array.is_bytes && p > 64) {
      table.columns.notes.emplace_back(
          "features are bytes (uint8) and are not scaled; for pixels, set pixels to unit");
    }
  }
  static void impute(Index offset, skald::DecodedTable& table) {
    for (Index k = offset; k < table.features.rows(); ++k) {
      double sum = 0, present = 0;
      for (Index r = 0; r < table.train; ++r) {
        if (!std::isnan(table.features(k, r))) sum += table.features(k, r), ++present;
      }
      for (Index r = 0; r < table.features.cols(); ++r) {
        if (std::isnan(table.features(k, r)))
          table.features(k, r) = present > 0 ? sum / present : 0;
      }
    }
  }
  // Brings channels to the front, and says what shape the rows have.
  static void take_images(const ImageAxes& axes, skald::DecodedTable& table) {
    const Index pixels = axes.height * axes.width;
    if (axes.are_last) {
      for (Index r = 0; r < table.features.cols(); ++r) {
        const Eigen::MatrixXd image =
            Eigen::Map<const Eigen::MatrixXd>(table.features.col(r).data(), axes.channels, pixels);
        Eigen::Map<Eigen::MatrixXd>(table.features.col(r).data(), pixels, axes.channels) =
            image.transpose();
      }
    }
    table.arrays.emplace_back(
        skald::kImageShape,
        Eigen::Vector3d(static_cast<double>(axes.channels), static_cast<double>(axes.height),
                        static_cast<double>(axes.width)));
  }
  // The number of classes; throws for labels that are no classes, or that leave most of them empty.
  Index classes_in(const NamedNpy& target, const std::vector<std::size_t>& order) const {
    std::set<double> labels;
    const auto first = static_cast<double>(given_.first_label);
    for (const std::size_t row : order) {
      const double value = target.array.values[row];
      if (value < first || value != std::floor(value)) {
        refuse_at(target, row, value,
                  "a class, a whole number from " + std::to_string(given_.first_label) +
                      ", as option first_label says (task is classification)");
      }
      labels.insert(value);
    }
    const double classes = *labels.rbegin() - first + 1;
    constexpr double kFew = 1000, kShare = 10;
    if (classes > kFew && classes > kShare * static_cast<double>(labels.size())) {
      const auto at = std::ranges::find(order, *labels.rbegin(),
                                        [&](std::size_t row) { return target.array.values[row]; });
      refuse_at(target, *at, *labels.rbegin(),
                "classes numbered without gaps; the file has " + std::to_string(labels.size()) +
                    " different ones: save numpy.unique(y, return_inverse=True)[1]");
    }
    return static_cast<Index>(classes);
  }
  // Clients are numbered in the order of their values, which are their names.
  void take_group(const NamedNpy& features, const std::vector<std::size_t>& order,
                  skald::DecodedTable& table) const {
    const NamedNpy group =
        read(*given_.group, given_.group_array, {"group", "groups", "client", "clients", "users"});
    require_rows(group, features);
    std::map<double, std::int32_t> numbers;
    for (const std::size_t row : order) {
      const double value = group.array.values[row];
      if (!std::isfinite(value)) refuse_at(group, row, value, "the number of a client");
      numbers.emplace(value, 0);
    }
    for (auto& [value, number] : numbers) {
      number = static_cast<std::int32_t>(table.columns.groups.size());
      table.columns.groups.push_back(skald::number_text(value));
    }
    table.groups = std::ssize(numbers);
    for (const std::size_t row : order) table.group.push_back(numbers.at(group.array.values[row]));
  }
  void note_inputs() {
    inputs_.clear();
    if (given_.task == "classification") inputs_.push_back(skald::kEncoding);
    if (given_.missing == "impute") {
      inputs_.push_back({.name = skald::inputs::imputation,
                         .why = "missing values are imputed by means of the training rows",
                         .remedy = "set missing to drop_row"});
    }
  }

  Options given_;
  Index rows_ = 0;
  std::optional<skald::OwnTable> table_;
  std::vector<skald::PrivateInput> inputs_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Npy, Options, options>(
    {.name = "npy",
     .version = "2",
     .numerics_revision = 3,
     .summary = "Table from NumPy arrays (.npy and .npz files)",
     .reference = "NumPy Enhancement Proposal 1"});
