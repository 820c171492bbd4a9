
#include "fake_plugins.hpp"
#include "grid/grid.hpp"
#include "test.hpp"

using namespace skald::grid;

TEST_CASE("grids with errors are answered as the golden files say") {
  const std::filesystem::path folder =
      std::filesystem::path(SKALD_SOURCE_DIR) / "tests/golden/diagnostics";
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    CAPTURE(entry.path().filename().string());
    const std::string text = content(entry.path());
    GridContext context = fake::context();
    context.file = entry.path().filename().string();
    std::string answer;
    const auto result = read_grid(text, context);
    for (const json::Diagnostic& fault : result.reason()) answer += json::render(fault, text);
    const fs::path golden = fs::path(entry.path()).replace_extension(".txt");
    if (std::getenv("SKALD_WRITE_GOLDEN") != nullptr) std::ofstream(golden) << answer;
    CHECK(answer == content(golden));
    ++count;
  }
  CHECK(count >= 5);
}
