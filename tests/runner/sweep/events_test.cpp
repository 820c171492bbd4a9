// What a sweep reports to programs.
#include <boost/json.hpp>

#include "grids.hpp"
#include "json_document.hpp"
#include "skald_process.hpp"
#include "test.hpp"

TEST_CASE("the option --json reports a sweep as one object per line") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("how", R"(["not", "abort"])"));
  const ProcessResult result =
      run_skald(folder.path(), walk_command("run", "results.db", {"--json"}));
  CHECK(result.code == 1);
  CHECK(result.err.empty());
  const JsonSchema schema(content(std::string(SKALD_SOURCE_DIR) + "/schemas/events.schema.json"));
  std::vector<boost::json::object> events;
  for (std::size_t start = 0, end; (end = result.out.find('\n', start)) != std::string::npos;
       start = end + 1) {
    const boost::json::value event = boost::json::parse(result.out.substr(start, end - start));
    INFO(event);
    CHECK(schema.accepts(event));
    events.push_back(event.as_object());
  }
  REQUIRE(events.size() >= 6);
  CHECK(events.front().at("event") == "start");
  CHECK(events.front().at("total") == 2);
  CHECK(events.back().at("event") == "end");
  CHECK(events.back().at("failed") == 1);
  CHECK(events.back().at("complete") == true);
  const auto failed = std::find_if(events.begin(), events.end(), [](const auto& e) {
    return e.at("event") == "run_ended" && e.at("status") == "crashed";
  });
  REQUIRE(failed != events.end());
  CHECK(failed->at("message").as_string().find("killed by signal 6") == 0);
}
