// Samplers with mistakes that people have made, and the checks of the kit that find them. The same
// sampler without its mistake passes.
#include "checked_plugins.hpp"
#include "test.hpp"

using namespace skald::conformance;

namespace {

using Names = std::vector<std::string>;
using Settings = std::vector<Setting>;

Names failures_of(const std::string& name, const Settings& settings) {
  const auto findings = check(Kind::sampler, name, settings);
  UNSCOPED_INFO(report(findings));
  return failures(findings);
}

Settings flawed(const Settings& settings, const std::string& flaw) {
  return with(settings, {{"flaw", flaw}});
}

const std::string kUnequal = "stationary law, clients of unequal size, curvature and minimiser";
const std::string kDecorrelation =
    "decorrelation, clients of unequal size, curvature and minimiser";
const std::string kFirst =
    "law of the first iterations, clients of unequal size, curvature and minimiser";
const std::string kEqualRows =
    "stationary law, rows of equal curvature, in clients of unequal size";

}  // namespace

TEST_CASE("mistakes in averaged Langevin dynamics change the stationary law, and are found") {
  const Settings fald{{"rho", 0.0}}, shared{{"rho", 0.7}};
  CHECK(failures_of("flawed_averaging", fald).empty());
  CHECK(failures_of("flawed_averaging", shared).empty());
  for (const std::string flaw :
       {"unweighted_noise", "noise_without_two", "whole_prior_at_every_client"}) {
    INFO(flaw);
    CHECK(failures_of("flawed_averaging", flawed(fald, flaw)) == Names{kUnequal});
  }
  CHECK(failures_of("flawed_averaging", flawed(shared, "undivided_shared_noise")) ==
        Names{kUnequal});
}

TEST_CASE("mistakes in control variates change the stationary law, and are found") {
  const Settings control{{"control_variates", true}, {"p_c", 0.4}, {"q_cv", 0.4}};
  CHECK(failures_of("flawed_averaging", control).empty());
  // A delay of one iteration matters most if references are renewed often and steps are large.
  const Settings renewed{{"control_variates", true}, {"p_c", 0.4}, {"q_cv", 1.0}, {"step", 0.16}};
  CHECK(failures_of("flawed_averaging", renewed).empty());
  CHECK(failures_of("flawed_averaging", flawed(renewed, "early_reference")) == Names{kUnequal});
  const Settings drawn = with(control, {{"minibatches", true}});
  CHECK(failures_of("flawed_averaging", drawn).empty());
  CHECK(failures_of("flawed_averaging", flawed(drawn, "two_minibatches")) == Names{kEqualRows});
}

TEST_CASE("a quantiser that always rounds down moves the mean away from the target") {
  CHECK(failures_of("flawed_uploads", {}).empty());
  CHECK(failures_of("flawed_uploads", {{"rounds_down", true}}) == Names{kUnequal});
}

TEST_CASE("chains that keep to the target if they begin there, but do not go there, are found") {
  const Settings silent{{"step", 0.005}}, stating{{"states_law", true}};
  CHECK(failures_of("flawed_motion", silent).empty());
  CHECK(failures_of("flawed_motion", stating).empty());
  CHECK(failures_of("flawed_motion", flawed(silent, "never_moves")) ==
        Names{kUnequal, kDecorrelation});
  CHECK(failures_of("flawed_motion", flawed(stating, "never_moves")) ==
        Names{kUnequal, kDecorrelation, kFirst});
  CHECK(failures_of("flawed_motion", flawed({{"step", 1e-5}}, "noiseless")) ==
        Names{kUnequal, kDecorrelation});
  // The draws are exact, wherever the chains begin; the only sign of the mistake is that they never
  // change.
  CHECK(failures_of("flawed_motion", flawed(silent, "one_draw_for_ever")) == Names{kDecorrelation});
}

TEST_CASE("a first iteration unlike the others leaves no trace in the end, and is found") {
  CHECK(failures_of("flawed_motion", flawed({{"states_law", true}}, "begins_late")) ==
        Names{kFirst});
}

TEST_CASE("a chain that later takes half its steps has the stated law, but averages that spread") {
  CHECK(failures_of("flawed_motion", flawed({{"states_law", true}}, "tires")) ==
        Names{"spread of averages, clients of unequal size, curvature and minimiser"});
}

TEST_CASE("a temperature is what the sampler declares, whatever its option is called") {
  for (const double tau : {0.5, 2.0}) {
    INFO(tau);
    const Settings at{{"step", 0.005}, {"tau", tau}};
    CHECK(failures_of("tempered", at).empty());
    CHECK(failures_of("tempered", flawed(at, "ignored")) == Names{kUnequal});
    CHECK(failures_of("tempered", flawed(at, "undeclared")) == Names{kUnequal});
    CHECK(failures_of("tempered", flawed(at, "contradicted")) == Names{"temperature", kFirst});
  }
}

TEST_CASE("samplers of no stated law are held to the temperature that they are given") {
  CHECK(failures_of("qlsd", {{"temp", 2.0}}).empty());
  CHECK(failures_of("dsgld", {{"temp", 2.0}}).empty());
  CHECK(failures_of("hmc", {{"temp", 2.0}}).empty());
}

TEST_CASE("mistakes that show with other values of an option are found without being asked for") {
  const auto failures_of_all = [](const std::string& flaw) {
    const auto findings = check_varied(Kind::sampler, "tempered", {{"flaw", flaw}});
    UNSCOPED_INFO(report(findings));
    return failures(findings);
  };
  CHECK(failures_of_all("none").empty());
  CHECK(failures_of_all("ignored") == Names{kUnequal + ", with tau = 0.5"});
  CHECK(failures_of_all("undeclared") == Names{kUnequal + ", with tau = 0.5"});
}

TEST_CASE("where rounds are stated and draw nothing, options are tried in pairs") {
  const auto findings = check_varied(Kind::sampler, "fedavg", {{"K", 2}});
  CHECK(std::any_of(findings.begin(), findings.end(), [](const Finding& found) {
    return found.check == "first iterations with other values of one or two options" &&
           found.verdict == Verdict::passed;
  }));
}

TEST_CASE("an option that makes a difference where it says that it has none is found") {
  const auto failures_of_all = [](const std::string& flaw) {
    return failures(check_varied(Kind::sampler, "tempered", {{"flaw", flaw}}));
  };
  const auto with = failures_of_all("unconditional");
  CHECK(std::find(with.begin(), with.end(), "options count where they say") != with.end());
  const auto without = failures_of_all("none");
  CHECK(std::find(without.begin(), without.end(), "options count where they say") == without.end());
}

TEST_CASE("a step too small for the kit's time is named, not judged") {
  const auto findings =
      check(Kind::sampler, "flawed_motion", {{"states_law", true}, {"step", 1e-5}});
  REQUIRE(failures(findings) == Names{kUnequal});
  CHECK_THAT(report(findings),
             Catch::Contains("a relaxation time of") && Catch::Contains("iterations"));
}

TEST_CASE("an optimiser that lacks only pace is told how many rounds it would need") {
  const auto findings = check(Kind::sampler, "fedavg", {{"K", 3}, {"lr", 1e-5}});
  CHECK(failures(findings).size() == 2);
  CHECK_THAT(report(findings), Catch::Contains("at this rate it needs"));
}

TEST_CASE("a sample that averages its start comes to rest elsewhere") {
  CHECK(failures_of("flawed_iterates", {}).empty());
  CHECK(failures_of("flawed_iterates", {{"averages_start", true}}) ==
        Names{"fixed point, clients of unequal size, curvature and minimiser", kFirst});
}

// Where every start leads to one wrong point, that this comes nearer with a smaller learning rate
// is no excuse.
TEST_CASE("steps that go aside by their length are found") {
  CHECK_THAT(failures_of("flawed_iterates", {{"goes_aside", true}}),
             Catch::VectorContains(std::string("rest at the minimiser, clients of unequal "
                                               "curvature, whose rows agree on the minimiser")));
}

TEST_CASE("clients with Adam rest as far away as their steps are long, which is no mistake") {
  for (const Settings& settings :
       {Settings{{"K", 3}}, {{"K", 5}, {"S", 2}, {"batch", 1}}, {{"K", 7}, {"lr", 0.3}}}) {
    CHECK(failures_of("fedavg", with(settings, {{"client_optimiser", "adam"}})).empty());
  }
}

TEST_CASE(
    "a sampler whose numbers no seed decides is told that, and nothing that follows from it") {
  CHECK(failures_of("flawed_object", flawed({}, "unrepeatable")) ==
        Names{"same seed twice, same bits"});
}

TEST_CASE("every promise of sampler.hpp has a check that finds its breach") {
  CHECK(failures_of("flawed_object", {}).empty());
  const std::vector<std::pair<std::string, std::string>> breaches{
      {"not_finite", "finite estimates"},
      {"writes_beside", "writes only to its block"},
      {"static_state", "no hidden state"},
      {"keeps_its_past", "start() resets"},
      {"mixes_chains", "columns are independent of their block"},
      {"counts_calls", "division into calls"},
      {"incomplete_state", "state() restores"},
      {"assigns_costs", "costs never decrease"},
      {"silent_rounds", "communication rate"},
      {"free_bits", "rounds cost bits"},
      {"first_rows", "rows in minibatches"},
      {"throws", "no exception"},
      {"stream_of_the_host", "contract"},
      {"repeated_draws", "random draws are used once"},
      {"shared_costs", "the cost of a block is that of its columns"},
      {"reads_slots", "threads change nothing"},
      {"reads_slots", "threads as stated"}};
  for (const auto& [flaw, check] : breaches) {
    INFO(flaw);
    CHECK_THAT(failures_of("flawed_object", flawed({}, flaw)), Catch::VectorContains(check));
  }
}

// Moves of Adam do not grow with the way that is left: under rates of 1 / t they cover the
// logarithm of the time.
TEST_CASE("an optimiser whose rate falls on a long way is excused, not judged") {
  RowCheck row;
  const auto& plugin = checked_plugins().find(Kind::sampler, "mime");
  for (const OptionInfo& option : plugin.options()) row.held.emplace_back(option.name);
  std::erase(row.held, "lr_schedule");
  std::erase(row.held, "lr_decay");
  const auto findings = check(plugin, {{"base", "adam"}, {"K", 3}}, row);
  INFO(report(findings));
  CHECK(failures(findings).empty());
  CHECK(std::ranges::any_of(findings, [](const Finding& found) {
    return found.check == "all of this with lr_schedule = inverse, lr_decay = 0.5";
  }));
}
