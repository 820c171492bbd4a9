#include "client_files/vocabulary.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <charconv>
#include <optional>
#include <stdexcept>

#include "decoding/refuse.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

using decoding::quoted;
using text::counted;

std::vector<std::string_view> pieces_of(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> pieces;
  while (true) {
    const std::size_t begin = text.find_first_not_of(separators);
    if (begin == std::string_view::npos) return pieces;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    pieces.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

std::optional<std::int64_t> count_in(std::string_view text) {
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size() || count < 0) return std::nullopt;
  return count;
}

void add_once(WordCounts& counts, std::string_view word, std::int64_t count,
              const std::string& place) {
  if (!counts.emplace(word, count).second)
    throw std::runtime_error(place + ": found " + quoted(word) + " again; expected it once");
}

}  // namespace

std::vector<std::string_view> words_of(std::string_view text) {
  return pieces_of(text, " \t\n\r\f\v");
}
std::vector<std::string_view> tags_of(std::string_view text) { return pieces_of(text, "|"); }

Vocabulary::Vocabulary(const WordCounts& counts, Index size, const std::string& file,
                       const std::string& what) {
  if (std::ssize(counts) < size) {
    throw std::runtime_error(file + ": found " + std::to_string(counts.size()) + " different " +
                             what + "; expected at least " + std::to_string(size) +
                             ": lower the option of that size");
  }
  std::vector<std::pair<std::string_view, std::int64_t>> ranked(counts.begin(), counts.end());
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  ranked.resize(static_cast<std::size_t>(size));
  for (const auto& [word, count] : ranked)
    number_.emplace(word, static_cast<std::int32_t>(number_.size()));
}

std::int32_t Vocabulary::number(std::string_view word) const {
  const auto found = number_.find(word);
  return found == number_.end() ? -1 : found->second;
}

WordCounts read_word_counts(std::string_view text, const std::string& file) {
  WordCounts counts;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto fields = words_of(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (fields.empty()) continue;
    const std::string place = file + ", line " + std::to_string(line);
    const auto count = fields.size() == 2 ? count_in(fields[1]) : std::nullopt;
    if (!count) {
      throw std::runtime_error(place + ": found " + counted(fields.size(), "field", "fields") +
                               ", the last " + quoted(fields.back()) +
                               "; expected a word and its count");
    }
    add_once(counts, fields[0], *count, place);
  }
  return counts;
}

WordCounts read_tag_counts(std::string_view text, const std::string& file) {
  boost::system::error_code error;
  const boost::json::value value = boost::json::parse({text.data(), text.size()}, error);
  if (error || !value.is_object()) {
    throw std::runtime_error(file + ": found text that is no JSON object" +
                             (error ? " (" + error.message() + ")" : std::string()) +
                             "; expected an object of tags and their counts");
  }
  WordCounts counts;
  for (const auto& member : value.get_object()) {
    const std::string_view tag(member.key().data(), member.key().size());
    const auto* count = member.value().if_int64();
    if (count == nullptr || *count < 0) {
      throw std::runtime_error(file + ": found " + quoted(tag) +
                               " without a count; expected a whole number from 0 on");
    }
    add_once(counts, tag, *count, file);
  }
  return counts;
}

}  // namespace skald
