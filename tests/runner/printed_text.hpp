// What tests ask of text that skald has printed, and the arguments by which they ask for it.
#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"

namespace skald::test {

inline std::size_t longest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
  return widest;
}

// Returns the number after the first such key of JSON.
inline double json_number(const std::string& json, const std::string& key) {
  const std::size_t at = json.find("\"" + key + "\": ");
  REQUIRE(at != std::string::npos);
  return std::stod(json.substr(at + key.size() + 4));
}

inline std::vector<std::string> with_more(std::vector<std::string> arguments,
                                          const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

}  // namespace skald::test
