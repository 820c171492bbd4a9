#include "serve/run_pages.hpp"

#include "kept_runs.hpp"
#include "test.hpp"

namespace run_pages_test {

TEST_CASE("the page of a run summarises the draws that it has kept, with warnings") {
  const KeptRuns kept;
  store::StoreReader reader(kept.folder / "r.db");
  const std::string page = run_view(reader, 0, kept.hashes[1]).body;
  CHECK_THAT(page, Catch::Contains("Posterior of the kept draws") &&
                       Catch::Contains("<th scope=\"col\">R-hat</th>") &&
                       Catch::Contains("theta[4]") &&
                       Catch::Contains("4 chains, 200 draws of each") &&
                       Catch::Contains("<strong>Caution.</strong> R-hat is above 1.01 for 4 of 4"));
  CHECK_THAT(run_view(reader, 0, kept.hashes[2]).body, !Catch::Contains("kept draws"));
}

TEST_CASE("a page without the file of draws says so, and has all else") {
  const KeptRuns kept;
  std::filesystem::remove(kept.folder / ("r.db.samples/" + kept.hashes[0] + ".npy"));
  store::StoreReader reader(kept.folder / "r.db");
  CHECK_THAT(run_view(reader, 0, kept.hashes[0]).body,
             Catch::Contains("not as the database records it") && Catch::Contains("Final values"));
}

}  // namespace run_pages_test
