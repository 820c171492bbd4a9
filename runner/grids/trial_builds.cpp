#include "grids/trial_builds.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <unordered_set>
#include <utility>

#include "data/file_cache.hpp"
#include "engine/messages.hpp"
#include "engine/run_failure.hpp"
#include "grid/canonical.hpp"
#include "grids/check_options.hpp"
#include "system/standard_streams.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::ptrdiff_t kOtherReplicates = 5;  // of each data set with each partition

using Combination = std::array<std::string, 6>;

// Samplers and mechanisms have many options, so that only their names count.
Combination combination_of(const grid::Cell& cell) {
  return {choice_text(cell.choice(Kind::dataset)), choice_text(cell.choice(Kind::partition)),
          choice_text(cell.choice(Kind::model)),   cell.choice(Kind::sampler).plugin,
          cell.choice(Kind::privacy).plugin,       cell.start ? cell.start->sampler.plugin : ""};
}

// Values of options: of which plugin, or of the run; which option; the value.
using TriedValues = std::set<std::array<std::string, 3>>;

// Adds the values that are tried besides combinations of plugins. Returns whether one of them is
// new.
bool add_values(const grid::Cell& cell, TriedValues& values) {
  bool is_new = false;
  for (const options::Section section :
       {options::Section::sampler, options::Section::privacy, options::Section::run}) {
    const std::string name(options::name_of(section));
    const std::string owner =
        section == options::Section::run ? name : cell.choice(kind_of(section)).plugin;
    for (const auto& [option, value] : cell.options(section)) {
      const std::string path = name + "." + option;
      const bool is_computed = std::ranges::any_of(
          cell.evaluated, [&](const auto& formula) { return formula.first == path; });
      const std::string word = is_computed ? "" : options::display(value);
      is_new |= values.insert({owner, path, word}).second;
    }
  }
  return is_new;
}

// Returns the first run of every combination and of every value.
std::vector<const SweepRun*> first_runs(const std::vector<SweepRun>& runs,
                                        const std::vector<std::size_t>& which) {
  std::unordered_set<const grid::Cell*> cells;
  std::set<std::pair<bool, Combination>> combinations;
  std::set<std::pair<std::size_t, std::string>> parts;
  TriedValues values;
  std::vector<const SweepRun*> with_new_part, others;
  for (const std::size_t i : which) {
    const SweepRun& run = runs[i];
    if (!cells.insert(run.cell).second) continue;
    const Combination combination = combination_of(*run.cell);
    const bool has_new_value = add_values(*run.cell, values);
    if (!combinations.emplace(run.is_reference, combination).second && !has_new_value) continue;
    bool is_new = false;
    for (std::size_t p = 0; p < combination.size(); ++p) {
      is_new |= parts.emplace(p, combination[p]).second;
    }
    (is_new ? with_new_part : others).push_back(&run);
  }
  with_new_part.insert(with_new_part.end(), others.begin(), others.end());
  return with_new_part;
}

// Whether the rows of a run, or its clients, differ from one replicate to the next.
bool draws_its_data(const grid::Cell& cell) {
  return !cell.choice(Kind::dataset).seed || !cell.choice(Kind::partition).seed;
}

// Returns some further replicates of the first cell of each data set with each partition.
std::vector<const SweepRun*> other_replicates(const std::vector<SweepRun>& runs,
                                              const std::vector<std::size_t>& which) {
  std::map<std::pair<std::string, std::string>, std::vector<const SweepRun*>> by_data;
  for (const std::size_t i : which) {
    const grid::Cell& cell = *runs[i].cell;
    if (!draws_its_data(cell)) continue;
    auto& those = by_data[{choice_text(cell.choice(Kind::dataset)),
                           choice_text(cell.choice(Kind::partition))}];
    const bool is_same = those.empty() || those[0]->cell == &cell;
    if (is_same && std::ssize(those) <= kOtherReplicates) those.push_back(&runs[i]);
  }
  std::vector<const SweepRun*> others;
  for (const auto& [data, those] : by_data)
    others.insert(others.end(), those.begin() + 1, those.end());
  return others;
}

// Leaves out metrics that compare with a reference run: whether that run can begin is tried
// separately.
TryRun question_about(const SweepRun& run, bool with_metrics) {
  grid::Cell cell = *run.cell;
  std::erase_if(cell.metrics.own(), [&](const grid::MetricChoice& metric) {
    return !with_metrics || (run.reference && metric.needs_reference);
  });
  return {grid::write_cell(cell), static_cast<std::uint64_t>(run.replicate), run.is_reference};
}

// What is wrong with a run, by the members of TrialBuilds.
struct RunFaults {
  std::vector<run::CellFinding> faults, lost, slow, odd, large;
};

std::string cell_text(const SweepRun& run) {
  const std::string place = place_of(*run.cell);
  return (run.is_reference ? "reference " : "") +
         (place.empty() ? "the only cell" : "cell " + place) +
         (run.replicate > 0 ? ", replicate " + std::to_string(run.replicate) : "");
}

class Trial {
 public:
  // Runs behind the first `combinations` are tried in the time that is left.
  Trial(std::vector<const SweepRun*> runs, std::size_t combinations, const TrialLimits& limits,
        Engine& engine)
      : runs_(std::move(runs)),
        combinations_(combinations),
        found_(runs_.size()),
        waiting_(runs_.size()),
        limits_(limits),
        engine_(engine) {}

  TrialBuilds go() {
    Underway underway("building first cells", combinations_);
    const auto begun = Clock::now();
    const auto is_over = [&] {
      return std::chrono::duration<double>(Clock::now() - begun).count() >= seconds_;
    };
    std::iota(waiting_.rbegin(), waiting_.rend(), std::size_t{0});
    while (true) {
      for (; !waiting_.empty() && engine_.has_idle() && !is_over(); waiting_.pop_back()) {
        submit(waiting_.back());
      }
      if (running_.empty()) break;
      underway.at(built_);
      for (const JobEvent& event : engine_.wait(std::chrono::milliseconds(100))) handle(event);
    }
    return {.combinations = combinations_,
            .built = built_,
            .faults = faults(&RunFaults::faults),
            .lost = faults(&RunFaults::lost),
            .slow = faults(&RunFaults::slow),
            .odd = faults(&RunFaults::odd),
            .large = faults(&RunFaults::large)};
  }

 private:
  // Cells with the same fault share one message.
  std::vector<CellFault> faults(std::vector<run::CellFinding> RunFaults::*kind) const {
    std::vector<CellFault> all;
    std::vector<std::set<const void*>> cells;    // of each, whichever of their runs say so
    std::map<std::string, std::size_t> indices;  // by message
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      for (const run::CellFinding& finding : found_[i].*kind) {
        const auto [place, is_new] = indices.try_emplace(finding.message, all.size());
        if (is_new) all.push_back({finding, cell_text(*runs_[i]), runs_[i]->cell});
        cells.resize(all.size());
        cells[place->second].insert(&*runs_[i]->cell);
      }
    }
    for (std::size_t f = 0; f < all.size(); ++f) {
      if (cells[f].size() > 1) all[f].cells += fmt::format(", and {} like it", cells[f].size() - 1);
    }
    return all;
  }
  void submit(std::size_t i) {
    engine_.submit(i, encode(question_about(*runs_[i], i < combinations_)),
                   {.seconds = limits_.cell_seconds, .memory = std::nullopt});
    running_.insert(i);
  }
  void handle(const JobEvent& event) {
    require_accepted(event);
    const bool is_message = event.kind == JobEvent::Kind::message;
    if (is_message && kind_of(event.frame) == MessageKind::progress) return;
    if (running_.erase(event.job) == 0) return;  // the worker ended after its answer
    if (disturbances_.are_forgiven(event)) return waiting_.push_back(event.job);
    RunFaults& found = found_[event.job];
    const bool is_slow =
        event.kind == JobEvent::Kind::timed_out || event.kind == JobEvent::Kind::stuck;
    const bool counts = event.job < combinations_;
    if (is_slow && !counts) return;
    if (is_slow) {
      found.slow = {{{}, describe_loss(event, "building the cell")}};
      if (limits_.slow_cells_take_none) seconds_ += event.limit;
      return;
    }
    built_ += counts ? 1 : 0;
    if (!is_message) {
      found.lost = {{{}, describe_loss(event, "the build of the cell")}};
      return;
    }
    try {
      const auto answer = decode<OutcomeMessage>(event.frame);
      const run::CellFindings findings = answer_in<TryRun>(answer);
      found.odd = findings.notes;
      for (const run::CellFinding& fault : findings.faults) {
        const bool is_large = data::is_large_file_refusal(fault.message);
        (is_large ? found.large : found.faults).push_back(fault);
      }
      engine_.release(event.job, answer.is_last);
    } catch (const std::runtime_error& e) {  // a plugin has garbled what its process says
      engine_.abandon(event.job);
      found.lost = {{{}, e.what()}};
    }
  }

  std::vector<const SweepRun*> runs_;
  std::size_t combinations_;
  std::vector<RunFaults> found_;      // of each run
  std::vector<std::size_t> waiting_;  // the next one is at the back
  Disturbances disturbances_;
  TrialLimits limits_;
  double seconds_ = limits_.seconds;  // for all builds; extended by those that do not count
  Engine& engine_;
  std::set<std::size_t> running_;
  std::size_t built_ = 0;
};

}  // namespace

TrialBuilds build_first_cells(const std::vector<SweepRun>& runs,
                              const std::vector<std::size_t>& which, const TrialLimits& limits,
                              Engine& engine) {
  std::vector<const SweepRun*> tried = first_runs(runs, which);
  const std::size_t combinations = tried.size();
  for (const SweepRun* run : other_replicates(runs, which))
    if (std::ranges::find(tried, run) == tried.end()) tried.push_back(run);
  return Trial(std::move(tried), combinations, limits, engine).go();
}

std::vector<Finding> unbuilt(const LoadedGrid& loaded, const TrialBuilds& builds) {
  if (builds.built == builds.combinations) return {};
  return {note_on(loaded.file,
                  fmt::format("{} of {} that differ in a plugin or in a value of their own were "
                              "built; time did not suffice for the others",
                              builds.built, text::counted(builds.combinations, "cell")))};
}

}  // namespace skald
