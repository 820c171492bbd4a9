#include "grid/diagnostic.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "catch.hpp"
#include "fake_plugins.hpp"
#include "grid/grid.hpp"

using namespace skald;

namespace {

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path);
  REQUIRE(file.good());
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("a diagnostic shows its line with carets") {
  const Diagnostic fault{"g.json", {2, 5, 3}, "/a", "\"a\" is wrong", "mend it", "sampler fald"};
  CHECK(render(fault, "{\n\t\"\xC3\xA4\": 1.5\r\n}") ==
        "g.json:2:5: error: \"a\" is wrong - mend it        (sampler fald)\n"
        "  2 | \t\"\xC3\xA4\": 1.5\n"
        "    | \t   ^^^\n");
}

TEST_CASE("a diagnostic without a place is one line") {
  CHECK(render({"g.json", {}, "", "too many cells", "", ""}, "{}") ==
        "g.json: error: too many cells\n");
}

TEST_CASE("of a very long line its part around the place is shown") {
  const std::string source = std::string(500, 'a') + "bad" + std::string(500, 'a');
  const std::string text = render({"g", {1, 501, 3}, "", "m", "", ""}, source);
  CHECK(text == "g:1:501: error: m\n  1 | " + std::string(60, 'a') + "bad" + std::string(57, 'a') +
                    "\n    | " + std::string(60, ' ') + "^^^\n");
}

TEST_CASE("grids with errors are answered as the golden files say") {
  const std::filesystem::path folder =
      std::filesystem::path(SKALD_SOURCE_DIR) / "tests/golden/diagnostics";
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    CAPTURE(entry.path().filename().string());
    const std::string text = contents(entry.path());
    GridContext context = fake::context();
    context.file = entry.path().filename().string();
    std::string answer;
    const auto result = read_grid(text, context);
    for (const Diagnostic& fault : std::get<std::vector<Diagnostic>>(result))
      answer += render(fault, text);
    CHECK(answer == contents(std::filesystem::path(entry.path()).replace_extension(".txt")));
    ++count;
  }
  CHECK(count >= 5);
}
