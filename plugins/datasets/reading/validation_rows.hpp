// Training rows that are tested on in place of the test rows, so that settings can be chosen
// without them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "skald/options.hpp"
#include "skald/table.hpp"

namespace skald {

struct ValidationOptions {
  std::optional<std::int64_t> validation;
};

template <class Options>
inline constexpr auto validation_option =
    inherited<Options>("validation", &ValidationOptions::validation,
                       "number of training rows, the last, that are not trained on, but tested on "
                       "in place of the test rows, which are left out: for choosing settings")
        .at_least(1);

class ValidationRows {
 public:
  // The table without its test rows, with the last `count` training rows in their place; the table
  // as it is without a count. A view: the digest and the arrays are kept here. Throws
  // std::runtime_error, with `dataset` as the place, where no row is left to train on.
  Table apply(const Table& table, std::optional<std::int64_t> count, const std::string& dataset);

 private:
  std::string digest_;
  std::vector<NamedArray> arrays_;
};

}  // namespace skald
