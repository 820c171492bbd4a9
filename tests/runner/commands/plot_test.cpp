// skald plot: figures of databases.
#include "files/regular_file.hpp"
#include "plot_database.hpp"
#include "printed_text.hpp"
#include "store/seals/run_seals.hpp"
#include "stored_rows.hpp"
#include "test.hpp"

namespace plot_test {

namespace {

using Database = PlotDatabase;

}  // namespace

TEST_CASE("without options a curve of the first metric over rounds, its end as compare has it") {
  const Database database;
  REQUIRE(database.plot({"--data", "fig.csv"}).code == 0);
  const auto drawn = rows_of(database.file("fig.csv"));
  CHECK(drawn.size() == 16);
  const auto compared =
      rows_of(run_skald(database.folder.path(), {"compare", "r.db", "--format", "csv"}).out);
  REQUIRE(compared.size() == 4);
  std::size_t checked = 0;
  for (const auto& setting : compared) {
    for (const auto& point : drawn) {
      const bool is_last = point.at("rounds") == "4" &&
                           point.at("sampler") == setting.at("sampler") &&
                           point.at("K") == setting.at("K");
      if (!is_last) continue;
      ++checked;
      CHECK(point.at("loss") == setting.at("loss_mean"));
      CHECK(point.at("n") == setting.at("loss_n"));
      const double half_width = std::stod(setting.at("loss_half_width"));
      CHECK(std::stod(point.at("high")) == std::stod(setting.at("loss_mean")) + half_width);
    }
  }
  CHECK(checked == 4);
}

TEST_CASE("a curve over the seconds of the moments at which it was recorded") {
  StudyOf study;
  study.has_times = true;
  const Database database(study);
  REQUIRE(database.plot({"--x", "wall_seconds", "--data", "fig.csv"}).code == 0);
  const auto drawn = rows_of(database.file("fig.csv"));
  REQUIRE(drawn.size() == 16);
  CHECK(drawn[0].at("wall_seconds") == "1.5");  // the mean of 0.5, 1.5 and 2.5
  CHECK(drawn[3].at("wall_seconds") == "6");
}

TEST_CASE("with final values alone, points over an axis") {
  StudyOf study;
  study.points = 1;
  const Database database(study);
  const ProcessResult result = database.plot({"--data", "fig.csv"});
  CHECK_THAT(result.err, Catch::Contains("n = 3."));
  const auto drawn = rows_of(database.file("fig.csv"));
  REQUIRE(drawn.size() == 4);
  const auto compared =
      rows_of(run_skald(database.folder.path(), {"compare", "r.db", "--format", "csv"}).out);
  for (std::size_t i = 0; i < 4; ++i) CHECK(drawn[i].at("loss") == compared[i].at("loss_mean"));
}

TEST_CASE("a column of a table that is named as a metric has its direction") {
  const Database database;
  const auto notes_of = [&](const std::string& metric) {
    const std::filesystem::path table = database.folder.path() / "table.csv";
    std::ofstream(table) << "method,step,cost," << metric
                         << "\na,1,1,.5\na,2,2,.3\nb,1,1,.4\nb,2,2,.6\n";
    const ProcessResult result =
        run_skald(database.folder.path(),
                  {"plot", "table.csv", "--kind", "tradeoff", "--x", "cost", "--y", metric});
    REQUIRE(result.code == 0);
    return result.out + result.err;
  };
  CHECK_THAT(notes_of("w2"), !Catch::Contains("no Pareto front"));
  CHECK_THAT(notes_of("no_metric"), Catch::Contains("no Pareto front"));
}

TEST_CASE("the same database gives the same bytes of script and data") {
  const Database first, second;
  for (const Database* database : {&first, &second}) {
    REQUIRE(database->plot({"--script", "fig.gp", "--data", "fig.csv"}).code == 0);
  }
  CHECK(first.file("fig.gp") == second.file("fig.gp"));
  CHECK(first.file("fig.csv") == second.file("fig.csv"));
  CHECK_THAT(first.file("fig.gp"), Catch::Contains("set terminal svg"));
}

TEST_CASE("a series that is not as it was stored is not drawn") {
  const Database database;
  edit(database.folder / "r.db", "UPDATE points SET value = 99 WHERE run = 1 AND iteration = 20");
  const ProcessResult result = database.plot({"--data", "fig.csv"});
  CHECK(result.code == 5);
  CHECK_THAT(result.err, Catch::Contains("run 0f0 is damaged"));
  CHECK_FALSE(std::filesystem::exists(database.folder / "fig.csv"));
}

TEST_CASE("published values are overlaid, with their units") {
  const Database database;
  database.folder.write("published.json", R"({"units": {"loss": "percent"}, "rows": [
    {"sampler": "fald", "K": [1, 5], "loss": [30, 60]}, {"sampler": "hmc", "loss": 10}]})");
  REQUIRE(database.plot({"--kind", "points", "--published", "published.json", "--data", "fig.csv"})
              .code == 0);
  std::vector<std::string> published;
  for (const auto& row : rows_of(database.file("fig.csv"))) {
    if (row.at("source") == "published") published.push_back(row.at("K") + ":" + row.at("loss"));
  }
  CHECK(published == std::vector<std::string>{"1:0.3", "5:0.6"});
  database.folder.write("other.json", R"({"rows": [{"sampler": "fald", "accuracy": 1}]})");
  CHECK_THAT(database.plot({"--published", "other.json", "--data", "x.csv"}).err,
             Catch::Contains("no row has \"loss\"; rows have accuracy, sampler"));
}

TEST_CASE("what it took to reach a target is drawn over an axis") {
  const Database database;
  REQUIRE(database
              .plot({"--target", "loss <= 1.05", "--y", "rounds", "--x", "K", "--data", "fig.csv",
                     "--title", "Cost"})
              .code == 0);
  // The loss at the p-th record of replicate r is c / p + r / 30, c = 1 to 4.
  std::vector<std::string> drawn;
  for (const auto& row : rows_of(database.file("fig.csv"))) {
    drawn.push_back(row.at("sampler") + " " + row.at("K") + ": " + row.at("rounds").substr(0, 5) +
                    ", " + row.at("n"));
  }
  CHECK(drawn == std::vector<std::string>{"fald 1: 1.333, 3", "fald 5: 2.333, 3",
                                          "vr_fald 1: 3.333, 3", "vr_fald 5: 4, 2"});
}

TEST_CASE("titles are those asked for") {
  const Database database;
  REQUIRE(database
              .plot({"--title", "A figure", "--x-title", "clock", "--y-title", "what is lost",
                     "--script", "fig.gp"})
              .code == 0);
  for (const char* title : {"'A figure'", "'clock'", "'what is lost'"}) {
    CHECK_THAT(database.file("fig.gp"), Catch::Contains(title));
  }
}

TEST_CASE("a figure has the size and the letters of what it is for") {
  const Database database;
  const auto terminal = [&](std::vector<std::string> options, const std::string& file) {
    options.insert(options.end(), {"--script", "fig.gp", "-o", file});
    database.plot(options);  // writes the script, whether gnuplot is there or not
    const std::string script = database.file("fig.gp");
    const std::size_t begin = script.find("set terminal");
    return script.substr(begin, script.find('\n', begin) - begin);
  };
  CHECK_THAT(terminal({"--for", "neurips"}, "fig.svg"),
             Catch::Contains("size 530,") && Catch::Contains("'Times,10.6667'"));
  CHECK_THAT(terminal({"--for", "neurips", "--size", "8.4x6cm"}, "fig.pdf"),
             Catch::Contains("size 8.4cm,6cm") && Catch::Contains("'Times,"));
  CHECK_THAT(terminal({"--size", "3in", "--font", "Latin Modern"}, "fig.svg"),
             Catch::Contains("size 288,") && Catch::Contains("'Latin Modern,10.6667'"));
  CHECK_THAT(terminal({"--font-size", "12"}, "fig.tex"), Catch::Contains("\\fontsize{12}{14.4}"));
}

TEST_CASE("a table of values is drawn and compared like final values") {
  const TemporaryFolder folder;
  folder.write("t.csv",
               "method,d,replicate,ms\r\n\"FedAvg, \"\"plain\"\"\",10,0,1\n\"FedAvg, "
               "\"\"plain\"\"\",10,1,3\nFedPA,10,0,5\nFedPA,10,1,5\n");
  REQUIRE(run_skald(folder.path(), {"plot", "t.csv", "--x", "d", "--data", "fig.csv"}).code == 0);
  CHECK_THAT(files::read_regular_file(folder / "fig.csv"),
             Catch::Contains("\"FedAvg, \"\"plain\"\"\",10,2,") && Catch::Contains("FedPA,10,5,"));
  const ProcessResult table =
      run_skald(folder.path(), {"compare", "t.csv", "--metric", "ms", "--where", "method = FedPA",
                                "--by", "method", "--format", "csv"});
  CHECK_THAT(table.out, Catch::Contains("FedPA,2,0,0,,,,,,0,0,,5,0,0,2,0"));
  const auto refusal = [&](const std::string& text, const std::vector<std::string>& arguments) {
    folder.write("bad.csv", text);
    std::vector<std::string> all{"plot", "bad.csv"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const ProcessResult result = run_skald(folder.path(), all);
    CHECK(result.code == 2);
    return result.err;
  };
  CHECK_THAT(refusal("", {}), Catch::Contains("expected a first row of names"));
  CHECK_THAT(refusal("a,b\n1\n", {}),
             Catch::Contains("line 2: found 1 field; expected 2 as in line 1"));
  CHECK_THAT(refusal("a,b\n1,x\n", {}), Catch::Contains("line 2: found \"x\", expected a number"));
  CHECK_THAT(refusal("a,b\n1,2\n", {"--y", "c"}), Catch::Contains("no column \"c\""));
  CHECK_THAT(refusal("a,b\n1,2\n", {"--kind", "curve"}), Catch::Contains("expected a database"));
  CHECK_THAT(refusal("a,b\n1,2\n", {"--study", "s"}), Catch::Contains("a table, expected"));
}

TEST_CASE("published values stand in columns of a comparison") {
  const Database database;
  database.folder.write("published.json", R"({"units": {"loss": "percent"}, "rows": [
    {"sampler": "fald", "K": [1, 5], "loss": [30, 60]}, {"sampler": "hmc", "loss": 10}]})");
  const auto compare = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"compare", "r.db", "--metric", "loss"});
    return run_skald(database.folder.path(), arguments);
  };
  const ProcessResult result = compare({"--published", "published.json", "--format", "md"});
  CHECK(result.code == 0);
  CHECK_THAT(result.out, Catch::Contains("| published |") && Catch::Contains("| 0.3 |") &&
                             Catch::Contains("| 0.6 |"));
  CHECK(compare({"--published", "published.json", "--where", "sampler = vr_fald"}).code == 2);
  CHECK_THAT(compare({"--published", "published.json", "--best", "1"}).err,
             Catch::Contains("expected without --baseline"));
}

TEST_CASE("draws that a run has kept are counted in cells, unless their file has changed") {
  const TemporaryFolder folder;
  folder.write("g.json", R"({"name": "kept", "seed": 1, "replicates": 2,
    "dataset": {"plugin": "gaussian_clients", "clients": 2, "dimension": 4, "seed": 1},
    "model": {"plugin": "gaussian"}, "sampler": {"plugin": "ula", "step": "= step_bound / 5"},
    "run": {"iterations": 50, "burn_in": 0, "chains": 4, "start": "mode", "keep_samples": true},
    "metrics": ["mean_bias"], "axes": []})");
  REQUIRE(run_skald(folder.path(), {"run", "g.json", "--db", "r.db"}).code == 0);
  const auto plot = [&](const std::string& coordinates) {
    return run_skald(folder.path(), {"plot", "r.db", "--kind", "draws", "--coordinates",
                                     coordinates, "--data", "fig.csv"});
  };
  REQUIRE(plot("1,3").code == 0);
  std::int64_t draws = 0;
  for (const auto& row : rows_of(files::read_regular_file(folder / "fig.csv"))) {
    draws += std::stoll(row.at("n"));
  }
  CHECK(draws <= 400);
  CHECK(draws > 380);
  CHECK_THAT(plot("1,5").err, Catch::Contains("have the coordinates 1 to 4"));
  // A shape that the file is too short for, in a database that was crafted.
  const auto replace = [&](const std::string& from, const std::string& to) {
    store::Connection connection(folder / "r.db", store::Access::write, std::chrono::seconds(5));
    connection.execute("UPDATE artifacts SET content = CAST(replace(CAST(content AS TEXT), '" +
                       from + "', '" + to + "') AS BLOB) WHERE name = 'samples'");
    store::seal_runs(connection);
  };
  for (const char* shape : {"[4, 50, 400]", "[4, -50, 4]", "[4611686018427387904, 50, 4]", "[4]"}) {
    INFO(shape);
    replace("[4, 50, 4]", shape);
    const ProcessResult crafted = plot("1,3");
    CHECK(crafted.code == 5);
    CHECK_THAT(crafted.err, Catch::Contains("not as the database records it"));
    replace(shape, "[4, 50, 4]");
  }
  REQUIRE(plot("1,3").code == 0);
  for (const auto& entry : std::filesystem::directory_iterator(folder / "r.db.samples")) {
    std::ofstream(entry.path(), std::ios::app | std::ios::binary) << "x";
  }
  const ProcessResult changed = plot("1,3");
  CHECK(changed.code == 5);
  CHECK_THAT(changed.err, Catch::Contains("not as the database records it"));
}

TEST_CASE("draws with the exact posterior, whose covariance is known") {
  const TemporaryFolder folder;
  // Fig. 1 of the FA-LD paper: 50 clients of 1000 points, covariance (5, -2; -2, 1) / 50000.
  folder.write("g.json", R"({"name": "toy", "seed": 1, "replicates": 1,
    "dataset": {"plugin": "gaussian_clients", "generator": "toy", "alpha": 0, "seed": 1},
    "model": {"plugin": "gaussian"}, "sampler": {"plugin": "ula", "step": "= step_bound / 20"},
    "run": {"iterations": 2000, "chains": 4, "start": "mode", "keep_samples": true},
    "metrics": ["mean_bias"], "axes": []})");
  REQUIRE(run_skald(folder.path(), {"run", "g.json", "--db", "r.db"}).code == 0);
  const ProcessResult result =
      succeed(folder.path(), {"plot", "r.db", "--kind", "draws", "--exact", "--data", "fig.csv"});
  CHECK_THAT(result.err, Catch::Contains("Lines hold 50, 90 and 99 % of the exact posterior"));
  double all = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
  for (const auto& row : rows_of(files::read_regular_file(folder / "fig.csv"))) {
    const double weight = std::stod(row.at("exact"));
    const double u = std::stod(row.at("θ_1")), v = std::stod(row.at("θ_2"));
    all += weight;
    x += weight * u;
    y += weight * v;
    xx += weight * u * u;
    xy += weight * u * v;
    yy += weight * v * v;
  }
  // The cells reach 3.5 standard deviations, beyond which 1.6 % of a variance lies.
  CHECK(xx / all - x * x / all / all == Approx(5 / 5e4).epsilon(0.03));
  CHECK(xy / all - x * y / all / all == Approx(-2 / 5e4).epsilon(0.03));
  CHECK(yy / all - y * y / all / all == Approx(1 / 5e4).epsilon(0.03));
  CHECK(run_skald(folder.path(), {"plot", "r.db", "--kind", "histogram", "--y", "mean_bias",
                                  "--exact", "--data", "fig.csv"})
            .code == 2);
}

}  // namespace plot_test
