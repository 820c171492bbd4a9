#include "text/bounded.hpp"

#include <algorithm>

#include "text/utf8.hpp"

namespace skald::text {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 32 || c == 127; }

}  // namespace

std::string name_fault(std::string_view name) {
  if (!name.empty() && name.size() <= kLongestName &&
      std::none_of(name.begin(), name.end(), is_control)) {
    return "";
  }
  return "of " + std::to_string(name.size()) + " bytes; expected 1 to " +
         std::to_string(kLongestName) + " bytes without control characters";
}

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  const std::string_view begin = utf8_prefix(text, most / 2), end = utf8_suffix(text, most / 2);
  const std::size_t cut = text.size() - begin.size() - end.size();
  return std::string(begin) + "[... " + std::to_string(cut) + " bytes ...]" + std::string(end);
}

}  // namespace skald::text
