#include "database/samples.hpp"

#include <signal.h>

#include <regex>

#include "engine/sample_file.hpp"
#include "files/regular_file.hpp"
#include "skald_process.hpp"
#include "store/seals/run_seals.hpp"
#include "store/sqlite.hpp"
#include "system/crash_point.hpp"
#include "test.hpp"
#include "text/sha256.hpp"

namespace {

// An independent reader of .npy files, after NEP 1.
struct Array {
  std::vector<std::size_t> shape;
  std::vector<double> values;

  explicit Array(const std::string& bytes) {
    REQUIRE(bytes.substr(0, 8) == std::string("\x93NUMPY\x01\x00", 8));
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes.at(i)); };
    const std::size_t length = byte(8) + 256U * byte(9);
    REQUIRE((10 + length) % 64 == 0);
    const std::string header = bytes.substr(10, length);
    CHECK(header.back() == '\n');
    CHECK_THAT(header, Catch::StartsWith("{'descr': '<f8', 'fortran_order': False, 'shape': ("));
    const std::regex number("[0-9]+");
    const std::string tail = header.substr(header.find('('));
    for (std::sregex_iterator i(tail.begin(), tail.end(), number), end; i != end; ++i) {
      shape.push_back(std::stoul(i->str()));
    }
    values.resize((bytes.size() - 10 - length) / sizeof(double));
    std::memcpy(values.data(), bytes.data() + 10 + length, values.size() * sizeof(double));
  }
  double at(std::size_t chain, std::size_t draw, std::size_t k) const {
    return values.at((chain * shape[1] + draw) * shape[2] + k);
  }
};

// Keeps draws of 3 chains: draw t of chain j is (100 j + t, -t).
void keep(SampleFile& samples, int first, int last) {
  for (int t = first; t < last; ++t) {
    Eigen::MatrixXd theta(2, 3);
    for (int j = 0; j < 3; ++j) theta.col(j) << 100 * j + t, -t;
    samples.keep(t, view(theta));
  }
}

void check_array(const fs::path& file, std::size_t draws) {
  const Array array(files::read_regular_file(file));
  REQUIRE(array.shape == std::vector<std::size_t>{3, draws, 2});
  REQUIRE(array.values.size() == 6 * draws);
  for (std::size_t j = 0; j < 3; ++j) {
    for (std::size_t t = 0; t < draws; ++t) {
      REQUIRE(array.at(j, t, 0) == 100.0 * static_cast<double>(j) + static_cast<double>(t));
      REQUIRE(array.at(j, t, 1) == -static_cast<double>(t));
    }
  }
}

constexpr const char* kGrid = R"json({ "name": "kept", "seed": 5, "replicates": 2,
  "dataset": {"plugin": "gaussian_clients", "generator": "explicit", "means": [[-1], [1]],
              "covariances": [[[1]], [[1]]]},
  "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
  "sampler": {"plugin": "fald", "step": 0.1, "K": 1},
  "run": {"iterations": 100, "burn_in": 0.2, "thin": 4, "chains": 3, "keep_samples": true},
  "metrics": ["mean_bias"] })json";

// A sweep with two runs that keep their draws, and one of these.
struct SweepWithDraws {
  TemporaryFolder folder;
  std::string hash;
  fs::path file;  // of the run

  SweepWithDraws() {
    folder.write("grid.json", kGrid);
    REQUIRE(skald({"run", "grid.json", "--db", "kept.db"}).code == 0);
    for (const std::string& name : files_in(folder / "kept.db.samples")) {
      if (name.ends_with(".npy")) file = folder / "kept.db.samples" / name;
    }
    hash = file.stem().string();
  }
  ProcessResult skald(const std::vector<std::string>& arguments) const {
    return run_skald(folder.path(), arguments);
  }
};

}  // namespace

TEST_CASE("samples are stored as chains x draws x d") {
  const TemporaryFolder folder;
  const fs::path file = folder / "db.samples" / "run.npy";
  SampleFile samples(file);
  keep(samples, 0, 7);
  CHECK_FALSE(fs::exists(file));
  const std::string record = samples.finish();
  check_array(file, 7);
  CHECK(record == R"({"file": "run.npy", "shape": [3, 7, 2], "sha256": ")" +
                      text::sha256(files::read_regular_file(file)) + "\"}");
  // The draws remain until the run is in the database.
  CHECK(files_in(folder / "db.samples") == std::vector<std::string>{"run.npy", "run.npy.draws"});
  remove_unfinished_samples(folder / "db", "run");
  CHECK(files_in(folder / "db.samples") == std::vector<std::string>{"run.npy"});
  CHECK(SampleFile(file).finish().empty());
}

TEST_CASE("samples go on from a checkpoint, those after it made anew") {
  const TemporaryFolder folder;
  const fs::path file = folder / "db.samples" / "run.npy";
  {
    SampleFile samples(file);
    keep(samples, 0, 5);
    samples.flush();
    keep(samples, 5, 9);
    samples.flush();
  }
  SampleFile samples(file);
  keep(samples, 5, 6);
  samples.finish();
  check_array(file, 6);
  {
    SampleFile no_more(folder / "db.samples" / "run.npy");
    const Eigen::MatrixXd shape = Eigen::MatrixXd::Zero(2, 3);
    no_more.go_on_after(5, view(shape));
    CHECK_FALSE(no_more.finish().empty());
    check_array(file, 5);
  }
  SampleFile lost(folder / "db.samples" / "other.npy");
  CHECK_THROWS_WITH(keep(lost, 3, 4), Catch::Contains("lacks draws from before the checkpoint"));
}

TEST_CASE("the header of an array is padded to 64 bytes") {
  for (const std::int64_t draws : {1, 12345, 1234567890}) {
    const std::vector<std::int64_t> shape{2, draws, 3};
    const std::string header = npy_header(shape);
    CHECK(header.size() % 64 == 0);
    CHECK_THAT(header, Catch::Contains("(2, " + std::to_string(draws) + ", 3, )"));
  }
}

TEST_CASE_METHOD(SweepWithDraws, "a run keeps the draws that its averages see, each a new one") {
  const Array array(files::read_regular_file(file));
  CHECK(array.shape == std::vector<std::size_t>{3, 20, 1});  // iterations 24, 28, ..., 100
  double mean = 0;
  for (std::size_t j = 0; j < 3; ++j) {
    for (std::size_t t = 0; t < 20; ++t) {
      mean += array.at(j, t, 0) / 60;
      if (t > 0) CHECK(array.at(j, t, 0) != array.at(j, t - 1, 0));
    }
  }
  // mean_bias is the distance of the average from the mode, 0.
  const store::StoreReader reader(folder / "kept.db");
  const auto rows =
      reader.select("SELECT value FROM final_metrics WHERE hash = ? AND metric = 'mean_bias'", hash)
          .rows;
  CHECK(std::abs(mean) == Approx(std::get<double>(rows.at(0).at(0))));
  const auto stored = stored_samples(reader, hash);
  REQUIRE(stored);
  CHECK(file_of(reader, *stored).filename() == hash + ".npy");
  CHECK(files_in(folder / "kept.db.samples").size() == 2);
}

TEST_CASE_METHOD(SweepWithDraws, "show, doctor and merge know of samples") {
  const std::string shown = skald({"show", "kept.db", hash}).out;
  CHECK_THAT(shown, Catch::Contains("sha256") && Catch::Contains(hash + ".npy"));
  CHECK_THAT(skald({"merge", "all.db", "kept.db"}).out,
             Catch::Contains("2 files of samples copied"));
  CHECK(files::read_regular_file(folder / "all.db.samples" / (hash + ".npy")) ==
        files::read_regular_file(file));
  CHECK(check_samples(store::StoreReader(folder / "all.db")).is_good);
  std::ofstream(folder / "all.db.samples" / (hash + ".npy"), std::ios::app) << "x";
  const ProcessResult doctor = skald({"doctor", "all.db"});
  CHECK(doctor.code != 0);
  CHECK_THAT(doctor.out, Catch::Contains("0 are missing and 1 have changed"));
  fs::remove(folder / "all.db.samples" / (hash + ".npy"));
  CHECK_THAT(check_samples(store::StoreReader(folder / "all.db")).finding,
             Catch::Contains("1 are missing"));
}

TEST_CASE_METHOD(SweepWithDraws,
                 "a merge that is killed between any two steps leaves no run without its draws") {
  const std::string point =
      GENERATE(std::string(kMergeCrashPoints[0]), std::string(kMergeCrashPoints[1]));
  INFO(point);
  SkaldProcess killed(folder.path(), {"merge", "all.db", "kept.db"},
                      [&] { ::setenv("SKALD_CRASH_AT", (point + ":1").c_str(), 1); });
  REQUIRE(killed.wait().signal == SIGKILL);
  const auto runs = [&] {
    return std::get<std::int64_t>(
        store::StoreReader(folder / "all.db").query("SELECT count(*) FROM runs").rows.at(0).at(0));
  };
  CHECK(runs() == (point == kMergeCrashPoints[0] ? 0 : 2));
  CHECK(check_samples(store::StoreReader(folder / "all.db")).is_good);
  REQUIRE(skald({"merge", "all.db", "kept.db"}).code == 0);
  CHECK(runs() == 2);
  const store::StoreReader reader(folder / "all.db");
  CHECK(check_samples(reader).finding == "2 files");
  CHECK(samples_without_run(reader).empty());
}

TEST_CASE_METHOD(SweepWithDraws,
                 "a merge takes the right draws in place of others that no run records") {
  fs::create_directory(folder / "all.db.samples");
  folder.write("all.db.samples/" + hash + ".npy", "of a former database");
  REQUIRE(skald({"merge", "all.db", "kept.db"}).code == 0);
  CHECK(check_samples(store::StoreReader(folder / "all.db")).is_good);
}

TEST_CASE_METHOD(SweepWithDraws, "rerun compares the draws, too") {
  const std::string short_hash = hash.substr(0, 12);
  SECTION("as they were stored") {
    const ProcessResult again = skald({"rerun", "kept.db", hash});
    CHECK(again.code == 0);
    CHECK(again.out == short_hash + ": identical, 2 metrics, all draws, status ok\n");
  }
  SECTION("with numbers that are wrong") {
    std::string bytes = files::read_regular_file(file);
    for (const std::size_t number : {25U, 26U}) bytes.replace(128 + 8 * number, 8, 8, '\0');
    std::ofstream(file, std::ios::binary) << bytes;
    const ProcessResult again = skald({"rerun", "kept.db", hash});
    CHECK(again.code == 4);
    CHECK_THAT(again.out, Catch::StartsWith(short_hash + ": not identical\n") &&
                              Catch::Contains("draws: 2 of 60 numbers differ, the first at chain "
                                              "2, draw 6, coordinate 1: 0 then, "));
  }
  SECTION("which are wrong in the database as well, and sealed") {
    {
      store::Connection connection(folder / "kept.db", store::Access::write,
                                   std::chrono::seconds(5));
      connection
          .prepare(
              "UPDATE artifacts SET content = CAST(substr(CAST(content AS TEXT), 1, "
              "instr(content, '\"sha256\": ') + 10) || '" +
              std::string(64, '0') + "\"}' AS BLOB) WHERE name = 'samples'")
          .run();
      store::Statement contents =
          connection.prepare("SELECT run, content FROM artifacts WHERE name = 'samples'");
      while (contents.step()) {
        connection.prepare("UPDATE artifacts SET digest = ? WHERE name = 'samples' AND run = ?")
            .run(text::sha256(contents.bytes(1)), contents.integer(0));
      }
      store::Statement runs = connection.prepare("SELECT id FROM runs");
      while (runs.step()) store::RunSeals(connection).seal(runs.integer(0));
    }
    fs::remove(file);
    const ProcessResult again = skald({"rerun", "kept.db", hash});
    CHECK(again.code == 4);
    CHECK_THAT(again.out, Catch::Contains("draws: SHA-256 0"));
  }
  SECTION("which are elsewhere") {
    fs::remove(file);
    const ProcessResult again = skald({"rerun", "kept.db", hash});
    CHECK(again.code == 0);
    CHECK_THAT(again.out, Catch::Contains("identical") &&
                              Catch::Contains("draws: those now have the SHA-256 of those then"));
  }
}

TEST_CASE("draws of runs in whose place others were stored are pruned, other files are not") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"json({ "name": "rows", "seed": 1, "replicates": 2,
    "dataset": {"plugin": "csv", "path": "my.csv", "target": "y"},
    "partition": {"plugin": "iid", "clients": 2}, "model": {"plugin": "logistic"},
    "sampler": {"plugin": "fald", "step": 0.001, "K": 1}, "metrics": ["nll"],
    "run": {"iterations": 20, "record_every": 10, "keep_samples": true} })json");
  const fs::path samples = folder / "rows.db.samples";
  const auto sweep_of = [&](const std::string& rows) {
    folder.write("my.csv", "x,y\n" + rows);
    REQUIRE(run_skald(folder.path(), {"run", "grid.json", "-j", "1"}).code == 0);
    return files_in(samples);
  };
  const std::string rows = "0,1\n1,0\n2,1\n3,0\n4,1\n5,0\n6,1\n7,0\n8,1\n9,0\n";
  const std::vector<std::string> first = sweep_of(rows);
  CHECK(first.size() == 2);
  folder.write("rows.db.samples/mine.npy", "of somebody else");
  const std::vector<std::string> second = sweep_of(rows + rows);
  CHECK(second.size() == 5);
  for (const std::string& name : first) CHECK(fs::exists(samples / name));
  REQUIRE(run_skald(folder.path(), {"prune", "rows.db", "--yes"}).code == 0);
  CHECK(files_in(samples).size() == 3);
  CHECK(fs::exists(samples / "mine.npy"));
  for (const std::string& name : first) CHECK_FALSE(fs::exists(samples / name));
}

TEST_CASE("NumPy reads samples") {
  const TemporaryFolder folder;
  SampleFile samples(folder / "run.npy");
  keep(samples, 0, 5);
  samples.finish();
  const std::string command = "cd '" + folder.path().string() +
                              "' && python3 -c \"import numpy; a = numpy.load('run.npy'); "
                              "print(a.shape, a.dtype, a[2, 4, 0], a[2, 4, 1])\" 2>/dev/null";
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  char line[100] = "";
  const bool answered = std::fgets(line, sizeof line, pipe) != nullptr;
  if (pclose(pipe) != 0 || !answered) {
    WARN("skipped: no python3 with numpy");
    return;
  }
  CHECK(std::string(line) == "(3, 5, 2) float64 204.0 -4.0\n");
}
