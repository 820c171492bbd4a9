#include "grids/trial_builds.hpp"

#include "engines/local_engine.hpp"
#include "test.hpp"

namespace {

grid::Cell cell(const std::string& model, double prior, const std::string& sampler, double step) {
  grid::Cell made;
  for (std::size_t s = 0; s < made.plugins.size(); ++s) {
    made.plugins[s].kind = static_cast<Kind>(s);
    made.plugins[s].plugin = "p";
  }
  made.choice(Kind::model).plugin = model;
  made.choice(Kind::model).options = {{"prior", prior}};
  made.choice(Kind::sampler).plugin = sampler;
  made.choice(Kind::sampler).options = {{"step", step}};
  return made;
}

}  // namespace

TEST_CASE("cells are tried that have a combination of plugins, or a value, of their own") {
  std::vector<grid::Cell> cells{cell("a", 1, "s", 0.1), cell("a", 1, "s", 0.2),
                                cell("a", 2, "s", 0.1), cell("a", 1, "t", 0.1),
                                cell("b", 1, "s", 0.1), cell("b", 1, "s", 0.2)};
  std::vector<SweepRun> runs(2 * cells.size());  // two replicates of each
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i].cell = &cells[i / 2];
    all.push_back(i);
  }
  LocalEngine engine({.plugins = {}, .jobs = 1, .memory = {}});  // never gets a job
  const auto tried = [&](const std::vector<std::size_t>& which) {
    return build_first_cells(runs, which, {.cell_seconds = 1, .seconds = 0}, engine);
  };
  const TrialBuilds none = tried(all);
  CHECK(none.combinations == 5);  // b with step 0.2 has nothing new
  CHECK(none.built == 0);
  CHECK(none.faults.empty());
  LoadedGrid loaded;
  loaded.file = "g.json";
  CHECK(text_of(unbuilt(loaded, none)) ==
        "g.json: 0 of 5 cells that differ in a plugin or in a value of their own were built; time "
        "did not "
        "suffice for the others\n");
  CHECK(tried({0, 1, 3}).combinations == 2);
  CHECK(unbuilt(loaded, {.combinations = 4, .built = 4, .faults = {}, .slow = {}}).empty());
  for (std::size_t i : {0u, 1u}) cells[i].evaluated = {{"sampler.step", "= 1 / n"}};
  CHECK(tried({0, 1, 3}).combinations == 1);  // values of a formula
}
