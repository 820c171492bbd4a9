#include "reading/spoken_text.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <cctype>
#include <map>
#include <stdexcept>

#include "skald/parts/data/share.hpp"

namespace skald {
namespace {

using Tokens = std::vector<std::int32_t>;

[[noreturn]] void refuse_line(const std::string& file, std::size_t line, const std::string& found,
                              const std::string& expected) {
  throw std::runtime_error(file + ", line " + std::to_string(line) + ": found " + found +
                           "; expected " + expected);
}

// The speeches of one role, joined by line feeds; "" where there are fewer than required.
std::string speeches_in(std::string_view json, const std::string& file, std::size_t line,
                        std::int64_t min_speeches) {
  boost::system::error_code error;
  const boost::json::value value = boost::json::parse({json.data(), json.size()}, error);
  if (error)
    refuse_line(file, line, "text that is not JSON (" + error.message() + ")", "an object");
  const auto* object = value.if_object();
  const auto* member = object != nullptr ? object->if_contains("speeches") : nullptr;
  const auto* list = member != nullptr ? member->if_array() : nullptr;
  if (list == nullptr) refuse_line(file, line, "no list \"speeches\"", "one");
  std::string all;
  for (const auto& speech : *list) {
    if (!speech.is_string()) refuse_line(file, line, "a speech that is not a text", "a text");
    if (!all.empty()) all += '\n';
    all += std::string_view(speech.get_string().data(), speech.get_string().size());
  }
  return std::ssize(*list) < min_speeches ? std::string() : all;
}

std::vector<std::string> roles_in(std::string_view text, const std::string& file,
                                  std::int64_t min_speeches) {
  std::vector<std::string> roles;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) roles.push_back(speeches_in(text.substr(0, end), file, line, min_speeches));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return roles;
}

// Runs of letters, digits and apostrophes, in lower case.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || c == '\'') {
      words.back() += static_cast<char>(std::tolower(byte));
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

// Tokens of all roles, and how many different ones there are.
struct Tokenised {
  std::vector<Tokens> roles;
  Index count = 0;
};

Tokenised characters(const std::vector<std::string>& roles) {
  std::vector<std::int32_t> number(256, 0);
  for (const std::string& role : roles) {
    for (const char c : role) number[static_cast<unsigned char>(c)] = 1;
  }
  Tokenised all;
  for (std::int32_t& n : number) {
    if (n != 0) n = static_cast<std::int32_t>(all.count++);
  }
  for (const std::string& role : roles) {
    Tokens& tokens = all.roles.emplace_back();
    for (const char c : role) tokens.push_back(number[static_cast<unsigned char>(c)]);
  }
  return all;
}

Tokenised words(const std::vector<std::string>& roles, std::int64_t vocabulary) {
  std::map<std::string, std::int64_t> counts;
  std::vector<std::vector<std::string>> texts;
  for (const std::string& role : roles) {
    for (const std::string& word : texts.emplace_back(words_of(role))) ++counts[word];
  }
  std::vector<std::pair<std::string, std::int64_t>> ranked(counts.begin(), counts.end());
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  if (std::ssize(ranked) > vocabulary - 1) ranked.resize(static_cast<std::size_t>(vocabulary - 1));
  std::map<std::string, std::int32_t> number;
  for (const auto& [word, count] : ranked)
    number.emplace(word, static_cast<std::int32_t>(number.size() + 1));
  Tokenised all;
  all.count = std::ssize(number) + 1;
  for (const auto& text : texts) {
    Tokens& tokens = all.roles.emplace_back();
    for (const std::string& word : text) {
      const auto found = number.find(word);
      tokens.push_back(found == number.end() ? 0 : found->second);
    }
  }
  return all;
}

// A window: its role, its first token among the role's, and the role's group.
struct Window {
  std::size_t role;
  Index begin;
  std::int32_t group;
};

struct Windows {
  std::vector<Window> train, test;
  std::int32_t groups = 0;
};

Windows windows_of(const Tokenised& all, const SpokenOptions& options) {
  Windows windows;
  for (std::size_t role = 0; role < all.roles.size(); ++role) {
    const Index rest = std::ssize(all.roles[role]) - options.length - 1;
    if (rest < 0) continue;
    const Index count = rest / options.step + 1;
    const auto test = whole_share(options.test_fraction, count);
    for (Index w = 0; w < count; ++w) {
      (w < count - test ? windows.train : windows.test)
          .push_back({role, w * options.step, windows.groups});
    }
    ++windows.groups;
  }
  return windows;
}

void add(const std::vector<Window>& windows, const Tokenised& all, Index length, Index first,
         DecodedTable& table) {
  for (const Window& window : windows) {
    const Tokens& tokens = all.roles[window.role];
    const auto begin = tokens.begin() + window.begin;
    std::copy(begin, begin + length, table.features.col(first++).begin());
    table.target.push_back(begin[length]);
    table.group.push_back(window.group);
  }
}

}  // namespace

DecodedTable read_spoken(std::string_view text, const std::string& file,
                         const SpokenOptions& options, Index largest) {
  const std::vector<std::string> roles = roles_in(text, file, options.min_speeches);
  const Tokenised all =
      options.unit == "word" ? words(roles, options.vocabulary) : characters(roles);
  const Windows windows = windows_of(all, options);
  const auto rows = std::ssize(windows.train) + std::ssize(windows.test);
  if (rows == 0) {
    throw std::runtime_error(file + ": found no role with " + std::to_string(options.length + 1) +
                             " tokens; expected at least one: lower length");
  }
  if (rows > largest / options.length) {
    throw std::runtime_error(file + ": found " + std::to_string(rows) +
                             " windows; expected a table of at most " + std::to_string(largest) +
                             " numbers: raise step");
  }
  DecodedTable table;
  table.classes = all.count;
  table.groups = windows.groups;
  table.train = std::ssize(windows.train);
  table.features.resize(options.length, rows);
  add(windows.train, all, options.length, 0, table);
  add(windows.test, all, options.length, table.train, table);
  return table;
}

}  // namespace skald
