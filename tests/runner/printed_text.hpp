// What tests ask of skald and of the text that it has printed.
#pragma once

#include "skald_process.hpp"
#include "test.hpp"

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

// Runs skald, which must end well. Returns what it has told.
inline ProcessResult succeed(const std::filesystem::path& folder,
                             const std::vector<std::string>& arguments) {
  ProcessResult result = run_skald(folder, arguments);
  INFO(result.out << result.err);
  REQUIRE(result.code == 0);
  return result;
}

// Checks that skald ends with this code, by default that of a wrong command line, and tells why.
inline void check_refused(const std::filesystem::path& folder,
                          const std::vector<std::string>& arguments, const std::string& why,
                          int code = 2) {
  const ProcessResult result = run_skald(folder, arguments);
  INFO(arguments.front() << " " << arguments.back() << ": " << result.out << result.err);
  CHECK(result.code == code);
  CHECK_THAT(result.err, Catch::Contains(why));
}

}  // namespace skald::test
