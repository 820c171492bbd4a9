// skald rerun DATABASE HASH: checks whether a stored run gives the same results today.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>

#include <filesystem>
#include <memory>
#include <optional>

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "database/kept_draws.hpp"
#include "database/open_database.hpp"
#include "database/rerun.hpp"
#include "database/samples.hpp"
#include "datasets/data_digest.hpp"
#include "engine/job_batch.hpp"
#include "engine/run_failure.hpp"
#include "engine/sample_file.hpp"
#include "engines/engines.hpp"
#include "grid/canonical.hpp"
#include "sweep/declaration.hpp"
#include "system/exit_code.hpp"
#include "system/fresh_folder.hpp"
#include "system/open_plugins.hpp"
#include "system/provenance.hpp"
#include "system/standard_streams.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

struct RerunCommand {
  PluginOptions plugins;
  std::string database;
  std::string hash;          // beginning of the run's hash
  std::string folder = ".";  // to which the run's file names are relative
  double max_seconds = 600;
  std::optional<std::int64_t> max_memory;  // bytes; none: half of the machine's
};

constexpr double kLonger = 10;  // times the run's stored wall time that it may take

// Beside that, what surrounds its iterations may take so many times the patience that one part of
// it has, so that a part which does not come back is named first.
constexpr double kPatiences = 2;

// What the run may take. The database, which may come from anybody, can only lower it.
JobLimits limits_of(const RerunCommand& command, double seconds_then) {
  if (seconds_then > command.max_seconds) {
    throw UsageError(
        fmt::format("the run took {:.3g} s when it was stored, and may take {:.3g} s: "
                    "--max-seconds SECONDS gives it more time",
                    seconds_then, command.max_seconds));
  }
  const std::int64_t pages = ::sysconf(_SC_PHYS_PAGES), page = ::sysconf(_SC_PAGESIZE);
  return {.seconds = std::min(kLonger * seconds_then + kPatiences * command.plugins.patience,
                              command.max_seconds),
          .memory = command.max_memory.value_or(pages / 2 * page)};
}

std::string loss_of(const JobEvent& event, double seconds_then, const JobLimits& limits) {
  switch (event.kind) {
    case JobEvent::Kind::timed_out:
      return fmt::format(
          "stopped after {:.3g} s, where it took {:.3g} s when it was stored; --patience and "
          "--max-seconds give it more time",
          *limits.seconds, seconds_then);
    case JobEvent::Kind::out_of_memory:
      return fmt::format("stopped at {} MiB of memory; --max-memory gives it more",
                         *limits.memory >> 20);
    default:
      return describe_loss(event);
  }
}

record::RunOutcome outcome_of(const JobEnd& end, double seconds_then, const JobLimits& limits) {
  if (end.answer) return end.answer->outcome;
  record::RunOutcome lost;
  lost.status = status_of_loss(end.event);
  lost.message = loss_of(end.event, seconds_then, limits);
  return lost;
}

// The outcome of a run done again, what it left of its draws (OutcomeMessage::samples), and the
// environment it ran in, if that is known.
struct Again {
  record::RunOutcome outcome;
  std::string samples;
  std::shared_ptr<const record::EnvironmentRecord> environment;
};

Again run_again(const RunJob& job, double seconds_then, const JobLimits& limits,
                const PluginOptions& plugins) {
  const auto engine = make_engine(plugins, 1);
  const JobEnd end = std::move(do_jobs(*engine, {job}, limits).front());
  return {outcome_of(end, seconds_then, limits), end.answer ? end.answer->samples : "",
          end.event.environment};
}

// Returns the job of the request, bound to the data files and plugins that were digested.
RunJob job_with(const run::RunRequest& request, const std::vector<DataDigest>& data,
                plugin_host::PluginHost& host) {
  RunJob job;
  job.cell = grid::write_cell(request.cell);
  job.replicate = request.replicate;
  job.is_reference = request.is_reference;
  job.reference = request.reference;
  job.why_no_reference = request.why_no_reference;
  for (const DataDigest& digest : data) job.data.push_back(digest.content.for_worker());
  job.plugins = plugin_digests(request.cell, host);
  return job;
}

// Returns "identical, 3 metrics, all draws, status ok".
std::string praise_of(const Again& again, const std::string& status, bool has_draws) {
  return fmt::format("identical, {},{} status {}",
                     text::counted(again.outcome.series.size(), "metric"),
                     has_draws ? " all draws," : "", status);
}

// Prints what has changed in the environment since the run was made; it need not matter.
void print_changes(const StoredRun& run, const record::EnvironmentRecord& now) {
  const auto print = [&](const char* column, const std::string& value) {
    const std::string& then = run.text(column);
    if (then != value) print_out("  {}: {} then, {} now\n", column, then, value);
  };
  print("skald_version", now.skald_version);
  print("git_commit", now.git_commit);
  print("git_dirty", now.git_dirty);
  print("build", now.build);
  print("instruction_set", now.instruction_set);
}

int rerun(const RerunCommand& command) {
  const store::StoreReader reader = open_reader(command.database);
  const std::string hash = find_run(reader, command.hash);
  reader.require_whole(hash);
  const StoredRun run(reader, hash);
  const double seconds_then = reader.wall_seconds(hash).value_or(0);
  const JobLimits limits = limits_of(command, seconds_then);
  plugin_host::PluginHost host = open_plugins(command.plugins);
  const std::string folder = std::filesystem::absolute(command.folder).string();
  const run::RunRequest request = request_of(run, reader, host, folder);
  const std::vector<DataDigest> data =
      DataDigests::as_stored(run.text("data_digests")).of(request.cell);
  const ChangedInputs changed =
      changed_inputs(run, digests_json(data), plugins_json(request.cell, host));
  const ScratchFolder scratch;
  const std::filesystem::path draws = sample_file(scratch.path() / "again.db", hash);
  RunJob job = job_with(request, data, host);
  const bool has_draws = stored_samples(reader, hash).has_value();
  if (has_draws) job.samples = draws.string();
  const Again again = run_again(job, seconds_then, limits, command.plugins);
  const record::RunOutcome& outcome = again.outcome;
  std::vector<std::string> lines = differences(outcome, reader, hash);
  const DrawsAgain compared = compare_draws(reader, hash, draws, again.samples);
  if (!compared.difference.empty()) lines.push_back(compared.difference);
  lines.insert(lines.begin(), changed.data.begin(), changed.data.end());
  const std::string& status = run.text("status");
  if (name_of(outcome.status) != status) {
    lines.insert(lines.begin(), fmt::format("status: {} then, {} now  {}", status,
                                            name_of(outcome.status), outcome.message));
  }
  if (lines.empty()) {
    print_out("{}: {}\n", hash.substr(0, 12), praise_of(again, status, has_draws));
    if (!compared.note.empty()) print_out("  {}\n", compared.note);
    for (const std::string& line : changed.plugins) print_out("  {}\n", line);
    return kOk;
  }
  print_out("{}: not identical\n", hash.substr(0, 12));
  for (const std::string& line : lines) print_out("  {}\n", line);
  for (const std::string& line : changed.plugins) print_out("  {}\n", line);
  print_changes(run, again.environment ? *again.environment : environment());
  return kExpectation;
}

}  // namespace

void add_rerun(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(
      app, chosen, "rerun",
      "repeat a stored run and compare every number and draw; nothing is stored", rerun);
  line.add_option("database", command.database, "results database")->required();
  line.add_option("hash", command.hash, "the run's hash, or its first digits")->required();
  line.add_option("--folder", command.folder,
                  "folder to which the names of its data files are relative (default: .)");
  line.add_option("--max-seconds", command.max_seconds,
                  "the most that the run may take (default: 600; ten times what it took, plus "
                  "twice --patience, if that is less)")
      ->check(above_zero());
  line.add_option("--max-memory", command.max_memory,
                  "memory that the run may take, such as 4GB (default: half of the machine's)")
      ->transform(CLI::AsSizeValue(false))
      ->check(CLI::PositiveNumber);
  add_plugin_options(line, command.plugins);
}

}  // namespace skald
