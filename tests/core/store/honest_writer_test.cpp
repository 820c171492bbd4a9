// Readers beside a writer that does what sweeps do: what they examine and what they read is one
// state of the file.
#include "sample_records.hpp"
#include "store/damage.hpp"
#include "store/merge.hpp"
#include "store/schema_objects.hpp"
#include "test.hpp"

namespace honest_writer_test {

using namespace skald::store;
using namespace skald_test;

namespace {

// Changes the schema: a metric is a column of two tables and of two views.
void declare_metric(Store& store, int number) {
  store.declare_metrics(std::vector<record::MetricRecord>{
      {"metric_" + std::to_string(number), "", "a metric", record::Better::down}});
}

// Calls read() again and again while write(k) is called in another thread for k < `writes`, and
// once afterwards. Returns what the first failed call says; empty if all succeed.
std::string first_failure(int writes, const std::function<void(int)>& write,
                          const std::function<void()>& read) {
  std::atomic<bool> is_over = false;
  std::thread writer([&] {
    for (int k = 0; k < writes; ++k) write(k);
    is_over = true;
  });
  std::string failure;
  for (bool is_last = false; !is_last && failure.empty();) {
    is_last = is_over;
    try {
      read();
    } catch (const std::exception& e) {
      failure = e.what();
    }
  }
  writer.join();
  return failure;
}

}  // namespace

TEST_CASE_METHOD(OpenStore, "a reader sees the state that it has examined until it is renewed") {
  declare_toy(store);
  StoreReader reader(file);
  const std::size_t before = reader.metrics().size();
  declare_metric(store, 1);
  CHECK(reader.metrics().size() == before);
  CHECK_NOTHROW(require_own_objects(reader.connection()));
  CHECK(reader.renew());
  CHECK(reader.metrics().size() == before + 1);
  CHECK_FALSE(reader.renew());
}

TEST_CASE_METHOD(OpenStore, "a renewed reader examines the file again") {
  declare_toy(store);
  StoreReader reader(file);
  edit(file, "DROP VIEW failures; CREATE VIEW failures AS SELECT 1");
  CHECK_THROWS_AS(reader.renew(), DamagedError);
}

TEST_CASE_METHOD(OpenStore, "no reader takes an honest writer for damage") {
  declare_toy(store);
  const auto failure = first_failure(
      60, [&](int k) { declare_metric(store, k); },
      [&] {
        const StoreReader reader(file);
        require_own_objects(reader.connection());
        if (reader.query("SELECT * FROM run_table LIMIT 0").columns.empty())
          throw std::runtime_error("run_table has no columns");
      });
  CHECK(failure.empty());
}

TEST_CASE_METHOD(OpenStore, "a database is merged while its honest writer goes on") {
  declare_toy(store);
  const TemporaryFolder elsewhere;
  Store other = Store::open(elsewhere / "other.db");
  const auto failure = first_failure(
      20, [&](int k) { declare_metric(store, k); }, [&] { other.merge(file); });
  CHECK(failure.empty());
}

TEST_CASE("a database is not there, or whole, while its first writer opens it") {
  const TemporaryFolder folder;
  std::atomic<int> made = 0;
  const auto failure = first_failure(
      12,
      [&](int k) {
        Store::open(folder / (std::to_string(k) + ".db"));
        made = k + 1;
      },
      [&] {
        const fs::path next = folder / (std::to_string(made) + ".db");
        if (fs::exists(next)) const StoreReader reader(next);
      });
  CHECK(failure.empty());
  for (const std::string& name : folder.names()) CHECK(name.find(".new") == name.npos);
}

TEST_CASE("what a killed writer has left of a new database is removed by the next one") {
  const TemporaryFolder folder;
  folder.write("r.db.new", "half of a database");
  folder.write("r.db.new-journal", "and its journal");
  Store::open(folder / "r.db");
  CHECK(folder.names() == std::vector<std::string>{"r.db"});
}

TEST_CASE("an empty file is told from another program's database") {
  const TemporaryFolder folder;
  folder.write("r.db", "");
  CHECK_THROWS_WITH(StoreReader(folder / "r.db"), Catch::Contains("r.db: is empty"));
  Store::open(folder / "r.db");
  CHECK_NOTHROW(StoreReader(folder / "r.db"));
}

}  // namespace honest_writer_test
