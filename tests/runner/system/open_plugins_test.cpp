#include "system/open_plugins.hpp"

#include "test.hpp"

namespace absent_plugins_test {

namespace {

std::string remedy_for(Kind kind, const std::string& name) {
  for (const grid::AbsentPlugin& plugin : absent_plugins()) {
    if (plugin.kind == kind && plugin.name == name) return plugin.remedy;
  }
  return "unknown";
}

}  // namespace

TEST_CASE("what a build lacks is got by a library or by building it, and each is named once") {
  CHECK_THAT(remedy_for(Kind::model, "resnet20"), Catch::Contains("libtorch"));
  CHECK_THAT(remedy_for(Kind::dataset, "emnist62"), Catch::Contains("libhdf5"));
  CHECK_THAT(remedy_for(Kind::sampler, "fedpa"), Catch::Contains("./dev build makes all"));
  CHECK_THAT(remedy_for(Kind::privacy, "gaussian"), Catch::Contains("./dev build makes all"));
  CHECK_THAT(remedy_for(Kind::metric, "costs"), Catch::Contains("./dev build makes all"));
  CHECK(remedy_for(Kind::sampler, "falt") == "unknown");
  std::set<std::pair<Kind, std::string>> names;
  for (const grid::AbsentPlugin& plugin : absent_plugins()) {
    INFO(plugin.name);
    CHECK(names.emplace(plugin.kind, plugin.name).second);
  }
}

}  // namespace absent_plugins_test
