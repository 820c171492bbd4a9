#include "engine/npy.hpp"

#include <bit>

namespace skald {

static_assert(std::endian::native == std::endian::little);

std::string npy_header(std::span<const std::int64_t> shape) {
  std::string text = "{'descr': '<f8', 'fortran_order': False, 'shape': (";
  for (const std::int64_t length : shape) text += std::to_string(length) + ", ";
  text += "), }";
  constexpr std::size_t preamble = 10, alignment = 64;  // magic, version and length
  const std::size_t end = preamble + text.size() + 1;
  text.append((end + alignment - 1) / alignment * alignment - end, ' ');
  text += '\n';
  const auto length = static_cast<std::uint16_t>(text.size());
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(length & 0xff) +
         static_cast<char>(length >> 8) + text;
}

}  // namespace skald
