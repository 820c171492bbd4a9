// Whatever text is read, the result is a grid or diagnostics whose places lie in the text.
#include "fake_plugins.hpp"
#include "grid/canonical.hpp"
#include "grid/grid.hpp"
#include "test.hpp"

using namespace skald::grid;

namespace {

const std::string kSeedText = R"({"name": "x", "seed": 1, "replicates": 2,
  "dataset": {"plugin": "gaussian_clients", "clients": 10, "means": [[1, 2], [3, 4]]},
  "model": {"plugin": "logistic", "prior": "= 1 / d"}, "privacy": {"plugin": "gaussian"},
  "sampler": {"plugin": "fald", "p_c": 0.2, "step": "= p_c * step_bound / 2", "K": null},
  "run": {"iterations": 1e3, "limits": {"seconds": 5}}, "metrics": ["w2"],
  "axes": [{"sampler.plugin": ["fald", "vr_fald"]}, {"rho": {"linspace": [0, 1, 3]}},
           {"zip": {"batch": [1, 2], "eps": [1, "inf"]}},
           {"when": {"rho": [0, 1]}, "p_c": ["= rho / 2 + 0.1", 0.5]}],
  "exclude": [{"rho": 0, "eps": "inf"}],
  "start": {"when": {"rho": 0.5}, "sampler": {"plugin": "ula", "step": "= 1 / N"},
            "run": {"rounds": "= 3 * clients"}},
  "reference": {"privacy": {"plugin": "none"}, "run": {"rounds": 5}}})";

// Pieces that mutations insert.
const std::vector<std::string> kPieces{
    "{",     "}",      "[",       "]",    ",",    ":",        "\"",      "\\",
    "null",  "true",   "1e9",     "-1",   "0.5",  "\"inf\"",  "//",      "/*",
    "\n",    "= ",     "(",       "rho",  "p_c",  "\"when\"", "\"zip\"", "\"axes\"",
    "range", "plugin", "sampler", "\xC3", "\x01", "1e400"};

std::string mutated(std::string text, std::mt19937_64& random) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  for (std::size_t edits = 1 + below(4); edits > 0 && !text.empty(); --edits) {
    const std::size_t at = below(text.size());
    const std::size_t length = below(12);
    switch (below(4)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, kPieces[below(kPieces.size())]);
        break;
      case 2:
        text.insert(at, text.substr(below(text.size()), length));
        break;
      default:
        text.replace(at, 1, kPieces[below(kPieces.size())]);
        break;
    }
  }
  return text;
}

}  // namespace

TEST_CASE("random damage never crashes and is always located") {
  GridContext context = fake::context();
  context.maximum_cells = 200;
  std::mt19937_64 random(5);
  std::size_t refused = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::string text = mutated(kSeedText, random);
    const auto result = read_grid(text, context);
    if (result) {
      REQUIRE_FALSE(result->cells.empty());
      for (const Cell& cell : result->cells) REQUIRE(read_cell(write_cell(cell)) == cell);
      continue;
    }
    ++refused;
    const auto& faults = result.reason();
    REQUIRE_FALSE(faults.empty());
    const auto lines = 1 + std::count(text.begin(), text.end(), '\n');
    for (const json::Diagnostic& fault : faults) {
      REQUIRE(fault.place.line <= lines);
      REQUIRE_FALSE(fault.message.empty());
      REQUIRE(json::render(fault, text).find("error: ") != std::string::npos);
    }
  }
  CHECK(refused > 1000);
}
