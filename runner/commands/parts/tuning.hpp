// `skald tune`: options of a grid, tuned one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "commands/parts/trials.hpp"
#include "grids/loaded_grid.hpp"
#include "grids/tuning_document.hpp"
#include "json/json.hpp"
#include "plugin_host/plugin_host.hpp"
#include "record/records.hpp"
#include "stopping/axis_walk.hpp"
#include "sweep/pending_runs.hpp"

namespace skald {

struct TuneCommand {
  SweepOptions sweep;  // its database is known
  std::vector<std::string> options, by;
  std::string metric, out, margin = "5%";
  stopping::WalkRules rules;          // but for the factor
  std::optional<double> factor;       // nothing: 3.162, of whole numbers 2
  std::optional<double> least, most;  // of the values, beside what the options can be
  std::int64_t seeds = 5;             // to choose by, and as many others to test by
  bool is_other_data = false, any_chains = false, dry_run = false;
};

// An option that is tuned: its groups, and for each the value that it has so far.
struct TunedOption {
  options::OptionPath path;
  std::vector<TuningGroup> groups;
  std::vector<double> values;
  std::vector<grid::TunedChoice> choices;  // once it is tuned
  std::vector<double> means;               // of the metric, at the choices
};

// The most that tuning an option takes.
struct GroupCost {
  const grid::Cell* cell = nullptr;  // one of the group's
  std::size_t runs = 0;
};
struct TuningCost {
  std::vector<GroupCost> groups;
  std::size_t points = 0, refining_points = 0;  // of a group, refining ones among all
  std::size_t runs = 0;
};

// The database of a grid's runs, unless the command names one.
std::string tuning_database(const std::string& grid);

class Tuning {
 public:
  // Throws UsageError for an option, an axis or a metric by which nothing can be tuned. What is
  // given must outlive it.
  Tuning(const TuneCommand& command, const LoadedGrid& loaded, plugin_host::PluginHost& host);

  // Does the runs that it takes. Throws what Trials::run() does.
  void tune_all();

  TuningCost cost_of(const std::string& option) const;
  const std::vector<TunedOption>& tuned() const { return tuned_; }
  // Runs by which the choices were made, and those of them that were not stored before.
  std::size_t runs() const { return runs_; }
  std::size_t done() const { return done_; }
  // The grid with the values so far.
  json::JsonValue result() const;

 private:
  // The options' walks at one look, by group.
  struct Look {
    std::vector<stopping::Walk> walks;
    std::vector<stopping::TriedPoints> tried;
  };

  const TunedOption& called(const std::string& name) const;
  stopping::WalkRules rules_for(const TuningGroup& group) const;
  void add_current(json::JsonValue& document, const TunedOption& option) const;
  void tune(TunedOption& option, const std::string& name);
  void try_wanted(const TunedOption& option, const std::string& name, Trials& trials,
                  Look& look) const;
  json::JsonValue document_of(const TunedOption& option, const Look& look) const;
  stopping::Trials mean_of(const std::vector<const Trial*>& cells, double point) const;
  void choose(TunedOption& option, const Look& look) const;
  std::string privacy_of(const TuningGroup& group, std::size_t runs) const;

  const TuneCommand& command_;
  const LoadedGrid& loaded_;
  stopping::WalkRules rules_;
  record::Better better_;
  plugin_host::PluginHost& host_;
  std::vector<TunedOption> tuned_;
  json::JsonValue base_;  // the document without the axes of options that are tuned
  std::vector<grid::TunedChoice> earlier_;
  std::size_t done_ = 0, runs_ = 0;
};

}  // namespace skald
