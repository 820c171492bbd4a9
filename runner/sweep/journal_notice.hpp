// What people are told of a journal (-wal) that cannot shrink.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace skald {

class JournalNotice {
 public:
  // Beyond so many bytes it is worth a word.
  static constexpr std::uintmax_t kLarge = std::uintmax_t{64} << 20;

  // `database` is for the text; nothing is said of a journal up to `large` bytes.
  explicit JournalNotice(std::string database, std::uintmax_t large = kLarge);

  // What to say of a journal that has `bytes` after it was to be emptied: when it is large for the
  // first time, each time that it has doubled since, and when it is small again.
  std::optional<std::string> of(std::uintmax_t bytes);

 private:
  std::string database_;
  std::uintmax_t large_;
  std::uintmax_t told_ = 0;  // bytes; 0: of no large one
};

}  // namespace skald
