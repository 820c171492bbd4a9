// What the fuzz targets of the loaders share. A decoder may refuse any bytes by a
// std::runtime_error that names the file and what was expected, and in no other way.
#pragma once

#include "fuzz_target.hpp"
#include "reading/decoded_table.hpp"

namespace fuzz {

template <class F>
void may_refuse(F decode) {
  refuses(decode, {"file", "expected"});
}

// Requires what must hold for every table, whatever it was read from.
inline void check(const skald::DecodedTable& table) {
  const auto rows = static_cast<std::size_t>(table.features.cols());
  require(table.target.size() == rows);
  require(table.group.empty() || table.group.size() == rows);
  require(table.train >= 1 && table.train <= table.features.cols());
  require(table.features.allFinite());
  for (const double y : table.target)
    require(table.classes == 0 || (y >= 0 && y < static_cast<double>(table.classes)));
  for (const std::int32_t g : table.group) require(g >= 0 && g < table.groups);
}

}  // namespace fuzz
