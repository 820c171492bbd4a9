// What the user is told of a journal (-wal) that cannot shrink.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace skald {

class JournalNotice {
 public:
  static constexpr std::uintmax_t kLarge = std::uintmax_t{64} << 20;

  // `database` is the name to print. A journal of up to `large` bytes is not mentioned.
  explicit JournalNotice(std::string database, std::uintmax_t large = kLarge);

  // Returns what to say of a journal that still has `bytes` bytes after an attempt to empty it:
  // something when it is large for the first time, whenever it has doubled since the last notice,
  // and when it is small again.
  std::optional<std::string> of(std::uintmax_t bytes);

 private:
  std::string database_;
  std::uintmax_t large_;
  std::uintmax_t told_ = 0;  // size at the last notice, in bytes; 0 if the journal was small
};

}  // namespace skald
