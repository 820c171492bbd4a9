// Numbered words and tags.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "skald/block.hpp"

namespace skald {

// The pieces of a text between separators; without empty ones. They point into the text.
std::vector<std::string_view> words_of(std::string_view text);  // separated by white space
std::vector<std::string_view> tags_of(std::string_view text);   // separated by '|'

// How many clients use each word.
using WordCounts = std::map<std::string, std::int64_t, std::less<>>;

// A word's number is its rank from 0.
class Vocabulary {
 public:
  // The `size` most used words: by falling count, then in the order of their bytes. Throws
  // std::runtime_error that names `file` and says what the words are (`what`: "words") where there
  // are fewer.
  Vocabulary(const WordCounts& counts, Index size, const std::string& file,
             const std::string& what);

  Index size() const { return std::ssize(number_); }
  // -1 for any other word.
  std::int32_t number(std::string_view word) const;

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>> number_;
};

// The published counts. Words: a text with a word and its count in each line. Tags: a JSON object
// of counts. Both throw std::runtime_error that names the file, the place, found and expected.
WordCounts read_word_counts(std::string_view text, const std::string& file);
WordCounts read_tag_counts(std::string_view text, const std::string& file);

}  // namespace skald
