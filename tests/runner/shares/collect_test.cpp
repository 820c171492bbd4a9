// Parts that processes publish, and the database into which they are collected.
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "catch.hpp"
#include "grids.hpp"
#include "handover/part.hpp"
#include "report/format_table.hpp"
#include "skald_process.hpp"
#include "store/sqlite.hpp"
#include "store/store_reader.hpp"
#include "system/crash_point.hpp"
#include "system/files.hpp"

using namespace skald;
using namespace skald::test;
namespace fs = std::filesystem;

namespace {

// Six runs that keep their draws.
std::string small_grid() {
  return walk_grid("phase", "[0.25, 0.5, 1]", R"("keep_samples": true)", R"("replicates": 2,)");
}

std::string csv(const store::StoreReader& reader, const std::string& sql) {
  return report::format_table(reader.query(sql), report::TableFormat::csv);
}

// A folder with grid.json; parts go to all.db.parts.
class Sweep {
 public:
  explicit Sweep(const std::string& grid = small_grid()) { folder_.write("grid.json", grid); }

  ProcessResult publish(const std::string& share, const std::vector<std::string>& more = {},
                        const std::string& local = "local") const {
    fs::create_directories(folder_ / local);
    std::vector<std::string> all = walk_command("run", "all.db", {"--shard", share, "--publish"});
    all.insert(all.end(), {"--local", local});
    all.insert(all.end(), more.begin(), more.end());
    return run_skald(folder_.path(), all);
  }
  void publish_all() const {
    for (const char* share : {"1/3", "2/3", "3/3"}) {
      const auto run = publish(share);
      INFO(run.err);
      REQUIRE(run.code == 0);
    }
  }
  ProcessResult collect(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> all{"collect", "all.db"};
    all.insert(all.end(), more.begin(), more.end());
    return run_skald(folder_.path(), all);
  }
  std::vector<fs::path> parts() const { return parts_in(folder_ / "all.db.parts"); }
  std::vector<fs::path> collected() const { return parts_in(folder_ / "all.db.parts/collected"); }
  bool has_database() const { return fs::exists(folder_ / "all.db"); }

  // Everything that a sweep leaves, but for times: results, declarations and draws.
  std::string content(const std::string& database = "all.db") const {
    store::StoreReader reader(folder_ / database);
    std::string text = reader.results_hash();
    text += csv(reader,
                "SELECT s.position, s.reference, c.hash FROM study_cells s JOIN cells c ON "
                "c.id = s.cell ORDER BY 1");
    text += csv(reader, "SELECT hash, status FROM runs ORDER BY 1");
    if (!fs::exists(folder_ / (database + ".samples"))) return text;
    for (const std::string& name : files_in(folder_ / (database + ".samples"))) {
      text += name + " " + file_sha256(folder_ / (database + ".samples") / name) + "\n";
    }
    return text;
  }
  // The same of an undisturbed sweep.
  std::string whole() const {
    const auto run = run_skald(folder_.path(), walk_command("run", "whole.db"));
    INFO(run.err);
    REQUIRE(run.code == 0);
    return content("whole.db");
  }
  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
};

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

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

TEST_CASE("an incomplete share is told of, and its next attempt goes on from the part") {
  const Sweep sweep;
  const auto limited = sweep.publish("1/2", {"--limit", "1"}, "one");
  CHECK_THAT(limited.err, Catch::Contains("published ") && Catch::Contains("1 of 3 runs"));
  const auto first = sweep.collect();
  CHECK(first.code == 1);
  CHECK_THAT(first.out,
             Catch::Contains("0 of 2 shares are complete; not complete: 1/2 (1 of 3 runs), 2/2\n"));
  const auto next = sweep.publish("1/2", {}, "two");  // as on another machine
  CHECK(next.code == 0);
  CHECK_THAT(next.err, Catch::Contains("1 runs taken over from earlier parts of the share") &&
                           Catch::Contains("[2/2]"));
  REQUIRE(sweep.publish("2/2").code == 0);
  CHECK(sweep.collect().code == 0);
  CHECK(sweep.content() == sweep.whole());
  // A share that is complete is not done or published again.
  const auto more = sweep.publish("2/2", {}, "three");
  CHECK(more.code == 0);
  CHECK_THAT(more.err, Catch::Contains("[0/0]"));
  CHECK(sweep.parts().empty());
  CHECK(files_in(sweep.folder() / "three").empty());
}

TEST_CASE("an earlier part that cannot be used is told of, and its runs are done again") {
  const auto attack = [](const auto& spoil, const char* message) {
    INFO(message);
    const Sweep sweep;
    REQUIRE(sweep.publish("1/1", {"--limit", "4"}, "one").code == 0);
    const fs::path part = sweep.parts().at(0);
    spoil(part);
    const auto next = sweep.publish("1/1", {}, "two");
    INFO(next.err);
    CHECK(next.code == 0);
    CHECK_THAT(next.err, Catch::Contains(part.filename().string() + ": ") &&
                             Catch::Contains(message) &&
                             Catch::Contains("; its runs are done again") &&
                             !Catch::Contains("taken over") && Catch::Contains("[6/6]"));
    std::error_code none;
    fs::permissions(part, fs::perms::owner_all, none);
    fs::remove_all(part);
    CHECK(sweep.collect().code == 0);
    CHECK(sweep.content() == sweep.whole());
  };
  const auto change = [](const fs::path& part, const char* sql) {
    store::Connection(part / "part.db", store::Access::write, std::chrono::seconds(5)).execute(sql);
    auto known = read_part(part);
    REQUIRE(known);
    for (PartFile& file : known->files) {
      if (file.name != "part.db") continue;
      file.sha256 = file_sha256(part / file.name);
      file.bytes = fs::file_size(part / file.name);
    }
    write(part / "part.json", write_part(*known));
  };
  attack([](const fs::path& part) { fs::resize_file(part / "part.db", 4096); }, "part.db has 4096");
  attack([](const fs::path& part) { fs::remove(part / "part.db"); }, "part.db is missing");
  attack([](const fs::path& part) { write(part / "part.db", bytes_of(part / "part.db") + "x"); },
         "part.db is not as it was published");
  attack(
      [&](const fs::path& part) {
        change(part, "UPDATE summary SET last = last + 1 WHERE run = (SELECT min(id) FROM runs)");
      },
      "1 runs, 0 audits and 0 tables of declarations are damaged");
  attack([&](const fs::path& part) { change(part, "PRAGMA user_version = 99"); }, "99");
  attack([](const fs::path& part) { write(part / "part.json", "{"); }, "part.json: ");
  attack([](const fs::path& part) { fs::remove(part / "part.json"); }, "part.json is missing");
  attack(
      [](const fs::path& part) {
        fs::remove(part / "part.json");
        fs::create_directory(part / "part.json");
      },
      "part.json");
  attack(
      [](const fs::path& part) {
        fs::remove(part / "part.db");
        fs::create_directory(part / "part.db");
      },
      "part.db");
  attack(
      [](const fs::path& part) {
        fs::remove_all(part);
        write(part, "no folder");
      },
      ": it is no folder, as a part is");
  attack(
      [](const fs::path& part) {
        fs::remove_all(part);
        fs::create_directory_symlink(part.filename(), part);
      },
      ": it cannot be read: Too many levels of symbolic links");
  attack(
      [](const fs::path& part) {
        fs::remove_all(part);
        fs::create_directory_symlink("nowhere", part);
      },
      ": it is missing");
  if (::geteuid() == 0) {
    WARN("root may read everything: no part is unreadable");
    return;
  }
  for (const char* file : {"part.json", "part.db"}) {
    attack([&](const fs::path& part) { fs::permissions(part / file, fs::perms::none); },
           "Permission denied");
  }
  attack([](const fs::path& part) { fs::permissions(part, fs::perms::none); },
         "part.json cannot be read: Permission denied");
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
  CHECK_THAT(some.out, Catch::Contains("walk: 1 of 1 shares are complete\n") &&
                           Catch::Contains("walk: 1 of 3 shares are complete; not complete: ") &&
                           Catch::Contains(" runs have not come\n"));
  publish_runs(sweep, hashes);
  const auto all = sweep.collect();
  INFO(all.out << all.err);
  CHECK(all.code == 0);
  CHECK_THAT(all.out, Catch::Contains("walk: 1 of 1 shares are complete\n") &&
                          !Catch::Contains("not complete"));
  CHECK(sweep.content() == whole);
}

TEST_CASE("a folder of parts that is none is refused before anything is computed") {
  const Sweep sweep;
  write(sweep.folder() / "all.db.parts", "no folder");
  for (const auto& refused : {sweep.publish("1/1"), sweep.collect()}) {
    CHECK(refused.code != 0);
    CHECK_THAT(refused.err, Catch::Contains("all.db.parts"));
    CHECK_THAT(refused.err, !Catch::Contains("[6/6]"));
  }
}

// Begins the whole sweep in a process that is told to end once there is a checkpoint.
void begin_and_end(const Sweep& sweep) {
  fs::create_directories(sweep.folder() / "one");
  SkaldProcess process(
      sweep.folder().path(),
      walk_command("run", "all.db", {"--publish", "--local", "one", "-j", "2", "--json"}));
  bool has_checkpoint = false;
  while (process.is_running() && !has_checkpoint) {
    for (const auto& entry : fs::recursive_directory_iterator(
             sweep.folder() / "one", fs::directory_options::skip_permission_denied)) {
      has_checkpoint |= entry.path().filename() == "part.db.checkpoints";
    }
    ::usleep(5000);
  }
  process.send(SIGTERM);
  REQUIRE(process.wait().code == 130);
}

std::string slow_grid() {
  return with(walk_grid("phase", "[0.5, 1]", R"("checkpoint_seconds": 0.05, "keep_samples": true)"),
              R"("misbehaving")", R"("misbehaving", "milliseconds": 20)");
}

TEST_CASE("a run goes on from its checkpoint in a share that was cut in another way") {
  const Sweep sweep(slow_grid());
  begin_and_end(sweep);
  REQUIRE(sweep.parts().size() == 1);
  const auto checkpoints = files_in(sweep.parts()[0] / "part.db.checkpoints");
  REQUIRE_FALSE(checkpoints.empty());
  CHECK(sweep.collect().code == 1);
  std::string told;
  for (const char* share : {"1/2", "2/2"}) {
    const auto run = sweep.publish(share, {}, "two");
    INFO(run.err);
    REQUIRE(run.code == 0);
    told += run.err;
  }
  CHECK_THAT(told, Catch::Contains("1 runs go on from the checkpoints of earlier parts"));
  CHECK(sweep.collect().code == 0);
  const store::StoreReader reader(sweep.folder() / "all.db");
  CHECK(reader.query("SELECT DISTINCT run FROM events WHERE kind = 'resumed'").rows.size() ==
        checkpoints.size());
  CHECK(sweep.content() == sweep.whole());
}

TEST_CASE("of several checkpoints of a run, the latest is taken, with its draws") {
  const Sweep sweep(slow_grid());
  begin_and_end(sweep);
  const fs::path later = sweep.parts().at(0);
  const fs::path earlier = fs::path(later).replace_filename("share-1-of-7.elsewhere.1");
  fs::copy(later, earlier, fs::copy_options::recursive);
  const std::vector<std::string> runs = files_in(later / "part.db.checkpoints");
  for (const std::string& run : runs) {  // would make the worker begin anew
    const fs::path old = earlier / "part.db.checkpoints" / run;
    write(old, "damaged");
    fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(1));
  }
  auto other = read_part(earlier);
  REQUIRE(other);
  other->share = ShareName{.index = 1, .of = 7};
  write(earlier / "part.json", write_part(*other));
  REQUIRE(sweep.publish("1/1", {}, "two").code == 0);
  fs::remove_all(earlier);
  CHECK(sweep.collect().code == 0);
  const store::StoreReader reader(sweep.folder() / "all.db");
  CHECK(reader.query("SELECT DISTINCT run FROM events WHERE kind = 'resumed'").rows.size() ==
        runs.size());
  CHECK(sweep.content() == sweep.whole());
}

TEST_CASE("a share that is told to end publishes what it has, and another machine goes on") {
  const Sweep sweep(with(walk_grid("phase", "[0.5, 1]", R"("checkpoint_seconds": 0.05)"),
                         R"("misbehaving")", R"("misbehaving", "milliseconds": 20)"));
  fs::create_directories(sweep.folder() / "one");
  std::vector<std::string> line =
      walk_command("run", "all.db", {"--publish", "--local", "one", "-j", "2", "--json"});
  SkaldProcess process(sweep.folder().path(), line);
  fs::path checkpoints;
  while (process.is_running() && checkpoints.empty()) {
    for (const auto& entry : fs::recursive_directory_iterator(
             sweep.folder() / "one", fs::directory_options::skip_permission_denied)) {
      if (entry.path().filename() == "part.db.checkpoints") checkpoints = entry.path();
    }
    ::usleep(5000);
  }
  process.send(SIGTERM);
  CHECK(process.wait().code == 130);
  REQUIRE(sweep.parts().size() == 1);
  const auto part = read_part(sweep.parts()[0]);
  REQUIRE(part);
  CHECK_FALSE(part->is_complete);
  CHECK(fs::exists(sweep.parts()[0] / "part.db.checkpoints"));
  CHECK(sweep.collect().code == 1);
  fs::create_directories(sweep.folder() / "two");
  line = walk_command("run", "all.db", {"--publish", "--local", "two"});
  REQUIRE(run_skald(sweep.folder().path(), line).code == 0);
  CHECK(sweep.collect().code == 0);
  CHECK(sweep.content() == sweep.whole());
  const store::StoreReader reader(sweep.folder() / "all.db");
  CHECK_FALSE(reader.query("SELECT 1 FROM events WHERE kind = 'resumed'").rows.empty());
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
  store::Connection(folder / "part.db", store::Access::write, std::chrono::seconds(5))
      .execute("UPDATE summary SET last = last + 1 WHERE run = (SELECT min(id) FROM runs)");
  auto part = read_part(folder);
  REQUIRE(part);
  for (PartFile& file : part->files) {
    if (file.name == "part.db") file.sha256 = file_sha256(folder / file.name);
  }
  write(folder / "part.json", write_part(*part));
  const auto collected = sweep.collect();
  CHECK(collected.code == 5);
  CHECK_THAT(collected.err,
             Catch::Contains("1 runs, 0 audits and 0 tables of declarations are damaged"));
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
