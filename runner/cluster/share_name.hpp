// Which share of how many.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "text/fields.hpp"

namespace skald {

// 1/8 to 8/8.
struct ShareName {
  std::size_t index = 1, of = 1;

  bool operator==(const ShareName&) const = default;

  static auto fields(auto& name) {
    return std::tuple(text::Named{"share", name.index}, text::Named{"of", name.of});
  }
  // Why there is no such share; empty if there is.
  std::string fault() const;
};

std::string to_text(const ShareName& name);
// Reads "3/8". Throws UsageError if it is no share.
ShareName read_share_name(std::string_view text);

}  // namespace skald
