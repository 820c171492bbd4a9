#include "commands/parts/exact_laws.hpp"

#include <filesystem>

#include "database/rerun.hpp"
#include "database/stored_run.hpp"
#include "engine/job_batch.hpp"
#include "engine/posterior_question.hpp"
#include "engines/engines.hpp"
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
  Job job = job_of(request_of(StoredRun(reader_, hash), reader_, host_, folder_));
  job.task = JobTask::posterior;
  job.question =
      encode(PosteriorQuestion{static_cast<std::int64_t>(x), static_cast<std::int64_t>(y)});
  const JobEnd end = do_job(*engine_, job, question_limits(plugins_));
  const ExactPosterior exact =
      decode_exact_posterior(report_of(end, "the exact posterior of run " + hash.substr(0, 12)));
  if (!exact) {
    throw UsageError("--exact: the posterior of run " + hash.substr(0, 12) +
                     " is not Gaussian in closed form, so that its density is not known");
  }
  return {exact->mean[0], exact->mean[1], exact->covariance(0, 0), exact->covariance(0, 1),
          exact->covariance(1, 1)};
}

}  // namespace skald
