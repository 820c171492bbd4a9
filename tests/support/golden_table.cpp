#include "golden_table.hpp"

#include "test.hpp"

namespace skald::test {
namespace {

// A line of the table, and the answer below it: an answer has two spaces before each line.
struct Entry {
  std::string line, answer;
  bool is_question() const { return !line.empty() && line.front() != '#'; }
};

std::vector<Entry> read_entries(std::istream& file) {
  std::vector<Entry> entries;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("  ", 0) == 0 && !entries.empty()) {
      entries.back().answer += line + "\n";
    } else {
      entries.push_back({line, ""});
    }
  }
  return entries;
}

std::string indented(const std::string& text) {
  std::string all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) all += "  " + line + "\n";
  return all;
}

}  // namespace

void check_golden_table(const std::string& name, std::size_t least,
                        const std::function<std::string(const std::string&)>& answer) {
  const std::string path = std::string(SKALD_SOURCE_DIR) + "/tests/golden/" + name;
  std::ifstream file(path);
  REQUIRE(file.good());
  std::vector<Entry> entries = read_entries(file);
  std::size_t questions = 0;
  std::string written;
  for (Entry& entry : entries) {
    if (entry.is_question()) {
      const std::string found = indented(answer(entry.line));
      CAPTURE(entry.line);
      CHECK(found == entry.answer);
      entry.answer = found;
      ++questions;
    }
    written += entry.line + "\n" + entry.answer;
  }
  CHECK(questions >= least);
  if (std::getenv("SKALD_WRITE_GOLDEN") != nullptr) std::ofstream(path) << written;
}

}  // namespace skald::test
