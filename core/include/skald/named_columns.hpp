// What the columns of a table are called in the data, and how they were scaled.
#pragma once

#include <span>

#include "skald/block.hpp"

namespace skald {

// A column of the data as it stands in a table: table value = (data value - center) / scale.
struct Column {
  const char* name;  // UTF-8
  double center = 0;
  double scale = 1;          // positive
  bool is_constant = false;  // of a feature: 1 in every row, so that its weight is an intercept
};

// What a data set may derive from besides Dataset, so that coefficients are known by the names of
// the data's columns, and on their scales. Asked for after Dataset::load(); everything is owned by
// the data set.
class NamedColumns {
 public:
  virtual ~NamedColumns() = default;
  // One per feature of the table, in its order; empty: the features have no names.
  virtual std::span<const Column> features() const = 0;
  // The target, where it is a number; center 0 and scale 1 unless it was scaled.
  virtual Column target() const { return {.name = ""}; }
  // The labels of classes 0, 1, ...; empty: they have no names.
  virtual std::span<const char* const> classes() const { return {}; }
  // What the data call the natural clients 0, 1, ...; empty: they have no names.
  virtual std::span<const char* const> groups() const { return {}; }
  // What was done that users may not expect, such as a column that is no feature: sentences without
  // full stop, which check and every run tell.
  virtual std::span<const char* const> notes() const { return {}; }
};

}  // namespace skald
