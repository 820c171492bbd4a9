#include "run/run_cell.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <tuple>

#include "problem/federated_table.hpp"
#include "run/checks/check_cell.hpp"
#include "run/cost_watch.hpp"
#include "run/experiment.hpp"
#include "run/federated_data.hpp"
#include "run/measurement.hpp"
#include "run/noise_watch.hpp"
#include "run/observer.hpp"
#include "run/privacy_statement.hpp"
#include "run/recordings.hpp"
#include "run/run_budget.hpp"
#include "run/start/beginning.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"
#include "text/wire.hpp"
#include "threads/cores.hpp"
#include "threads/floating_point_mode.hpp"
#include "threads/running_time.hpp"
#include "threads/team.hpp"

namespace skald::run {
namespace {

// Returns the metrics to measure; a reference run that makes no class predictions has none.
std::vector<NamedMetric> requested_metrics(const RunRequest& request, const Experiment& experiment,
                                           plugin_host::PluginHost& host) {
  if (request.is_reference && !predicts_classes(experiment)) return {};
  return make_metrics(request.cell.metrics, host);
}

// Adds the names of series that can reveal rows: those of the given metrics, and those that
// samplers record from inside the algorithm.
template <class Series>
void add_uncovered(const std::vector<Series>& all, const std::vector<std::string>& metrics,
                   std::vector<std::string>& uncovered) {
  for (const Series& series : all) {
    if (series.metric.starts_with(record::kRecordedPrefix) ||
        std::find(metrics.begin(), metrics.end(), series.metric) != metrics.end())
      uncovered.push_back(series.metric);
  }
}

// Whether test rows are private rows of clients, of which eps covers nothing.
bool has_test_rows_of_clients(const Experiment& experiment) {
  const std::span<const std::int32_t> clients = experiment.federated().test_client();
  return std::any_of(clients.begin(), clients.end(), [](std::int32_t c) { return c >= 0; });
}

// Returns a note on the rows that the model has projected, for readers of the run's numbers.
std::optional<std::string> projection_note(const Experiment& experiment) {
  const auto* bound = extension<RowBound>(experiment.model());
  if (bound == nullptr || std::isinf(bound->row_bound())) return std::nullopt;
  return std::to_string(bound->projected_rows()) + " of " +
         std::to_string(experiment.table().train) +
         " training rows were longer than model.row_bound and were scaled down to it (a count of "
         "private rows: eps does not cover it)";
}

// Returns a note on a run in simulated time whose server has heard of no client, however many
// rounds it closed.
std::optional<std::string> silence_note(const Experiment& experiment) {
  const Ledger costs = experiment.told_costs();  // bits are NaN where eps takes them for secret
  const bool is_known_to_be_silent = costs.bits_up == 0 && costs.rounds > 0;
  if (experiment.clock() == nullptr || !is_known_to_be_silent) return std::nullopt;
  return "no client has ever reported: no message has reached the server in " +
         text::counted(costs.rounds / experiment.run().chains, "round") +
         ", so that the chains have not moved; give run.clients a later deadline, faster "
         "devices or links, or clients that stay";
}

// Returns how many threads may help the run's own one.
int most_helpers(const Experiment& experiment) {
  if (!experiment.is_thread_safe()) return 0;
  return static_cast<int>(std::min(experiment.run().threads, kAnyThreads) - 1);
}

double seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

class Run {
 public:
  // A rehearsal, which is not to go, only begins the start.
  enum class Purpose { run, rehearsal };

  Run(const RunRequest& request, plugin_host::PluginHost& host, Purpose purpose,
      const Progress& progress = {})
      : experiment_(request.cell, request.replicate, host, request.shared_table_bytes,
                    request.stand_in, request.other_rows),
        recorded_(request.cell.choice(Kind::sampler).plugin),
        cores_(request.cores, most_helpers(experiment_)),
        team_(cores_),
        watch_(experiment_.mechanism(), experiment_.sampler().stride()),
        working_(experiment_.at_work(experiment_.random(), watch_, recorded_, &team_)),
        metrics_(requested_metrics(request, experiment_, host)),
        beginning_(begin(request, purpose, progress)),
        theta_(start()),
        budget_(experiment_),
        measurement_(experiment_, std::move(metrics_),
                     {request.reference, request.why_no_reference, request.read_draws}, recorded_,
                     request.is_reference),
        checkpoints_(request.checkpoints),
        pause_(request.pause),
        observer_(experiment_, measurement_,
                  experiment_.run().keep_samples ? request.samples : nullptr),
        long_steps_(experiment_.long_steps(
            host, purpose == Purpose::rehearsal ? Patience::of_check : Patience::of_run)),
        seconds_before_(beginning_.seconds) {
    if (observer_.keeps_draws()) {
      coefficients_ =
          coefficient_meanings(experiment_.dataset(), experiment_.table(), experiment_.model());
    }
    // By potentials of rows: eps, where there is one, does not cover what they decide.
    const bool shows_the_end_alone = experiment_.plan().save_every > 0;
    if (!long_steps_.empty() && !shows_the_end_alone && !experiment_.is_covered())
      region_.emplace(experiment_.problem(), experiment_.temperature(), view(theta_));
    if (!experiment_.has_start_run()) say_loaded(request);
    if (!checkpoints_.saved.empty()) restore(checkpoints_.saved);
  }

  record::RunOutcome rehearsal() const {
    record::RunOutcome outcome;
    outcome.status = record::RunStatus::ok;
    add_long_steps(outcome);
    if (const auto large = experiment_.large_delta())
      outcome.events.push_back({std::nullopt, "privacy", *large});
    for (const std::string& note : experiment_.data().notes)
      outcome.events.push_back({std::nullopt, "note", "dataset: " + note});
    if (const std::string& note = measurement_.reference_note(); !note.empty())
      outcome.events.push_back({std::nullopt, "note", note});
    return outcome;
  }

  record::RunOutcome go(const Progress& progress) {
    const RunPlan& plan = experiment_.plan();
    begin_ = threads::running_time();
    if (experiment_.has_start_run() && !resumed_at_) save_if_due();
    while (!at_end()) {
      if (pause_ && measurement_.has_reached(*pause_)) return paused();
      go_on_to(std::min(next_stop(plan, working_.iteration()), budget_.last_iteration()));
      add_to_average();
      if (may_look() && has_diverged(shown())) return diverged(beyond_bound());
      measure();
      if (progress) progress(before_ + working_.iteration(), before_ + plan.iterations);
      if (!at_end()) save_if_due();
    }
    const auto left =
        region_ ? region_->why_left(working_.iteration(), view(theta_)) : std::nullopt;
    return left ? diverged(*left) : finished(record::RunStatus::ok, "");
  }

 private:
  void add_long_steps(record::RunOutcome& outcome) const {
    for (const std::string& step : long_steps_)
      outcome.events.push_back({std::nullopt, std::string(record::kLongStepEvent), step});
  }
  static void say_loaded(const RunRequest& request) {
    if (request.after_loading) request.after_loading();
  }
  Beginning rehearsed(StartRun& start) {
    Beginning beginning{starting_point(experiment_), {}, 0};
    Eigen::MatrixXd theta = beginning.theta;
    start.rehearse(view(theta));
    return beginning;
  }
  // Performs the start, unless it is done already.
  Beginning begin(const RunRequest& request, Purpose purpose, const Progress& progress) {
    StartRun* start = experiment_.start_run();
    if (start == nullptr) return {starting_point(experiment_), {}, 0};
    if (purpose == Purpose::rehearsal) return rehearsed(*start);
    say_loaded(request);
    before_ = start->iterations();
    if (!request.checkpoints.saved.empty()) {
      text::WireReader wire(request.checkpoints.saved);
      return read_beginning(wire, experiment_);
    }
    const threads::FloatingPointMode mode = threads::floating_point_mode();
    return perform_start(experiment_, &team_, [&](std::int64_t done) {
      team_.rest();
      require_same_mode(mode);
      if (progress) progress(done, before_ + experiment_.plan().iterations);
    });
  }
  // Starts the sampler before the measurement is constructed, which asks it for its law.
  Eigen::MatrixXd start() {
    Eigen::MatrixXd theta = std::move(beginning_.theta);
    if (experiment_.has_start_run()) beginning_.theta = theta;  // for checkpoints
    experiment_.ledger() = beginning_.costs;
    experiment_.ledger().accept(0);
    experiment_.start(recorded_, view(theta), team_.slots());
    return theta;
  }
  bool at_end() const { return working_.iteration() == budget_.last_iteration() || over_budget_; }
  // Whether what becomes of the run may depend on where it is.
  bool may_look() const { return experiment_.plan().save_every == 0 || at_end(); }
  void advance(Index iterations) {
    working_.advance(iterations, view(theta_));
    experiment_.ledger().accept(working_.iteration());
    team_.rest();
    require_same_mode(mode_);
  }
  // A lasting change of the mode is not allowed: since checkpoints do not save it, results would
  // depend on when the run was saved.
  void require_same_mode(const threads::FloatingPointMode& mode) const {
    if (threads::floating_point_mode() == mode) return;
    threads::reset_floating_point();
    throw std::runtime_error(
        "until iteration " + std::to_string(working_.iteration()) +
        " a plugin of the run has changed how its process computes (rounding, denormal numbers or "
        "traps), and not changed it back; correct the plugin: it must, before it returns");
  }
  // Continues to that iteration, or to the last one at which no budget of bits or seconds is
  // exceeded.
  void go_on_to(std::int64_t iteration) {
    if (!budget_.limits_costs()) return advance(iteration - working_.iteration());
    while (working_.iteration() < iteration && !over_budget_) {
      const std::tuple before{theta_, experiment_.ledger(), recorded_};
      const std::int64_t iterations_before = working_.iteration();
      advance(experiment_.sampler().stride());
      over_budget_ = budget_.why_costs(experiment_.told_costs());
      if (!over_budget_ && ends_burn_in()) return;
      if (!over_budget_) continue;
      std::tie(theta_, experiment_.ledger(), recorded_) = before;
      working_.go_on_after(iterations_before);
      if (working_.iteration() == 0) throw std::invalid_argument(*over_budget_ + ": raise it");
    }
  }
  // Whether a budget has ended the run so early that nothing follows the burn-in.
  bool has_no_burn_in() const {
    const RunPlan& plan = experiment_.plan();
    return !experiment_.averages_over_chains() && plan.burn_in > 0 &&
           working_.iteration() <= plan.burn_in;
  }
  bool restarts_averages(std::int64_t end_of_burn_in) const {
    return !experiment_.averages_over_chains() && working_.iteration() > end_of_burn_in;
  }
  // Ends the burn-in here if the costs so far are its share of a budget.
  bool ends_burn_in() {
    if (!budget_.has_ended_burn_in(working_.iteration(), experiment_.told_costs())) return false;
    experiment_.end_burn_in(working_.iteration());
    return true;
  }
  bool has_diverged(const Eigen::MatrixXd& theta) const {
    return !(theta.array().abs() <= experiment_.run().divergence_bound).all();
  }
  // Wall time of the iterations until that running time.
  double seconds_until(std::chrono::nanoseconds now) const {
    return seconds_before_ + seconds(now - begin_ - metric_time_ - checkpoint_time_);
  }
  record::MachineUse metrics_used() const { return {.metric_seconds = seconds(metric_time_)}; }
  void add_to_average() {
    const RunPlan& plan = experiment_.plan();
    if (!plan.shows_average || working_.iteration() <= plan.burn_in) return;
    average_.add(theta_);
    if (at_end()) averaged_ = average_.mean();
  }
  // What readers get of the chains.
  const Eigen::MatrixXd& shown() const {
    return experiment_.plan().shows_average && at_end() ? averaged_ : theta_;
  }
  void measure() {
    const auto begin = threads::running_time();
    observer_.observe(working_.iteration(), view(shown()), at_end(), seconds_until(begin));
    metric_time_ += threads::running_time() - begin;
  }
  void save_if_due() {
    if (checkpoints_.is_due && checkpoints_.is_due()) save_checkpoint();
  }
  void save_checkpoint() {
    const auto begin = threads::running_time();
    observer_.flush();
    checkpoints_.save(state());
    checkpoint_time_ += threads::running_time() - begin;
  }
  // Returns the clock, the chains, the sampler's own state, the costs and the metrics so far.
  // Random streams need no state, since they are functions of the clock.
  std::string state() {
    text::WireWriter wire;
    if (experiment_.has_start_run()) write_beginning(wire, beginning_);
    wire.put(working_.iteration());
    wire.put(observer_.kept());
    wire.put(experiment_.plan().burn_in);
    wire.put(theta_);
    for (const NamedBlock& named : experiment_.sampler().state()) {
      wire.put(Eigen::MatrixXd(named.block.matrix()));
    }
    experiment_.ledger().save(wire);
    recorded_.save(wire);
    measurement_.save(wire);
    watch_.save(wire);
    observer_.save(wire);
    if (experiment_.plan().shows_average) average_.save(wire);
    wire.put(seconds_until(threads::running_time()));
    record::MachineUse used = earlier_;
    used += stopwatch_.elapsed();
    used += metrics_used();
    wire.put(used);
    return wire.take();
  }
  void restore(std::string_view state) {
    text::WireReader wire(state);
    const bool has_start = experiment_.has_start_run();
    if (has_start) read_beginning(wire, experiment_);
    working_.go_on_after(wire.get<std::int64_t>());
    const auto kept = wire.get<std::int64_t>();
    const auto burn_in = wire.get<std::int64_t>();
    const std::int64_t k = working_.iteration();
    if (k < (has_start ? 0 : 1) || k >= budget_.last_iteration() ||
        k % experiment_.sampler().stride() != 0 || kept < 0 || kept > k || burn_in < 0 ||
        burn_in > experiment_.plan().burn_in) {
      throw std::runtime_error("the checkpoint is of an iteration that this run does not save at");
    }
    experiment_.end_burn_in(burn_in);
    const auto theta = wire.get<Eigen::MatrixXd>();
    if (theta.rows() != theta_.rows() || theta.cols() != theta_.cols()) {
      throw std::runtime_error("the checkpoint has another shape of the chains");
    }
    theta_ = theta;
    restore_sampler(wire);
    experiment_.ledger().restore(wire);
    experiment_.ledger().accept(k);
    recorded_.restore(wire);
    measurement_.restore(wire);
    watch_.restore(wire);
    observer_.restore(wire, working_.iteration(), kept, view(theta_));
    if (experiment_.plan().shows_average) average_.restore(wire, theta_);
    wire.read(seconds_before_);
    wire.read(earlier_);
    resumed_at_ = working_.iteration();
  }
  void restore_sampler(text::WireReader& wire) {
    Sampler& sampler = experiment_.sampler();
    std::vector<Eigen::MatrixXd> saved(sampler.state().size());
    std::vector<Index> columns;
    for (Eigen::MatrixXd& matrix : saved) {
      wire.read(matrix);
      columns.push_back(matrix.cols());
    }
    sampler.resize_state(columns);
    const std::span<const NamedBlock> state = sampler.state();
    for (std::size_t i = 0; i < state.size(); ++i) {
      if (saved[i].rows() != state[i].block.rows || saved[i].cols() != state[i].block.cols) {
        throw std::runtime_error(std::string("the checkpoint has another shape of the sampler's ") +
                                 state[i].name);
      }
      state[i].block.matrix() = saved[i];
    }
  }
  record::RunOutcome paused() {
    if (checkpoints_.save && resumed_at_ != working_.iteration()) save_checkpoint();
    record::RunOutcome outcome;
    outcome.status = record::RunStatus::paused;
    outcome.averages_draws = measurement_.averages_draws();
    outcome.diagnostics = measurement_.diagnostics();
    outcome.series = measurement_.series(experiment_.plan().burn_in);
    return outcome;
  }
  std::string beyond_bound() const {
    return "a parameter was not finite or beyond run.divergence_bound after iteration " +
           std::to_string(working_.iteration());
  }
  record::RunOutcome diverged(std::string why) {
    return finished(record::RunStatus::diverged, std::move(why));
  }
  record::RunOutcome finished(record::RunStatus status, std::string message) {
    record::RunOutcome outcome;
    outcome.status = status;
    outcome.message = std::move(message);
    // What bits and seconds come to may depend on what messages say.
    const bool by_outcome = status == record::RunStatus::diverged || over_budget_;
    const std::int64_t planned = by_outcome ? budget_.last_iteration() : working_.iteration();
    if (by_outcome) measurement_.end_by_outcome(working_.iteration(), planned);
    measurement_.judge(working_.iteration());
    outcome.averages_draws = measurement_.averages_draws();
    outcome.diagnostics = measurement_.diagnostics();
    outcome.series = measurement_.series(experiment_.plan().burn_in);
    outcome.vectors = measurement_.vectors();
    outcome.moments = observer_.moments();
    outcome.costs = measurement_.costs(working_.iteration());
    const auto tell = [&outcome](std::string_view kind, std::string what,
                                 std::optional<std::int64_t> when = {}) {
      outcome.events.push_back({when, std::string(kind), std::move(what)});
    };
    if (resumed_at_) tell("resumed", "went on from a checkpoint", resumed_at_);
    if (team_.most_used() > 1)
      tell("threads", "up to " + std::to_string(team_.most_used()) + " threads");
    // Notes on rows are functions of them, which no eps covers: check tells them, a run keeps none.
    if (!experiment_.is_covered())
      for (const std::string& note : experiment_.data().notes) tell("note", "dataset: " + note);
    if (const std::string& note = measurement_.reference_note(); !note.empty()) tell("note", note);
    for (const std::string& note : measurement_.notes(*outcome.costs)) tell("note", note);
    add_long_steps(outcome);
    if (const char* why = experiment_.sampler().bias())
      tell("note", std::string("estimates are biased, however small the step: ") + why);
    if (!experiment_.plan().rounded.empty()) tell("note", experiment_.plan().rounded);
    if (const auto note = silence_note(experiment_)) tell(std::string(record::kSilentEvent), *note);
    if (experiment_.has_start_run()) tell("note", note_of(beginning_, experiment_));
    if (const auto note = projection_note(experiment_)) tell("note", *note);
    if (status == record::RunStatus::ok && working_.iteration() < experiment_.plan().iterations)
      tell("budget", over_budget_ ? *over_budget_ : budget_.why_eps(), working_.iteration());
    if (const std::int64_t end = experiment_.plan().burn_in; end > 0 && restarts_averages(end))
      tell(record::kRestartEvent, "averages start anew: the burn-in has ended", end);
    if (status == record::RunStatus::ok && has_no_burn_in()) {
      tell("burn_in",
           "the run has ended before its burn-in (run.burn_in, or the sampler's warm-up), so that "
           "averages are over all of it: allow for more, or set run.burn_in to 0",
           working_.iteration());
    }
    if (status == record::RunStatus::diverged)
      tell("diverged", outcome.message, working_.iteration());
    std::vector<std::string>& uncovered = outcome.uncovered;
    std::vector<std::string> metrics = measurement_.that_see_private_rows(),
                             of_test_rows = measurement_.that_see_test_rows();
    if (has_test_rows_of_clients(experiment_)) {
      metrics.insert(metrics.end(), of_test_rows.begin(), of_test_rows.end());
      of_test_rows.clear();
    }
    add_uncovered(outcome.series, metrics, uncovered);
    add_uncovered(outcome.vectors, metrics, uncovered);
    const std::string privacy =
        privacy_statement(experiment_, {working_.iteration(), planned}, uncovered, of_test_rows);
    if (!privacy.empty()) tell("privacy", privacy, working_.iteration());
    if (const auto scale = scale_of(watch_, experiment_, budget_.last_iteration()))
      tell("noise", statement_of(*scale));
    outcome.formulas = experiment_.formulas();
    outcome.temperature = experiment_.temperature();
    outcome.used = earlier_;
    outcome.used += metrics_used();
    outcome.seconds_of_metrics = measurement_.seconds();
    add_label_histogram(outcome);
    outcome.coefficients = coefficients_;
    outcome.for_others = measurement_.for_others();
    return outcome;
  }

  void add_label_histogram(record::RunOutcome& outcome) const {
    const problem::FederatedTable& table = experiment_.federated();
    if (table.clients() <= problem::kMostListedClients) {
      outcome.label_histogram =
          problem::to_json(problem::label_histogram(table), experiment_.table().classes,
                           experiment_.data().client_names);
      return;
    }
    outcome.events.push_back({std::nullopt, "note",
                              "the label histogram of " + text::counted(table.clients(), "client") +
                                  " is not kept (that of at most " +
                                  std::to_string(problem::kMostListedClients) +
                                  " would be); skald data partition GRID -o labels.csv writes it"});
  }

  Stopwatch stopwatch_;  // since the run was last started, loading included
  Experiment experiment_;
  Recordings recorded_;
  threads::SomeCores cores_;
  threads::Team team_;
  NoiseWatch watch_;
  WorkingSampler working_;
  std::int64_t before_ = 0;           // iterations of the start
  std::vector<NamedMetric> metrics_;  // until the measurement has them
  Beginning beginning_;
  Eigen::MatrixXd theta_;
  RunBudget budget_;
  Measurement measurement_;
  const Checkpoints& checkpoints_;
  const std::optional<PausePoint>& pause_;
  Observer observer_;
  ChainAverage average_;  // of states behind the burn-in, and its mean at the end
  Eigen::MatrixXd averaged_;
  std::vector<std::string> long_steps_;
  std::optional<StartRegion> region_;  // where steps are long
  std::optional<record::Coefficients> coefficients_;
  threads::FloatingPointMode mode_ = threads::floating_point_mode();
  std::chrono::nanoseconds begin_{};  // of the iterations, since the run was last started
  std::chrono::nanoseconds metric_time_{}, checkpoint_time_{};
  // Until the run was last saved:
  double seconds_before_;  // of the start and the iterations
  record::MachineUse earlier_;
  std::optional<std::int64_t> resumed_at_;
  std::optional<std::string> over_budget_;  // why the run ends before the next stride
};

record::RunOutcome ended(record::RunStatus status, std::string_view message) {
  record::RunOutcome outcome;
  outcome.status = status;
  outcome.message = text::capped(message);
  return outcome;
}

// Returns what `run` returns, or an outcome for the exception that it throws.
template <class F>
record::RunOutcome outcome_of(F run) {
  try {
    return run();
  } catch (const std::bad_alloc&) {
    return ended(record::RunStatus::out_of_memory, "the memory that it asked for was refused");
  } catch (const std::exception& e) {
    record::RunOutcome outcome = ended(record::RunStatus::failed, e.what());
    if (const auto* about = dynamic_cast<const About*>(&e)) outcome.about = about->subject;
    return outcome;
  } catch (...) {
    return ended(record::RunStatus::failed, "a plugin threw something that is no std::exception");
  }
}

}  // namespace

record::RunOutcome run_cell(const RunRequest& request, plugin_host::PluginHost& host,
                            const Progress& progress) {
  return outcome_of([&] { return Run(request, host, Run::Purpose::run, progress).go(progress); });
}

record::RunOutcome prepare_cell(const RunRequest& request, plugin_host::PluginHost& host) {
  return outcome_of([&] { return Run(request, host, Run::Purpose::rehearsal).rehearsal(); });
}

}  // namespace skald::run
