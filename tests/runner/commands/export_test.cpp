// skald export: what is written, and that it is what the database holds, bit for bit.
#include <cstdlib>
#include <fstream>

#include "catch.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"
#include "stored_rows.hpp"

namespace export_test {

using namespace skald::test;

namespace {

namespace fs = std::filesystem;

// A grid whose runs have kept 2 chains x 90 draws x 4 coordinates.
constexpr const char* kKeeping = R"({ "name": "kept", "seed": 2, "replicates": 2,
  "dataset": {"plugin": "gaussian_clients", "clients": 2, "dimension": 4, "seed": 1},
  "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
  "sampler": {"plugin": "ula", "step": 0.01}, "metrics": ["w2"],
  "run": {"iterations": 100, "chains": 2, "keep_samples": true, "burn_in": 0.1} })";

struct Kept {
  TemporaryFolder folder;
  explicit Kept(const std::string& grid = kKeeping) {
    folder.write("grid.json", grid);
    REQUIRE(skald({"run", "grid.json", "--db", "kept.db"}).code == 0);
  }
  ProcessResult skald(const std::vector<std::string>& arguments) const {
    return run_skald(folder.path(), arguments);
  }
  std::vector<std::string> hashes() const {
    return texts_in(folder / "kept.db", "SELECT hash FROM runs ORDER BY hash");
  }
  fs::path path(const std::string& name) const { return folder.path() / name; }
};

// Exports draws to the folder "draws" as NetCDF. Returns false where this build cannot.
bool has_exported(const Kept& kept, const std::vector<std::string>& more) {
  const ProcessResult result =
      kept.skald(with_more({"export", "kept.db", "--netcdf", "draws"}, more));
  INFO(result.err);
  const bool is_possible = result.err.find("without libnetcdf") == std::string::npos;
  REQUIRE(result.code == (is_possible ? 0 : 2));
  CHECK(fs::exists(kept.path("draws")) == is_possible);
  if (!is_possible) WARN("skipped: there is no libnetcdf in this build");
  return is_possible;
}

// Runs a program of Python that begins with these imports; nothing if they are not installed.
std::optional<std::string> python(const fs::path& folder, const std::string& imports,
                                  const std::string& program) {
  const std::string begin = "cd '" + folder.string() + "' && /usr/bin/python3 -c '";
  if (std::system((begin + imports + "' 2> /dev/null").c_str()) != 0) {
    WARN("skipped: there is no Python that can " << imports);
    return std::nullopt;
  }
  if (std::system((begin + imports + "\n" + program + "' > said 2>&1").c_str()) != 0)
    return "failed: " + content(folder / "said");
  return content(folder / "said");
}

}  // namespace

TEST_CASE("export writes every table and view as csv with all columns") {
  const Kept kept;
  const ProcessResult result = kept.skald({"export", "kept.db", "--csv", "tables"});
  INFO(result.err);
  REQUIRE(result.code == 0);
  std::istringstream names(kept.skald({"query", "kept.db"}).out);
  std::size_t count = 0;
  for (std::string name; std::getline(names, name); ++count) {
    INFO(name);
    CHECK(content(kept.path("tables/" + name + ".csv")) ==
          kept.skald({"query", "kept.db", name, "--format", "csv"}).out);
  }
  CHECK(count > 20);
  CHECK(files_in(kept.path("tables")).size() == count);
}

TEST_CASE("exported arrays are the kept draws to the last bit") {
  const Kept kept;
  REQUIRE(kept.skald({"export", "kept.db", "--npy", "arrays"}).code == 0);
  for (const std::string& hash : kept.hashes()) {
    CHECK(content(kept.path("arrays/" + hash + ".npy")) ==
          content(kept.path("kept.db.samples/" + hash + ".npy")));
  }
  CHECK(files_in(kept.path("arrays")).size() == 3);  // with runs.csv
  const std::string one = kept.hashes().front();
  REQUIRE(kept.skald({"export", "kept.db", "--npy", "one", "--only", one.substr(0, 12)}).code == 0);
  CHECK(files_in(kept.path("one")) == std::vector<std::string>{one + ".npy", "runs.csv"});
  CHECK_THAT(content(kept.path("one/runs.csv")), Catch::Contains(one));
}

TEST_CASE("a NetCDF file has the layout of InferenceData, the draws and their provenance") {
  const Kept kept;
  if (!has_exported(kept, {})) return;
  CHECK(files_in(kept.path("draws")).size() == 3);
  const std::string hash = kept.hashes().front();
  const std::string names =
      "nc, npy = \"draws/" + hash + ".nc\", \"kept.db.samples/" + hash + ".npy\"\n";
  const auto raw = python(kept.folder.path(), "import netCDF4, struct", names + R"(
file = netCDF4.Dataset(nc)
group = file["posterior"]
theta = group["theta"]
theta.set_auto_mask(False)
header = open(npy, "rb").read()
print(theta.dimensions, theta.shape, theta.dtype)
print(theta[:].tobytes() == header[-theta[:].nbytes:])
print([int(i) for i in group["chain"][:]], int(group["draw"][-1]))
print(file.study, group.hash == file.hash, file.inference_library, file.replicate))");
  if (raw) {
    CHECK(*raw ==
          "('chain', 'draw', 'theta_dim_0') (2, 90, 4) float64\nTrue\n[0, 1] 89\n"
          "kept True skald " +
              kept.skald({"query", "kept.db",
                          "SELECT replicate FROM runs WHERE hash = '" + hash + "'", "--format",
                          "csv"})
                  .out.substr(std::string("replicate\n").size()));
  }
  const auto opened = python(kept.folder.path(), "import xarray, numpy", names + R"(
posterior = xarray.open_dataset(nc, group="posterior")
kept = numpy.load(npy)
print((posterior.theta.values.view("u8") == kept.view("u8")).all(), dict(posterior.dims))
print(posterior.attrs["study"]))");
  if (opened) CHECK(*opened == "True {'chain': 2, 'draw': 90, 'theta_dim_0': 4}\nkept\n");
}

TEST_CASE("NetCDF names coefficients, has both scales, and the data that the run has seen") {
  constexpr const char* grid = R"({ "name": "ship", "seed": 2, "replicates": 1,
    "dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 2},
    "model": {"plugin": "logistic"}, "sampler": {"plugin": "ula", "step": 1e-3},
    "metrics": ["accuracy"], "run": {"iterations": 40, "chains": 2, "keep_samples": true} })";
  const Kept kept(grid);
  if (!has_exported(kept, {"--observed-data", "--log-posterior"})) return;
  const std::string name = "nc = \"draws/" + kept.hashes().front() + ".nc\"\n";
  const auto raw = python(kept.folder.path(), "import netCDF4", name + R"(
file = netCDF4.Dataset(nc)
group = file["posterior"]
print(list(group["theta_dim_0"][:]), list(group["theta_data_dim_0"][:]))
theta, own = group["theta"][:], group["theta_data"][:]
print(abs(own[:, :, 1] - theta[:, :, 1] / 1.5).max() < 1e-15)
expected = theta[:, :, 0] - theta[:, :, 1:] @ [2.5 / 1.5, 1, 1]
print(abs(own[:, :, 0] - expected).max() < 1e-12)
seen = file["observed_data"]
print(seen["target"].shape, int(seen["target"][:].sum()) > 500, set(map(int, seen["client"][:])))
print(seen["target"].class_labels.split("\n"), seen.hash == file.hash)
lp = file["sample_stats"]["lp"]
print(lp.dimensions, lp.shape, float(lp[:].max()) < 0))");
  if (!raw) return;
  CHECK(*raw ==
        "['intercept', 'class', 'male', 'adult'] ['intercept', 'class', 'male', 'adult']\n"
        "True\nTrue\n(1760,) True {0, 1}\n['died', 'survived'] True\n"
        "('chain', 'draw') (2, 36) True\n");
}

TEST_CASE("the log density of every draw is that of its own coordinates") {
  const Kept kept;
  if (!has_exported(kept, {"--log-posterior"})) return;
  // The log density of a Gaussian is a polynomial of degree two in the coordinates.
  const auto fit = python(kept.folder.path(), "import netCDF4, numpy",
                          "nc = \"draws/" + kept.hashes().front() + ".nc\"\n" + R"(
file = netCDF4.Dataset(nc)
theta = file["posterior"]["theta"][:].reshape(180, 4)
lp = file["sample_stats"]["lp"][:].reshape(180)
pairs = [theta[:, i] * theta[:, j] for i in range(4) for j in range(i, 4)]
terms = numpy.column_stack([numpy.ones(180), theta] + pairs)
left = lp - terms @ numpy.linalg.lstsq(terms, lp, rcond=None)[0]
print(abs(left).max() < 1e-9 * abs(lp).max(), lp.std() > 0.5))");
  if (fit) CHECK(*fit == "True True\n");
}

TEST_CASE("export refuses what it cannot do, and leaves nothing half written") {
  const Kept kept;
  CHECK(kept.skald({"export", "kept.db"}).code == 2);
  CHECK_THAT(kept.skald({"export", "kept.db", "--npy", "none", "--observed-data"}).err,
             Catch::Contains("--observed-data belongs to --netcdf"));
  CHECK_THAT(kept.skald({"export", "kept.db", "--csv", "none", "--log-posterior"}).err,
             Catch::Contains("--log-posterior belongs to --netcdf"));
  kept.folder.write("here/mine.txt", "mine");
  const ProcessResult taken = kept.skald({"export", "kept.db", "--csv", "here"});
  CHECK(taken.code == 2);
  CHECK_THAT(taken.err, Catch::Contains("exists already and stays as it is"));
  CHECK(files_in(kept.path("here")) == std::vector<std::string>{"mine.txt"});

  CHECK(kept.skald({"export", "kept.db", "--npy", "none", "--only", "zz"}).code == 2);
  std::ofstream(kept.path("kept.db.samples/" + kept.hashes().back() + ".npy"), std::ios::app)
      << "x";
  const ProcessResult damaged = kept.skald({"export", "kept.db", "--npy", "arrays"});
  CHECK(damaged.code == 5);
  CHECK_FALSE(fs::exists(kept.path("arrays")));
  for (const std::string& file : files_in(kept.folder.path()))
    CHECK(file.find(".new") == std::string::npos);

  const Kept without(with(kKeeping, R"("keep_samples": true, )", ""));
  const ProcessResult nothing = without.skald({"export", "kept.db", "--npy", "arrays"});
  CHECK(nothing.code == 2);
  CHECK_THAT(nothing.err, Catch::Contains("keep_samples"));
}

TEST_CASE("query leaves out empty columns of a view for people, and only then") {
  const Kept kept;
  const ProcessResult table = kept.skald({"query", "kept.db", "run_table"});
  CHECK(table.code == 0);
  CHECK_THAT(table.out, Catch::Contains("w2") && !Catch::Contains("p_c"));
  CHECK_THAT(table.err, Catch::Contains("empty columns are left out; --format csv and json"));
  CHECK_THAT(kept.skald({"query", "kept.db", "run_table", "--format", "md"}).out,
             !Catch::Contains("p_c"));
  CHECK_THAT(kept.skald({"query", "kept.db", "run_table", "--format", "csv"}).out,
             Catch::Contains(",p_c,"));
  CHECK_THAT(kept.skald({"query", "kept.db", "run_table", "--format", "json"}).out,
             Catch::Contains("\"p_c\": null") || Catch::Contains("\"p_c\":null"));
  CHECK_THAT(kept.skald({"query", "kept.db", "SELECT * FROM run_table"}).out,
             Catch::Contains("p_c"));
  // A table without rows has nothing but its columns.
  CHECK_THAT(kept.skald({"query", "kept.db", "failures"}).out, Catch::Contains("exit_signal"));
}

}  // namespace export_test
