#include "commands/parts/stored_problems.hpp"

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

StoredProblems::StoredProblems(const store::StoreReader& reader, const PluginOptions& plugins,
                               const std::string& folder)
    : reader_(reader),
      plugins_(plugins),
      folder_(std::filesystem::absolute(folder).string()),
      host_(open_plugins(plugins)),
      engine_(make_engine(plugins, 1)) {}

run::RunRequest StoredProblems::request_about(const std::string& hash) {
  const StoredRun run(reader_, hash);
  run::RunRequest request = request_of(run, reader_, host_, folder_);
  const std::vector<DataDigest> data =
      DataDigests::as_stored(run.text("data_digests")).of(request.cell);
  const ChangedInputs changed =
      changed_inputs(run, digests_json(data), plugins_json(request.cell, host_));
  if (!changed.data.empty()) {
    throw UsageError("run " + hash.substr(0, 12) +
                     " has read other data than there are now: " + changed.data.front());
  }
  return request;
}

ObservedData StoredProblems::observed(const std::string& hash) {
  const run::RunRequest request = request_about(hash);
  ObservedData data = ask(*engine_, ObserveData{grid::write_cell(request.cell), request.replicate},
                          question_limits(plugins_), task_about(hash));
  if (data.client.size() != data.target.size())
    throw std::runtime_error("observed data from a worker have an invalid shape");
  return data;
}

std::vector<double> StoredProblems::log_posterior(const std::string& hash, const KeptDraws& draws) {
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

report::PlaneLaw StoredProblems::posterior(std::int64_t run, std::size_t x, std::size_t y) {
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
