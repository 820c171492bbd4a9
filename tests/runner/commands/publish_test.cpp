// What a private database shows of private files, and the copy that is made of it for others.
#include "skald_process.hpp"
#include "stored_rows.hpp"
#include "test.hpp"
#include "text/sha256.hpp"

namespace publish_test {

using Catch::Contains;

namespace {

// One row more than what everybody knows.
std::string rows(const std::string& last) {
  std::string text = "x,y\n";
  for (int i = 0; i < 20; ++i) {
    const int sign = i % 2;
    text += std::to_string(i) + "," + std::to_string(sign) + "\n";
  }
  return text + last + "\n";
}

constexpr const char* kGrid = R"({ "name": "private", "seed": 471147114711, "replicates": 2,
  "dataset": {"plugin": "csv", "path": "rows.csv", "target": "y"},
  "partition": {"plugin": "iid", "clients": 2},
  "model": {"plugin": "logistic"},
  "sampler": {"plugin": "fedavg", "K": 2, "lr": 0.1, "clip": 1, "noise_at": "step"},
  "privacy": {"plugin": "gaussian", "eps": 2, "delta": 1e-3},
  "run": {"rounds": 4, "public": "all"}, "metrics": ["accuracy", "eps_spent"],
  "axes": [{"eps": [2, "inf"]}] })";

// A study of rows that end with 7,1.
class Study {
 public:
  Study() : key_(folder_ / "key") {
    ::setenv("SKALD_KEY_FILE", key_.c_str(), 1);
    folder_.write("rows.csv", rows("7,1"));
    folder_.write("grid.json", kGrid);
    const ProcessResult run = skald({"run", "grid.json", "--db", "d.db"});
    INFO(run.err);
    REQUIRE(run.code == 0);
  }
  ~Study() { ::unsetenv("SKALD_KEY_FILE"); }
  ProcessResult skald(const std::vector<std::string>& arguments) const {
    return run_skald(folder_.path(), arguments);
  }
  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
  fs::path key_;
};

}  // namespace

TEST_CASE("who guesses a row cannot test it against the database of a private file") {
  const Study study;
  CHECK_THAT(content(study.folder() / "d.db"), !Contains(text::sha256(rows("7,1"))));
  CHECK_THAT(study.skald({"plan", "grid.json", "--db", "d.db"}).out, Contains("cached"));
  // Somebody else, with the right guess: another key.
  ::setenv("SKALD_KEY_FILE", (study.folder() / "theirs").c_str(), 1);
  CHECK_THAT(study.skald({"plan", "grid.json", "--db", "d.db"}).out, !Contains("4 cached"));
  const std::string run = text_in(study.folder() / "d.db", "SELECT hash FROM runs LIMIT 1");
  CHECK_THAT(study.skald({"rerun", "d.db", run}).out, Contains("rows.csv"));
}

TEST_CASE("a published copy has the covered columns of covered runs under new names") {
  const Study study;
  const ProcessResult made = study.skald({"publish", "d.db", "-o", "out.db"});
  INFO(made.err);
  REQUIRE(made.code == 0);
  CHECK_THAT(made.out, Contains("out.db: 2 runs; 2 were left out") &&
                           Contains("private: 2 runs of eps 2 each"));
  const fs::path source = study.folder() / "d.db", out = study.folder() / "out.db";
  const ProcessResult examined = study.skald({"doctor", "out.db"});
  INFO(examined.out + examined.err);
  CHECK(examined.code == 0);
  const std::string sql =
      "SELECT m.name, p.iteration, p.value FROM points AS p JOIN metrics AS m "
      "ON m.id = p.metric JOIN ledger AS l ON l.run = p.run "
      "WHERE l.eps_spent < 9e999 ORDER BY p.run, 1, 2";
  CHECK(csv_of(out, sql) == csv_of(source, sql));
  CHECK(study.skald({"compare", "out.db"}).code == 0);
  // Nothing of the original is left, in no page of the file.
  const std::string bytes = content(out);
  for (const char* column : {"hash", "origin", "data_digests", "started"}) {
    for (const std::string& text :
         texts_in(source, std::string("SELECT DISTINCT ") + column + " FROM runs"))
      CHECK_THAT(bytes, !Contains(text));
  }
  CHECK(number_in(out, "SELECT count(*) FROM environments WHERE host || cpu <> ''") == 0);
  CHECK(number_in(out, "SELECT count(*) FROM environments WHERE plugins LIKE '%/%'") == 0);
  CHECK_THAT(text_in(out, "SELECT plugins FROM environments"), Contains(R"("file":"fedavg.so")"));
  CHECK_THAT(bytes, !Contains("471147114711"));
  for (
      const char* none :
      {"SELECT count(*) FROM runs WHERE seed <> 0 OR wall_seconds NOT NULL OR data_digests <> '{}'",
       "SELECT count(*) FROM events WHERE kind NOT IN ('privacy', 'diverged', 'budget', 'restart')",
       "SELECT count(*) FROM artifacts", "SELECT count(*) FROM moments WHERE wall_seconds <> 0"})
    CHECK(number_in(out, none) == 0);
  // Twice, under other names; and no file is written over.
  CHECK(study.skald({"publish", "d.db", "-o", "again.db"}).code == 0);
  CHECK(text_in(out, "SELECT min(hash) FROM runs") !=
        text_in(study.folder() / "again.db", "SELECT min(hash) FROM runs"));
  CHECK_THAT(study.skald({"publish", "d.db", "-o", "out.db"}).err, Contains("out.db: exists"));
  CHECK(!fs::exists(study.folder() / "again.db.unfinished"));
}

}  // namespace publish_test
