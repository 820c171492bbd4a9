#include "cluster/share_name.hpp"

#include <fmt/core.h>

#include <cstdint>

#include "json/json_access.hpp"
#include "system/exit_code.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

constexpr std::int64_t kMostShares = 1'000'000;

}  // namespace

std::string to_text(const ShareName& name) { return fmt::format("{}/{}", name.index, name.of); }

ShareName read_share_name(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) {
    const auto index = text::to_integer(text.substr(0, slash));
    const auto of = text::to_integer(text.substr(slash + 1));
    if (index && of && 1 <= *index && *index <= *of && *of <= kMostShares) {
      return {static_cast<std::size_t>(*index), static_cast<std::size_t>(*of)};
    }
  }
  throw UsageError(fmt::format(
      "\"{}\" names no share: expected i/n, say 3/8 for the third of eight, with 1 <= i <= n <= {}",
      text, kMostShares));
}

ShareName share_name_at(const json::JsonValue& object) {
  const std::int64_t of = json::integer_at(object, "of", 1, kMostShares);
  return {static_cast<std::size_t>(json::integer_at(object, "share", 1, of)),
          static_cast<std::size_t>(of)};
}

}  // namespace skald
