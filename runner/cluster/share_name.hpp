// Which share of how many.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "json/json.hpp"

namespace skald {

// 1/8 to 8/8.
struct ShareName {
  std::size_t index = 1, of = 1;

  bool operator==(const ShareName&) const = default;
};

std::string to_text(const ShareName& name);
// Reads "3/8". Throws UsageError if it is no share.
ShareName read_share_name(std::string_view text);
// Reads the members "share" and "of". Throws json::JsonError if they are no share.
ShareName share_name_at(const json::JsonValue& object);

}  // namespace skald
