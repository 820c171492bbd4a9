// Fuzz target: any bytes as a grid give a grid or diagnostics that can be told, and what is read
// can be written and read again.
#include "../core/grid/fake_plugins.hpp"
#include "fuzz_target.hpp"
#include "grid/canonical.hpp"
#include "grid/grid.hpp"

FUZZ_TARGET(grid, bytes) {
  skald::GridContext context = fake::context();
  context.maximum_cells = 64;
  const auto result = skald::read_grid(bytes, context);
  if (result) {
    fuzz::require(!result->cells.empty());
    for (const skald::Cell& cell : result->cells)
      fuzz::require(skald::read_cell(skald::write_cell(cell)) == cell);
    return;
  }
  const auto& faults = result.reason();
  fuzz::require(!faults.empty());
  for (const skald::Diagnostic& fault : faults) fuzz::require(!skald::render(fault, bytes).empty());
}
