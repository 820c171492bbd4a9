#include "grids/check_options.hpp"

#include "engines/fake_worker.hpp"
#include "engines/local_engine.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

TEST_CASE("the options of so many cells are tried as there is time for") {
  grid::Grid grid;
  for (int i = 0; i < 250; ++i) {
    grid::Cell& cell = grid.cells.emplace_back();
    for (std::size_t s = 0; s < cell.plugins.size(); ++s) {
      cell.plugins[s].kind = static_cast<Kind>(s);
      cell.plugins[s].plugin = "p";
    }
    cell.choice(Kind::sampler).options = {{"step", i + 0.5}};
  }
  const TemporaryFolder folder;
  LocalEngine engine({.plugins = {}, .jobs = 1, .memory = {}},
                     test::fake_worker("far", folder.path().string()));  // accepts everything
  const TriedChoices some = try_choices(grid, engine, 0);
  CHECK(some.all == 250);
  CHECK(some.tried == 100);
  const TriedChoices all = try_choices(grid, engine, 100);
  CHECK(all.tried == 250);
  CHECK(all.refusals.empty());
}
