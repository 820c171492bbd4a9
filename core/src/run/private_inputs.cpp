#include "run/private_inputs.hpp"

#include <algorithm>
#include <stdexcept>

#include "text/nearest.hpp"

namespace skald::run {
namespace {

constexpr std::string_view kAll = "all";

std::vector<std::string> words_of(std::string_view list) {
  std::vector<std::string> words;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    std::string_view word = list.substr(0, comma);
    list.remove_prefix(std::min(comma + 1, list.size()));
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    words.emplace_back(word);
  }
  return words;
}

bool contains(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::vector<std::string> valid_words(const std::vector<ReadInput>& read) {
  std::vector<std::string> valid;
  for (const ReadInput& input : read) {
    if (!contains(valid, input.name)) valid.push_back(input.name);
  }
  for (const std::string_view word : inputs::usual) {
    if (!contains(valid, word)) valid.emplace_back(word);
  }
  valid.emplace_back(kAll);
  return valid;
}

void refuse_unknown(const std::vector<std::string>& declared,
                    const std::vector<std::string>& valid) {
  for (const std::string& word : declared) {
    if (contains(valid, word)) continue;
    const auto near = text::nearest(word, valid);
    std::string known;
    for (const std::string& other : valid) known += (known.empty() ? "" : ", ") + other;
    throw PublicInputError("run.public names \"" + word + "\", which is no input: " +
                           (near ? "did you mean \"" + *near + "\"? It is" : "expected") +
                           " one of " + known);
  }
}

bool is_listed(const std::vector<ReadInput>& inputs, const ReadInput& input) {
  return std::any_of(inputs.begin(), inputs.end(), [&](const ReadInput& other) {
    return other.name == input.name && other.why == input.why;
  });
}

}  // namespace

PrivateInputs::PrivateInputs(const std::vector<ReadInput>& read, std::string_view declared) {
  const std::vector<std::string> words = words_of(declared);
  refuse_unknown(words, valid_words(read));
  for (const ReadInput& input : read) {
    const bool is_public = contains(words, input.name) || contains(words, kAll);
    std::vector<ReadInput>& list = is_public ? declared_public : unpaid;
    if (!is_listed(list, input)) list.push_back(input);
  }
}

std::string PrivateInputs::complaint() const {
  if (unpaid.empty()) return "";
  std::string text = "the run reads private rows outside its releases", names;
  std::vector<std::string> named;
  for (const ReadInput& input : unpaid) {
    text += "; " + input.name + ": " + input.why + " (to mend it, " + input.remedy + ")";
    if (contains(named, input.name)) continue;
    named.push_back(input.name);
    names += (names.empty() ? "" : ", ") + input.name;
  }
  return text + "; or, where the public knows it anyway, declare it: run.public \"" + names + "\"";
}

}  // namespace skald::run
