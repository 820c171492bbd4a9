#include "web/svg_tags.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "text/number_text.hpp"

namespace skald {

std::optional<Tag> Tags::next() {
  if (rest_.empty()) return std::nullopt;
  Tag tag;
  if (rest_.front() != '<') {
    tag.text = take(rest_.find('<'));
    return tag;
  }
  rest_.remove_prefix(1);
  tag.is_end = skip('/');
  tag.name = take(rest_.find_first_of(" \t\n/>"));
  while (!rest_.empty() && rest_.front() != '>') {
    const char c = rest_.front();
    if (c == '/') tag.is_whole = true;
    std::isalpha(static_cast<unsigned char>(c)) ? read_attribute(tag) : rest_.remove_prefix(1);
  }
  skip('>');
  return tag;
}

std::string_view Tags::take(std::size_t end) {
  const std::string_view part = rest_.substr(0, end);
  rest_.remove_prefix(part.size());
  return part;
}
bool Tags::skip(char c) {
  const bool is_there = rest_.starts_with(c);
  if (is_there) rest_.remove_prefix(1);
  return is_there;
}
void Tags::read_attribute(Tag& tag) {
  const std::string_view name = take(rest_.find_first_of(" \t\n=/>"));
  take(rest_.find_first_not_of(" \t\n="));
  if (rest_.empty() || (rest_.front() != '"' && rest_.front() != '\'')) return;
  const char quote = rest_.front();
  rest_.remove_prefix(1);
  tag.attributes[name] = take(rest_.find(quote));
  skip(quote);
}

std::vector<double> numbers_in(std::string_view text) {
  std::vector<double> numbers;
  constexpr std::string_view digits = "-.0123456789";
  while (!text.empty()) {
    text.remove_prefix(std::min(text.find_first_of(digits), text.size()));
    const std::string_view number = text.substr(0, text.find_first_not_of(digits));
    text.remove_prefix(number.size());
    if (const auto value = text::to_number(number)) numbers.push_back(*value);
  }
  return numbers;
}

std::string without_entities(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, char>, 5> entities{
      {{"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}}};
  std::string plain;
  while (!text.empty()) {
    const auto found = std::find_if(entities.begin(), entities.end(), [&](const auto& entity) {
      return text.starts_with(entity.first);
    });
    plain += found == entities.end() ? text.front() : found->second;
    text.remove_prefix(found == entities.end() ? 1 : found->first.size());
  }
  return plain;
}

}  // namespace skald
