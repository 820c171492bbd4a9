#include "worker/perform_job.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "account/cell_account.hpp"
#include "data/file_cache.hpp"
#include "datasets/label_picture.hpp"
#include "engine/checkpoint_file.hpp"
#include "engine/observed_data.hpp"
#include "engine/posterior_question.hpp"
#include "engine/promised_distance.hpp"
#include "engine/sample_file.hpp"
#include "grid/canonical.hpp"
#include "grids/privacy_findings.hpp"
#include "options/kind.hpp"
#include "run/checks/check_cell.hpp"
#include "run/exact_posterior.hpp"
#include "run/federated_data.hpp"
#include "run/log_posterior.hpp"
#include "run/stopwatch.hpp"
#include "skald/named_columns.hpp"
#include "system/blas.hpp"
#include "system/shipped.hpp"
#include "text/wire.hpp"
#include "threads/cores.hpp"
#include "threads/floating_point_mode.hpp"
#include "worker/kit_library.hpp"
#include "worker/memory_limit.hpp"

namespace skald {
namespace {

constexpr std::chrono::milliseconds kProgressInterval{500};

run::Progress reporter(const JobListener& listener) {
  auto last = std::chrono::steady_clock::now();
  return [&listener, last](std::int64_t done, std::int64_t wanted) mutable {
    const auto now = std::chrono::steady_clock::now();
    if (now - last < kProgressInterval) return;
    last = now;
    listener.answer(encode(ProgressMessage{done, wanted}));
  };
}

// Thrown if the system refuses files that a run needs: a full or failing disk, a network file
// system that has lost its server. The run has not failed, and is done again from its checkpoint.
struct Hindered : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Writes the run's draws, if they are to be kept, from this process only, not from a copy that a
// plugin has made of it.
class OwnDraws final : public run::SampleSink {
 public:
  OwnDraws(SampleFile& file, const JobListener& listener) : file_(file), listener_(listener) {}
  void go_on_after(std::int64_t count, ConstBlock theta) override {
    write([&] { file_.go_on_after(count, theta); });
  }
  void keep(std::int64_t index, ConstBlock theta) override {
    write([&] { file_.keep(index, theta); });
  }
  void flush() override {
    write([&] { file_.flush(); });
  }
  // Throws Hindered if the system has refused a write, whatever the sampler made of that.
  void require_unhindered() const {
    if (hindrance_) throw Hindered(*hindrance_);
  }

 private:
  template <class F>
  void write(F step) {
    listener_.end_copies();
    try {
      step();
    } catch (const std::system_error& e) {
      hindrance_ = e.what();
      throw;
    }
  }

  SampleFile& file_;
  const JobListener& listener_;
  std::optional<std::string> hindrance_;
};

std::optional<Checkpoint> loaded(const CheckpointFile& file) {
  try {
    return file.load();
  } catch (const std::exception& e) {
    throw Hindered(e.what());
  }
}

// If the worker was told to end, it ends after saving a checkpoint, from which the run goes on
// elsewhere.
run::Checkpoints checkpoints_in(CheckpointFile& file, const SampleFile& samples,
                                const JobListener& listener) {
  run::Checkpoints checkpoints;
  const auto saved = loaded(file);
  if (saved && samples.holds(saved->draws)) checkpoints.saved = saved->state;
  checkpoints.is_due = [&] { return listener.is_told_to_end() || file.is_due(); };
  checkpoints.save = [&](std::string_view state) {
    listener.end_copies();
    file.save({.state = std::string(state), .draws = samples.seal()});
    if (!listener.is_told_to_end()) return;
    listener.answer(encode(StoppedMessage{}));
    ::_exit(0);
  };
  return checkpoints;
}

// Drops all other results: they do not belong to the run that was declared.
record::RunOutcome changed_input(std::string message) {
  record::RunOutcome outcome;
  outcome.status = record::RunStatus::input_changed;
  outcome.message = std::move(message);
  return outcome;
}

// Returns the job's place for checkpoints. Only the same program, with the same instruction set,
// may go on from them.
CheckpointPlace checkpoint_place(const Job& job, const record::EnvironmentRecord& e) {
  CheckpointPlace place = job.checkpoint;
  place.identity += e.skald_version + e.git_commit + e.git_dirty + e.build + e.instruction_set;
  return place;
}

// Returns the cores for further threads of the job's run.
std::unique_ptr<threads::Cores> cores_of(const Job& job, threads::CoreLoan* loan) {
  const int further = static_cast<int>(job.threads - 1);
  if (!job.borrows) return std::make_unique<threads::FixedCores>(further);
  if (loan == nullptr) return nullptr;
  return std::make_unique<threads::BorrowedCores>(*loan, further);
}

record::RunOutcome run(const Job& job, SampleFile& samples, Workplace& at,
                       const JobListener& listener) {
  listener.answer(encode(ProgressMessage{0, 1}));  // the run's time begins
  run::RunRequest request = request_of(job, at.cells.of(job.cell));
  if (auto changed = at.inputs.changed_before(job, request.cell, at.host)) {
    return changed_input(std::move(*changed));
  }
  std::optional<std::string> changed;
  bool is_loaded = false;
  request.after_loading = [&] {
    is_loaded = true;
    changed = at.inputs.changed_since();
    if (changed) throw std::runtime_error(*changed);
  };
  const std::unique_ptr<threads::Cores> cores = cores_of(job, at.loan);
  request.cores = cores.get();
  OwnDraws draws(samples, listener);
  if (!job.samples.empty()) request.samples = &draws;
  const CheckpointPlace place = checkpoint_place(job, at.environment);
  CheckpointFile checkpoint(place);
  if (!job.checkpoint.file.empty()) {
    request.checkpoints = checkpoints_in(checkpoint, samples, listener);
  }
  const MemoryLimit limit(job.memory);
  record::RunOutcome outcome = run::run_cell(request, at.host, reporter(listener));
  draws.require_unhindered();
  if (!is_loaded) changed = at.inputs.changed_since();  // data changed half-way make no sense
  if (changed) return changed_input(std::move(*changed));
  if (outcome.status == record::RunStatus::out_of_memory && job.memory) {
    outcome.message += "; run.limits.memory is " + std::to_string(*job.memory) + " bytes";
  }
  return outcome;
}

record::RunOutcome check(const Job& job, plugin_host::PluginHost& host) {
  record::RunOutcome outcome;
  for (std::size_t i = 0; i < job.check.size(); ++i) {
    const record::RunOutcome one = run::check_cell(grid::read_cell(job.check[i]), host);
    if (one.status == record::RunStatus::ok) continue;
    outcome.events.push_back({static_cast<std::int64_t>(i), "refused", one.message});
  }
  return outcome;
}

record::RunOutcome prepare(const Job& job, plugin_host::PluginHost& host,
                           const JobListener& listener) {
  listener.answer(encode(ProgressMessage{0, 1}));  // the job's time begins
  record::RunOutcome outcome;
  run::CellFindings found = run::examine_cell(request_of(job, grid::read_cell(job.cell)), host);
  for (std::string& fault : found.faults) {
    outcome.status = record::RunStatus::failed;
    outcome.events.push_back({std::nullopt, "refused", std::move(fault)});
  }
  for (std::string& note : found.notes) {
    outcome.events.push_back(
        {std::nullopt, std::string(record::kLongStepEvent), "sampler: " + std::move(note)});
  }
  return outcome;
}

// Finishes the draws of a run with a result.
void finish(SampleFile& samples, OutcomeMessage& message) {
  if (!record::is_result(message.outcome.status)) return;
  try {
    message.samples = samples.finish();
  } catch (const std::system_error& e) {
    throw Hindered(e.what());
  } catch (const std::exception& e) {
    message.outcome.status = record::RunStatus::failed;
    message.outcome.message = e.what();
  }
}

LabelCounts label_counts(const Job& job, plugin_host::PluginHost& host) {
  const run::FederatedData data = run::federate(grid::read_cell(job.cell), job.replicate, host);
  return {problem::label_histogram(*data.table), problem::test_sizes(*data.table)};
}

ObservedData observed_data(const Job& job, plugin_host::PluginHost& host) {
  const run::FederatedData data = run::federate(grid::read_cell(job.cell), job.replicate, host);
  const problem::FederatedTable& table = *data.table;
  ObservedData observed;
  if (table.table().target.empty()) return observed;
  if (const auto* columns = dynamic_cast<const NamedColumns*>(data.dataset.get())) {
    const Column target = columns->target();
    observed.name = target.name;
    observed.center = target.center;
    observed.scale = target.scale;
    for (const char* label : columns->classes()) observed.classes.emplace_back(label);
  }
  for (Index c = 0; c < table.clients(); ++c) {
    const Rows rows = table.rows(c);
    for (Index r = 0; r < rows.count; ++r) {
      observed.target.push_back(table.table().target[static_cast<std::size_t>(rows.row(0, r))]);
      observed.client.push_back(c);
    }
  }
  return observed;
}

std::string log_posterior_of(const Job& job, plugin_host::PluginHost& host) {
  const auto draws = text::WireReader(job.question).get<Eigen::MatrixXd>();
  text::WireWriter answer;
  answer.put(
      Eigen::MatrixXd(run::log_posterior(grid::read_cell(job.cell), job.replicate, draws, host)));
  return answer.take();
}

// `name` is "kind/name".
std::optional<Blas> blas_behind(const std::string& name, plugin_host::PluginHost& host) {
  const std::size_t slash = name.find('/');
  for (const Kind kind : options::kinds) {
    if (name.substr(0, slash) != options::name_of(kind)) continue;
    return blas_of(host.find(kind, name.substr(slash + 1)).descriptor);
  }
  return std::nullopt;
}

std::string report(const Job& job, plugin_host::PluginHost& host) {
  switch (job.task) {
    case JobTask::privacy:
      return encode(privacy_finding(grid::read_cell(job.cell), host));
    case JobTask::account:
      return text::to_wire(
          account_of(grid::read_cell(job.cell), static_cast<std::int64_t>(job.replicate), host));
    case JobTask::partition:
      return encode(label_counts(job, host));
    case JobTask::kit:
      return put_to_kit(job.question);
    case JobTask::blas:
      return encode(blas_behind(job.question, host));
    case JobTask::posterior:
      return encode(run::exact_posterior(grid::read_cell(job.cell), job.replicate,
                                         decode_posterior_question(job.question), host));
    case JobTask::observed:
      return encode(observed_data(job, host));
    case JobTask::audit:
      return text::to_wire(run::audit(grid::read_cell(job.cell),
                                      text::from_wire<run::AuditPlan>(job.question), host));
    case JobTask::log_posterior:
      return log_posterior_of(job, host);
    case JobTask::bound:
      return encode(run::promised_distance(grid::read_cell(job.cell), job.replicate, host));
    default:
      return {};
  }
}

OutcomeMessage answer_to(const Job& job, plugin_host::PluginHost& host,
                         const JobListener& listener) {
  listener.answer(encode(ProgressMessage{0, 1}));  // the job's time begins
  OutcomeMessage message;
  try {
    message.report = report(job, host);
  } catch (const std::exception& e) {
    message.outcome.status = record::RunStatus::failed;
    message.outcome.message = e.what();
  }
  return message;
}

OutcomeMessage do_run(const Job& job, Workplace& place, const JobListener& listener) {
  OutcomeMessage message;
  SampleFile samples(job.samples);
  message.outcome = run(job, samples, place, listener);
  listener.end_copies();
  finish(samples, message);
  return message;
}

OutcomeMessage do_task(const Job& job, Workplace& place, const JobListener& listener) {
  OutcomeMessage message;
  switch (job.task) {
    case JobTask::run:
      message = do_run(job, place, listener);
      break;
    case JobTask::check:
      message.outcome = check(job, place.host);
      break;
    case JobTask::prepare:
      message.outcome = prepare(job, place.host, listener);
      break;
    default:
      message = answer_to(job, place.host, listener);
  }
  message.run = job.run;
  return message;
}

bool came_with_skald(const grid::PluginChoice& choice, plugin_host::PluginHost& host) {
  try {
    return is_shipped(host.find(choice.kind, choice.plugin, choice.library));
  } catch (const std::exception&) {  // the job has reported why it cannot be used
    return false;
  }
}

}  // namespace

bool uses_shipped_plugins_only(const Job& job, Workplace& place) {
  const auto is_shipped_only = [&place](const std::string& text) {
    const std::vector<grid::PluginChoice> choices = place.cells.of(text).all_plugins();
    return std::all_of(choices.begin(), choices.end(), [&](const grid::PluginChoice& choice) {
      return came_with_skald(choice, place.host);
    });
  };
  if (job.task == JobTask::kit || job.task == JobTask::blas) return false;
  if (job.task != JobTask::check) return is_shipped_only(job.cell);
  return std::all_of(job.check.begin(), job.check.end(), is_shipped_only);
}

std::variant<OutcomeMessage, StoppedMessage> perform_job(const Job& job, Workplace& place,
                                                         const JobListener& listener) {
  threads::reset_floating_point();
  reset_peak_memory();
  const run::Stopwatch stopwatch;
  std::optional<data::NoLargeFiles> no_large_files;
  if (job.is_trial) no_large_files.emplace();
  try {
    OutcomeMessage message = do_task(job, place, listener);
    message.outcome.used += stopwatch.elapsed();
    message.outcome.used.peak_memory = peak_memory();
    return message;
  } catch (const Hindered& e) {
    return StoppedMessage{e.what()};
  }
}

}  // namespace skald
