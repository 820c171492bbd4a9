// Numbers that a model derives from a table's features, held once for all processes.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "data/sealed_file.hpp"
#include "skald/table.hpp"

namespace skald {

class DerivedArray {
 public:
  // Writes the bytes, which are all zero before.
  using Make = std::function<void(std::byte*)>;

  DerivedArray() = default;
  // `size` bytes that make() derives from the table's features alone. Where the table has a digest,
  // they are mapped from a file of the cache, made on first use, under the digest and `recipe`: a
  // name of at most 35 letters, digits and hyphens for what is made, its revision and every choice
  // that changes it. Else, and where the cache cannot be written, they are this process's own.
  DerivedArray(const Table& table, const std::string& recipe, std::size_t size, const Make& make);

  // A multiple of 64; valid as long as this object or the one that it was moved to.
  const std::byte* data() const;

 private:
  struct alignas(data::kPartAlignment) Line {
    std::byte bytes[data::kPartAlignment];
  };
  std::optional<data::SealedFile> file_;
  std::vector<Line> own_;
};

}  // namespace skald
