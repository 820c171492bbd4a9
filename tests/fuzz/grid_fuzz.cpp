// Fuzz target: any bytes as a grid give a grid or printable diagnostics, and what is read can be
// written and read again.
#include "../core/grid/fake_plugins.hpp"
#include "fuzz_target.hpp"
#include "grid/canonical.hpp"
#include "grid/grid.hpp"

FUZZ_TARGET(grid, bytes) {
  skald::grid::GridContext context = fake::context();
  context.maximum_cells = 64;
  const auto result = skald::grid::read_grid(bytes, context);
  if (result) {
    fuzz::require(!result->cells.empty());
    for (const skald::grid::Cell& cell : result->cells)
      fuzz::require(skald::grid::read_cell(skald::grid::write_cell(cell)) == cell);
    return;
  }
  const auto& faults = result.reason();
  fuzz::require(!faults.empty());
  for (const skald::json::Diagnostic& fault : faults)
    fuzz::require(!skald::json::render(fault, bytes).empty());
}
