#include "attacks.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <thread>
#include <utility>

#include "foreign_lock.hpp"
#include "system/crash_point.hpp"

namespace skald::chaos {
namespace fs = std::filesystem;
using std::chrono::microseconds;
namespace {

// A run whose worker is ended from outside five times during one life of the runner counts as
// crashed (see run_failure.hpp).
constexpr int kMostDisturbed = 3;

// A time during the runner's start, or among its first runs.
double some_time(Dice& dice) {
  return 1e-3 * (dice.one_in(4) ? dice.between(0, 1000) : dice.between(500, 2000));
}
double short_time(Dice& dice) { return 1e-3 * dice.between(0, 250); }

std::string name_of_signal(int number) { return fmt::format("SIG{}", ::sigabbrev_np(number)); }

// A worker, if there is one at that moment; `which` was decided beforehand.
pid_t worker_of(const Scene& scene, int which) {
  const std::vector<pid_t> workers = scene.skald.children();
  return workers.empty() ? -1 : workers[static_cast<std::size_t>(which) % workers.size()];
}

void stop_for_a_while(pid_t process, microseconds time) {
  ::kill(process, SIGSTOP);
  std::this_thread::sleep_for(time);
  ::kill(process, SIGCONT);
}

void replace(const fs::path& file, const std::string& content) {
  const fs::path fresh = file.string() + ".chaos";
  std::ofstream(fresh, std::ios::binary) << content;
  fs::rename(fresh, file);
}

void overwrite(const fs::path& file, const std::string& content) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << content;
}

void preload(const std::string& how) {
  ::setenv("LD_PRELOAD", SKALD_FAULTY_SYSTEM_LIBRARY, 1);
  const char* before = std::getenv("SKALD_FAULTY_SYSTEM");
  ::setenv("SKALD_FAULTY_SYSTEM", (before == nullptr ? how : before + (" " + how)).c_str(), 1);
}

// Closes descriptors 0 to 2, one bit of `mask` each.
void close_streams(int mask) {
  for (int descriptor = 0; descriptor < 3; ++descriptor) {
    if ((mask >> descriptor & 1) != 0) ::close(descriptor);
  }
}

void print_to_full_device() {
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  ::dup2(full, STDOUT_FILENO);
  ::dup2(full, STDERR_FILENO);
}

void print_to_nobody() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) ::_exit(126);
  ::dup2(ends[1], STDOUT_FILENO);
  ::dup2(ends[1], STDERR_FILENO);
  ::close(ends[0]);
}

void limit(__rlimit_resource resource, rlim_t most) {
  const rlimit both{most, most};
  ::setrlimit(resource, &both);
}

void kill_worker(Dice& dice, const Study&, Life& life) {
  for (int count = dice.between(1, kMostDisturbed); count > 0; --count) {
    if (++life.disturbed_workers > kMostDisturbed) return;
    life.strikes.push_back(
        {"SIGKILL of a worker", some_time(dice), [which = dice.between(0, 1000)](Scene& scene) {
           const pid_t worker = worker_of(scene, which);
           if (worker > 0 && ::kill(worker, SIGKILL) == 0)
             scene.report.count_kill("SIGKILL of a worker");
         }});
  }
}

void signal_worker(Dice& dice, const Study&, Life& life) {
  if (++life.disturbed_workers > kMostDisturbed) return;
  const int number = dice.one_of<int>({SIGTERM, SIGHUP, SIGINT});
  const std::string name = name_of_signal(number) + " to a worker";
  life.strikes.push_back(
      {name, some_time(dice), [number, name, which = dice.between(0, 1000)](Scene& scene) {
         const pid_t worker = worker_of(scene, which);
         if (worker > 0 && ::kill(worker, number) == 0) scene.report.count(name);
       }});
}

void stop_and_go(Dice& dice, const Study&, Life& life) {
  const bool is_runner = dice.one_in(3);
  const std::string name = is_runner ? "pause of the runner" : "pause of a worker";
  for (int count = dice.between(1, 5); count > 0; --count) {
    life.strikes.push_back({name, short_time(dice),
                            [is_runner, name, which = dice.between(0, 1000),
                             time = microseconds(dice.between(100, 20'000))](Scene& scene) {
                              const pid_t process =
                                  is_runner ? scene.skald.process() : worker_of(scene, which);
                              if (process <= 0) return;
                              stop_for_a_while(process, time);
                              scene.report.count(name);
                            }});
  }
}

// Stops the runner, or it and its workers, for longer than runs may take.
void suspension(Dice& dice, const Study&, Life& life) {
  const std::string whom = dice.one_of<std::string>({"runner", "all processes"});
  const std::string name = "suspension of " + whom;
  life.strikes.push_back({name, some_time(dice), [whom, name](Scene& scene) {
                            std::vector<pid_t> stopped{scene.skald.process()};
                            for (const pid_t worker : scene.skald.children()) {
                              if (whom == "all processes") stopped.push_back(worker);
                            }
                            for (const pid_t process : stopped) ::kill(process, SIGSTOP);
                            std::this_thread::sleep_for(
                                std::chrono::duration<double>(Study::kLimitSeconds + 0.5));
                            for (const pid_t process : stopped) ::kill(process, SIGCONT);
                            scene.report.count(name);
                          }});
}

void crash_at_a_point(Dice& dice, const Study&, Life& life) {
  std::string where = dice.one_of<std::string>({"worker", "runner", "point"});
  if (where == "point") {
    const auto last = static_cast<int>(kCrashPoints.size()) - 1;
    where = kCrashPoints[static_cast<std::size_t>(dice.between(0, last))];
  }
  where += ":" + std::to_string(dice.one_in(2) ? dice.between(1, 4) : dice.between(1, 40));
  life.conditions.push_back("crash at " + where);
  life.prepare.push_back([where] { ::setenv("SKALD_CRASH_AT", where.c_str(), 1); });
  life.signals.insert(SIGKILL);
}

void slow_disk(Dice& dice, const Study&, Life& life) {
  const std::string how =
      fmt::format("seed={} slow={}", dice.between(0, 1 << 30), dice.between(100, 20'000));
  life.conditions.push_back("slow disk: " + how);
  life.prepare.push_back([how] { preload(how); });
}

void failing_disk(Dice& dice, const Study&, Life& life) {
  const std::string how =
      fmt::format("seed={} fail={}", dice.between(0, 1 << 30), dice.between(5, 200));
  if (life.loses_database) return;
  life.is_hindered = true;
  life.conditions.push_back("failing disk: " + how);
  life.prepare.push_back([how] { preload(how); });
  life.exit_codes.insert({1, 3});
}

void jumping_clock(Dice& dice, const Study&, Life& life) {
  const std::string how = fmt::format("seed={} clock=1", dice.between(0, 1 << 30));
  life.conditions.push_back("jumping clock: " + how);
  life.prepare.push_back([how] { preload(how); });
}

void lost_streams(Dice& dice, const Study&, Life& life) {
  switch (dice.between(1, 3)) {
    case 1: {
      const int mask = dice.between(1, 7);
      life.conditions.push_back(fmt::format("closed descriptors: mask {}", mask));
      return life.prepare.push_back([mask] { close_streams(mask); });
    }
    case 2:
      life.conditions.emplace_back("output to /dev/full");
      life.prepare.emplace_back(print_to_full_device);
      return;
    default:
      life.conditions.emplace_back("output to a pipe without a reader");
      life.prepare.emplace_back(print_to_nobody);
  }
}

void foreign_lock(Dice& dice, const Study&, Life& life) {
  const auto kind = dice.one_in(2) ? ForeignLock::Kind::reader : ForeignLock::Kind::writer;
  const bool lasts = kind == ForeignLock::Kind::reader && dice.one_in(2);
  const std::string name = kind == ForeignLock::Kind::reader ? "foreign reader" : "foreign writer";
  life.strikes.push_back(
      {name, some_time(dice),
       [kind, lasts, name, time = microseconds(dice.between(0, 60'000))](Scene& scene) {
         auto lock = std::make_shared<ForeignLock>(scene.folder / Study::kDatabase, kind);
         if (!lock->is_held()) return;
         scene.report.count(name);
         if (lasts) return scene.held.push_back(lock);
         std::this_thread::sleep_for(time);
       }});
}

void rival(Dice& dice, const Study&, Life& life) {
  life.strikes.push_back({"rival runner", some_time(dice), [](Scene& scene) {
                            if (!scene.skald.is_running()) return;
                            // It may reach the database before the other runner, and then does the
                            // runs.
                            auto second =
                                std::make_shared<test::SkaldProcess>(scene.folder, run_command(1));
                            scene.report.count("rival runner");
                            scene.held.push_back(second);
                          }});
  life.exit_codes.insert(3);
}

// Users remove what looks like a forgotten lock, and begin again.
void lost_lock(Dice& dice, const Study& study, Life& life) {
  const bool is_replaced = dice.one_in(2);
  const std::string name = is_replaced ? "lock replaced" : "lock removed";
  for (int count = dice.between(1, 3); count > 0; --count) {
    life.strikes.push_back({name, some_time(dice), [is_replaced, name](Scene& scene) {
                              const fs::path lock =
                                  scene.folder / (std::string(Study::kDatabase) + ".lock");
                              std::error_code gone;
                              if (is_replaced) replace(lock, "process 1 on elsewhere\n");
                              if (is_replaced || fs::remove(lock, gone)) scene.report.count(name);
                            }});
    for (int rivals = dice.between(0, 2); rivals > 0; --rivals) {
      rival(dice, study, life);
      life.strikes.back().after = short_time(dice);
    }
  }
  life.exit_codes.insert(3);
}

void replaced_csv(Dice& dice, const Study&, Life& life) {
  const int how = dice.between(0, 3);
  const std::string name =
      std::vector<std::string>{"csv replaced by the same", "csv replaced by another",
                               "csv overwritten", "csv removed"}[static_cast<std::size_t>(how)];
  life.strikes.push_back({name, some_time(dice), [how, name](Scene& scene) {
                            const fs::path file = scene.folder / Study::kCsv;
                            if (how == 0) replace(file, csv_text(0));
                            if (how == 1) replace(file, csv_text(1));
                            if (how == 2) overwrite(file, csv_text(2));
                            if (how == 3) fs::remove(file);
                            scene.report.count(name);
                          }});
}

void replaced_plugin(Dice& dice, const Study&, Life& life) {
  const int how = dice.between(0, 3);
  const std::string name = std::vector<std::string>{
      "plugin replaced by the same", "plugin replaced by another", "plugin overwritten",
      "plugin removed"}[static_cast<std::size_t>(how)];
  life.strikes.push_back({name, some_time(dice), [how, name](Scene& scene) {
                            const fs::path file = scene.folder / Study::kPlugin;
                            const std::string built = test::content(built_plugin());
                            if (how == 0) replace(file, built);
                            if (how == 1) replace(file, built + "another");
                            if (how == 2) overwrite(file, built.substr(0, built.size() / 2));
                            if (how == 3) fs::remove(file);
                            scene.report.count(name);
                          }});
}

void replaced_database(Dice& dice, const Study&, Life& life) {
  const int how = dice.between(0, 2);
  if (life.is_hindered) return;
  life.loses_database = true;
  const std::string name = std::vector<std::string>{
      "database renamed", "database removed", "database replaced"}[static_cast<std::size_t>(how)];
  life.strikes.push_back({name, some_time(dice), [how, name](Scene& scene) {
                            const fs::path file = scene.folder / Study::kDatabase;
                            std::error_code gone;
                            if (how == 0) fs::rename(file, file.string() + ".away", gone);
                            if (how == 1) fs::remove(file, gone);
                            if (how == 2) replace(file, "");
                            scene.report.count(name);
                          }});
  life.exit_codes.insert({1, 3});
}

void full_disk(Dice& dice, const Study&, Life& life) {
  const auto left = static_cast<std::size_t>(dice.between(0, 64)) * 4096;
  if (life.loses_database) return;
  life.is_hindered = true;
  life.strikes.push_back({"disk filled", some_time(dice), [left](Scene& scene) {
                            scene.disk->fill(left);
                            scene.report.count("disk filled");
                          }});
  if (dice.one_in(2)) {
    life.strikes.push_back(
        {"disk freed", some_time(dice), [](Scene& scene) { scene.disk->free(); }});
  }
  life.exit_codes.insert({1, 3});
}

void short_files(Dice& dice, const Study&, Life& life) {
  const auto most = static_cast<rlim_t>(dice.between(1, 64)) * 4096;
  if (life.loses_database) return;
  life.is_hindered = true;
  life.conditions.push_back(fmt::format("short files: {} bytes", most));
  life.prepare.push_back([most] {
    ::signal(SIGXFSZ, SIG_IGN);
    limit(RLIMIT_FSIZE, most);
  });
  life.exit_codes.insert({1, 2, 3});  // 2: no private copy of a plugin could be made
}

void few_descriptors(Dice& dice, const Study&, Life& life) {
  const auto most = static_cast<rlim_t>(dice.between(6, 40));
  if (life.loses_database) return;
  life.is_hindered = true;
  life.conditions.push_back(fmt::format("few descriptors: {}", most));
  life.prepare.push_back([most] { limit(RLIMIT_NOFILE, most); });
  life.exit_codes.insert({1, 2, 3});
}

void kill_runner(Dice& dice, const Study&, Life& life) {
  life.strikes.push_back({"SIGKILL of the runner", some_time(dice), [](Scene& scene) {
                            if (!scene.skald.is_running()) return;
                            scene.skald.send(SIGKILL);
                            scene.report.count_kill("SIGKILL of the runner");
                          }});
  life.signals.insert(SIGKILL);
}

// Sends the signal to the runner alone, or also to its workers, as schedulers and some shells do.
void end_by_signal(Dice& dice, const Study&, Life& life) {
  const int number = dice.one_of<int>({SIGTERM, SIGHUP, SIGINT});
  const bool is_for_all = dice.one_in(2);
  const std::string name =
      name_of_signal(number) + (is_for_all ? " to all processes" : " to the runner");
  const int count = number == SIGINT ? dice.between(1, 2) : 1;
  for (int i = 0; i < count; ++i) {
    life.strikes.push_back({name, i == 0 ? some_time(dice) : short_time(dice),
                            [number, is_for_all, name](Scene& scene) {
                              if (!scene.skald.is_running()) return;
                              const auto workers = scene.skald.children();
                              scene.skald.send(number);
                              for (std::size_t k = 0; is_for_all && k < workers.size(); ++k)
                                ::kill(workers[k], number);
                              scene.report.count(name);
                            }});
  }
  life.signals.insert(number);  // if it arrives before the runner handles signals
  life.exit_codes.insert(130);
}

void let_it_end(Dice&, const Study&, Life&) {}

bool has_own_plugin(const Study& study) { return study.has_own_plugin; }
bool reads_csv(const Study& study) { return study.reads_csv(); }

}  // namespace

std::vector<Attack> attacks() {
  return {
      {"kill worker", 8, kill_worker},
      {"signal worker", 2, signal_worker},
      {"stop and go", 2, stop_and_go},
      {"suspension", 1, suspension},
      {"crash point", 4, crash_at_a_point},
      {"slow disk", 2, slow_disk},
      {"jumping clock", 2, jumping_clock},
      {"lost streams", 2, lost_streams},
      {"foreign lock", 2, foreign_lock},
      {"rival", 1, rival},
      {"lost lock", 2, lost_lock},
      {.name = "replaced csv", .join = replaced_csv, .fits = reads_csv, .changes_inputs = true},
      {.name = "replaced plugin",
       .join = replaced_plugin,
       .fits = has_own_plugin,
       .changes_inputs = true},
      {.name = "replaced database", .join = replaced_database, .changes_inputs = true},
      {.name = "full disk", .weight = 3, .join = full_disk, .needs_small_disk = true},
      {"short files", 1, short_files},
      {"failing disk", 1, failing_disk},
      {"few descriptors", 1, few_descriptors},
  };
}

std::vector<Attack> endings() {
  return {
      {"kill runner", 8, kill_runner}, {"signal", 3, end_by_signal}, {"let it end", 1, let_it_end}};
}

}  // namespace skald::chaos
