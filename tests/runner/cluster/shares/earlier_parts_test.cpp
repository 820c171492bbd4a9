// What a share takes over from parts that were published before.
#include <signal.h>
#include <unistd.h>

#include "published_sweep.hpp"
#include "test.hpp"

namespace published_sweep {

TEST_CASE("an incomplete share is told of, and its next attempt goes on from the part") {
  const Sweep sweep;
  const auto limited = sweep.publish("1/2", {"--limit", "1"}, "one");
  CHECK_THAT(limited.err, Catch::Contains("published ") && Catch::Contains("1 of 3 runs"));
  CHECK_THAT(limited.err, Catch::Contains("\nnext:    skald collect "));
  const auto first = sweep.collect();
  CHECK(first.code == 1);
  CHECK_THAT(first.out,
             Catch::Contains("0 of 2 shares are complete; not complete: 1/2 (1 of 3 runs), 2/2\n"));
  const auto next = sweep.publish("1/2", {}, "two");  // as on another machine
  CHECK(next.code == 0);
  CHECK_THAT(next.err, Catch::Contains("1 run taken over from earlier parts of the share") &&
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
  attack([](const fs::path& part) { fs::resize_file(part / "part.db", 4096); }, "part.db has 4096");
  attack([](const fs::path& part) { fs::remove(part / "part.db"); }, "part.db is missing");
  attack([](const fs::path& part) { write(part / "part.db", bytes_of(part / "part.db") + "x"); },
         "part.db is not as it was published");
  attack(
      [&](const fs::path& part) {
        change(part, "UPDATE summary SET last = last + 1 WHERE run = (SELECT min(id) FROM runs)");
      },
      "1 run, 0 audits and 0 tables of declarations are damaged");
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
  CHECK_THAT(told, Catch::Contains("1 run goes on from the checkpoints of earlier parts"));
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
  const Sweep sweep(slow_grid());
  begin_and_end(sweep);
  REQUIRE(sweep.parts().size() == 1);
  const auto part = read_part(sweep.parts()[0]);
  REQUIRE(part);
  CHECK_FALSE(part->is_complete);
  CHECK(fs::exists(sweep.parts()[0] / "part.db.checkpoints"));
  CHECK(sweep.collect().code == 1);
  REQUIRE(sweep.publish("1/1", {}, "two").code == 0);
  CHECK(sweep.collect().code == 0);
  CHECK(sweep.content() == sweep.whole());
  const store::StoreReader reader(sweep.folder() / "all.db");
  CHECK_FALSE(reader.query("SELECT 1 FROM events WHERE kind = 'resumed'").rows.empty());
}

}  // namespace published_sweep
