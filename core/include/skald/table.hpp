// A data table: what a data set provides to partitions and models.
#pragma once

#include <cstdint>
#include <span>

#include "skald/block.hpp"
#include "skald/private_input.hpp"

namespace skald {

// A further array of a table, found by its name (say "precision"): one column per row of the table,
// or a single column that all rows share.
struct NamedArray {
  const char* name;
  ConstBlock values;
};

// Borrowed views of the rows z_0..z_{n-1}; rows [0, train) are for training, the rest for testing.
// The data set owns everything and outlives the table.
struct Table {
  ConstBlock features;                  // p x n: one COLUMN per row of data
  std::span<const double> target;       // n responses or class indices 0..classes-1; or empty
  Index classes = 0;                    // 0: the target is not a class
  std::span<const std::int32_t> group;  // n natural clients 0..groups-1; or empty
  Index groups = 0;
  Index train = 0;
  std::span<const NamedArray> arrays;
  // 64 hexadecimal digits that identify the features, or "": tables with equal digests have equal
  // features, in every process and forever. What a model derives from the features can then be kept
  // between runs and shared by processes.
  const char* digest = "";
  // What the data set computed from the training rows and built into the table.
  std::span<const PrivateInput> private_inputs = {};

  Index rows() const { return features.cols; }
};

// The table's array of that name, or null.
inline const NamedArray* find_array(const Table& table, const char* name) {
  for (const NamedArray& array : table.arrays) {
    if (__builtin_strcmp(array.name, name) == 0) return &array;
  }
  return nullptr;
}

// Which rows of a table a model is asked about, for each chain of a block.
// Row r of chain j is  first + r                        when `index` is null,
//                      first + index[r]                 when `columns` is 1 (all chains alike),
//                      first + index[j * count + r]     otherwise (each chain its own minibatch).
struct Rows {
  Index first = 0;
  Index count = 0;
  const std::int32_t* index = nullptr;
  Index columns = 1;
  // Where a model chooses at random (masks of dropout), its choices are a function of theta; with
  // data here, of these parameters instead, one column per chain. Gradients at two points whose
  // difference counts then share their choices. See choosing_at().
  ConstBlock choices = {};

  static Rows range(Index first, Index count) { return {first, count, nullptr, 1}; }
  Index row(Index chain, Index r) const {
    if (index == nullptr) return first + r;
    return first + index[(columns == 1 ? 0 : chain) * count + r];
  }
  // The rows of chain j alone.
  Rows of_chain(Index chain) const { return of_chains(chain, 1); }
  // The rows of the chains [chain, chain + number).
  Rows of_chains(Index chain, Index number) const {
    Rows some = *this;
    if (choices.data != nullptr) some.choices = choices.columns(chain, number);
    if (index == nullptr || columns == 1) return some;
    some.index += chain * count;
    some.columns = number;
    return some;
  }
  // Row r of a chain alone.
  Rows of_row(Index chain, Index r) const {
    Rows one = range(row(chain, r), 1);
    if (choices.data != nullptr) one.choices = choices.columns(chain, 1);
    return one;
  }
  // The same rows, for a gradient whose random choices are those at `theta`.
  Rows choosing_at(ConstBlock theta) const {
    Rows same = *this;
    same.choices = theta;
    return same;
  }
};

}  // namespace skald
