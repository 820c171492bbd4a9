#include "reading/validation_rows.hpp"

#include <stdexcept>

#include "text/sha256.hpp"

namespace skald {
namespace {

ConstBlock first_columns(const NamedArray& array, Index rows, Index kept) {
  return array.values.cols == rows ? array.values.columns(0, kept) : array.values;
}

}  // namespace

Table ValidationRows::apply(const Table& table, std::optional<std::int64_t> count,
                            const std::string& dataset) {
  if (!count) return table;
  if (*count >= table.train) {
    throw std::runtime_error(dataset + ": validation is " + std::to_string(*count) +
                             "; expected fewer than the " + std::to_string(table.train) +
                             " training rows");
  }
  const Index kept = table.train;
  Table held = table;
  held.features = table.features.columns(0, kept);
  if (!table.target.empty()) held.target = table.target.first(static_cast<std::size_t>(kept));
  if (!table.group.empty()) held.group = table.group.first(static_cast<std::size_t>(kept));
  arrays_.clear();
  for (const NamedArray& array : table.arrays)
    arrays_.push_back({array.name, first_columns(array, table.rows(), kept)});
  held.arrays = arrays_;
  held.train = kept - *count;
  if (*table.digest != '\0') {
    digest_ = text::sha256(std::string(table.digest) + "\nfirst " + std::to_string(kept));
    held.digest = digest_.c_str();
  }
  return held;
}

}  // namespace skald
