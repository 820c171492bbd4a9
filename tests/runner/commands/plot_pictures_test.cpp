// The pictures that skald plot draws by gnuplot.
#include "has_gnuplot.hpp"
#include "plot_database.hpp"
#include "test.hpp"

namespace plot_pictures_test {

namespace {

using Database = PlotDatabase;

const std::string kHostileName =
    "\"; system(\"touch pwned\"); # `touch pwned` $(touch pwned) '; !touch pwned @x {/Bold x} %s "
    "%n a_b^2 \\ ρ";
const std::string kHostileValue = "\n!touch pwned\n" + kHostileName + "\nEND\n\x1b[2J\xff\\";

}  // namespace

TEST_CASE("every format of picture is drawn") {
  SKALD_NEEDS_GNUPLOT
  const Database database;
  const std::map<std::string, std::string> beginnings{{"fig.svg", "<?xml"},
                                                      {"fig.pdf", "%PDF"},
                                                      {"fig.png", "\x89PNG"},
                                                      {"fig.tex", "\\begin{tikz"}};
  for (const auto& [file, beginning] : beginnings) {
    INFO(file);
    const ProcessResult result = database.plot({"-o", file});
    CHECK(result.code == 0);
    CHECK_THAT(result.err, Catch::Contains("written: " + file));
    CHECK(database.file(file).substr(0, beginning.size()) == beginning);
  }
}

TEST_CASE("a figure that cannot be as low as asked for says so") {
  SKALD_NEEDS_GNUPLOT
  const Database database;
  CHECK_THAT(database.plot({"-o", "fig.svg", "--size", "300x80pt"}).err,
             Catch::Contains("pt higher than asked for") && Catch::Contains("--where or --facet"));
  CHECK_THAT(database.plot({"-o", "fig.svg", "--size", "300x300pt"}).err,
             !Catch::Contains("higher than asked for"));
}

TEST_CASE("every kind of chart is drawn, and read back by gnuplot without complaint") {
  SKALD_NEEDS_GNUPLOT
  const Database database;
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--kind", "curve"},
        {"--kind", "points"},
        {"--kind", "bars"},
        {"--kind", "heat", "--x", "K", "--by", "sampler"},
        {"--kind", "tradeoff", "--x", "bits_up"},
        {"--kind", "histogram"},
        {"--x", "wall_seconds"},
        {"--x", "iteration", "--facet", "sampler", "--log", "x,y", "--band", "min-max"}}) {
    INFO(options[1]);
    std::vector<std::string> with_file = options;
    with_file.insert(with_file.end(), {"-o", "fig.svg"});
    const ProcessResult result = database.plot(with_file);
    CHECK(result.code == 0);
    CHECK_THAT(database.file("fig.svg"), Catch::Contains("</svg>"));
    CHECK(database.plot(options).code == 0);  // in the terminal
  }
}

TEST_CASE("names are text to gnuplot, whatever they say") {
  StudyOf study;
  study.name = kHostileName;
  study.sampler = kHostileValue;
  const Database database(study);
  for (const char* file : {"fig.tex", "fig.png", "fig.pdf", "fig.svg"}) {
    const ProcessResult result = database.plot({"-o", file, "--script", "fig.gp"});
    CHECK(result.code == (has_gnuplot() ? 0 : 3));
  }
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--kind", "points", "--x", "sampler"},
        {"--kind", "heat", "--x", "sampler", "--by", "K"},
        {"--facet", "sampler"},
        {"--where", "sampler != vr_fald"}}) {
    std::vector<std::string> with_file = options;
    with_file.insert(with_file.end(), {"-o", "fig.svg"});
    CHECK(database.plot(with_file).code == (has_gnuplot() ? 0 : 3));
    CHECK(database.plot(options).code == 0);
  }
  CHECK_FALSE(std::filesystem::exists(database.folder / "pwned"));
  // The script never leaves its quotes, wherever the title is broken into lines.
  CHECK_THAT(database.file("fig.gp"),
             Catch::Contains(
                 "set label '\"; system(\"touch pwned\"); # `touch pwned` $(touch pwned)' at") &&
                 Catch::Contains("set label (\"'\" . '; !touch pwned @x {/Bold x} %s %n a_b^2"));
  if (!has_gnuplot()) return;
  CHECK_THAT(database.file("fig.svg"),
             Catch::Contains("system(") && Catch::Contains("{/Bold x} %s"));
}

TEST_CASE("quotes are letters to gnuplot, first, last and beside each other") {
  SKALD_NEEDS_GNUPLOT
  StudyOf study;
  study.name = "'it''s'";
  study.sampler = "''";
  const Database database(study);
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--kind", "bars", "--x", "sampler"}, {"--facet", "sampler"}}) {
    std::vector<std::string> with_file = options;
    with_file.insert(with_file.end(), {"-o", "fig.svg"});
    CHECK(database.plot(with_file).code == 0);
    CHECK(database.plot(options).code == 0);
  }
  CHECK_THAT(database.file("fig.svg"), Catch::Contains("'it''s'"));
}

TEST_CASE("without gnuplot data and script are there, and the refusal has the remedy") {
  const Database database;
  const auto without = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"plot", "r.db"});
    SkaldProcess process(database.folder.path(), arguments,
                         [] { ::setenv("PATH", "/nonexistent", 1); });
    return process.wait();
  };
  const ProcessResult result =
      without({"-o", "fig.svg", "--data", "fig.csv", "--script", "fig.gp"});
  CHECK(result.code == 3);
  CHECK_THAT(result.err, Catch::Contains("apt install gnuplot-nox"));
  CHECK(rows_of(database.file("fig.csv")).size() == 16);
  CHECK_THAT(database.file("fig.gp"), Catch::Contains("plot $"));
  CHECK_FALSE(std::filesystem::exists(database.folder / "fig.svg"));
  const ProcessResult terminal = without({"--kind", "points"});
  CHECK(terminal.code == 0);
  CHECK_THAT(terminal.out, Catch::Contains("vr_fald"));
  CHECK_THAT(terminal.err, Catch::Contains("apt install gnuplot-nox"));
}

TEST_CASE("an SVG has its own title, and says which program made its runs") {
  SKALD_NEEDS_GNUPLOT
  StudyOf study;
  study.name = "a < b & c";
  study.first_environment.skald_version = "0.9";
  study.first_environment.git_commit = "abc";
  study.first_environment.git_dirty = "def";
  const Database database(study);
  REQUIRE(database.plot({"-o", "fig.svg"}).code == 0);
  CHECK_THAT(database.file("fig.svg"),
             Catch::Contains("<title>a &lt; b &amp; c: loss over rounds</title>\n"
                             "<desc>11 runs of a &lt; b &amp; c by skald 1.0; 1 by skald 0.9 "
                             "(commit abc, with the uncommitted change def)</desc>"));
}

}  // namespace plot_pictures_test
