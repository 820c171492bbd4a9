// The problems of stored runs, which workers build again: their data, densities and posteriors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engine/questions.hpp"
#include "report/chart/chart_request.hpp"
#include "run/run_cell.hpp"
#include "store/store_reader.hpp"
#include "system/open_plugins.hpp"

namespace skald {

class KeptDraws;

using ObservedData = ObserveData::Answer;

// All functions throw std::invalid_argument if plugins are not those of the run, and
// std::runtime_error if they fail.
class StoredProblems {
 public:
  // File names of the runs are relative to `folder`. The reader must outlive the object.
  StoredProblems(const store::StoreReader& reader, const PluginOptions& plugins,
                 const std::string& folder);

  // Returns what the run with this full hash has seen. Throws UsageError if its data files are not
  // those that it read.
  ObservedData observed(const std::string& hash);
  // Returns the logarithm of the density that the run samples from, but for a constant, at each of
  // its draws: chain by chain. Throws as above.
  std::vector<double> log_posterior(const std::string& hash, const KeptDraws& draws);
  // Returns the posterior of a run, by its row, in two coordinates, counted from 0. Throws
  // UsageError if it is not Gaussian in closed form.
  report::PlaneLaw posterior(std::int64_t run, std::size_t x, std::size_t y);

 private:
  run::RunRequest request_about(const std::string& hash);

  const store::StoreReader& reader_;
  PluginOptions plugins_;
  std::string folder_;
  plugin_host::PluginHost host_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace skald
