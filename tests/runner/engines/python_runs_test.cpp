// Limits of runs of plugins in Python; tests/transcripts has what else they do.
#ifdef SKALD_PYTHON_PLUGINS
#include "grids.hpp"
#include "sanitizers.hpp"
#include "skald_process.hpp"
#include "stored_rows.hpp"
#include "test.hpp"

namespace python_runs_test {

TEST_CASE("endless loops and hoarded memory in Python are stopped at the limits of a run") {
  SKALD_NOT_WITH_SANITIZERS
  const TemporaryFolder folder;
  folder.write("grid.json", with(walk_grid("how", R"(["loop", "allocate"])",
                                           R"("limits": {"seconds": 5, "memory": 4e8})"),
                                 R"("misbehaving")", R"("py_misbehaving")"));
  CHECK(run_skald(folder.path(), {"run", "grid.json", "--db", "r.db", "-j", "2", "--plugin-path",
                                  SKALD_PYTHON_PLUGINS, "--allow-writable-plugins"})
            .code == 1);
  CHECK(csv_of(folder / "r.db", "SELECT how, status FROM run_table ORDER BY how") ==
        "how,status\nallocate,out_of_memory\nloop,timeout\n");
}

}  // namespace python_runs_test
#endif
