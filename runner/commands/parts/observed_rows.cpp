#include "commands/parts/observed_rows.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <stdexcept>

#include "database/kept_draws.hpp"
#include "database/rerun.hpp"
#include "database/stored_run.hpp"
#include "datasets/data_digest.hpp"
#include "engine/job_batch.hpp"
#include "engines/engines.hpp"
#include "grid/canonical.hpp"
#include "sweep/declaration.hpp"
#include "system/exit_code.hpp"
#include "system/provenance.hpp"

namespace skald {
namespace {

// Of draws, in one question to a worker.
constexpr std::int64_t kNumbersPerJob = std::int64_t{1} << 20;

std::string task_about(const std::string& hash) { return "the data of run " + hash.substr(0, 12); }

}  // namespace

ObservedRows::ObservedRows(const store::StoreReader& reader, const PluginOptions& plugins,
                           const std::string& folder)
    : reader_(reader),
      plugins_(plugins),
      folder_(std::filesystem::absolute(folder).string()),
      host_(open_plugins(plugins)),
      engine_(make_engine(plugins, 1)) {}

run::RunRequest ObservedRows::request_about(const std::string& hash) {
  const StoredRun run(reader_, hash);
  run::RunRequest request = request_of(run, reader_, host_, folder_);
  const ChangedInputs changed = changed_inputs(run, digests_json(DataDigests().of(request.cell)),
                                               plugins_json(request.cell, host_));
  if (!changed.data.empty()) {
    throw UsageError("run " + hash.substr(0, 12) +
                     " has read other data than there are now: " + changed.data.front());
  }
  return request;
}

ObservedData ObservedRows::of(const std::string& hash) {
  const run::RunRequest request = request_about(hash);
  ObservedData data = ask(*engine_, ObserveData{grid::write_cell(request.cell), request.replicate},
                          question_limits(plugins_), task_about(hash));
  if (data.client.size() != data.target.size())
    throw std::runtime_error("observed data from a worker have an invalid shape");
  return data;
}

std::vector<double> ObservedRows::log_posterior(const std::string& hash, const KeptDraws& draws) {
  const run::RunRequest request = request_about(hash);
  DensityAt question{grid::write_cell(request.cell), request.replicate, {}};
  const std::int64_t all = draws.chains() * draws.draws();
  const std::int64_t block = std::max<std::int64_t>(1, kNumbersPerJob / draws.dimension());
  const Eigen::Map<const Eigen::MatrixXd> columns(draws.values().data(), draws.dimension(), all);
  std::vector<double> densities;
  densities.reserve(static_cast<std::size_t>(all));
  for (std::int64_t first = 0; first < all; first += block) {
    question.draws = columns.middleCols(first, std::min(block, all - first));
    const Eigen::VectorXd found =
        ask(*engine_, question, question_limits(plugins_), task_about(hash));
    densities.insert(densities.end(), found.data(), found.data() + found.size());
  }
  if (std::ssize(densities) != all) {
    throw std::runtime_error("run " + hash.substr(0, 12) +
                             ": its plugins gave another number of densities than of draws");
  }
  return densities;
}

}  // namespace skald
