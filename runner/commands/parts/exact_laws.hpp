// The exact posteriors of stored runs, as workers tell them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "engine/engine.hpp"
#include "report/chart/plane_law.hpp"
#include "store/store_reader.hpp"
#include "system/open_plugins.hpp"

namespace skald {

class ExactLaws {
 public:
  // File names of the runs are relative to `folder`. The reader must outlive the laws.
  ExactLaws(const store::StoreReader& reader, const PluginOptions& plugins,
            const std::string& folder);

  // Returns the posterior of a run, by its row, in two coordinates, counted from 0. Builds the
  // run's problem again. Throws UsageError if the posterior is not Gaussian in closed form,
  // std::invalid_argument if plugins are not those of the run, and std::runtime_error if they fail.
  report::PlaneLaw of(std::int64_t run, std::size_t x, std::size_t y);

 private:
  const store::StoreReader& reader_;
  PluginOptions plugins_;
  std::string folder_;
  plugin_host::PluginHost host_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace skald
