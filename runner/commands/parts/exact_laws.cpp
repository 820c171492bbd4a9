#include "commands/parts/exact_laws.hpp"

#include <filesystem>
#include <stdexcept>

#include "database/rerun.hpp"
#include "database/stored_run.hpp"
#include "engine/job_batch.hpp"
#include "engines/engines.hpp"
#include "grid/canonical.hpp"
#include "system/exit_code.hpp"

namespace skald {

ExactLaws::ExactLaws(const store::StoreReader& reader, const PluginOptions& plugins,
                     const std::string& folder)
    : reader_(reader),
      plugins_(plugins),
      folder_(std::filesystem::absolute(folder).string()),
      host_(open_plugins(plugins)),
      engine_(make_engine(plugins, 1)) {}

report::PlaneLaw ExactLaws::of(std::int64_t run, std::size_t x, std::size_t y) {
  const auto hash = std::get<std::string>(
      reader_.select("SELECT hash FROM runs WHERE id = ?", run).rows.at(0).at(0));
  const run::RunRequest request = request_of(StoredRun(reader_, hash), reader_, host_, folder_);
  const FindPosterior question{grid::write_cell(request.cell),
                               request.replicate,
                               {static_cast<std::int64_t>(x), static_cast<std::int64_t>(y)}};
  const auto exact = ask(*engine_, question, question_limits(plugins_),
                         "the exact posterior of run " + hash.substr(0, 12));
  if (!exact) {
    throw UsageError("--exact: the posterior of run " + hash.substr(0, 12) +
                     " is not Gaussian in closed form, so that its density is not known");
  }
  if (exact->mean.size() != 2 || exact->covariance.size() != 4)
    throw std::runtime_error("a posterior from a worker has an invalid shape");
  return {exact->mean[0], exact->mean[1], exact->covariance(0, 0), exact->covariance(0, 1),
          exact->covariance(1, 1)};
}

}  // namespace skald
