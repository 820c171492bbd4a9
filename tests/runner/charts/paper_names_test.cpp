#include "report/chart/paper_symbols.hpp"

#include <filesystem>
#include <string>

#include "test.hpp"

// A sampler without one is drawn under the name of its file.
TEST_CASE("every shipped sampler has the name that papers use") {
  const std::filesystem::path program = SKALD_EXECUTABLE;
  const auto folder = program.parent_path().parent_path() / "lib/skald/plugins/sampler";
  std::size_t count = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const std::string name = file.path().stem();
    if (file.path().extension() != ".so" || name == "consensus") continue;
    ++count;
    INFO(name);
    const std::string shown = skald::report::paper_name(name);
    CHECK((shown != name && shown.find('_') == std::string::npos));
  }
  CHECK(count >= 40);
}
