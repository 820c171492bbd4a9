#include "database/artifacts.hpp"

#include <span>

#include "store/store.hpp"
#include "store/store_reader.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

namespace skald::coefficients_artifact_test {

TEST_CASE("the meaning of a run's coefficients is read as it was stored") {
  record::Coefficients known;
  known.features = {{"one", 0, 1, true}, {"age", 38.5, 12, false}};
  known.outputs = {"a", "b"};
  known.target = {"price", 7, 0.25, false};
  known.has_data_scale = false;
  using Part = LinearCoefficients::Part;
  known.meanings = {{Part::weight, 1, 1, ""}, {Part::other, 0, 0, "scale"}};
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "r.db";
  store::Store store = store::Store::open(file);
  const std::vector<record::CellRecord> cells{{"a",
                                               R"({"sampler":{"plugin":"ula"}})",
                                               {{"sampler.plugin", std::string("ula")}},
                                               false,
                                               "a"}};
  record::RunRecord run;
  run.study = store.declare_study({"toy", "{}"}, cells);
  run.hash = run.origin = run.cell = "a";
  const std::string text = to_json(known);
  const auto bytes = std::as_bytes(std::span(text));
  run.artifacts.push_back({kCoefficientsArtifact, {bytes.begin(), bytes.end()}});
  store.record(run);
  const store::StoreReader reader(file);
  CHECK(stored_coefficients(reader, "a") == known);
  CHECK_FALSE(stored_coefficients(reader, "b"));
}

}  // namespace skald::coefficients_artifact_test
