#include "commands/parts/observed_rows.hpp"

#include <filesystem>

#include "database/rerun.hpp"
#include "database/stored_run.hpp"
#include "datasets/data_digest.hpp"
#include "engine/job_batch.hpp"
#include "engines/engines.hpp"
#include "sweep/declaration.hpp"
#include "system/exit_code.hpp"
#include "system/provenance.hpp"

namespace skald {

ObservedRows::ObservedRows(const store::StoreReader& reader, const PluginOptions& plugins,
                           const std::string& folder)
    : reader_(reader),
      plugins_(plugins),
      folder_(std::filesystem::absolute(folder).string()),
      host_(open_plugins(plugins)),
      engine_(make_engine(plugins, 1)) {}

ObservedData ObservedRows::of(const std::string& hash) {
  const StoredRun run(reader_, hash);
  const run::RunRequest request = request_of(run, reader_, host_, folder_);
  const std::string name = "run " + hash.substr(0, 12);
  const ChangedInputs changed = changed_inputs(run, digests_json(DataDigests().of(request.cell)),
                                               plugins_json(request.cell, host_));
  if (!changed.data.empty()) {
    throw UsageError("--observed-data: " + name +
                     " has read other data than there are now: " + changed.data.front());
  }
  Job job = job_of(request);
  job.task = JobTask::observed;
  const JobEnd end = do_job(*engine_, job, question_limits(plugins_));
  return decode_observed_data(report_of(end, "the data of " + name));
}

}  // namespace skald
