// libFuzzer target: any bytes as a grid give a grid or diagnostics, and what is read can be written
// and read again. Built with clang++ -fsanitize=fuzzer,address,undefined; seeds: tests/golden and
// the grids in results/.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "../core/grid/fake_plugins.hpp"
#include "grid/canonical.hpp"
#include "grid/grid.hpp"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check(std::string_view text) {
  skald::GridContext context = fake::context();
  context.maximum_cells = 64;
  const auto result = skald::read_grid(text, context);
  if (const auto* grid = std::get_if<skald::Grid>(&result)) {
    require(!grid->cells.empty());
    for (const skald::Cell& cell : grid->cells)
      require(skald::read_cell(skald::write_cell(cell)) == cell);
    return;
  }
  const auto& faults = std::get<std::vector<skald::Diagnostic>>(result);
  require(!faults.empty());
  for (const skald::Diagnostic& fault : faults) require(!skald::render(fault, text).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check({reinterpret_cast<const char*>(data), size});
  return 0;
}
