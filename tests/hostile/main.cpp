// hostile [SECONDS [SEED]]: opens databases that somebody has prepared by every command, and
// watches what the commands do.
#include <fmt/core.h>
#include <stdlib.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <random>
#include <thread>

#include "crafted_file.hpp"
#include "sandbox.hpp"
#include "text/printable.hpp"
#include "trial_ground.hpp"

namespace {

using namespace skald::hostile;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// Openings of one attacked database before the next one is made.
constexpr std::size_t kAtOnce = 4;

struct Options {
  double seconds = 120;
  std::uint64_t seed = 1;
  std::vector<std::string> attacks, openings;  // parts of names; empty: all
  std::size_t jobs = std::max(1U, std::thread::hardware_concurrency());
  bool list = false;
};

bool is_chosen(const std::string& name, const std::vector<std::string>& parts) {
  return parts.empty() || std::any_of(parts.begin(), parts.end(), [&](const std::string& part) {
           return name.find(part) != name.npos;
         });
}

// What is opened, and by which commands.
struct Corpus {
  std::vector<Attack> attacks;
  std::vector<Opening> openings;
};

// All kinds of attacks take turns, as long as there are any left, in an order that the seed
// decides.
Corpus corpus(const Options& options, const Sample& sample, const fs::path& victim) {
  const fs::path database = sample.folder / Sample::kDatabase;
  std::vector<std::vector<Attack>> kinds{value_attacks(database, victim),
                                         document_attacks(database, victim),
                                         schema_attacks(database), file_attacks(victim)};
  Corpus all{{}, openings(sample)};
  for (std::vector<Attack>& kind : kinds)
    std::shuffle(kind.begin(), kind.end(), std::mt19937_64(options.seed));
  while (!kinds.empty()) {
    for (std::vector<Attack>& kind : kinds) {
      all.attacks.push_back(std::move(kind.back()));
      kind.pop_back();
    }
    std::erase_if(kinds, [](const std::vector<Attack>& kind) { return kind.empty(); });
  }
  std::erase_if(all.attacks, [&](const Attack& a) { return !is_chosen(a.name, options.attacks); });
  std::erase_if(all.openings,
                [&](const Opening& o) { return !is_chosen(o.name(), options.openings); });
  return all;
}

// The trials that are done, by all threads.
class Campaign {
 public:
  Campaign(const Options& options, const Corpus& corpus, const Sample& sample, fs::path folder)
      : options_(options),
        corpus_(corpus),
        sample_(sample),
        folder_(std::move(folder)),
        end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(options.seconds))) {}

  // The sample itself is opened without complaint, or nothing could be learnt from any other.
  void try_sample() {
    TrialGround ground(folder_ / "sample-ground", sample_, folder_ / "victim");
    ground.attack({"the sample as it is", [](const fs::path&) {}});
    for (const Opening& opening : corpus_.openings) {
      Judged judged = ground.open(opening);
      if (judged.observed.code != 0 && judged.observed.code != 1) judged.faults.push_back("fails");
      if (!judged.faults.empty()) tell("the sample as it is", opening, judged);
    }
  }

  void run() {
    std::vector<std::thread> threads;
    for (std::size_t job = 0; job < options_.jobs; ++job)
      threads.emplace_back([this, job] { work(folder_ / ("ground-" + std::to_string(job))); });
    for (std::thread& thread : threads) thread.join();
    if (trouble_) std::rethrow_exception(trouble_);
  }

  void report() const {
    fmt::print("{} openings of {} hostile databases, {} of all {}; {} attacks are impossible\n",
               openings_.load(), made_.load(), whole() ? "all" : "a share",
               corpus_.attacks.size() * corpus_.openings.size(), impossible_.load());
    for (const auto& [code, count] : codes_) fmt::print("{:>8}  ended with code {}\n", count, code);
    fmt::print("longest: {:.1f} s, {}; most memory: {} MiB, {}\n", longest_, longest_name_,
               most_memory_ >> 20, most_memory_name_);
  }
  bool is_good() const { return is_good_; }

 private:
  std::size_t rounds() const { return (corpus_.openings.size() + kAtOnce - 1) / kAtOnce; }
  bool whole() const { return next_ >= corpus_.attacks.size() * rounds(); }

  // Takes the next attack, with the next few openings that it has not had yet.
  void work(const fs::path& place) {
    try {
      TrialGround ground(place, sample_, folder_ / "victim");
      while (Clock::now() < end_) {
        const std::size_t turn = next_++;
        if (turn >= corpus_.attacks.size() * rounds()) return;
        const std::size_t number = turn % corpus_.attacks.size();
        attack(ground, corpus_.attacks[number], openings_of(number, turn / corpus_.attacks.size()));
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      trouble_ = std::current_exception();
    }
  }

  std::vector<const Opening*> openings_of(std::size_t attack, std::size_t round) const {
    std::vector<const Opening*> all;
    for (const Opening& opening : corpus_.openings) all.push_back(&opening);
    std::shuffle(all.begin(), all.end(), std::mt19937_64(options_.seed + 1000 * attack));
    const std::size_t first = round * kAtOnce, last = std::min(first + kAtOnce, all.size());
    return {all.begin() + static_cast<std::ptrdiff_t>(first),
            all.begin() + static_cast<std::ptrdiff_t>(last)};
  }

  void attack(TrialGround& ground, const Attack& attack,
              const std::vector<const Opening*>& openings) {
    try {
      ground.attack(attack);
    } catch (const Impossible&) {
      ++impossible_;
      return;
    }
    ++made_;
    for (const Opening* opening : openings) {
      Judged judged = ground.open(*opening);
      const std::lock_guard lock(mutex_);
      if (const std::string now = state_of(folder_ / "victim"); now != victim_) {
        judged.faults.push_back("something has changed what is none of its business");
        victim_ = now;
      }
      count(attack.name + ", " + opening->name(), judged.observed);
      if (attack.must_be_refused && opening->arguments.front() == "doctor" &&
          judged.observed.code == 0) {
        judged.faults.push_back("takes the file for sound");
      }
      if (!judged.faults.empty()) tell(attack.name, *opening, judged);
    }
  }

  void count(const std::string& name, const Observed& observed) {
    ++openings_;
    ++codes_[observed.code];
    if (observed.seconds > longest_) {
      longest_ = observed.seconds;
      longest_name_ = name;
    }
    if (observed.peak_bytes > most_memory_) {
      most_memory_ = observed.peak_bytes;
      most_memory_name_ = name;
    }
  }

  void tell(const std::string& attack, const Opening& opening, const Judged& judged) {
    is_good_ = false;
    fmt::print("FAULT  {}\n  {}\n", skald::text::printable_line(attack), opening.name());
    for (const std::string& fault : judged.faults) fmt::print("    {}\n", fault);
    fmt::print("    code {}, {}\n", judged.observed.code,
               skald::text::printable_line(judged.observed.err.substr(0, 300)));
    fmt::print("  repeat:  hostile --attack '{}' --opening '{}'\n",
               skald::text::printable_line(attack), opening.name());
  }

  const Options& options_;
  const Corpus& corpus_;
  const Sample& sample_;
  const fs::path folder_;
  const Clock::time_point end_;
  std::string victim_ = state_of(folder_ / "victim");

  std::atomic<std::size_t> next_ = 0, openings_ = 0, made_ = 0, impossible_ = 0;
  std::mutex mutex_;
  std::map<int, std::size_t> codes_;
  double longest_ = 0;
  std::int64_t most_memory_ = 0;
  std::string longest_name_, most_memory_name_;
  bool is_good_ = true;
  std::exception_ptr trouble_;
};

void list(const Corpus& corpus) {
  for (const Opening& opening : corpus.openings) fmt::print("{}\n", opening.name());
  for (const Attack& attack : corpus.attacks)
    fmt::print("{}\n", skald::text::printable_line(attack.name));
}

// Whether no command did what it should not.
bool open_all(const Options& options) {
  const fs::path folder = new_folder();
  fs::create_directories(folder / "sandbox");
  require_sandbox(folder / "sandbox");
  fs::create_directory(folder / "sample");
  const Sample sample = make_sample(folder / "sample");
  make_victim(folder / "victim", sample);
  const Corpus all = corpus(options, sample, folder / "victim");
  bool is_good = true;
  if (options.list) {
    list(all);
  } else {
    fmt::print("seed {}: {} attacks, {} commands\n", options.seed, all.attacks.size(),
               all.openings.size());
    Campaign campaign(options, all, sample, folder);
    campaign.try_sample();
    campaign.run();
    campaign.report();
    is_good = campaign.is_good();
  }
  fs::remove_all(folder);
  return is_good;
}

int open_as_told(int argc, char** argv) {
  Options options;
  CLI::App app("Opens hostile databases by every command of skald, and watches what these do.");
  app.add_option("seconds", options.seconds, "how long at most (all: some thousand)");
  app.add_option("seed", options.seed, "of the share that is tried if time is short");
  app.add_option("--attack", options.attacks, "only those with this in their names");
  app.add_option("--opening", options.openings, "only commands with this in them");
  app.add_option("--jobs", options.jobs, "at a time")->check(CLI::Range(1, 1024));
  app.add_flag("--list", options.list, "list all commands and attacks");
  CLI11_PARSE(app, argc, argv);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  return open_all(options) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 3 && argv[1] == kMeasured) return run_measured(argv[2], argv + 3);
  try {
    return open_as_told(argc, argv);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "hostile: %s\n", e.what());
    return 2;
  }
}
