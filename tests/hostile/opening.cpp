#include "opening.hpp"

#include <fstream>
#include <utility>

#include "cluster/part.hpp"
#include "system/files.hpp"

namespace skald::hostile {
namespace fs = std::filesystem;
namespace {

using Words = std::vector<std::string>;

const std::string kDb = Sample::kDatabase;
// Of the user's own template, which the sample names.
const Words kLabPrograms{"/usr/bin/true", "/usr/bin/echo"};
// A writer's database, with its lock and journals; what else lies beside it only some may change.
const Words kWriter{"d.db", "d.db-journal", "d.db-wal", "d.db-shm", "d.db.lock"};
const Words kGnuplot{"/usr/bin/gnuplot", "/usr/bin/gnuplot-nox", "/etc/alternatives/gnuplot",
                     "/bin/gnuplot", "/bin/gnuplot-nox"};
// Which the superuser shares with all users.
const std::string kFontCache = "/var/cache/fontconfig/";
const Words kGnuplotReads{"/etc/fonts",          "/var/cache/fontconfig",
                          "/var/lib/fontconfig", "/etc/alternatives",
                          "/etc/magic",          "/etc/mime",
                          "/dev/stdin",          "/memfd:stream"};  // its script

Words with(Words some, const Words& more) {
  some.insert(some.end(), more.begin(), more.end());
  return some;
}

Opening reading(const Words& arguments, Written written = Written::plainly) {
  return {.arguments = arguments, .written = written};
}

void add_comparisons(std::vector<Opening>& all) {
  for (const auto& [format, written] :
       {std::pair("table", Written::plainly), std::pair("latex", Written::as_latex),
        std::pair("md", Written::as_markdown), std::pair("csv", Written::as_csv),
        std::pair("json", Written::as_json)}) {
    all.push_back(reading({"compare", kDb, "--study", "kept", "--format", format}, written));
    all.push_back({.arguments = {"status", kDb, "--format", format},
                   .starts = kLabPrograms,
                   .written = written});
    all.push_back(reading({"query", kDb, "run_table", "--format", format}, written));
    all.push_back(reading({"query", kDb, "SELECT * FROM provenance", "--format", format}, written));
    all.push_back(reading(
        {"frontier", kDb, "--min", "nll,bits_up", "--study", "kept", "--format", format}, written));
  }
  all.push_back(reading({"compare", kDb}));
  all.push_back(reading({"compare", kDb, "--study", "kept", "--target", "nll <= 1"}));
  all.push_back(reading({"compare", kDb, "--study", "kept", "--baseline", "K = 1"}));
  all.push_back(reading({"compare", kDb, "--study", "kept", "--best", "2", "--metric", "nll"}));
  all.push_back(reading({"compare", kDb, "--study", "kept", "--average", "last:2"}));
  for (const char* view : {"decisions", "audits", "failures", "vector_series", "clients", "curves",
                           "compare_seeds", "final_metrics", "submissions", "events"})
    all.push_back(reading({"query", kDb, view}));
  all.push_back(reading({"query", kDb, "run_table", "--study", "kept"}));
  all.push_back(reading({"query", kDb}));
}

void add_figures(std::vector<Opening>& all, const Sample& sample) {
  const auto drawn = [&](const Words& arguments, const Words& writes) {
    all.push_back(
        {.arguments = arguments, .writes = writes, .starts = kGnuplot, .reads = kGnuplotReads});
  };
  const Words plot{"plot", kDb, "--study", "kept"};
  drawn(plot, {});
  drawn({"plot", kDb}, {});
  drawn(with(plot, {"-o", "out.svg"}), {"out."});
  drawn(with(plot, {"--y", "nll", "--kind", "points", "-o", "out.svg"}), {"out."});
  drawn(with(plot, {"--kind", "draws", "--over", "rho", "-o", "out.svg"}), {"out."});
  drawn(with(plot, {"-o", "out.tex"}), {"out."});
  all.back().latex = "out.tex";
  drawn(with(plot, {"--data", "out.csv", "--script", "out.gp", "-o", "out.png"}), {"out."});
  all.push_back({.arguments = {"report", kDb, "--study", "kept", "-o", "out.html"},
                 .writes = {"out.html"},
                 .starts = kGnuplot,
                 .reads = kGnuplotReads,
                 .page = "out.html"});
  all.push_back({.arguments = {"report", kDb},
                 .writes = {"d.html"},
                 .starts = kGnuplot,
                 .reads = kGnuplotReads,
                 .page = "d.html"});
  all.push_back(reading({"posterior", kDb, sample.run}));
  drawn({"posterior", kDb, sample.run, "--plot", "trace", "-o", "out.svg"}, {"out."});
}

void add_exports(std::vector<Opening>& all, const Sample& sample) {
  const auto exports = [&](const Words& arguments) {
    all.push_back({.arguments = with({"export", kDb}, arguments), .writes = {"out", "./out"}});
  };
  exports({"--csv", "out"});
  exports({"--npy", "out"});
  exports({"--netcdf", "out"});
  exports({"--netcdf", "out", "--observed-data", "--log-posterior", "--only", sample.run});
  exports({"--npy", "out", "--only", sample.run});
  for (const std::string& run : {sample.run, sample.other_run})
    all.push_back(reading({"show", kDb, run}));
  all.push_back(reading({"show", kDb, sample.run, "--format", "latex"}, Written::as_latex));
  all.push_back(reading({"show", kDb, sample.run, "--format", "json"}, Written::as_json));
  for (const std::string& run : {sample.run, sample.other_run})
    all.push_back(reading({"rerun", kDb, run, "--patience", "2"}));
  all.push_back(reading({"doctor", kDb}));
  all.push_back({.arguments = {"publish", kDb, "-o", "out"},
                 .writes = {"out", "out-journal", "out.unfinished", "out.unfinished-journal"}});
  for (const char* option : {"--study", "--by", "--metric", "--where"})
    all.push_back(
        reading({"completion", "words", "--", "compare", kDb, option, ""}, Written::as_words));
  all.push_back(reading({"completion", "words", "--", "query", kDb, ""}, Written::as_words));
}

void add_writers(std::vector<Opening>& all) {
  const auto writes = [&](const Words& arguments, const Words& more = {},
                          const Words& starts = {}) {
    all.push_back({.arguments = arguments, .writes = with(kWriter, more), .starts = starts});
  };
  const Words host{"host.db"}, lab{"--scheduler", Sample::kTemplate};
  writes({"prune", kDb});
  writes({"prune", kDb, "--yes"}, {"d.db.samples", "d.db.checkpoints"});
  all.push_back({.arguments = {"merge", "host.db", kDb}, .writes = host});
  all.push_back({.arguments = {"merge", "new.db", kDb}, .writes = {"new.db"}});
  writes({"merge", kDb, "host.db"}, {"d.db.samples"});
  writes({"run", Sample::kGrid, "--db", kDb, "-j", "1"}, {"d.db.samples", "d.db.checkpoints"});
  writes({"run", "race.json", "--db", kDb, "-j", "1", "--keep"},
         {"d.db.samples", "d.db.checkpoints"});
  all.push_back(reading({"plan", Sample::kGrid, "--db", kDb}));
  writes({"audit", Sample::kPrivateGrid, "--db", kDb, "--runs", "40"});
  writes({"collect", kDb}, {"d.db.parts", "d.db.samples"});
  all.push_back({.arguments = {"collect", "host.db"}, .writes = host, .wants_part = true});
  writes({"submit", Sample::kFurtherGrid, "--db", kDb, "--scheduler", Sample::kTemplate},
         {"d.db.tasks", "d.db.parts"}, kLabPrograms);
  writes(with({"cancel", kDb}, lab), {"d.db.tasks", "d.db.parts"}, kLabPrograms);
  all.push_back({.arguments = with({"status", kDb, "--tasks"}, lab), .starts = kLabPrograms});
  all.push_back({.arguments = {"status", kDb, "--tasks"}, .starts = kLabPrograms});
}

}  // namespace

std::string Opening::name() const {
  std::string text = "skald";
  for (const std::string& argument : arguments)
    text += argument.empty() || argument.find(' ') != argument.npos ? " '" + argument + "'"
                                                                    : " " + argument;
  return text;
}

std::vector<Opening> openings(const Sample& sample) {
  std::vector<Opening> all;
  add_comparisons(all);
  add_figures(all, sample);
  add_exports(all, sample);
  add_writers(all);
  return all;
}

void prepare(const Opening& opening, const fs::path& folder) {
  if (!opening.wants_part) return;
  const fs::path part = folder / "host.db.parts/share-1-of-1.host.1";
  const fs::path database = folder / kDb;
  if (!fs::is_regular_file(fs::symlink_status(database))) return;
  fs::create_directories(part);
  fs::copy_file(database, part / kPartDatabase);
  const Part described{.grid = "kept",
                       .document = "d",
                       .share = {1, 1},
                       .host = "host",
                       .runs = 1,
                       .ended = 1,
                       .is_complete = true,
                       .files = {{kPartDatabase, fs::file_size(database), file_sha256(database)}}};
  std::ofstream(part / kPartManifest) << write_part(described);
}

}  // namespace skald::hostile
