// What the fuzz targets of the loaders share: a decoder may refuse any bytes, by a
// std::runtime_error that names the file and what was expected, and may do nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include "reading/decoded_table.hpp"

namespace fuzz {

inline void require(bool condition) {
  if (!condition) std::abort();
}

template <class F>
void may_refuse(F decode) {
  try {
    decode();
  } catch (const std::runtime_error& refusal) {
    const std::string_view message = refusal.what();
    require(message.find("file") != std::string_view::npos);
    require(message.find("expected") != std::string_view::npos);
  }
}

// What every table must be, whatever it was read from.
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

inline std::string_view text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace fuzz
