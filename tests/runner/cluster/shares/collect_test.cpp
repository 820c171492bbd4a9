// Parts that processes publish, and the database into which they are collected.
#include <signal.h>
#include <unistd.h>

#include "published_sweep.hpp"
#include "system/crash_point.hpp"
#include "test.hpp"

namespace published_sweep {

namespace {

// Names of all files and folders whose names begin with a dot.
std::vector<std::string> hidden_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with('.')) names.push_back(name);
  }
  return names;
}

}  // namespace

TEST_CASE("shares that are published and collected are the sweep, draws included") {
  const Sweep sweep;
  sweep.publish_all();
  REQUIRE(sweep.parts().size() == 3);
  CHECK_FALSE(sweep.has_database());
  CHECK(files_in(sweep.folder() / "local").empty());
  const auto collected = sweep.collect();
  INFO(collected.err);
  CHECK(collected.code == 0);
  CHECK_THAT(collected.out, Catch::Contains("2 runs added") &&
                                Catch::Contains("walk: 3 of 3 shares are complete\n"));
  CHECK(sweep.parts().empty());
  CHECK(sweep.collected().size() == 3);
  const std::string content = sweep.content();
  CHECK(content == sweep.whole());
  CHECK_THAT(content, Catch::Contains(".npy "));
  CHECK(sweep.collect().code == 0);
  CHECK(sweep.content() == content);
  const auto doctor = run_skald(sweep.folder().path(), {"doctor", "all.db"});
  INFO(doctor.out);
  CHECK(doctor.code == 0);
}

TEST_CASE("a part that comes twice is collected once, and told of") {
  const Sweep sweep;
  sweep.publish_all();
  const fs::path part = sweep.parts()[1], copy = sweep.folder() / "copy";
  fs::copy(part, copy, fs::copy_options::recursive);
  REQUIRE(sweep.collect().code == 0);
  const std::string content = sweep.content();
  fs::rename(copy, part);
  const auto again = sweep.collect();
  CHECK(again.code == 0);
  CHECK_THAT(again.out, Catch::Contains("0 runs added, 0 failures replaced by results, 2 already"));
  CHECK(sweep.content() == content);
  CHECK(sweep.parts().empty());
}

TEST_CASE("a collector tells of what is named like a part and is none") {
  const Sweep sweep;
  sweep.publish_all();
  const fs::path folder = sweep.folder() / "all.db.parts";
  write(folder / "share-9-of-9.file", "no folder");
  fs::create_directory_symlink("share-9-of-9.loop", folder / "share-9-of-9.loop");
  write(folder / "README", "is nobody's part");
  const auto collected = sweep.collect();
  CHECK(collected.code == 0);
  CHECK_THAT(collected.err, Catch::Contains("share-9-of-9.file") &&
                                Catch::Contains("it is no folder, as a part is") &&
                                Catch::Contains("share-9-of-9.loop") &&
                                Catch::Contains("Too many levels of symbolic links") &&
                                !Catch::Contains("README"));
  CHECK(sweep.content() == sweep.whole());
}

// Publishes the runs as the only share of a further division of the grid, as a submission does.
void publish_runs(const Sweep& sweep, const std::vector<std::string>& hashes) {
  std::string runs;
  for (const std::string& hash : hashes) runs += (runs.empty() ? "\"" : ", \"") + hash + "\"";
  sweep.folder().write("some.json",
                       R"({"skald_share": 1, "grid": "walk", "document": "", "share": 1, "of": 1,
    "runs": [)" + runs + "]}");
  fs::create_directories(sweep.folder() / "local");
  const auto run = run_skald(
      sweep.folder().path(),
      walk_command("run", "all.db", {"--share", "some.json", "--publish", "--local", "local"}));
  INFO(run.err);
  REQUIRE(run.code == 0);
}

TEST_CASE("a grid that was divided twice is complete once no run is missing") {
  const Sweep sweep;
  const std::string whole = sweep.whole();
  std::vector<std::string> hashes;
  for (const auto& row :
       store::StoreReader(sweep.folder() / "whole.db").query("SELECT hash FROM runs").rows) {
    hashes.push_back(std::get<std::string>(row[0]));
  }
  REQUIRE(hashes.size() == 6);
  REQUIRE(sweep.publish("1/3").code == 0);
  publish_runs(sweep, {hashes[0]});
  const auto some = sweep.collect();
  CHECK(some.code == 1);
  CHECK_THAT(some.out, Catch::Contains("walk: 1 of 1 share is complete\n") &&
                           Catch::Contains("walk: 1 of 3 shares are complete; not complete: ") &&
                           Catch::Contains(" runs have not come\n"));
  publish_runs(sweep, hashes);
  const auto all = sweep.collect();
  INFO(all.out << all.err);
  CHECK(all.code == 0);
  CHECK_THAT(all.out, Catch::Contains("walk: 1 of 1 share is complete\n") &&
                          !Catch::Contains("not complete"));
  CHECK(sweep.content() == whole);
}

TEST_CASE("parts that are copied half, exchanged or damaged are left alone and told") {
  const Sweep sweep;
  sweep.publish_all();
  const fs::path part = sweep.parts()[0], other = sweep.parts()[1];
  const std::string database = bytes_of(part / "part.db"), manifest = bytes_of(part / "part.json");
  std::string flipped = database;
  flipped[flipped.size() / 2] = static_cast<char>(flipped[flipped.size() / 2] ^ 1);
  struct Attack {
    const char* file;
    std::optional<std::string> bytes;  // nothing: removed
    int code;
    const char* message;
  };
  const std::vector<Attack> attacks{
      {"part.db", database.substr(0, database.size() / 2), 1, "part.db has "},
      {"part.db", std::nullopt, 1, "part.db is missing"},
      {"part.db", flipped, 5, "part.db is not as it was published"},
      {"part.db", bytes_of(other / "part.db"), 5, "part.db is not as it was published"},
      {"part.db", database + "x", 5, "part.db is not as it was published"},
      {"part.json", std::nullopt, 1, "part.json is missing"},
      {"part.json", manifest.substr(0, manifest.size() / 2), 5, "part.json: "},
      {"part.json", with(manifest, R"("skald_part": 1)", R"("skald_part": 2)"), 5, "version 2"},
      {"part.json", with(manifest, R"("part.db")", R"("../part.db")"), 5, "is not below it"},
      {"part.db-wal", "x", 5, "part.db-wal does not belong to it"},
  };
  for (const Attack& attack : attacks) {
    INFO(attack.file << ": " << attack.message);
    const std::string before = fs::exists(part / attack.file) ? bytes_of(part / attack.file) : "";
    attack.bytes ? write(part / attack.file, *attack.bytes) : void(fs::remove(part / attack.file));
    const auto collected = sweep.collect();
    CHECK(collected.code == attack.code);
    CHECK_THAT(collected.err,
               Catch::Contains("left there, not merged: ") && Catch::Contains(attack.message));
    CHECK(sweep.parts() == std::vector<fs::path>{part});
    const store::StoreReader reader(sweep.folder() / "all.db");
    CHECK(csv(reader, "SELECT count(*) FROM runs") == "count(*)\n4\n");
    before.empty() ? void(fs::remove(part / attack.file)) : write(part / attack.file, before);
  }
  CHECK(sweep.collect().code == 0);
  CHECK(sweep.content() == sweep.whole());
}

TEST_CASE("of a part with one damaged run nothing is merged") {
  const Sweep sweep;
  sweep.publish_all();
  const fs::path folder = sweep.parts()[0];
  change(folder, "UPDATE summary SET last = last + 1 WHERE run = (SELECT min(id) FROM runs)");
  const auto collected = sweep.collect();
  CHECK(collected.code == 5);
  CHECK_THAT(collected.err,
             Catch::Contains("1 run, 0 audits and 0 tables of declarations are damaged"));
  CHECK(sweep.parts() == std::vector<fs::path>{folder});
  const store::StoreReader reader(sweep.folder() / "all.db");
  CHECK(csv(reader, "SELECT count(*) FROM runs") == "count(*)\n4\n");
}

TEST_CASE("parts of another version of the grid are not mixed in") {
  const Sweep sweep;
  sweep.publish_all();
  REQUIRE(sweep.collect().code == 0);
  const std::string content = sweep.content();
  sweep.folder().write("grid.json", with(small_grid(), "[0.25, 0.5, 1]", "[0.25, 2]"));
  REQUIRE(sweep.publish("1/1").code == 0);
  const auto collected = sweep.collect();
  CHECK(collected.code == 0);  // the grid that the database declares is complete
  CHECK_THAT(collected.err, Catch::Contains("another version of the grid walk"));
  CHECK(sweep.content() == content);
  CHECK(sweep.parts().size() == 1);
}

TEST_CASE("a collector that is killed at any moment goes on, each part exactly once") {
  int kills = 0;
  std::optional<std::string> whole;
  for (int moment = 1; moment < 100; ++moment) {
    const Sweep sweep;
    sweep.publish_all();
    if (!whole) whole = sweep.whole();
    ::setenv("SKALD_CRASH_AT", ("runner:" + std::to_string(moment)).c_str(), 1);
    const auto killed = sweep.collect();
    ::unsetenv("SKALD_CRASH_AT");
    if (killed.code != -1) break;
    ++kills;
    INFO("killed at moment " << moment);
    CHECK(sweep.parts().size() + sweep.collected().size() == 3);
    const auto again = sweep.collect();
    INFO(again.err);
    REQUIRE(again.code == 0);
    CHECK(sweep.content() == *whole);
    CHECK(sweep.parts().empty());
    CHECK(sweep.collected().size() == 3);
  }
  CHECK(kills == 3 * 4);  // the points of a collector, for each of three parts
}

TEST_CASE("a process that is killed while it publishes does so when it is started again") {
  for (const char* point : {"part_copied", "part_sealed", "part_published"}) {
    INFO(point);
    const Sweep sweep;
    ::setenv("SKALD_CRASH_AT", (std::string(point) + ":1").c_str(), 1);
    CHECK(sweep.publish("1/1").code == -1);
    ::unsetenv("SKALD_CRASH_AT");
    const auto again = sweep.publish("1/1");
    INFO(again.err);
    REQUIRE(again.code == 0);
    CHECK_THAT(again.err, Catch::Contains("[0/0]"));  // the runs were on the local disk
    CHECK(hidden_in(sweep.folder() / "all.db.parts").empty());
    REQUIRE(sweep.collect().code == 0);
    CHECK(sweep.content() == sweep.whole());
  }
}

TEST_CASE("every crash point of parts is in docs/clusters.md") {
  const std::string page = bytes_of(fs::path(SKALD_SOURCE_DIR) / "docs" / "clusters.md");
  for (const std::string_view point : kPartCrashPoints) {
    CHECK_THAT(page, Catch::Contains("| `" + std::string(point) + "` |"));
  }
}

TEST_CASE("a collector that watches ends when all shares have come, or when it is told to") {
  const Sweep sweep;
  REQUIRE(sweep.publish("1/2").code == 0);
  SkaldProcess waiting(sweep.folder().path(), {"collect", "all.db", "--watch", "--every", "60"});
  while (waiting.is_running() && sweep.collected().empty()) ::usleep(5000);
  waiting.send(SIGINT);
  CHECK(waiting.wait().code == 130);
  SkaldProcess watching(sweep.folder().path(), {"collect", "all.db", "--watch", "--every", "0.1"});
  REQUIRE(sweep.publish("2/2").code == 0);
  const auto end = watching.wait();
  INFO(end.err);
  CHECK(end.code == 0);
  CHECK_THAT(end.out, Catch::Contains("walk: 2 of 2 shares are complete"));
  CHECK(sweep.content() == sweep.whole());
}

TEST_CASE("nothing to collect is told, and makes no database") {
  const Sweep sweep;
  const auto collected = sweep.collect();
  CHECK(collected.code == 1);
  CHECK_THAT(collected.err, Catch::Contains("not all shares are there"));
  CHECK_FALSE(sweep.has_database());
}

}  // namespace published_sweep
