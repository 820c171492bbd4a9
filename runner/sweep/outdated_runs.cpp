#include "sweep/outdated_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "database/rerun.hpp"
#include "grid/canonical.hpp"
#include "json/json.hpp"
#include "options/option_value.hpp"
#include "store/damage.hpp"
#include "sweep/pending_runs.hpp"
#include "system/exit_code.hpp"
#include "system/open_plugins.hpp"

namespace skald {
namespace {

struct MadeBy {
  std::string file, sha256;
};
using Makers = std::map<std::string, MadeBy>;  // by "sampler fald"

// Reads what plugins_json() has written.
Makers read_makers(const std::string& json) {
  Makers makers;
  for (const json::JsonValue& entry : json::parse_json(json, "").root.items) {
    makers[json::text_at(entry, "kind") + " " + json::text_at(entry, "name")] = {
        json::text_at(entry, "file"), json::text_at(entry, "sha256")};
  }
  return makers;
}

// Whether the file is a plugin that came with this or another build of Skald.
bool was_shipped(const std::string& file) {
  return file.find("/lib/skald/plugins/") != std::string::npos;
}

std::string shown(const std::string& sha256) { return sha256.substr(0, 12); }

using Choices = std::map<std::string, std::string>;  // canonical text by name

Choices choices_in(const std::string& measured) {
  Choices choices;
  for (grid::MetricChoice& metric : stored_metrics(measured)) {
    grid::Cell cell;
    const std::string name = metric.name;
    cell.metrics = {std::move(metric)};
    choices[name] = grid::measured_json(cell);
  }
  return choices;
}

std::string listed(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

// Nothing if a run that has measured this (RunRecord::measured) has measured what the cell asks
// for.
std::optional<Outdated> missing(const grid::Cell& cell, const std::string& measured) {
  const Choices then = choices_in(measured), now = choices_in(grid::measured_json(cell));
  std::vector<std::string> absent, other;
  for (const auto& [name, choice] : now) {
    if (record::is_cost_along(name)) continue;  // every run has it
    const auto found = then.find(name);
    if (found == then.end()) absent.push_back(name);
    if (found != then.end() && found->second != choice) other.push_back(name);
  }
  if (!other.empty()) return Outdated{Outdated::Kind::other_metric, listed(other)};
  if (!absent.empty()) return Outdated{Outdated::Kind::incomplete, listed(absent)};
  return std::nullopt;
}

class Comparison {
 public:
  Comparison(std::span<const SweepRun> runs, const store::FinishedRuns& finished,
             const store::RunMakers& makers, plugin_host::PluginHost& host)
      : runs_(runs), finished_(finished), run_makers_(makers), host_(host) {
    for (const auto& [environment, json] : makers.plugins) makers_[environment] = read_makers(json);
  }

  OutdatedRuns go() {
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (const auto status = status_of(finished_, runs_[i])) look_at(i, *status);
    }
    return std::move(found_);
  }

 private:
  // To be called for references before the runs that are compared with them.
  void look_at(std::size_t i, record::RunStatus status) {
    const SweepRun& run = runs_[i];
    const store::RunMakers::Ids ids = run_makers_.runs.at(run.hash.text());
    std::optional<Outdated> outdated = by_reference(run, status);
    if (!outdated) outdated = by_build(run, makers_.at(ids.environment));
    if (!outdated && !run.is_reference && record::is_result(status))
      outdated = by_metrics(*run.cell, ids.measured);
    if (outdated) found_.outdated.emplace(i, std::move(*outdated));
  }

  std::optional<Outdated> by_reference(const SweepRun& run, record::RunStatus status) const {
    if (!run.reference || !needs_reference(*run.cell)) return std::nullopt;
    const auto reference = found_.outdated.find(*run.reference);
    if (reference != found_.outdated.end()) return reference->second;
    // The run was compared with a reference, but with another one than the grid names now.
    if (record::is_result(status) && !status_of(finished_, runs_[*run.reference]))
      return Outdated{Outdated::Kind::other_reference, ""};
    return std::nullopt;
  }

  std::optional<Outdated> by_build(const SweepRun& run, const Makers& makers) {
    std::set<std::string> shipped;
    for (const grid::PluginChoice& choice : run.cell->all_plugins()) {
      const std::string plugin = std::string(options::name_of(choice.kind)) + " " + choice.plugin;
      const auto then = makers.find(plugin);
      if (then == makers.end()) continue;
      const plugin_host::Plugin& now = plugin_now(plugin, choice);
      if (then->second.sha256 == now.sha256) continue;
      if (was_shipped(then->second.file) && is_shipped(now)) {
        shipped.insert(plugin);
        continue;
      }
      return Outdated{Outdated::Kind::other_build,
                      fmt::format("{} (SHA-256 {}, now {})", plugin, shown(then->second.sha256),
                                  shown(now.sha256))};
    }
    found_.standing += shipped.empty() ? 0 : 1;
    found_.shipped.merge(shipped);
    return std::nullopt;
  }

  // Cells share their metrics, and runs what they have measured, so that few pairs are compared.
  const std::optional<Outdated>& by_metrics(const grid::Cell& cell, std::int64_t measured) {
    const auto [entry, is_new] = missing_.try_emplace({&cell.metrics.items(), measured});
    if (is_new) entry->second = missing(cell, run_makers_.measured.at(measured));
    return entry->second;
  }

  const plugin_host::Plugin& plugin_now(const std::string& name, const grid::PluginChoice& choice) {
    const plugin_host::Plugin*& plugin = now_[name];
    if (plugin == nullptr) plugin = &host_.find(choice.kind, choice.plugin, choice.library);
    return *plugin;
  }

  std::span<const SweepRun> runs_;
  const store::FinishedRuns& finished_;
  const store::RunMakers& run_makers_;
  plugin_host::PluginHost& host_;
  std::map<std::int64_t, Makers> makers_;  // by environment
  std::map<std::pair<const std::vector<grid::MetricChoice>*, std::int64_t>, std::optional<Outdated>>
      missing_;
  std::map<std::string, const plugin_host::Plugin*> now_;
  OutdatedRuns found_;
};

std::string warning(const Outdated& what, std::size_t count, bool keep) {
  const char* const end = keep ? "--keep lets them stand" : "to be done again, unless --keep";
  const bool is_one = count == 1;
  if (what.kind == Outdated::Kind::incomplete) {
    return fmt::format("note: {} stored run{} not measured {}; {}", count,
                       is_one ? " has" : "s have", what.of,
                       keep ? end : "to be done again, which repeats the numbers that are there");
  }
  if (what.kind == Outdated::Kind::other_metric) {
    return fmt::format("warning: {} stored run{} measured {} with other options; {}", count,
                       is_one ? " has" : "s have", what.of, end);
  }
  return fmt::format("warning: {} stored run{} of {}; {}", count, is_one ? " is" : "s are",
                     to_text(what), end);
}

// A metric has other options in this grid than in the study `other`, which shares the run.
[[noreturn]] void refuse_other_meaning(const SweepRun& run, const Outdated& outdated,
                                       const std::string& other) {
  throw UsageError(fmt::format(
      "metrics: run {} has measured {} with other options, for the study {}, which shares it; give "
      "what you measure a name of its own: {{\"plugin\": ..., \"name\": ...}}",
      run.hash.text().substr(0, 12), outdated.of, other));
}

}  // namespace

std::string to_text(const Outdated& outdated) {
  switch (outdated.kind) {
    case Outdated::Kind::other_build:
      return "another build of " + outdated.of;
    case Outdated::Kind::other_reference:
      return "a comparison with another reference run";
    case Outdated::Kind::other_metric:
      return outdated.of + " measured with other options";
    case Outdated::Kind::incomplete:
      return outdated.of + " not measured";
  }
  return "";
}

StandingRuns standing_runs(const RunChoice& choice, std::span<const SweepRun> runs,
                           const store::StoredRuns& stored, plugin_host::PluginHost& host,
                           const std::string& study) {
  std::vector<std::string> hashes;
  hashes.reserve(runs.size());
  for (const SweepRun& run : runs) hashes.push_back(run.hash.text());
  StandingRuns standing{.finished = stored.finished(hashes),
                        .makers = stored.makers(hashes),
                        .are_all_kept = choice.keep};
  standing.outdated = Comparison(runs, standing.finished, standing.makers, host).go();
  for (const auto& [run, outdated] : standing.outdated.outdated) {
    if (outdated.kind != Outdated::Kind::other_metric) continue;
    if (const auto other = stored.other_study(hashes[run], study))
      refuse_other_meaning(runs[run], outdated, *other);
  }
  if (choice.keep) return standing;
  for (const auto& [run, outdated] : standing.outdated.outdated) {
    standing.finished.erase(hashes[run]);
  }
  return standing;
}

std::vector<std::string> warnings(const StandingRuns& standing) {
  const OutdatedRuns& outdated = standing.outdated;
  std::map<Outdated, std::size_t> counts;
  for (const auto& [run, what] : outdated.outdated) ++counts[what];
  std::vector<std::string> lines;
  lines.reserve(counts.size() + 1);
  for (const auto& [what, count] : counts)
    lines.push_back(warning(what, count, standing.are_all_kept));
  if (outdated.standing > 0) {
    lines.push_back(fmt::format(
        "note: {} stored run{} of other builds of shipped plugins ({}) with the same numerics "
        "revision, and stand{}; --force does them again",
        outdated.standing, outdated.standing == 1 ? " is" : "s are",
        fmt::join(outdated.shipped, ", "), outdated.standing == 1 ? "s" : ""));
  }
  return lines;
}

namespace {

bool has_metric_named(const grid::Cell& cell, const std::string& name) {
  const std::vector<grid::MetricChoice>& metrics = cell.metrics;
  return std::ranges::find(metrics, name, &grid::MetricChoice::name) != metrics.end();
}

bool is_at_hand(grid::MetricChoice& metric, bool has_reference, plugin_host::PluginHost& host) {
  try {
    restore_metric(metric, host);
  } catch (const std::exception&) {
    return false;
  }
  return has_reference || !metric.needs_reference;
}

}  // namespace

std::vector<grid::MetricChoice> stored_metrics(const std::string& measured) {
  try {
    return grid::read_measured(measured);
  } catch (const std::invalid_argument& e) {
    throw store::DamagedError(std::string("what a stored run has measured cannot be read: ") +
                              e.what() + "; " + store::rescue_text());
  }
}

std::unique_ptr<const OwnRuns> with_stored_metrics(std::span<const SweepRun> runs,
                                                   const store::RunMakers& makers,
                                                   plugin_host::PluginHost& host) {
  std::unique_ptr<OwnRuns> own;
  // By the cell and what is measured; null: the cell as it is.
  std::map<std::pair<const grid::Cell*, std::int64_t>, const grid::Cell*> known;
  const auto cell_for = [&](const SweepRun& run, std::int64_t measured) {
    const auto [entry, is_new] = known.try_emplace({run.cell, measured}, nullptr);
    if (!is_new) return entry->second;
    grid::Cell cell = *run.cell;
    for (grid::MetricChoice& metric : stored_metrics(makers.measured.at(measured))) {
      if (!has_metric_named(cell, metric.name) &&
          is_at_hand(metric, run.reference.has_value(), host))
        cell.metrics.push_back(std::move(metric));
    }
    if (cell.metrics.size() == run.cell->metrics.size()) return entry->second;
    if (!own) own.reset(new OwnRuns{{runs.begin(), runs.end()}, {}});
    return entry->second = &own->cells.emplace_back(std::move(cell));
  };
  for (std::size_t i = 0; i < runs.size() && !makers.runs.empty(); ++i) {
    const auto stored = makers.runs.find(runs[i].hash.text());
    if (stored == makers.runs.end() || runs[i].is_reference) continue;
    if (const grid::Cell* cell = cell_for(runs[i], stored->second.measured))
      own->runs[i].cell = cell;
  }
  return own;
}

}  // namespace skald
