// Bytes in memory that nobody can change any more, accessible by a path.
#pragma once

#include <filesystem>
#include <string_view>

namespace skald::plugin_host {

// A file in memory with these bytes, sealed against writing, growing and shrinking
// (memfd_create(2), F_ADD_SEALS). It exists as long as the object, or as long as it is mapped.
class SealedCopy {
 public:
  // Throws std::system_error if the system refuses.
  explicit SealedCopy(std::string_view bytes);
  ~SealedCopy();
  SealedCopy(const SealedCopy&) = delete;
  SealedCopy& operator=(const SealedCopy&) = delete;

  // Returns a path below /proc, which leads to these bytes in every process of this user as long as
  // the object lives.
  std::filesystem::path path() const;

 private:
  int descriptor_;
};

}  // namespace skald::plugin_host
