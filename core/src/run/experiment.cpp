#include "run/experiment.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "grid/cell.hpp"
#include "grid/expression.hpp"
#include "options/option_table.hpp"
#include "plugin_host/plugin.hpp"
#include "privacy/events/filters.hpp"
#include "privacy/rdp.hpp"
#include "problem/declared_releases.hpp"
#include "problem/problem_constants.hpp"
#include "problem/stated_law.hpp"
#include "random/philox_random.hpp"
#include "random/secret_random.hpp"
#include "run/cell_plugins.hpp"
#include "run/run_accountant.hpp"
#include "run/run_hooks.hpp"
#include "skald/linear_coefficients.hpp"
#include "text/number_text.hpp"
#include "text/result.hpp"

namespace skald::run {
namespace {

// Returns the number at a path such as "sampler.step".
double value_at(const grid::Cell& cell, const std::string& path) {
  const options::OptionValue* value = cell.find(path);
  return value == nullptr ? 0 : options::as_number(*value).value_or(0);
}

// Performs sections on the caller's thread.
class OneThread final : public Threads {
 public:
  explicit OneThread(Index slots) : slots_(slots) {}
  Index slots() const override { return slots_; }

 private:
  void do_parallel(Index n, void* section, Call work, Call then) override {
    for (Index i = 0; i < n; ++i) {
      work(section, i, 0);
      if (then != nullptr) then(section, i, 0);
    }
  }

  Index slots_;
};

ReadInput curvature_for(const std::string& option) {
  return {inputs::curvature, option + " follows from bounds of the curvature over all rows",
          "give " + option + " as a number"};
}

ReadInput count_for(const std::string& option) {
  return {inputs::counts, option + " follows from n, the number of rows of all clients",
          "give " + option + " as a number"};
}

// A model of one predictor adds an intercept or does not, according to all rows.
ReadInput intercept_in_rows() {
  return {inputs::encoding, "whether the model adds an intercept follows from the rows",
          "let the data set give the array \"intercept\", or name its column is_constant"};
}

ReadInput start_at_mode() {
  return {inputs::start, "run.start is mode, the maximum of the posterior of all rows",
          "set run.start to model, zero or normal"};
}

ReadInput start_by_run() {
  return {inputs::start,
          "the section start is a run on all rows, and no noise is in what it releases",
          "leave the section out"};
}

ReadInput counts_by_the_clock() {
  return {inputs::counts,
          "where clients work in passes over their rows, the clock tells how many rows a client "
          "has, and its time decides who is in later rounds",
          "give sampler.K in place of passes, or leave run.clients out"};
}

ReadInput hidden_counts() {
  return {inputs::counts,
          "batches and weights follow from the number of rows of a client, which its "
          "releases are to hide",
          "state them per record under replace_one or zero_out"};
}

// What is said of the privacy of runs with a clock.
constexpr const char* kKnownCohorts =
    "eps assumes that everyone knows who takes part in which round, and counts each client as if "
    "it took part in all. ";
constexpr const char* kNoTheorem =
    "its theorem is stated for cohorts that nothing but chance decides, and run.clients does";

// Throws if an option that only a clock gives a meaning is given without one.
void require_clock(const RunOptions& run, const grid::Cell& cell) {
  if (run.are_given()) return;
  std::string option = run.budget_simulated_seconds ? "budget.simulated_seconds" : "";
  for (const auto& [name, value] : cell.run) {
    if (!name.starts_with("clients.") || !cell.is_set(options::Section::run, name)) continue;
    option = name;
    break;
  }
  if (option.empty()) return;
  throw std::invalid_argument(option +
                              " is given, but the run has no clock: give clients.step_seconds, the "
                              "simulated seconds of a local step");
}

void require_time_keeper(const plugin_host::Plugin& sampler) {
  const Info& info = sampler.descriptor->info;
  if (info.keeps_time) return;
  throw std::invalid_argument(
      std::string("clients is given, but ") + info.name +
      " has no rounds that follow it: every client holds state that each round needs, or works "
      "otherwise than by a round's local steps; leave clients out, or choose a sampler of which "
      "skald describe says that it keeps time");
}

}  // namespace

Experiment::Experiment(const grid::Cell& cell, std::uint64_t replicate,
                       plugin_host::PluginHost& host, Index shared_table_bytes,
                       const StandIn& stand_in, const OtherRows& other_rows)
    : cell_(cell) {
  build_problem(cell_, replicate, host, shared_table_bytes, stand_in, other_rows);
  cell_ = with_formulas(std::move(cell_), *problem_, host, counted_, curved_);
  build_algorithm(cell_, host);
  choose_random(cell_.seed, replicate);
  build_clock(cell_, host);
  if (cell_.start) build_start(replicate, host);
  in_section("run", [&] { account_shown_end(host); });
  in_section("privacy", [&] { prepare_mechanism(); });
  find_inputs();
}

bool Experiment::averages_over_chains() const {
  return run_.averages == "chains" || run_.publish != "all" ||
         sampler_->output() == Output::point_estimate;
}

void Experiment::start(Recorder& recorder, Block theta, Index slots) {
  OneThread one(slots);
  Context context{*watched_, random(), *mechanism_, ledger_.entries_, recorder, 0, &one, clock()};
  sampler_->start(context, theta);
  watched_->end_of_set_up();
  find_inputs();
}

WorkingSampler Experiment::at_work(const Random& random, const Mechanism& mechanism,
                                   Recorder& recorder, Threads* threads) {
  return {*sampler_,
          {*problem_, random, mechanism, ledger_.entries_, recorder, 0, threads, clock()}};
}

void Experiment::rehearse_start() {
  SilentRecorder recorder;
  Eigen::MatrixXd theta = Eigen::MatrixXd::Zero(problem_->dimension(), 1);
  start(recorder, view(theta));
}

void Experiment::find_inputs() {
  std::vector<ReadInput> read;
  for (const PrivateInput& input : table().private_inputs) read.emplace_back(input);
  if (data_.reads_intercept && extension<LinearCoefficients>(*model_) != nullptr)
    read.push_back(intercept_in_rows());
  for (const std::string& option : curved_) read.push_back(curvature_for(option));
  if (run_.start == "mode") read.push_back(start_at_mode());
  if (start_run_) read.push_back(start_by_run());
  const std::int64_t iterations = plan_.iterations;
  for (const PrivateInput& input : problem::declared(*sampler_, *watched_, iterations).inputs) {
    read.emplace_back(input);
  }
  for (const PrivateInput& input : watched_->reads()) read.emplace_back(input);
  const RunAccountant accountant = this->accountant(iterations);
  if (accountant.hides_counts()) read.push_back(hidden_counts());
  if (accountant.protects_clients()) {
    for (const std::string& option : counted_) read.push_back(count_for(option));
    if (counts_passes_) read.push_back(counts_by_the_clock());
  }
  inputs_.emplace(read, run_.public_inputs.value_or(""));
  withheld_.reset();
}

RunAccountant Experiment::accountant(std::int64_t iterations) const {
  if (shown_end_)
    return {shown_end_->releases, problem_->clients(), run_.chains, shown_end_->reader};
  return {*sampler_, *watched_, iterations, run_.chains, clock() != nullptr};
}

privacy::Guarantee Experiment::released(std::int64_t iterations) const {
  return accountant(iterations).guarantee(*mechanism_);
}

std::vector<privacy::NoisyRelease> Experiment::worst_releases(std::int64_t iterations) const {
  return accountant(iterations).worst_releases(*mechanism_);
}

Index Experiment::worst_client() const {
  return accountant(plan_.iterations).worst_client(*mechanism_);
}

std::string Experiment::premises() const {
  if (shown_end_) return shown_end_->premises;
  std::string premises = accountant(plan_.iterations).premises(mechanism_->claim().value());
  if (!premises.empty() && clock() != nullptr) premises += kKnownCohorts;
  return premises;
}

Index Experiment::units() const {
  return accountant(plan_.iterations).protects_clients() ? problem_->clients()
                                                         : problem_->examples(Problem::everyone);
}

std::optional<std::string> Experiment::large_delta() const {
  const std::optional<Claim> claim = mechanism_->claim();
  const auto n = static_cast<double>(units());
  if (!(claim && claim->delta * n >= 1) || worst_releases(plan_.iterations).empty()) return {};
  const char* unit = accountant(plan_.iterations).protects_clients() ? "clients" : "records";
  return "delta is " + text::number_text(claim->delta) + ", and there are " + text::number_text(n) +
         " " + unit +
         ": to publish everything of one of them, at random, meets that delta at eps 0; set "
         "privacy.delta well below " +
         text::number_text(1 / n, 3);
}

// A delta that is more likely than not says nothing, whatever eps is.
void Experiment::require_telling_delta() const {
  const std::optional<double> delta = cell_.number(options::Section::privacy, "delta");
  if (!delta || !(*delta >= 0.5)) return;
  throw std::invalid_argument(
      "delta is " + text::number_text(*delta) +
      ": to publish all rows with that probability meets it at eps 0, so that it protects nobody; "
      "set it well below one over the number of units");
}

double Experiment::eps_spent(std::int64_t iterations) const {
  const double released_eps = released(iterations).epsilon;
  if (std::isinf(released_eps) || private_inputs().unpaid.empty()) return released_eps;
  return std::numeric_limits<double>::infinity();
}

bool Experiment::is_covered() const {
  return private_inputs().unpaid.empty() && !worst_releases(plan_.iterations).empty();
}

std::string Experiment::why_nothing_is_released() const {
  const std::string why = problem::declared(*sampler_, *watched_, plan_.iterations).why_nothing;
  if (!why.empty()) return why;
  return no_eps_.empty() ? "this sampler sends none; choose another, or privacy none" : no_eps_;
}

bool Experiment::has_even_clients() const {
  for (Index client = 1; client < problem_->clients(); ++client) {
    if (problem_->examples(client) != problem_->examples(0)) return false;
  }
  return true;
}

const std::vector<std::string_view>& Experiment::withheld_costs() const {
  if (withheld_) return *withheld_;
  withheld_.emplace();
  if (!is_covered()) return *withheld_;
  const RunAccountant accountant = this->accountant(plan_.iterations);
  return *(withheld_ = run::withheld_costs(
               accountant.secrets(mechanism_->claim().value(), has_even_clients())));
}

Ledger Experiment::told(const SealedLedger& costs) const {
  Ledger told = costs.entries_;
  for (const Cost& cost : kCosts) {
    const auto& withheld = withheld_costs();
    if (std::find(withheld.begin(), withheld.end(), cost.name) == withheld.end()) continue;
    if (const auto* count = std::get_if<double Ledger::*>(&cost.counter))
      told.** count = std::numeric_limits<double>::quiet_NaN();
  }
  return told;
}

std::optional<double> Experiment::odometer(std::int64_t iterations) const {
  const std::vector<privacy::NoisyRelease> releases = worst_releases(iterations);
  if (!std::all_of(releases.begin(), releases.end(), privacy::has_renyi_bound)) return std::nullopt;
  const std::optional<Claim> claim = mechanism_->claim();
  if (!claim || claim->delta == 0) return std::nullopt;
  const std::vector<double>& orders = privacy::default_orders();
  return privacy::odometer_epsilon(orders, privacy::rdp(releases, orders), claim->delta);
}

double Experiment::temperature() const {
  return sampler_->output() == Output::posterior_draws ? sampler_->temperature() : 1;
}

std::vector<std::string> Experiment::long_steps(plugin_host::PluginHost& host,
                                                Patience patience) const {
  if (!has_quick_curvature(*problem_, patience)) return {};
  return run::long_steps(cell_, *problem_, host);
}

std::optional<PublishedClaim> Experiment::published_claim(std::int64_t iterations) const {
  auto claim = skald::run::published_claim(*sampler_, *problem_, iterations, *mechanism_);
  if (claim && clock() != nullptr) {
    *claim = {{}, {}, text::no_value(std::string(kNoTheorem)), claim->delta};
  }
  return claim;
}

void Experiment::build_problem(const grid::Cell& cell, std::uint64_t replicate,
                               plugin_host::PluginHost& host, Index shared_table_bytes,
                               const StandIn& stand_in, const OtherRows& other_rows) {
  constexpr Index kCopied = std::numeric_limits<Index>::max();
  data_ = federate(cell, replicate, host, other_rows ? kCopied : shared_table_bytes);
  if (other_rows) other_rows(*data_.table);
  cell_ = with_formulas_of_model(cell, *data_.table, host, counted_);
  model_ = make<Model>(cell_, Kind::model, host);
  in_section("model", [&] { model_->bind(table()); });
  if (stand_in) stand_in_ = stand_in(*model_, *data_.table);
  problem_.emplace(*data_.table, stand_in_ ? *stand_in_ : *model_, ledger_.entries_);
  watched_.emplace(*problem_);
  gaussian_ = problem::gaussian_view(*problem_);
}

void Experiment::build_algorithm(const grid::Cell& cell, plugin_host::PluginHost& host) {
  for (const auto& [path, text] : cell.evaluated)
    formulas_.emplace_back(path, value_at(cell, path));
  sampler_ = make<Sampler>(cell, Kind::sampler, host);
  const Info& info = host.find(Kind::sampler, cell.choice(Kind::sampler).plugin).descriptor->info;
  if (info.no_eps != nullptr) no_eps_ = info.no_eps;
  mechanism_ = make<Mechanism>(cell, Kind::privacy, host);
  in_section("run", [&] {
    run_values_ = plugin_values(cell.run);
    std::vector<Value> values;
    for (const options::OptionValue& value : run_values_)
      values.push_back(options::borrowed(value));
    run_ = read_run_options(values);
    plan_ = plan_run(run_, *sampler_);
    if (!cell.metrics.empty() || run_.keep_samples) require_draws(plan_, *sampler_);
  });
}

void Experiment::build_clock(const grid::Cell& cell, plugin_host::PluginHost& host) {
  in_section("run", [&] {
    require_clock(run_, cell);
    if (!run_.are_given()) return;
    const grid::PluginChoice& choice = cell.choice(Kind::sampler);
    const plugin_host::Plugin& sampler = host.find(choice.kind, choice.plugin);
    require_time_keeper(sampler);
    const OptionInfo* passes = grid::find_option(sampler.options(), OptionRole::passes);
    counts_passes_ = passes != nullptr && cell.is_set(options::Section::sampler, passes->name);
    clock_.emplace(run_, problem_->clients(), *streams_);
  });
}

void Experiment::build_start(std::uint64_t replicate, plugin_host::PluginHost& host) {
  const std::string prefix = "start.";
  std::vector<std::string> counted, curved;
  const grid::Cell start = in_section("start", [&] {
    return with_formulas(grid::starting_cell(cell_), *problem_, host, counted, curved);
  });
  for (const std::string& option : counted) counted_.push_back(prefix + option);
  for (const std::string& option : curved) curved_.push_back(prefix + option);
  for (const auto& [path, text] : start.evaluated)
    formulas_.emplace_back(prefix + path, value_at(start, path));
  start_run_.emplace(
      start, replicate, host,
      StartPlace{*problem_, ledger_.entries_, run_, mechanism_->is_for_publication()});
}

// Starts a sampler like the run's, which states its law only then.
void Experiment::account_shown_end(plugin_host::PluginHost& host) {
  const plugin_host::Plugin& mechanism =
      host.find(Kind::privacy, cell_.choice(Kind::privacy).plugin);
  const bool claims = grid::find_option(mechanism.options(), OptionRole::adversary) != nullptr;
  if (run_.publish == "all" || !claims) return;
  const SealedLedger costs = ledger_;
  const auto sampler = make<Sampler>(cell_, Kind::sampler, host);
  OneThread one(1);
  SilentRecorder recorder;
  Eigen::MatrixXd theta = Eigen::MatrixXd::Zero(problem_->dimension(), 1);
  Context context{*problem_, random(), *mechanism_, ledger_.entries_, recorder, 0, &one, clock()};
  sampler->start(context, view(theta));
  ledger_ = costs;
  shown_end_ = run::account_shown_end(*sampler, *problem_, gaussian_, run::shown_end(plan_));
}

void Experiment::prepare_mechanism() {
  require_telling_delta();
  const RunAccountant accountant = this->accountant(plan_.iterations);
  if (accountant.empty()) return prepare_without_releases(accountant);
  mechanism_->prepare(accountant);
  accountant.guarantee(*mechanism_);
  const std::optional<Claim> claim = mechanism_->claim();
  if (!shown_end_ || !claim || claim->adversary == Adversary::observer) return;
  throw std::invalid_argument("adversary is server, who sees every round, but run.publish is " +
                              std::string(run_.publish) + ", of which eps is against a " +
                              shown_end_->reader +
                              ": set adversary to observer, or run.publish to all");
}

void Experiment::prepare_without_releases(const RunAccountant& accountant) {
  try {
    mechanism_->prepare(accountant);
  } catch (const std::invalid_argument& refusal) {
    throw std::invalid_argument(std::string(refusal.what()) + ": " + why_nothing_is_released());
  }
  if (!mechanism_->claim()) return;
  throw std::invalid_argument(
      "the mechanism adds noise, but the sampler sends no message of bounded sensitivity through "
      "it: " +
      why_nothing_is_released());
}

void Experiment::choose_random(std::uint64_t seed, std::uint64_t replicate) {
  if (mechanism_->is_for_publication()) {
    streams_ = std::make_unique<random::SecretRandom>();
  } else {
    const random::Part part = cell_.has_own_streams ? random::Part::reference : random::Part::run;
    streams_ = std::make_unique<random::PhiloxRandom>(seed, replicate, part);
  }
  owned_.emplace(*streams_, random::StreamOwner::sampler);
  metered_.emplace(*owned_, ledger_.entries_);
}

}  // namespace skald::run
