#include "problem/examined_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "skald/parts/data/columns.hpp"
#include "skald/parts/data/sparse_features.hpp"
#include "text/number_text.hpp"

namespace skald::problem {
namespace {

// Of classes and of groups, where a table has fewer rows.
constexpr Index kMostNumbered = Index{1} << 17;
constexpr Index kMostRows = (Index{1} << 31) - 1;
constexpr std::size_t kMostListed = 5;  // classes in a note

[[noreturn]] void refuse(const std::string& found, const std::string& expected) {
  throw std::invalid_argument("found " + found + "; expected " + expected);
}
[[noreturn]] void refuse_at(const std::string& place, const std::string& found,
                            const std::string& expected) {
  throw std::invalid_argument(place + ": found " + found + "; expected " + expected);
}

// Also of a number that is not finite.
std::string number_text(double number) {
  return std::isfinite(number) ? text::number_text(number) : std::to_string(number);
}

std::string shape_of(ConstBlock block) {
  return std::to_string(block.rows) + " x " + std::to_string(block.cols);
}

std::string row_text(const Table& table, Index row) {
  return std::string(row < table.train ? "training" : "test") + " row " + std::to_string(row);
}

// "feature 3 (age)".
std::string feature_text(const NamedColumns* columns, Index feature) {
  std::string text = "feature " + std::to_string(feature);
  if (columns == nullptr || feature >= std::ssize(columns->features())) return text;
  return text + " (" + columns->features()[static_cast<std::size_t>(feature)].name + ")";
}

// Features are n x p where they should be p x n, which other counts show.
void refuse_transposed(const Table& table, std::size_t count, const std::string& what) {
  if (static_cast<Index>(count) != table.features.rows || table.features.rows == table.rows())
    return;
  refuse(what + " for features of shape " + shape_of(table.features),
         "features with one COLUMN per row of data: transpose them");
}

void require_length(const Table& table, std::size_t count, const std::string& what) {
  if (count == 0 || count == static_cast<std::size_t>(table.rows())) return;
  refuse_transposed(table, count, std::to_string(count) + " " + what);
  refuse(std::to_string(count) + " " + what, std::to_string(table.rows()) + ", one for every row");
}

void require_count(Index count, Index rows, const std::string& what) {
  const Index most = std::max(rows, kMostNumbered);
  if (count >= 0 && count <= most) return;
  refuse(std::to_string(count) + " " + what,
         "at most " + std::to_string(most) + ", numbered from 0 without gaps");
}

void require_arrays(const Table& table) {
  std::vector<std::string_view> names;
  for (const NamedArray& array : table.arrays) {
    if (array.name == nullptr || *array.name == '\0') refuse("an array without a name", "a name");
    const std::string name = "array '" + std::string(array.name) + "'";
    if (std::ranges::find(names, array.name) != names.end())
      refuse("two arrays named " + std::string(array.name), "one of each name");
    names.emplace_back(array.name);
    if (array.values.rows < 0 || (array.values.cols != 1 && array.values.cols != table.rows())) {
      refuse_at(name, "shape " + shape_of(array.values),
                "one column per row of data, " + std::to_string(table.rows()) +
                    ", or a single one that all rows share");
    }
    // An infinite number may be meant: the scale of a flat prior is.
    if (array.values.matrix().array().isNaN().any()) refuse_at(name, "NaN", "numbers");
  }
}

void require_shape(const Table& table) {
  if (table.features.rows < 0 || table.rows() < 1)
    refuse("features of shape " + shape_of(table.features), "at least one row of data");
  if (table.rows() > kMostRows) {
    throw std::invalid_argument("the table has " + text::counted(table.rows(), "row") +
                                ", expected at most " + std::to_string(kMostRows) +
                                ": lower the number of rows or clients");
  }
  require_length(table, table.target.size(), "targets");
  require_length(table, table.group.size(), "groups");
  if (table.train < 1 || table.train > table.rows()) {
    if (table.train > 0) {
      refuse_transposed(table, static_cast<std::size_t>(table.train),
                        std::to_string(table.train) + " training rows");
    }
    refuse(std::to_string(table.train) + " training rows of " + std::to_string(table.rows()),
           "at least 1, and at most all");
  }
  require_count(table.classes, table.rows(), "classes");
  require_count(table.groups, table.rows(), "groups");
  if (table.groups == 0 && !table.group.empty()) {
    refuse("groups of the rows, but 0 groups",
           "their number: one more than the largest number of a group");
  }
}

void require_target(const Table& table) {
  const auto classes = static_cast<double>(table.classes);
  for (std::size_t r = 0; r < table.target.size(); ++r) {
    const double y = table.target[r];
    const bool is_sound =
        std::isfinite(y) && (table.classes == 0 || (y >= 0 && y < classes && y == std::floor(y)));
    if (is_sound) continue;
    refuse_at(row_text(table, static_cast<Index>(r)) + ", target", number_text(y),
              table.classes == 0
                  ? "a finite number"
                  : "a class, a whole number from 0 to " + std::to_string(table.classes - 1));
  }
}

void require_groups(const Table& table) {
  for (std::size_t r = 0; r < table.group.size(); ++r) {
    const std::int32_t g = table.group[r];
    if (g >= 0 && g < table.groups) continue;
    refuse_at(row_text(table, static_cast<Index>(r)) + ", group", std::to_string(g),
              "a whole number from 0 to " + std::to_string(table.groups - 1));
  }
}

[[noreturn]] void refuse_number(const Table& table, Index row, Index feature, double number,
                                const NamedColumns* columns) {
  refuse_at(row_text(table, row) + ", " + feature_text(columns, feature), number_text(number),
            "a finite number: leave the row out, or impute the value");
}

// The ranges are within the numbers, and the places of each row grow and are those of features.
void require_sparse(const Table& table) {
  const auto sparse = SparseFeatures::of(table);
  if (!sparse) refuse("features without data", "a block, or the arrays of sparse rows");
  const ConstBlock ranges = sparse->ranges(), places = sparse->places(), values = sparse->values();
  if (ranges.rows != 2 || ranges.cols != table.rows() || places.cols != 1 || values.cols != 1 ||
      places.rows != values.rows) {
    refuse("sparse rows of shapes " + shape_of(ranges) + ", " + shape_of(places) + " and " +
               shape_of(values),
           "2 x " + std::to_string(table.rows()) + " and as many places as values");
  }
  const auto is_whole = [](double number, double most) {
    return number >= 0 && number <= most && number == std::floor(number);
  };
  const auto numbers = static_cast<double>(places.rows);
  for (Index r = 0; r < table.rows(); ++r) {
    const double *range = ranges.column(r).data(),
                 last = static_cast<double>(table.features.rows - 1);
    if (!is_whole(range[0], numbers) || !is_whole(range[1], numbers) || range[0] > range[1])
      refuse_at(row_text(table, r), "a range of numbers that are not there",
                "one of " + std::to_string(places.rows));
    const SparseFeatures::Row row = sparse->row(r);
    for (Index i = 0; i < row.count; ++i) {
      if (is_whole(row.places[i], last) && (i == 0 || row.places[i] > row.places[i - 1])) continue;
      refuse_at(row_text(table, r), "the place " + number_text(row.places[i]),
                "growing places of features, below " + std::to_string(table.features.rows));
    }
  }
}

void require_finite_sparse(const Table& table, const SparseFeatures& sparse,
                           const NamedColumns* columns) {
  for (Index r = 0; r < table.rows(); ++r) {
    const SparseFeatures::Row row = sparse.row(r);
    for (Index i = 0; i < row.count; ++i) {
      if (!std::isfinite(row.values[i]))
        refuse_number(table, r, static_cast<Index>(row.places[i]), row.values[i], columns);
    }
  }
}

void require_finite(const Table& table, const NamedColumns* columns) {
  if (const auto sparse = SparseFeatures::of(table))
    return require_finite_sparse(table, *sparse, columns);
  for (Index r = 0; r < table.rows(); ++r) {
    const auto x = table.features.column(r);
    if (x.allFinite()) continue;
    const auto* at = std::find_if(x.data(), x.data() + x.size(),
                                  [](double number) { return !std::isfinite(number); });
    refuse_number(table, r, at - x.data(), *at, columns);
  }
}

std::optional<Index> sparse_constant_one(const Table& table, const SparseFeatures& sparse) {
  std::vector<double> candidates;
  const SparseFeatures::Row first = sparse.row(0);
  for (Index i = 0; i < first.count; ++i)
    if (first.values[i] == 1) candidates.push_back(first.places[i]);
  for (Index r = 1; r < table.rows() && !candidates.empty(); ++r) {
    const SparseFeatures::Row row = sparse.row(r);
    const double* end = row.places + row.count;
    std::erase_if(candidates, [&](double place) {
      const double* found = std::lower_bound(row.places, end, place);
      return found == end || *found != place || row.values[found - row.places] != 1;
    });
  }
  if (candidates.empty()) return std::nullopt;
  return static_cast<Index>(candidates.front());
}

// The first feature that is 1 in every row. Few are so in the first rows.
std::optional<Index> constant_one(const Table& table) {
  if (const auto sparse = SparseFeatures::of(table)) return sparse_constant_one(table, *sparse);
  const ConstBlock x = table.features;
  std::vector<Index> candidates;
  for (Index k = 0; k < x.rows; ++k) {
    if (x.column(0)[k] == 1) candidates.push_back(k);
  }
  for (Index r = 1; r < x.cols && !candidates.empty(); ++r)
    std::erase_if(candidates, [&](Index k) { return x.column(r)[k] != 1; });
  return candidates.empty() ? std::nullopt : std::optional(candidates.front());
}

void require_column(const Column& column, const std::string& what) {
  if (column.name == nullptr) refuse(what + " without a name", "a name, or none for all features");
  if (std::isfinite(column.center) && std::isfinite(column.scale) && column.scale > 0) return;
  refuse_at(what + " '" + column.name + "'",
            "center " + number_text(column.center) + " and scale " + number_text(column.scale),
            "finite numbers, and a scale above 0");
}

void require_columns(const NamedColumns& columns, const Table& table) {
  const auto features = columns.features();
  if (!features.empty() && std::ssize(features) != table.features.rows) {
    refuse(text::counted(features.size(), "name") + " of features",
           std::to_string(table.features.rows) + ", one for every feature, or none");
  }
  const auto classes = columns.classes().size();
  if (classes != 0 && static_cast<Index>(classes) != table.classes)
    refuse(text::counted(classes, "name") + " of classes", std::to_string(table.classes));
  const auto clients = columns.groups().size();
  if (clients != 0 && static_cast<Index>(clients) != table.groups)
    refuse(text::counted(clients, "name") + " of groups", std::to_string(table.groups));
  require_column(columns.target(), "the target");
  for (Index k = 0; k < std::ssize(features); ++k) {
    const Column& column = features[static_cast<std::size_t>(k)];
    require_column(column, "column");
    const bool is_block = table.features.data != nullptr;
    if (column.is_constant && is_block && !(table.features.matrix().row(k).array() == 1).all())
      refuse_at("column '" + std::string(column.name) + "'", "other values than 1",
                "1 in every row, as its data set says");
  }
}

bool is_stated(const Table& table, const NamedColumns* columns, Index feature) {
  if (has_intercept(table)) return true;
  return columns != nullptr && feature < std::ssize(columns->features()) &&
         columns->features()[static_cast<std::size_t>(feature)].is_constant;
}

std::string class_text(const NamedColumns* columns, std::size_t label) {
  const bool is_named = columns != nullptr && label < columns->classes().size();
  return is_named ? "'" + std::string(columns->classes()[label]) + "'" : std::to_string(label);
}

// "2, 3, 5 and 7 more".
std::string listed(const NamedColumns* columns, const std::vector<std::size_t>& labels) {
  std::string text;
  for (std::size_t i = 0; i < std::min(labels.size(), kMostListed); ++i)
    text += (i > 0 ? ", " : "") + class_text(columns, labels[i]);
  if (labels.size() > kMostListed)
    text += " and " + std::to_string(labels.size() - kMostListed) + " more";
  return text;
}

// Notes on classes, of a sound table.
std::vector<std::string> class_notes(const Table& table, const NamedColumns* columns) {
  std::vector<std::string> notes;
  if (table.classes == 0 || table.target.empty()) return notes;
  std::vector<std::uint8_t> seen(static_cast<std::size_t>(table.classes),
                                 0);  // 1: training, 2: test
  for (Index r = 0; r < table.rows(); ++r) {
    const auto row = static_cast<std::size_t>(r);
    seen[static_cast<std::size_t>(table.target[row])] |= r < table.train ? 1 : 2;
  }
  std::vector<std::size_t> nowhere, tested;
  Index trained = 0;
  for (std::size_t label = 0; label < seen.size(); ++label) {
    if (seen[label] == 0) nowhere.push_back(label);
    if (seen[label] == 2) tested.push_back(label);
    trained += seen[label] & 1;
  }
  if (!nowhere.empty()) {
    notes.push_back("no row has class " + listed(columns, nowhere) + " of " +
                    std::to_string(table.classes) + "; are labels numbered from 0?");
  }
  if (!tested.empty()) {
    notes.push_back("only test rows have class " + listed(columns, tested) + " of " +
                    std::to_string(table.classes) + "; nothing can be learned about it");
  }
  constexpr Index kManyClasses = 20;
  if (trained > kManyClasses && 2 * trained > table.train) {
    notes.push_back(text::counted(table.classes, "class", "classes") + " in " +
                    text::counted(table.rows(), "row") +
                    "; if the target is a number, set task to regression");
  }
  return notes;
}

}  // namespace

ExaminedTable::ExaminedTable(const Table& table, const NamedColumns* columns,
                             const OncePerDigest& once)
    : table_(table) {
  require_shape(table);
  require_arrays(table);
  if (is_sparse()) require_sparse(table);
  require_target(table);
  require_groups(table);
  const auto examination = [&] { require_finite(table, columns); };
  if (once) {
    once(table, examination);
  } else {
    examination();
  }
  if (columns != nullptr) require_columns(*columns, table);
  intercept_ = constant_one(table);
  states_intercept_ = intercept_ && is_stated(table, columns, *intercept_);
  if (columns != nullptr) notes_.assign(columns->notes().begin(), columns->notes().end());
  for (std::string& note : class_notes(table, columns)) notes_.push_back(std::move(note));
}

}  // namespace skald::problem
