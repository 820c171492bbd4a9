#include "store/seals/examination.hpp"

#include "sample_records.hpp"
#include "store/damage.hpp"
#include "store/sqlite.hpp"
#include "test.hpp"

using namespace skald::store;
using namespace skald_test;

namespace {

void make_two_examined_runs(const std::filesystem::path& file) {
  Store store = Store::open(file);
  const auto study = declare_toy(store);
  store.record(sample_run(study, "a", 0, {1, 2}));
  store.record(sample_run(study, "b", 0, {3, 4}));
}

// As commands read.
std::size_t examined_runs(StoreReader& reader) {
  return Examination(reader).during("toy", Reading::final_values,
                                    [&] { return reader.study_runs("toy").runs.size(); });
}

}  // namespace

TEST_CASE("a study is read while another connection examines it") {
  const TemporaryFolder folder;
  make_two_examined_runs(folder / "r.db");
  StoreReader reader(folder / "r.db");
  CHECK(Examination(reader).is_parallel());
  CHECK(examined_runs(reader) == 2);
}

TEST_CASE("nothing that was read of a damaged study is returned, and damage goes before errors") {
  const TemporaryFolder folder;
  make_two_examined_runs(folder / "r.db");
  edit(folder / "r.db", "UPDATE summary SET last = 7");
  StoreReader reader(folder / "r.db");
  CHECK_THROWS_AS(examined_runs(reader), DamagedError);
  const auto fail = [](const StoreReader&) -> int { throw std::invalid_argument("no such axis"); };
  CHECK_THROWS_AS(
      Examination(reader).during("toy", Reading::final_values, [&] { return fail(reader); }),
      DamagedError);
  CHECK_THROWS_AS(Examination(reader).during("toy", Reading::anything, [] { return 1; }),
                  DamagedError);
}

TEST_CASE("an error of the reader's own is passed on once the study is known to be sound") {
  const TemporaryFolder folder;
  make_two_examined_runs(folder / "r.db");
  StoreReader reader(folder / "r.db");
  CHECK_THROWS_AS(Examination(reader).during("toy", Reading::final_values,
                                             [&] { return reader.study_runs("none").runs.size(); }),
                  std::invalid_argument);
}

TEST_CASE("both connections see the state in which the examination began, whoever writes") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  make_two_examined_runs(file);
  Store store = Store::open(file);  // readers and writer side by side, as during a sweep
  StoreReader reader(file);
  {
    Examination examination(reader);
    REQUIRE(examination.is_parallel());
    store.record(sample_run(1, "a", 1, {5, 6}));
    edit(file, "UPDATE summary SET last = 7");
    CHECK(examination.during("toy", Reading::final_values,
                             [&] { return reader.study_runs("toy").runs.size(); }) == 2);
  }
  CHECK_THROWS_AS(examined_runs(reader), DamagedError);
}

TEST_CASE("a file that took the name of the one that is read is not examined in its place") {
  const TemporaryFolder folder;
  make_two_examined_runs(folder / "r.db");
  make_two_examined_runs(folder / "other.db");
  edit(folder / "r.db", "UPDATE summary SET last = 7");
  StoreReader reader(folder / "r.db");
  REQUIRE(reader.studies().size() == 1);
  std::filesystem::rename(folder / "other.db", folder / "r.db");
  CHECK_FALSE(Examination(reader).is_parallel());
  CHECK_THROWS_AS(examined_runs(reader), DamagedError);
}
