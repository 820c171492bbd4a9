// Numbers that a model derives from a table's features, held once for all processes.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/sealed_file.hpp"
#include "skald/table.hpp"

namespace skald {

class DerivedArray {
 public:
  // Writes the bytes, which are all zero before.
  using Make = std::function<void(std::byte*)>;

  // Writes bytes from an offset on.
  using Write = std::function<void(std::size_t offset, std::span<const std::byte> bytes)>;
  // Writes all bytes piece by piece; those that it leaves out are zero.
  using MakeInPieces = std::function<void(const Write& write)>;

  DerivedArray() = default;
  // `size` bytes that make() derives from the table's features alone. Where the table has a digest,
  // they are mapped from a file of the cache, made on first use, under the digest and `recipe`: a
  // name of at most 35 letters, digits and hyphens for what is made, its revision and every choice
  // that changes it. Else, and where the cache cannot be written, they are this process's own.
  DerivedArray(const Table& table, const std::string& recipe, std::size_t size, const Make& make);
  // Same for an array that need not fit into memory, where the cache can be written.
  DerivedArray(const Table& table, const std::string& recipe, std::size_t size,
               const MakeInPieces& make);

  // A multiple of 64; valid as long as this object or the one that it was moved to.
  const std::byte* data() const;

 private:
  struct alignas(data::kPartAlignment) Line {
    std::byte bytes[data::kPartAlignment];
  };
  void make_own(std::size_t size, const Make& make);

  std::optional<data::SealedFile> file_;
  std::vector<Line> own_;
};

}  // namespace skald
