// `skald check` of every plugin that is shipped, as it stands: it passes. Samplers, whose tests by
// the kit begin with what it does (shipped_plugin.cpp), are here for the command alone.
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

void check(const TemporaryFolder& folder, const std::string& kind, const std::string& name) {
  const ProcessResult result = run_skald(folder.path(), {"check", kind + "/" + name});
  INFO(kind << "/" << name << "\n" << result.out << result.err);
  if (lacks_published_file(kind, name, result)) return;
  CHECK(result.code == 0);
  CHECK(has(result, " ok"));
}

void check_all(const std::string& kind) {
  const TemporaryFolder folder;
  const std::vector<std::string> names = shipped(folder, kind);
  CHECK(!names.empty());
  for (const std::string& name : names) check(folder, kind, name);
}

TEST_CASE("plain check passes: a chain, an optimiser and an ensemble") {
  const TemporaryFolder folder;
  for (const char* name : {"fald", "feddyn", "deep_ensemble"}) check(folder, "sampler", name);
}
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
