// skald rerun DATABASE HASH: does a stored run come out the same today?
#include <fmt/core.h>

#include <filesystem>

#include "commands.hpp"
#include "data_digest.hpp"
#include "declaration.hpp"
#include "exit_code.hpp"
#include "messages.hpp"
#include "open_reader.hpp"
#include "provenance.hpp"
#include "rerun.hpp"
#include "run_failure.hpp"
#include "worker_arguments.hpp"
#include "worker_pool.hpp"

namespace skald {
namespace {

RunOutcome run_in_worker(const Job& job, const PluginOptions& plugins) {
  WorkerPool pool(1, worker_arguments(plugins));
  pool.submit(0, encode(job), {});
  while (true) {
    for (const WorkerEvent& event : pool.wait(std::chrono::seconds(1))) {
      if (event.kind != WorkerEvent::Kind::message) {
        RunOutcome lost;
        lost.status = status_of_loss(event);
        lost.message = describe_loss(event);
        return lost;
      }
      if (kind_of(event.frame) == MessageKind::outcome) return decode_outcome(event.frame).outcome;
    }
  }
}

// The job of the request, to be done with what was digested and nothing else.
Job job_with(const RunRequest& request, const std::vector<DataDigest>& data, PluginHost& host) {
  Job job = job_of(request);
  for (const auto& [file, digest] : data) job.data.push_back(digest);
  job.plugins = plugin_digests(request.cell, host);
  return job;
}

// What is not as it was when the run was made; it need not matter.
void print_changes(const StoredRun& run) {
  const EnvironmentRecord now = environment();
  const auto print = [&](const char* column, const std::string& value) {
    const std::string& then = run.text(column);
    if (then != value) fmt::print("  {}: {} then, {} now\n", column, then, value);
  };
  print("skald_version", now.skald_version);
  print("git_commit", now.git_commit);
  print("git_dirty", now.git_dirty);
  print("build", now.build);
  print("instruction_set", now.instruction_set);
}

}  // namespace

int rerun(const RerunCommand& command) {
  const StoreReader reader = open_reader(command.database);
  const std::string hash = find_run(reader, command.hash);
  const StoredRun run(reader, hash);
  PluginHost host = open_plugins(command.plugins);
  const std::string folder = std::filesystem::absolute(command.folder).string();
  const RunRequest request = request_of(run, reader, host, folder);
  const std::vector<DataDigest> data = DataDigests().of(request.cell);
  const ChangedInputs changed =
      changed_inputs(run, digests_json(data), plugins_json(request.cell, host));
  const RunOutcome outcome = run_in_worker(job_with(request, data, host), command.plugins);
  std::vector<std::string> lines = differences(outcome, reader, hash);
  lines.insert(lines.begin(), changed.data.begin(), changed.data.end());
  const std::string& status = run.text("status");
  if (to_text(outcome.status) != status) {
    lines.insert(lines.begin(), fmt::format("status: {} then, {} now  {}", status,
                                            to_text(outcome.status), outcome.message));
  }
  if (lines.empty()) {
    fmt::print("{}: identical, {} metrics, status {}\n", hash.substr(0, 12), outcome.series.size(),
               status);
    for (const std::string& line : changed.plugins) fmt::print("  {}\n", line);
    return kOk;
  }
  fmt::print("{}: not identical\n", hash.substr(0, 12));
  for (const std::string& line : lines) fmt::print("  {}\n", line);
  for (const std::string& line : changed.plugins) fmt::print("  {}\n", line);
  print_changes(run);
  return kExpectation;
}

}  // namespace skald
