// What the database keeps of private runs: costs that would tell what eps takes for secret are left
// out, and runs that their outcome ends are accounted as planned.
#include "run/accounts/stored_columns.hpp"

#include <type_traits>

#include "cells.hpp"
#include "run/run_cell.hpp"
#include "run/run_plan.hpp"
#include "run/start/beginning.hpp"
#include "test.hpp"

namespace stored_columns_test {

using namespace skald::run;
using Catch::Contains;

namespace {

std::vector<std::string_view> withheld(Release release, Adversary adversary, bool are_even = true) {
  release.client = release.unit == Unit::client ? -1 : 0;
  const Claim claim{.delta = 1e-5, .adversary = adversary};
  return withheld_costs(secrets_of({&release, 1}, claim, are_even));
}

using Names = std::vector<std::string_view>;
const Names kWork{"gradient_evaluations"};
const Names kSizes{"bits_up", "bits_down", "gradient_evaluations", "normals"};

// FedAvg on Titanic over 6 clients that differ in their numbers of rows, full batches.
std::string fedavg(const std::string& sampler, const std::string& run, const std::string& adversary,
                   const std::string& partition = R"({"plugin": "quantity_skew", "clients": 6})") {
  return R"("dataset": {"plugin": "titanic"}, "partition": )" + partition +
         R"(, "model": {"plugin": "logistic", "prior_precision": 0},
            "sampler": {"plugin": "fedavg", "lr": 0.1, "weights": "uniform", "clip": 0.5)" +
         sampler + R"(}, "run": {"public": "all", )" + run +
         R"(}, "metrics": ["gradient_evaluations", "eps_spent"],
            "privacy": {"plugin": "gaussian", "noise_multiplier": 3, "adversary": ")" +
         adversary + "\"}";
}

record::RunOutcome outcome_of(const std::string& grid) {
  RunRequest request;
  request.cell = cell_of(grid);
  record::RunOutcome outcome = run_cell(request, plugins());
  INFO(outcome.message);
  REQUIRE((record::is_result(outcome.status)));
  return outcome;
}
std::string statement_of(const record::RunOutcome& outcome) {
  for (const record::EventRecord& event : outcome.events) {
    if (event.kind == "privacy") return event.message;
  }
  return "";
}
const record::SeriesRecord& series_of(const record::RunOutcome& outcome, const std::string& name) {
  for (const record::SeriesRecord& series : outcome.series) {
    if (series.metric == name) return series;
  }
  throw std::out_of_range(name);
}

}  // namespace

TEST_CASE("costs that would tell a secret are withheld, and no others") {
  constexpr bool uneven = false;
  Release record{.count = 10, .rate = 0.1, .participation = 0.2};
  CHECK(withheld(record, Adversary::server).empty());
  CHECK(withheld(record, Adversary::observer) == kSizes);  // unless their number is fixed
  record.has_fixed_cohorts = true;
  CHECK(withheld(record, Adversary::server, uneven).empty());
  CHECK(withheld(record, Adversary::observer).empty());
  CHECK(withheld(record, Adversary::observer, uneven) == kWork);
  record.participation = 1;
  CHECK(withheld(record, Adversary::observer, uneven).empty());
  for (const Sampling sampling : {Sampling::poisson, Sampling::balls_in_bins}) {
    record.sampling = sampling;
    CHECK(withheld(record, Adversary::server) == kWork);
  }
  record.sampling = Sampling::none;
  record.relation = Relation::add_remove;
  CHECK(withheld(record, Adversary::server) == kWork);
  Release client{.unit = Unit::client, .count = 10, .rate = 0.1};
  CHECK(withheld(client, Adversary::server) == kWork);
  client.sampling = Sampling::without_replacement;
  CHECK(withheld(client, Adversary::observer) == kWork);
  for (const Sampling sampling : {Sampling::poisson, Sampling::with_replacement}) {
    client.sampling = sampling;
    CHECK(withheld(client, Adversary::observer) == kSizes);
    CHECK(withheld(client, Adversary::server) == kWork);
  }
}

TEST_CASE("a run whose eps needs secret cohorts does not keep how many rows they had") {
  const auto hidden = outcome_of(fedavg(R"(, "S": 1, "K": 1)", R"("rounds": 20)", "observer"));
  REQUIRE(std::isfinite(hidden.costs->eps_spent));
  CHECK(std::isnan(hidden.costs->gradient_evaluations));
  for (const record::PointRecord& point : series_of(hidden, "gradient_evaluations").points) {
    CHECK(std::isnan(point.value));
  }
  CHECK(hidden.costs->rounds == 20);
  CHECK(hidden.costs->bits_up > 0);
  CHECK_THAT(
      statement_of(hidden),
      Contains("Covered by eps: rounds, bits_up, bits_down, normals, eps_spent") &&
          Contains("Not kept, since it tells what must stay secret: gradient_evaluations. ") &&
          Contains("what this machine took (wall_seconds, cpu_seconds"));
  const std::string two = R"({"plugin": "quantity_skew", "clients": 2})";
  const auto either = outcome_of(fedavg(R"(, "S": 1, "K": 1)", R"("rounds": 2)", "observer", two));
  CHECK(std::isnan(either.costs->gradient_evaluations));
  // Who takes part is known to the server, so that nothing is given away.
  const auto seen = outcome_of(fedavg(R"(, "S": 1, "K": 1)", R"("rounds": 20)", "server"));
  CHECK(seen.costs->gradient_evaluations > 0);
  CHECK_THAT(statement_of(seen), !Contains("Not kept"));
  const auto whole =
      outcome_of(fedavg(R"(, "S": 1, "K": 1, "unit": "client")", R"("rounds": 20)", "observer"));
  CHECK(std::isnan(whole.costs->gradient_evaluations));
}

namespace {

std::vector<std::int64_t> iterations_of(const record::SeriesRecord& series) {
  std::vector<std::int64_t> iterations;
  for (const record::PointRecord& point : series.points) iterations.push_back(point.iteration);
  return iterations;
}

// Whether the entries of a ledger can be reached from what a schedule, a budget, a message or a
// name has.
template <class T>
concept ShowsEntries = requires(T& costs) {
  costs.gradient_evaluations;
}
|| requires(T& costs) { costs.entries_; }
|| requires(T& working) { working.context_; }
|| std::is_convertible_v<T, Ledger>;
template <class T>
concept LendsEntries = ShowsEntries<std::remove_cvref_t<decltype(std::declval<T&>().ledger())>> ||
    ShowsEntries<std::remove_cvref_t<decltype(std::declval<T&>().start_costs())>>;
static_assert(ShowsEntries<Ledger>);
static_assert(!ShowsEntries<SealedLedger> && !ShowsEntries<WorkingSampler>);
static_assert(!ShowsEntries<decltype(Beginning::costs)> && !LendsEntries<Experiment>);

}  // namespace

TEST_CASE("when something is recorded of a run does not tell who took part in it") {
  std::string grid =
      fedavg(R"(, "S": 2, "K": 1, "unit": "client")", R"("rounds": 600)", "observer");
  grid.replace(grid.find(R"(["gradient)"), 1, R"(["accuracy", )");
  RunRequest request;
  request.cell = cell_of(grid);
  for (const Kind kind : {Kind::dataset, Kind::partition}) request.cell.choice(kind).seed = 7;
  std::set<std::vector<std::int64_t>> schedules;
  for (request.replicate = 0; request.replicate < 6; ++request.replicate) {
    const record::RunOutcome outcome = run_cell(request, plugins());
    REQUIRE(std::isnan(outcome.costs->gradient_evaluations));
    schedules.insert(iterations_of(series_of(outcome, "accuracy")));
  }
  REQUIRE(schedules.size() == 1);
  CHECK(schedules.begin()->size() == kFewestRecords);
}

TEST_CASE("a budget of bits that would tell how many clients take part is refused") {
  const auto ended = [](const std::string& sampler) {
    RunRequest request;
    request.cell = cell_of(fedavg(R"(, "K": 1, "unit": "client", "S": 2)" + sampler,
                                  R"("rounds": 400, "budget": {"bits_up": 40000})", "observer"));
    return run_cell(request, plugins());
  };
  const record::RunOutcome secret = ended(R"(, "client_sampling": "poisson")");
  CHECK(secret.status == record::RunStatus::failed);
  CHECK_THAT(
      secret.message,
      Contains("run.budget.bits_up is 40000, and where it ends the run would tell how many "
               "clients take part, which eps takes for secret: limit the run by run.rounds"));
  const record::RunOutcome fixed = ended("");
  INFO(fixed.message);
  CHECK(fixed.status == record::RunStatus::ok);
  CHECK(fixed.costs->bits_up <= 40000);
}

TEST_CASE("a run that diverges states the eps of all planned iterations, and an odometer's") {
  const std::string sampler = R"(, "K": 1)";
  const double planned = outcome_of(fedavg(sampler, R"("rounds": 200)", "server")).costs->eps_spent;
  const auto diverged =
      outcome_of(fedavg(sampler, R"("rounds": 200, "divergence_bound": 0.05)", "server"));
  REQUIRE(diverged.status == record::RunStatus::diverged);
  CHECK(diverged.costs->eps_spent == planned);
  CHECK(series_of(diverged, "eps_spent").summary.last == planned);
  CHECK_THAT(statement_of(diverged),
             Contains("The run's outcome ended it after iteration ") &&
                 Contains("is the epsilon of all 200 planned ones; an odometer, which holds"));
}

TEST_CASE("a run that a budget of bits ends states the eps of all planned iterations") {
  std::string grid = fedavg(R"(, "K": 1, "compressor": "qsgd", "coding": "elias")",
                            R"("rounds": 60, "budget": {"bits": 20000})", "server");
  grid.replace(grid.find("fedavg"), 6, "fedpaq");
  const auto ended = outcome_of(grid);
  CHECK(ended.costs->rounds < 60);
  grid.replace(grid.find("20000"), 5, "2e8");
  const auto whole = outcome_of(grid);
  REQUIRE(whole.costs->rounds == 60);
  CHECK(ended.costs->eps_spent == whole.costs->eps_spent);
  CHECK(series_of(ended, "eps_spent").summary.last == whole.costs->eps_spent);
  CHECK_THAT(statement_of(ended), Contains("is the epsilon of all 60 planned ones"));
}

TEST_CASE("whole clients under epochs: a clock tells how many rows they have") {
  const auto eps = [](const std::string& sampler, const std::string& run) {
    std::string grid =
        fedavg(sampler + R"(, "S": 2, "unit": "client", "batch": 10)", run, "observer");
    grid.replace(grid.find(R"("public": "all")"), 15, R"("public": "encoding")");
    return outcome_of(grid).costs->eps_spent;
  };
  const std::string clock = R"("rounds": 5, "clients": {"step_seconds": 1})";
  CHECK(std::isfinite(eps(R"(, "K": 3)", clock)));
  CHECK(std::isfinite(eps(R"(, "epochs": 1)", R"("rounds": 5)")));
  CHECK(std::isinf(eps(R"(, "epochs": 1)", clock)));
}

}  // namespace stored_columns_test
