#include "trial_builds.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>

#include "check_options.hpp"
#include "grid/canonical.hpp"
#include "messages.hpp"
#include "run_failure.hpp"

namespace skald {
namespace {

using Clock = std::chrono::steady_clock;
using Combination = std::array<std::string, 5>;

// Of samplers and mechanisms, whose options are many, the kind alone.
Combination combination_of(const Cell& cell) {
  return {choice_text(cell.choice(Kind::dataset)), choice_text(cell.choice(Kind::partition)),
          choice_text(cell.choice(Kind::model)), cell.choice(Kind::sampler).plugin,
          cell.choice(Kind::privacy).plugin};
}

// The first run of every combination.
std::vector<const SweepRun*> first_runs(const std::vector<SweepRun>& runs,
                                        const std::vector<std::size_t>& which) {
  std::unordered_set<const Cell*> cells;
  std::set<std::pair<bool, Combination>> combinations;
  std::set<std::pair<std::size_t, std::string>> parts;
  std::vector<const SweepRun*> with_new_part, others;
  for (const std::size_t i : which) {
    const SweepRun& run = runs[i];
    if (!cells.insert(run.cell).second) continue;
    const Combination combination = combination_of(*run.cell);
    if (!combinations.emplace(run.is_reference, combination).second) continue;
    bool is_new = false;
    for (std::size_t p = 0; p < combination.size(); ++p) {
      is_new |= parts.emplace(p, combination[p]).second;
    }
    (is_new ? with_new_part : others).push_back(&run);
  }
  with_new_part.insert(with_new_part.end(), others.begin(), others.end());
  return with_new_part;
}

// Metrics that compare with a reference run wait for it: whether it can begin is seen by itself.
Job job_for(const SweepRun& run) {
  Cell cell = *run.cell;
  if (run.reference) {
    std::erase_if(cell.metrics, [](const std::string& name) { return needs_reference(name); });
  }
  Job job;
  job.prepare = true;
  job.cell = write_cell(cell);
  job.replicate = static_cast<std::uint64_t>(run.replicate);
  job.is_reference = run.is_reference;
  return job;
}

// Cells that say the same, as one message.
class Faults {
 public:
  void add(const std::string& message, const SweepRun& run) {
    const auto [place, is_new] = indices_.try_emplace(message, faults_.size());
    if (is_new) faults_.push_back({message, cell_text(run), 0});
    if (!is_new) ++faults_[place->second].others;
  }

  std::vector<std::string> texts() const {
    std::vector<std::string> texts;
    for (const Fault& fault : faults_) {
      const std::string others =
          fault.others == 0 ? "" : fmt::format(", and {} like it", fault.others);
      texts.push_back(fmt::format("{}   ({}{})", fault.message, fault.cell, others));
    }
    return texts;
  }

 private:
  struct Fault {
    std::string message, cell;
    std::size_t others;
  };

  static std::string cell_text(const SweepRun& run) {
    const std::string place = place_of(*run.cell);
    return (run.is_reference ? "reference " : "") +
           (place.empty() ? "the only cell" : "cell " + place);
  }

  std::vector<Fault> faults_;
  std::map<std::string, std::size_t> indices_;  // by message
};

class Trial {
 public:
  Trial(std::vector<const SweepRun*> runs, const TrialLimits& limits, WorkerPool& pool)
      : runs_(std::move(runs)), messages_(runs_.size()), limits_(limits), pool_(pool) {}

  TrialBuilds go() {
    const auto begun = Clock::now();
    const auto is_over = [&] {
      return std::chrono::duration<double>(Clock::now() - begun).count() >= limits_.seconds;
    };
    std::size_t next = 0;
    while (true) {
      for (; next < runs_.size() && pool_.has_idle() && !is_over(); ++next) submit(next);
      if (running_.empty()) break;
      for (const WorkerEvent& event : pool_.wait(std::chrono::milliseconds(100))) handle(event);
    }
    TrialBuilds builds{.combinations = runs_.size(), .built = built_, .faults = {}};
    Faults faults;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (!messages_[i].empty()) faults.add(messages_[i], *runs_[i]);
    }
    builds.faults = faults.texts();
    return builds;
  }

 private:
  void submit(std::size_t i) {
    pool_.submit(i, encode(job_for(*runs_[i])),
                 {.seconds = limits_.cell_seconds, .memory = std::nullopt});
    running_.insert(i);
  }
  void handle(const WorkerEvent& event) {
    const bool is_message = event.kind == WorkerEvent::Kind::message;
    if (is_message && kind_of(event.frame) == MessageKind::progress) return;
    if (running_.erase(event.job) == 0) return;  // a worker that ended after its answer
    if (event.kind == WorkerEvent::Kind::timed_out) return;
    ++built_;
    if (!is_message) {
      messages_[event.job] =
          "a plugin ended its process while the cell was built: " + describe_loss(event);
      return;
    }
    const OutcomeMessage answer = decode_outcome(event.frame);
    messages_[event.job] = answer.outcome.message;
    pool_.release(event.job, answer.is_last);
  }

  std::vector<const SweepRun*> runs_;
  std::vector<std::string> messages_;  // of each run: why it cannot begin
  TrialLimits limits_;
  WorkerPool& pool_;
  std::set<std::size_t> running_;
  std::size_t built_ = 0;
};

}  // namespace

TrialBuilds build_first_cells(const std::vector<SweepRun>& runs,
                              const std::vector<std::size_t>& which, const TrialLimits& limits,
                              WorkerPool& pool) {
  return Trial(first_runs(runs, which), limits, pool).go();
}

std::string unbuilt_text(const TrialBuilds& builds) {
  if (builds.built == builds.combinations) return "";
  return fmt::format(
      "{} of {} combinations of data set, partition, model, sampler and mechanism were built; time "
      "did not suffice for the others",
      builds.built, builds.combinations);
}

}  // namespace skald
