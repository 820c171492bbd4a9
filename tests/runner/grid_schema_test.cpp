// The schema that `skald schema` writes, against the studies in results/.
#include <boost/json.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <valijson/adapters/boost_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "catch.hpp"
#include "grids.hpp"
#include "skald_process.hpp"

using namespace skald::test;

namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

class GridSchema {
 public:
  explicit GridSchema(const std::string& text) : json_(boost::json::parse(text)) {
    valijson::SchemaParser().populateSchema(valijson::adapters::BoostJsonAdapter(json_), schema_);
  }
  bool accepts(const std::string& grid) const {
    const boost::json::value json = boost::json::parse(grid);
    valijson::Validator validator;
    return validator.validate(schema_, valijson::adapters::BoostJsonAdapter(json), nullptr);
  }

 private:
  boost::json::value json_;
  valijson::Schema schema_;
};

}  // namespace

TEST_CASE("the composed schema accepts every study and refuses wrong options") {
  const TemporaryFolder folder;
  REQUIRE(run_skald(folder.path(), {"schema", "--write", "schema.json"}).code == 0);
  const std::string text = content(folder.path() / "schema.json");
  CHECK(run_skald(folder.path(), {"schema"}).out == text);
  const GridSchema schema(text);
  std::size_t grids = 0;
  for (const auto& study : fs::directory_iterator(std::string(SKALD_SOURCE_DIR) + "/results")) {
    const fs::path grid = study.path() / "grid.json";
    if (!fs::exists(grid)) continue;
    INFO(grid);
    CHECK(schema.accepts(content(grid)));
    ++grids;
  }
  CHECK(grids >= 3);
  CHECK(schema.accepts(kFourAxes));
  CHECK_FALSE(schema.accepts(with(kFourAxes, R"("batch")", R"("bach")")));
  CHECK_FALSE(schema.accepts(with(kFourAxes, R"("titanic")", R"("titanik")")));
}

TEST_CASE("every study passes skald check") {
  const TemporaryFolder folder;
  for (const auto& study : fs::directory_iterator(std::string(SKALD_SOURCE_DIR) + "/results")) {
    const fs::path grid = study.path() / "grid.json";
    if (!fs::exists(grid)) continue;
    const ProcessResult result = run_skald(folder.path(), {"check", grid.string()});
    INFO(result.err);
    CHECK(result.code == 0);
  }
}
