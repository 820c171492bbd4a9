// A copy for others: what is in it, that it is sound, and that nothing else is in its bytes.
#include "store/publishing/published_copy.hpp"

#include "sample_records.hpp"
#include "sound_database.hpp"
#include "test.hpp"

namespace published_copy_test {

using namespace skald::store;
using namespace skald_test;
using Catch::Contains;

namespace {

constexpr double kNoGuarantee = std::numeric_limits<double>::infinity();
constexpr std::array<std::string_view, 2> kCovered{"privacy", "diverged"};

// Runs of eps 2 say that w2 is not covered; cell b has a run without a guarantee and one without a
// statement.
record::RunRecord run_of(std::int64_t study, const char* cell, std::int64_t replicate, double eps) {
  record::RunRecord run = sample_run(study, cell, replicate, {0.25, 0.5});
  record::SeriesRecord secret = run.series.front();
  secret.metric = "w2";
  run.series.push_back(secret);
  run.costs = Costs{1, 2, 3, 4, 5, eps};
  run.moments = {{10, 0.25}, {20, 0.5}};
  run.events = {{20, "privacy", "w2 is not covered"}, {{}, "note", "17 rows were long"}};
  run.artifacts = {{"labels", {std::byte{7}, std::byte{8}}}};
  run.data_digests = R"({"rows.csv":"5ecre7d16e57"})";
  run.seed = 987654321;
  run.environment.host = "the-lab-machine";
  run.environment.skald_version = "0.1.0";
  run.environment.git_commit = "c0ffee";
  run.environment.git_dirty = "yes";
  run.environment.build = "GCC 12";
  run.environment.plugins = R"([{"file": "/home/someone/toy.so"}])";
  return run;
}

void make_private(const std::filesystem::path& file) {
  Store store = Store::open(file);
  store.declare_metrics(sample_metrics());
  const std::vector<record::CellRecord> cells{sample_cell("a", 0.1), sample_cell("b", 0.2)};
  const auto study = store.declare_study({"toy", R"({"name": "toy", "seed": 987654321})"}, cells);
  store.record(run_of(study, "a", 0, 2));
  store.record(run_of(study, "a", 1, 2));
  store.record(run_of(study, "b", 0, kNoGuarantee));
  record::RunRecord silent = run_of(study, "b", 1, 2);
  silent.events.clear();
  store.record(silent);
}

PublishedRuns publish(const std::filesystem::path& from, const std::filesystem::path& out) {
  const StoreReader reader(from);
  return write_published(
      reader, out,
      {kCovered,
       [](std::string_view statement) -> std::optional<std::vector<std::string>> {
         return std::vector<std::string>{std::string(statement.substr(0, 2))};
       },
       [](std::string_view) { return std::string(R"({"name": "toy"})"); },
       [](std::string_view) { return std::string(R"([{"file": "toy.so"}])"); }});
}

}  // namespace

TEST_CASE("a published copy is sound, and holds covered runs alone, under new names") {
  const TemporaryFolder folder;
  make_private(folder / "own.db");
  const std::string before = content(folder / "own.db");
  const PublishedRuns published = publish(folder / "own.db", folder / "out.db");
  CHECK(published.runs == 2);
  CHECK(published.left_out == 2);
  check_sound(folder / "out.db");
  CHECK(content(folder / "own.db") == before);
  CHECK(csv(folder / "out.db", "SELECT replicate, eps_spent, accuracy FROM run_table ORDER BY 1") ==
        "replicate,eps_spent,accuracy\n0,2,0.5\n1,2,0.5\n");
  CHECK(
      csv(folder / "out.db",
          "SELECT count(*) AS n, min(value) AS low FROM points JOIN metrics AS m ON m.id = metric "
          "WHERE m.name = 'accuracy'") == "n,low\n4,0.25\n");
  for (const char* none :
       {"SELECT count(*) AS n FROM points AS p JOIN metrics AS m ON m.id = p.metric WHERE m.name = "
        "'w2'",
        "SELECT count(*) AS n FROM summary AS s JOIN metrics AS m ON m.id = s.metric WHERE m.name "
        "= 'w2'",
        "SELECT count(*) AS n FROM artifacts",
        "SELECT count(*) AS n FROM events WHERE kind = 'note'",
        "SELECT count(*) AS n FROM runs WHERE seed <> 0 OR data_digests <> '{}'",
        "SELECT count(*) AS n FROM moments WHERE wall_seconds <> 0"})
    CHECK(csv(folder / "out.db", none) == "n\n0\n");
  CHECK(csv(folder / "out.db",
            "SELECT DISTINCT skald_version, git_commit, git_dirty, build FROM environments") ==
        "skald_version,git_commit,git_dirty,build\n0.1.0,c0ffee,yes,GCC 12\n");
  const std::string bytes = content(folder / "out.db");
  for (const char* secret : {"5ecre7d16e57", "the-lab-machine", "987654321", "someone",
                             "17 rows were long", "a-0", "b-1"})
    CHECK_THAT(bytes, !Contains(secret));
}

TEST_CASE("two published copies have nothing in common by which runs could be found") {
  const TemporaryFolder folder;
  make_private(folder / "own.db");
  publish(folder / "own.db", folder / "one.db");
  publish(folder / "own.db", folder / "two.db");
  const std::string hashes = "SELECT hash FROM runs ORDER BY replicate";
  CHECK(csv(folder / "one.db", hashes) != csv(folder / "two.db", hashes));
  CHECK(csv(folder / "one.db",
            "SELECT count(*) AS n FROM runs WHERE length(hash) = 64 AND "
            "(hash = origin) = (replicate = 0)") == "n\n2\n");
}

TEST_CASE("a published copy replaces no file, and leaves none where it cannot be made") {
  const TemporaryFolder folder;
  make_private(folder / "own.db");
  write_file(folder / "out.db", "mine");
  CHECK_THROWS_WITH(publish(folder / "own.db", folder / "out.db"), Contains("out.db: exists"));
  CHECK(content(folder / "out.db") == "mine");
  CHECK_THROWS(publish(folder / "own.db", folder / "nowhere" / "out.db"));
  for (const std::string& name : folder.names()) CHECK_THAT(name, !Contains("unfinished"));
}

}  // namespace published_copy_test
