// `skald check` of every plugin that is shipped, as it stands: it passes.
#include <sstream>

#include "printed_text.hpp"
#include "skald_process.hpp"
#include "test.hpp"

namespace plain_check_test {

bool has(const ProcessResult& result, const std::string& text) {
  return result.out.find(text) != std::string::npos;
}

std::vector<std::string> shipped(const TemporaryFolder& folder, const std::string& kind) {
  std::istringstream lines(run_skald(folder.path(), {"plugins", "--format", "csv"}).out);
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    std::string of, name;
    std::getline(cells, of, ',');
    std::getline(cells, name, ',');
    if (of == kind) names.push_back(name);
  }
  return names;
}

// Published files cannot be made up, and need not be on this machine.
bool lacks_published_file(const std::string& kind, const std::string& name,
                          const ProcessResult& result) {
  return kind == "dataset" && result.code == 6 &&
         (name == "uci" || has(result, "  NOT CHECKED files: there is no "));
}

// The plugins of a kind whose place in the list is `part` modulo `parts`.
void check_all(const std::string& kind, std::size_t part = 0, std::size_t parts = 1) {
  const TemporaryFolder folder;
  const std::vector<std::string> names = shipped(folder, kind);
  CHECK(names.size() >= parts);
  for (std::size_t i = part; i < names.size(); i += parts) {
    const ProcessResult result = run_skald(folder.path(), {"check", kind + "/" + names[i]});
    INFO(kind << "/" << names[i] << "\n" << result.out << result.err);
    if (lacks_published_file(kind, names[i], result)) continue;
    CHECK(result.code == 0);
    CHECK(has(result, " ok"));
  }
}

TEST_CASE("plain check passes: the first quarter of samplers") { check_all("sampler", 0, 4); }
TEST_CASE("plain check passes: the second quarter of samplers") { check_all("sampler", 1, 4); }
TEST_CASE("plain check passes: the third quarter of samplers") { check_all("sampler", 2, 4); }
TEST_CASE("plain check passes: the last quarter of samplers") { check_all("sampler", 3, 4); }
TEST_CASE("plain check passes: models") { check_all("model"); }
TEST_CASE("plain check passes: data sets") { check_all("dataset"); }
TEST_CASE("plain check passes: partitions") { check_all("partition"); }
TEST_CASE("plain check passes: mechanisms") { check_all("privacy"); }
TEST_CASE("plain check passes: metrics") { check_all("metric"); }

TEST_CASE("what stands beside a plugin is what it is checked with, if nothing is given") {
  const TemporaryFolder folder;
  const ProcessResult result = run_skald(folder.path(), {"check", "dataset/csv"});
  CHECK(result.code == 0);
  CHECK(has(result, "  as in "));
  CHECK(has(result, "dataset/csv.check.json\n"));
  CHECK(run_skald(folder.path(), {"check", "dataset/csv", "--options", "{}"}).code == 6);
}

}  // namespace plain_check_test
