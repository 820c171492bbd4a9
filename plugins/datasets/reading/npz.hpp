// Arrays of NumPy in files, alone (.npy) or with others in an archive (.npz).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decoding/npy.hpp"

namespace skald {

// An array and where it comes from, for messages.
struct NamedNpy {
  std::string file;  // "data.npz, array y"
  decoding::NpyArray array;

  // "(200, 3)", as NumPy writes it.
  std::string shape_text() const;
};

// The array in the file; of an archive, the one of that name, otherwise its only one or the first
// of the usual names that it has. Throws std::runtime_error that names the file and the arrays that
// it holds.
NamedNpy read_array(const std::string& path, std::optional<std::string_view> name,
                    std::initializer_list<std::string_view> usual);

}  // namespace skald
