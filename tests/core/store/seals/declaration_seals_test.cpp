#include "store/seals/declaration_seals.hpp"

#include "sample_records.hpp"
#include "store/damage.hpp"
#include "test.hpp"

namespace declaration_seals_test {

using namespace skald::store;
using namespace skald_test;

namespace {

Connection writable(const std::filesystem::path& file) {
  return Connection(file, Access::write, std::chrono::seconds(1));
}

}  // namespace

TEST_CASE_METHOD(OpenStore, "every way to declare leaves sealed tables") {
  CHECK(broken_declarations(writable(file)).empty());
  const auto study = declare_toy(store);
  CHECK(broken_declarations(writable(file)).empty());
  store.record(sample_run(study, "a", 0, {1}));
  store.declare_metrics(
      std::vector<record::MetricRecord>{{"w2", "", "another word", record::Better::down}});
  CHECK(broken_declarations(writable(file)).empty());
  store.declare_study({"toy", "{}"}, std::vector<record::CellRecord>{sample_cell("c", 0.5)});
  CHECK(broken_declarations(writable(file)).empty());
  REQUIRE(store.prune().size() == 1);
  CHECK(broken_declarations(writable(file)).empty());
}

TEST_CASE("a declaration that was changed is named, and the file not written any more") {
  const TemporaryFolder folder;
  for (const auto& [table, change] : std::vector<std::pair<std::string, std::string>>{
           {"studies", "UPDATE studies SET document = '[]'"},
           {"cells", "UPDATE cells SET canonical_json = '{}' WHERE hash = 'a'"},
           {"study_cells", "UPDATE study_cells SET reference = 1 WHERE cell = 1"},
           {"study_cells", "UPDATE study_cells SET position = 5 WHERE cell = 1"},
           {"axis_names", "UPDATE axis_names SET column_name = 'q' WHERE path = 'sampler.p_c'"},
           {"axes", "UPDATE axes SET value = 0.11 WHERE value = 0.1"},
           {"metrics", "UPDATE metrics SET better = 'up' WHERE name = 'w2'"},
           {"student_t", "UPDATE student_t SET quantile = 2 WHERE degrees = 4"},
           {"student_t", "DELETE FROM seals WHERE subject = 'student_t'"}}) {
    INFO(change);
    std::filesystem::remove(folder / "r.db");
    {
      Store store = Store::open(folder / "r.db");
      declare_toy(store);
    }
    writable(folder / "r.db").execute(change);
    CHECK(broken_declarations(writable(folder / "r.db")) == std::vector<std::string>{table});
    CHECK_THROWS_AS(Store::open(folder / "r.db"), DamagedError);
  }
}

}  // namespace declaration_seals_test
