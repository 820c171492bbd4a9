// chaos [SECONDS [SEED]]: sweeps that are killed, stopped, slowed down and given false information,
// and must nevertheless produce what undisturbed sweeps do.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <optional>
#include <random>

#include "episode.hpp"
#include "reading.hpp"
#include "small_disk.hpp"
#include "system/program.hpp"

namespace {

using namespace skald::chaos;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct Options {
  double seconds = 120;
  std::optional<std::uint64_t> seed;
  std::uint64_t episode = 1;
  int answers = 0;                   // of commands beside honest sweeps; 0: sweeps are attacked
  std::vector<std::string> only;     // names of attacks
  std::vector<std::string> studies;  // names of studies
};

bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<Attack> chosen_attacks(const Options& options, Report& report) {
  const auto no_mounts = enter_own_mounts();
  std::vector<Attack> chosen = attacks();
  std::erase_if(chosen, [&](const Attack& attack) {
    if (!options.only.empty() && !is_among(options.only, attack.name)) return true;
    if (attack.needs_small_disk && no_mounts) {
      report.skip(attack.name, "a file system cannot be mounted here: " + *no_mounts);
      return true;
    }
    return false;
  });
  return chosen;
}

Arena make_arena(const Options& options, Report& report) {
  Arena arena;
  arena.folder = new_folder();
  arena.seed = options.seed ? *options.seed : std::random_device()();
  fmt::print("seed {}; folders in {}\n", arena.seed, arena.folder.string());
  arena.attacks = chosen_attacks(options, report);
  arena.studies = studies();
  std::erase_if(arena.studies, [&](const Study& study) {
    return !options.studies.empty() && !is_among(options.studies, study.name);
  });
  for (const Study& study : arena.studies) {
    arena.undisturbed[study.name] = undisturbed(study, arena.folder / study.name);
  }
  return arena;
}

// Keeps the folder of a failed episode, which may be on a disk that disappears with this process.
fs::path keep(const Episode& episode, const std::string& reason) {
  const fs::path kept = episode.folder().string() + ".failed";
  fs::copy(episode.folder(), kept, fs::copy_options::recursive);
  std::ofstream(kept / "history.txt") << episode.history() << reason << '\n';
  return kept;
}

// Whether all promises were kept.
bool attack(const Options& options) {
  Report report;
  Arena arena = make_arena(options, report);
  const auto begin = Clock::now();
  const auto elapsed = [begin] {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  };
  bool is_good = true;
  for (std::uint64_t number = options.episode; is_good && elapsed() < options.seconds; ++number) {
    Episode episode(arena, number, report);
    try {
      arena.start_seconds = episode.play();
      episode.clear();
    } catch (const std::exception& e) {
      is_good = false;
      const fs::path kept = keep(episode, e.what());
      fmt::print("\n{}FAILED: {}\nrepeat:  chaos --episode {} {} {}\nfolder:  {}\n\n",
                 episode.history(), e.what(), number, options.seconds, arena.seed, kept.string());
    }
  }
  fmt::print("{}", report.table(elapsed()));
  if (is_good) fs::remove_all(arena.folder);
  return is_good;
}

// Whether all commands answered as they should.
bool read_beside_sweeps(const Options& options) {
  Report report;
  const fs::path folder = new_folder();
  const std::uint64_t seed = options.seed ? *options.seed : std::random_device()();
  Dice dice({seed});
  const auto begin = Clock::now();
  bool is_good = true;
  try {
    for (int answers = 0; answers < options.answers;)
      answers += judge_reading(folder, dice, report);
  } catch (const std::exception& e) {
    is_good = false;
    fmt::print("FAILED: {}\nseed {}, folder {}\n", e.what(), seed, folder.string());
  }
  fmt::print("{}", report.table(std::chrono::duration<double>(Clock::now() - begin).count()));
  if (is_good) fs::remove_all(folder);
  return is_good;
}

int attack_as_told(int argc, char** argv) {
  Options options;
  CLI::App app("Attacks sweeps of skald, and checks that they end as if nobody had.");
  app.add_option("seconds", options.seconds, "how long");
  app.add_option("seed", options.seed, "of all decisions");
  app.add_option("--episode", options.episode, "the first one");
  app.add_option("--answers", options.answers,
                 "instead, so many answers of commands that read beside sweeps");
  app.add_option("--only", options.only, "these attacks, by their names");
  app.add_option("--study", options.studies, "these studies, by their names");
  CLI11_PARSE(app, argc, argv);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  skald::adopt_orphans();
  return (options.answers > 0 ? read_beside_sweeps(options) : attack(options)) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return attack_as_told(argc, argv);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "chaos: %s\n", e.what());
    return 2;
  }
}
