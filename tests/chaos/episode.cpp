#include "episode.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <signal.h>

#include <algorithm>
#include <thread>

#include "merges.hpp"
#include "reading.hpp"
#include "surroundings.hpp"

namespace skald::chaos {
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using test::ProcessResult;
using test::SkaldProcess;
namespace {

constexpr int kMostLives = 14, kMostAttacks = 3, kMostJobs = 3;
constexpr int kBetweenReadings = 8;  // episodes
constexpr std::chrono::seconds kLongestLife{120}, kLongestHindered{20}, kLongestHold{2},
    kLongestStray{10};

std::vector<int> weights(const std::vector<Attack>& attacks) {
  std::vector<int> result;
  for (const Attack& attack : attacks) result.push_back(attack.weight);
  return result;
}

// Waits until the runner has ended and returns whether it did so in time. It may be waiting for
// what is held.
bool ends_in_time(SkaldProcess& skald, std::chrono::seconds most,
                  std::vector<std::shared_ptr<void>>& held) {
  const auto begin = Clock::now();
  while (skald.is_running()) {
    if (Clock::now() - begin > most) return false;
    if (Clock::now() - begin > kLongestHold) held.clear();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

void require_usual_end(const Life& life, const Study& study, const ProcessResult& result) {
  const bool is_usual =
      result.signal ? life.signals.contains(*result.signal)
                    : result.code == study.exit_code() || life.exit_codes.contains(result.code);
  require(is_usual, "the runner ends with " + result.end() + "\n" + result.err + result.out);
}

}  // namespace

Episode::Episode(const Arena& arena, std::uint64_t number, Report& report)
    : arena_(arena),
      report_(report),
      dice_({arena.seed, number}),
      study_(dice_.one_of(arena.studies)),
      folder_(arena.folder / ("episode-" + std::to_string(number))) {
  note(fmt::format("seed {}, episode {}: the study {}", arena.seed, number, study_.name));
  on_small_disk_ = dice_.one_in(4);
  changes_inputs_ = dice_.one_in(4);
  std::copy_if(arena.attacks.begin(), arena.attacks.end(), std::back_inserter(attacks_),
               [this](const Attack& attack) { return fits(attack); });
  on_small_disk_ = std::any_of(attacks_.begin(), attacks_.end(),
                               [](const Attack& attack) { return attack.needs_small_disk; });
}

bool Episode::fits(const Attack& attack) const {
  if (attack.fits && !attack.fits(study_)) return false;
  return attack.changes_inputs <= changes_inputs_ && attack.needs_small_disk <= on_small_disk_;
}

Life Episode::draw_life() {
  Life life;
  if (changes_inputs_)
    life.exit_codes = {0, 1, 2, 3};  // also for inputs that an earlier life has changed
  life.jobs = dice_.between(1, kMostJobs);
  for (int count = dice_.between(0, kMostAttacks); count > 0 && !attacks_.empty(); --count) {
    attacks_[dice_.weighted(weights(attacks_))].join(dice_, study_, life);
  }
  const std::vector<Attack> ends = endings();
  ends[dice_.weighted(weights(ends))].join(dice_, study_, life);
  return life;
}

double Episode::play() {
  fs::create_directory(folder_);
  if (on_small_disk_) disk_.emplace(folder_);
  lay_out(study_, folder_);
  for (int lives = dice_.between(3, kMostLives); lives > 0; --lives) {
    live(draw_life());
    if (changes_inputs_ && dice_.one_in(2)) restore_inputs();
  }
  restore_inputs();
  const double start = judge(study_, folder_, changes_inputs_, arena_.undisturbed.at(study_.name));
  require_no_process();
  report_.count("sweeps judged");
  if (!on_small_disk_) judge_merge(folder_, dice_, report_);
  if (dice_.one_in(kBetweenReadings)) judge_reading(folder_, dice_, report_);
  return start;
}

void Episode::clear() {
  disk_.reset();
  fs::remove_all(folder_);
}

void Episode::live(const Life& life) {
  note(fmt::format("-j {}{}{}", life.jobs, life.conditions.empty() ? "" : ", ",
                   fmt::join(life.conditions, ", ")));
  for (const std::string& condition : life.conditions)
    report_.count(condition.substr(0, condition.find(':')));
  std::vector<std::shared_ptr<void>> held;
  const auto begin = Clock::now();
  const auto now = [begin] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  SkaldProcess skald(folder_, run_command(life.jobs), [&] {
    prepare_runner(folder_);
    for (const auto& prepare : life.prepare) prepare();
  });
  report_.count("starts of the runner");
  Scene scene{folder_, skald, disk_ ? &*disk_ : nullptr, report_, held};
  for (const Strike& strike : life.strikes) {
    std::this_thread::sleep_for(std::chrono::duration<double>(strike.after * arena_.start_seconds));
    note(fmt::format("  {:.4f} s  {}{}", now(), strike.name,
                     skald.is_running() ? "" : " (the runner has ended)"));
    strike.act(scene);
  }
  // If writing keeps failing, the runner is right to try again forever.
  const bool has_ended =
      ends_in_time(skald, life.is_hindered ? kLongestHindered : kLongestLife, held);
  if (!has_ended) skald.send(SIGKILL);
  const ProcessResult result = skald.wait();
  note(fmt::format("  {:.4f} s  {}", now(), result.end()));
  held.clear();
  require(has_ended || life.is_hindered, "the runner does not end\n" + result.err);
  if (has_ended) require_usual_end(life, study_, result);
  if (disk_) disk_->free();
  require_nothing_lost();
  strays();
}

// Rewrites even inputs whose content is as it was: the file may have been replaced.
void Episode::restore_inputs() const {
  if (!changes_inputs_) return;
  if (study_.reads_csv()) {
    fs::remove(folder_ / Study::kCsv);
    std::ofstream(folder_ / Study::kCsv, std::ios::binary) << study_.files.at(Study::kCsv);
  }
  if (study_.has_own_plugin) {
    fs::remove(folder_ / Study::kPlugin);
    fs::copy_file(built_plugin(), folder_ / Study::kPlugin);
  }
  const fs::path database = folder_ / Study::kDatabase, away = database.string() + ".away";
  if (!fs::exists(away)) return;
  // A journal does not say to which database it belongs: SQLite would apply the journal of the
  // database made meanwhile to this one.
  for (const char* side : {"-wal", "-shm", "-journal"}) fs::remove(database.string() + side);
  fs::rename(away, database);
}

// Whatever was stored must be unchanged: no run is lost, and none is done a second time.
void Episode::require_nothing_lost() {
  if (changes_inputs_) return;
  const test::StoredRuns now = test::stored_runs(folder_ / Study::kDatabase);
  require(test::has_all(now, stored_),
          "a run that was stored is not there any more, or was done again");
  stored_ = now;
}

void Episode::require_no_process() {
  const auto begin = Clock::now();
  std::vector<pid_t> left = strays();
  while (!left.empty() && Clock::now() - begin < kLongestStray && !study_.leaves_processes) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    left = strays();
  }
  for (const pid_t stray : left) ::kill(stray, SIGKILL);
  require(left.empty() || study_.leaves_processes,
          fmt::format("these processes were left: {}", fmt::join(left, ", ")));
}

}  // namespace skald::chaos
