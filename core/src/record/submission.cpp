#include "record/submission.hpp"

#include <cctype>

namespace skald::record {
namespace {

bool is_word(std::string_view text, std::string_view further) {
  constexpr std::size_t longest = 128;
  if (text.empty() || text.size() > longest) return false;
  if (std::isalnum(static_cast<unsigned char>(text.front())) == 0) return false;
  for (const char c : text) {
    const bool is_plain = static_cast<unsigned char>(c) < 128 && std::isalnum(c) != 0;
    if (!is_plain && further.find(c) == std::string_view::npos) return false;
  }
  return true;
}

}  // namespace

bool is_job_id(std::string_view text) {
  const std::size_t mark = text.find('@');
  if (!is_word(text.substr(0, mark), "._-[]")) return false;
  return mark == std::string_view::npos || is_word(text.substr(mark + 1), "._-");
}

}  // namespace skald::record
