// The runs of `skald tune`: those of a grid document, done or found in its database.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engines/engines.hpp"
#include "grids/loaded_grid.hpp"
#include "grids/sweep_runs.hpp"
#include "json/json.hpp"
#include "plugin_host/plugin_host.hpp"
#include "record/records.hpp"
#include "sweep/pending_runs.hpp"
#include "system/interrupt.hpp"

namespace skald {

// A cell of the document with its losses by replicate: the smaller, the better; infinite where a
// run has diverged or has no value that counts.
struct Trial {
  grid::Cell cell;
  std::vector<double> losses;
};

class Trials {
 public:
  // `sweep.grid` is the file to which documents are written, and beside which their data are. With
  // `any_chains`, averages of draws count where chains disagree, too.
  Trials(SweepOptions sweep, bool any_chains, plugin_host::PluginHost& host);

  // Does the runs of the document that its database lacks, of the cells that are asked for.
  // Throws GridFaults if runs cannot begin, std::runtime_error if runs end without a result, and
  // Interrupted.
  std::vector<Trial> run(const json::JsonValue& document, const std::string& metric,
                         const std::function<bool(const grid::Cell&)>& is_asked);
  // Runs that the last documents had, and of those the ones that were done.
  std::size_t runs() const { return runs_; }
  std::size_t done() const { return done_; }

  struct Interrupted : std::exception {};

 private:
  void sweep(const LoadedGrid& loaded, const std::vector<SweepRun>& runs);
  std::vector<Trial> read(const std::vector<SweepRun>& runs,
                          const record::MetricRecord& metric) const;

  SweepOptions sweep_;
  bool any_chains_;
  plugin_host::PluginHost& host_;
  InterruptCounter interrupts_;
  std::size_t runs_ = 0, done_ = 0;
  bool has_begun_ = false;
};

// The metric of that name; throws UsageError if it is none of them, or has no better direction.
const record::MetricRecord& judging_metric(const LoadedGrid& loaded, const std::string& name);

}  // namespace skald
