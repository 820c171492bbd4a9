#include "cluster/share_name.hpp"

#include <fmt/core.h>

#include <cstdint>

#include "system/exit_code.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

constexpr std::size_t kMostShares = 1'000'000;

}  // namespace

std::string ShareName::fault() const {
  if (1 <= index && index <= of && of <= kMostShares) return "";
  return fmt::format("there is no share {} of {}: expected 1 <= \"share\" <= \"of\" <= {}", index,
                     of, kMostShares);
}

std::string to_text(const ShareName& name) { return fmt::format("{}/{}", name.index, name.of); }

ShareName read_share_name(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) {
    const auto index = text::to_integer(text.substr(0, slash));
    const auto of = text::to_integer(text.substr(slash + 1));
    if (index && of && *index >= 0 && *of >= 0) {
      const ShareName name{static_cast<std::size_t>(*index), static_cast<std::size_t>(*of)};
      if (name.fault().empty()) return name;
    }
  }
  throw UsageError(fmt::format(
      "\"{}\" names no share: expected i/n, say 3/8 for the third of eight, with 1 <= i <= n <= {}",
      text, kMostShares));
}

}  // namespace skald
