// The schema that `skald schema` writes, checked against the grids in results/.
#include <boost/json.hpp>

#include "grids.hpp"
#include "json_document.hpp"
#include "long_tests.hpp"
#include "skald_process.hpp"
#include "test.hpp"

namespace {

// The plugins that are not built here because a library is missing.
std::vector<std::string> absent_here() {
  std::vector<std::string> absent;
#ifndef SKALD_HAS_TORCH
  absent.insert(absent.end(), {"lstm_next_word", "resnet18_gn", "resnet20"});
#endif
#ifndef SKALD_HAS_HDF5
  absent.insert(absent.end(), {"cifar100", "emnist62", "stackoverflow"});
#endif
  return absent;
}

bool names_absent_plugin(const std::string& grid) {
  const std::vector<std::string> absent = absent_here();
  return std::any_of(absent.begin(), absent.end(), [&](const std::string& plugin) {
    return grid.find('"' + plugin + '"') != std::string::npos;
  });
}

// Returns every JSON document below results/ that has a sampler and only plugins of this build; the
// other documents hold published numbers.
std::vector<fs::path> grids_of_results() {
  std::vector<fs::path> grids;
  for (const auto& entry : fs::recursive_directory_iterator(SKALD_SOURCE_DIR "/results")) {
    if (entry.path().extension() != ".json") continue;
    const std::string text = content(entry.path());
    const boost::json::value json = boost::json::parse(text);
    if (!json.is_object() || !json.as_object().contains("sampler")) continue;
    if (names_absent_plugin(text)) {
      WARN("left out, for a plugin that is not built here: " << entry.path().string());
    } else {
      grids.push_back(entry.path());
    }
  }
  REQUIRE(grids.size() >= 4);
  std::sort(grids.begin(), grids.end());
  return grids;
}

boost::json::value changed(const std::string& from, const std::string& to) {
  return boost::json::parse(with(kFourAxes, from, to));
}

}  // namespace

TEST_CASE("the composed schema accepts every grid of results/ and refuses wrong options") {
  const TemporaryFolder folder;
  REQUIRE(run_skald(folder.path(), {"schema", "--write", "schema.json"}).code == 0);
  const std::string text = content(folder.path() / "schema.json");
  CHECK(run_skald(folder.path(), {"schema"}).out == text);
  const JsonSchema schema(text);
  for (const fs::path& grid : grids_of_results()) {
    INFO(grid);
    CHECK(schema.accepts(boost::json::parse(content(grid))));
  }
  CHECK(schema.accepts(boost::json::parse(kFourAxes)));
  CHECK_FALSE(schema.accepts(changed(R"("batch")", R"("bach")")));
  CHECK_FALSE(schema.accepts(changed(R"("titanic")", R"("titanik")")));
}

// Those grids of results/ whose number leaves this remainder when it is divided by four; unless
// tests are long, every eighth of them: the schema above accepts all, and studies are run as
// wholes.
void check_quarter(std::size_t remainder) {
  const std::size_t apart = are_tests_long() ? 4 : 32;
  const TemporaryFolder folder;
  const std::vector<fs::path> grids = grids_of_results();
  for (std::size_t i = remainder; i < grids.size(); i += apart) {
    const ProcessResult result = run_skald(folder.path(), {"check", grids[i].string()});
    if (result.err.find("there is no file \"data:") != std::string::npos) {
      WARN("only as far as the data folder reaches: " << grids[i].string());
      continue;
    }
    INFO(result.err);
    CHECK(result.code == 0);
  }
}

TEST_CASE("every grid of results/ passes skald check: first quarter") { check_quarter(0); }
TEST_CASE("every grid of results/ passes skald check: second quarter") { check_quarter(1); }
TEST_CASE("every grid of results/ passes skald check: third quarter") { check_quarter(2); }
TEST_CASE("every grid of results/ passes skald check: last quarter") { check_quarter(3); }
