// Attacks on runs that keep their promise, and on runs that break it.
#include "run/audit/audit.hpp"

#include "cells.hpp"
#include "run/audit/attacked_run.hpp"
#include "test.hpp"

namespace audit_test {

using namespace skald::run;

namespace {

const AuditPlan quick{.runs = 1000, .rounds = 4, .canaries = 0, .significance = 1e-3};

std::string leaky(const std::string& fault, const std::string& more = "") {
  return R"({"plugin": "leaky", "fault": ")" + fault + "\"" + more + "}";
}
std::string noise(const std::string& fault, const std::string& z = "1.5") {
  return R"(, "privacy": {"plugin": "leaky_gaussian", "fault": ")" + fault +
         R"(", "noise_multiplier": )" + z + "}";
}
// All rows in every step: two Gaussians.
const std::string all_rows = R"(, "batch": 100000)";
const std::string four_rounds = R"("iterations": 4)";

AuditFinding audited(const std::string& sections, const AuditPlan& plan = quick) {
  return audit(cell_of(sections), plan, plugins());
}

double most_shown(const AuditFinding& found) {
  return std::max(found.shown, found.shown_gaussian.value_or(0));
}

}  // namespace

TEST_CASE("an attack on sound runs shows much of the claim, and not more") {
  const AuditPlan many{.runs = 20000, .rounds = 4, .canaries = 0, .significance = 1e-3};
  const AuditFinding found =
      audited(titanic(leaky("none", all_rows), noise("none"), four_rounds), many);
  CAPTURE(found.why, found.within.epsilon, found.shown);
  CHECK(found.verdict == AuditVerdict::consistent);
  CHECK(found.claimed == found.within.epsilon);
  REQUIRE(found.shown_gaussian);
  CAPTURE(*found.shown_gaussian);
  CHECK(*found.shown_gaussian > 0.8 * found.claimed);
  CHECK(*found.shown_gaussian < found.claimed);
  CHECK(found.shown > 0.4 * found.claimed);
  CHECK(found.shown < *found.shown_gaussian);
  CHECK(found.runs == 40000);
  CHECK(found.rounds == 4);
}

TEST_CASE("fewer rounds than the run has are judged by what is claimed for them") {
  const AuditFinding found = audited(titanic(leaky("none", all_rows), noise("none")));
  CHECK(found.verdict == AuditVerdict::consistent);
  CHECK(found.rounds == 4);
  CHECK(found.within.epsilon < found.claimed / 4);
  CHECK(*found.shown_gaussian > 0.6 * found.within.epsilon);
}

TEST_CASE("an attack contradicts every broken promise") {
  const auto verdict_of = [](const std::string& sampler, const std::string& mechanism,
                             const AuditPlan& plan = quick) {
    const AuditFinding found = audited(titanic(sampler, mechanism, four_rounds), plan);
    UNSCOPED_INFO(sampler << mechanism << ": " << found.why << "; " << found.shown << " / "
                          << found.within.epsilon);
    return found.verdict;
  };
  const AuditVerdict contradicted = AuditVerdict::contradicted;
  CHECK(verdict_of(leaky("no_clip", all_rows), noise("none")) == contradicted);
  CHECK(verdict_of(leaky("control_variate", all_rows), noise("none")) == contradicted);
  CHECK(verdict_of(leaky("statistics", all_rows), noise("none")) == contradicted);
  CHECK(verdict_of(leaky("none", all_rows), noise("half_noise")) == contradicted);
  CHECK(verdict_of(leaky("none", all_rows), noise("same_noise")) == contradicted);
  CHECK(verdict_of(leaky("none", all_rows), noise("divided_by_batch")) == contradicted);
  CHECK(verdict_of(leaky("none", all_rows), noise("same_in_all_rounds")) == contradicted);
}

TEST_CASE("samples are secret: their amplification stands, unless the rate is understated") {
  const AuditPlan more{.runs = 10000, .rounds = 4, .canaries = 0, .significance = 1e-3};
  const std::string sampled = R"(, "batch": 150)";
  const AuditFinding sound =
      audited(titanic(leaky("none", sampled), noise("none", "0.6"), four_rounds), more);
  CAPTURE(sound.why, sound.shown, sound.within.epsilon);
  CHECK(sound.verdict == AuditVerdict::consistent);
  CHECK_FALSE(sound.shown_gaussian);
  CHECK(sound.shown > 0.15 * sound.within.epsilon);
  const AuditFinding understated =
      audited(titanic(leaky("understated_rate", sampled), noise("none", "0.6"), four_rounds), more);
  CAPTURE(understated.shown, understated.within.epsilon);
  CHECK(understated.verdict == AuditVerdict::contradicted);
}

TEST_CASE("a run with many chains shows more, which a claim that forgets them does not allow") {
  const auto with_chains = [](const char* chains) {
    return audited(titanic(leaky("none", all_rows), noise("none", "4"),
                           std::string(R"("iterations": 4, "chains": )") + chains));
  };
  const AuditFinding one = with_chains("1"), nine = with_chains("9");
  CHECK(nine.verdict == AuditVerdict::consistent);
  CHECK(*nine.shown_gaussian > one.within.epsilon);
  CHECK(*nine.shown_gaussian < nine.within.epsilon);
}

TEST_CASE("an attack by many canaries in one run") {
  const AuditPlan one_run{.runs = 4, .rounds = 4, .canaries = 500, .significance = 0.01};
  const auto of_population = [&](const std::string& sampler, const char* z) {
    return R"("dataset": {"plugin": "synthetic_population", "clients": 2, "examples": 600,
                          "dimension": 299, "classes": 2},
              "partition": {"plugin": "natural"}, "model": {"plugin": "softmax"}, "sampler": )" +
           sampler + noise("none", z) + R"(, "run": {"iterations": 4})";
  };
  const AuditFinding sound = audited(of_population(leaky("none", all_rows), "1"), one_run);
  CAPTURE(sound.why, sound.correct, sound.shown, sound.within.epsilon);
  CHECK(sound.verdict == AuditVerdict::consistent);
  CHECK(sound.runs == 1);
  CHECK(sound.canaries == 500);
  CHECK(sound.guesses == 124);
  CHECK(sound.shown > 1);
  CHECK(sound.shown_gaussian.value() > 0.25 * sound.within.epsilon);
  CHECK(sound.shown_gaussian.value() < sound.within.epsilon);
  const AuditFinding loud = audited(of_population(leaky("no_clip", all_rows), "6"), one_run);
  CAPTURE(loud.correct, loud.shown, loud.within.epsilon);
  CHECK(loud.verdict == AuditVerdict::contradicted);
  CHECK_THROWS_WITH(audited(of_population(leaky("none"), "1"), AuditPlan{.canaries = 601}),
                    Catch::Contains("expected 8 to 600"));
}

TEST_CASE("an attack on the field's samplers stays within their claims") {
  const std::string gaussian =
      R"(, "privacy": {"plugin": "gaussian", "noise_multiplier": 1, "delta": 1e-5})";
  const auto sampler = [](const std::string& name, const std::string& options) {
    return R"({"plugin": ")" + name + R"(", "K": 2, "lr": 0.1, )" + options + "}";
  };
  struct Case {
    const char* name;
    std::string sampler, privacy;
    double least;  // of the claim that is to be shown
  };
  for (const Case& c : {
           Case{"fedavg at each step", sampler("fedavg", R"("noise_at": "step", "clip": 1)"),
                gaussian, 0.6},
           Case{"fedavg at upload", R"({"plugin": "fedavg", "K": 1, "clip": 1})", gaussian, 0.5},
           Case{"momentum and Adam", sampler("fedavg", R"("noise_at": "step", "clip": 1,
                "momentum": 0.9, "server": "adam", "batch": 50)"),
                gaussian, 0},
           Case{"quantised", sampler("fedpaq", R"("noise_at": "step", "clip": 1, "levels": 4)"),
                gaussian, 0.6},
           Case{"Laplace", R"({"plugin": "fedavg", "K": 1, "clip": 1})",
                R"(, "privacy": {"plugin": "laplace", "noise_multiplier": 2, "delta": 1e-5})", 0},
           Case{"grid", R"({"plugin": "fedavg", "K": 1, "clip": 1})",
                R"(, "privacy": {"plugin": "discrete_gaussian", "noise_multiplier": 1,
                                 "delta": 1e-5})",
                0.6},
           Case{"Langevin", R"({"plugin": "fa_ld", "K": 2, "step": 1e-3, "clip": 5})",
                R"(, "privacy": {"plugin": "langevin", "delta": 1e-5})", 0.03},
           Case{"scaffold", sampler("scaffold", R"("noise_at": "step", "clip": 1)"), gaussian, 0.6},
       }) {
    const AuditFinding found = audited(titanic(c.sampler, c.privacy, R"("iterations": 8)"));
    CAPTURE(c.name, found.why, found.shown, found.within.epsilon);
    CHECK(found.verdict == AuditVerdict::consistent);
    CHECK(most_shown(found) >= c.least * found.within.epsilon);
  }
}

TEST_CASE("an attack on whole clients sees what an observer of the models sees") {
  struct Case {
    std::string cohorts, noise_by, privacy;
  };
  for (const Case& c : {Case{"without_replacement", "server", "gaussian"},
                        {"without_replacement", "clients", "gaussian"},
                        {"without_replacement", "clients", "discrete_gaussian"},
                        {"poisson", "server", "gaussian"}}) {
    const AuditFinding found = audited(
        R"("dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 5},
           "model": {"plugin": "logistic", "prior_precision": 0},
           "sampler": {"plugin": "fedavg", "unit": "client", "weights": "uniform", "clip": 0.5,
                       "K": 3, "client_sampling": ")" +
        c.cohorts + R"(", "noise_by": ")" + c.noise_by + R"("}, "privacy": {"plugin": ")" +
        c.privacy +
        R"(", "noise_multiplier": 1.5, "delta": 1e-5, "adversary": "observer"},
           "run": {"iterations": 12})");
    CAPTURE(c.cohorts, c.noise_by, c.privacy, found.why, found.shown, found.within.epsilon);
    CHECK(found.verdict == AuditVerdict::consistent);
    CHECK(found.within.scope.unit == "client");
    CHECK(most_shown(found) > 0.5 * found.within.epsilon);
  }
}

// All uploads together show what the sum does, and each by itself next to nothing.
TEST_CASE("an attack on noise that cancels in pairs sees every upload, and what is declared") {
  struct Case {
    const char *topology, *adversary;
    int colluding;
    double least;  // of the claim that is to be shown, by a server with whom nobody colludes
  };
  for (const Case& c : {Case{"complete", "server", 0, 0.5},
                        {"ring", "server", 0, 0.5},
                        {"complete", "server", 3, 0.2},
                        {"complete", "observer", 0, 0.4}}) {
    const AuditFinding found = audited(
        R"("dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 5},
           "model": {"plugin": "logistic", "prior_precision": 0},
           "sampler": {"plugin": "fedavg", "unit": "client", "weights": "uniform", "clip": 0.5,
                       "K": 3, "noise_by": "pairs", "pair_noise": 3, "topology": ")" +
        std::string(c.topology) + R"(", "colluding": )" + std::to_string(c.colluding) +
        R"(}, "privacy": {"plugin": "gaussian", "noise_multiplier": 1.5, "delta": 1e-5,
                           "adversary": ")" +
        c.adversary + R"("}, "run": {"iterations": 12})");
    CAPTURE(c.topology, c.adversary, c.colluding, found.why, found.shown, found.within.epsilon);
    CHECK(found.verdict == AuditVerdict::consistent);
    CHECK(found.within.scope.adversary == c.adversary);
    CHECK(most_shown(found) > c.least * found.within.epsilon);
  }
}

// What the server adds in a round has no fresh noise of its own: only with all earlier rounds.
TEST_CASE("an attack on noise that is correlated over rounds sees what is released, and no more") {
  const AuditPlan plan{.runs = 1000, .rounds = 20, .canaries = 0, .significance = 1e-3};
  for (const std::string kind : {"tree", "banded", "blt", "square_root"}) {
    const AuditFinding found = audited(
        R"("dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 4},
           "model": {"plugin": "logistic", "prior_precision": 0},
           "sampler": {"plugin": "fedavg", "unit": "client", "weights": "uniform", "clip": 0.5,
                       "client_sampling": "cyclic", "K": 1, "S": 2, "horizon": 20,
                       "correlation": ")" +
            kind + R"("}, "privacy": {"plugin": "gaussian", "noise_multiplier": 0.5,
                                      "delta": 1e-5, "adversary": "observer"},
           "run": {"iterations": 20})",
        plan);
    CAPTURE(kind, found.why, found.shown, found.within.epsilon);
    CHECK(found.verdict == AuditVerdict::consistent);
    CHECK(most_shown(found) > 0.1 * found.within.epsilon);
  }
}

AuditPlan by(Attack attack) {
  AuditPlan plan = quick;
  plan.attack = attack;
  return plan;
}
std::string with_model(const std::string& fault) {
  return R"("dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 2},
            "model": {"plugin": "leaky_model", "fault": ")" +
         fault + R"("}, "sampler": )" + leaky("none", all_rows) + noise("none") + R"(, "run": {)" +
         four_rounds + "}";
}

TEST_CASE("an attack through the model's own clipping finds where the model errs") {
  for (const char* fault : {"no_clip", "largest_entry", "of_mean", "beside_others"}) {
    CAPTURE(fault);
    const AuditFinding blind = audited(with_model(fault));
    CHECK(blind.verdict == AuditVerdict::consistent);
    const AuditFinding found = audited(with_model(fault), by(Attack::clipping));
    CAPTURE(found.why, found.shown, found.within.epsilon);
    CHECK(found.verdict == AuditVerdict::contradicted);
    CHECK(found.attack == Attack::clipping);
  }
  const AuditFinding sound = audited(with_model("none"), by(Attack::clipping));
  CAPTURE(sound.why, sound.within.epsilon);
  CHECK(sound.verdict == AuditVerdict::consistent);
  CHECK(*sound.shown_gaussian > 0.5 * sound.within.epsilon);
  CHECK_THAT(sound.why, Catch::EndsWith("leaves a row 1 times the clip"));
}

TEST_CASE("shipped models pass the attack through their own clipping") {
  for (const char* model : {R"("logistic")", R"("softmax")", R"("mlp", "hidden": [3])"}) {
    const AuditFinding found = audited(
        R"("dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 2},
           "model": {"plugin": )" +
            std::string(model) + R"(}, "sampler": )" + leaky("none", all_rows) + noise("none") +
            R"(, "run": {)" + four_rounds + "}",
        by(Attack::clipping));
    CAPTURE(model, found.why, found.shown, found.within.epsilon);
    CHECK(found.verdict == AuditVerdict::consistent);
    CHECK(most_shown(found) > 0.5 * found.within.epsilon);
    CHECK_THAT(found.why, Catch::EndsWith("leaves a row 1 times the clip"));
  }
}

std::string network(const std::string& sampler, const std::string& privacy) {
  return R"("dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 2},
            "model": {"plugin": "mlp", "hidden": [3]}, "sampler": )" +
         sampler + privacy + R"(, "run": {"iterations": 10})";
}

TEST_CASE("an attack from the worst start exhausts the growth over local steps") {
  const std::string gaussian =
      R"(, "privacy": {"plugin": "gaussian", "noise_multiplier": 1, "delta": 1e-5})";
  const std::string upload = R"({"plugin": "fedavg", "K": 5, "lr": 0.01, "clip": 1})";
  const AuditFinding usual = audited(network(upload, gaussian));
  const AuditFinding worst = audited(network(upload, gaussian), by(Attack::growth));
  CAPTURE(usual.why, usual.shown, usual.within.epsilon, worst.why, worst.within.epsilon);
  CHECK(usual.verdict == AuditVerdict::consistent);
  CHECK(most_shown(usual) < 0.1 * usual.within.epsilon);
  CHECK(worst.verdict == AuditVerdict::consistent);
  CHECK(worst.rounds == 1);
  CHECK(most_shown(worst) > 0.5 * worst.within.epsilon);
  // A claim that forgets that one record moves later steps of all others.
  const std::string forgets = leaky("no_growth", all_rows + R"(, "K": 5)");
  CHECK(audited(network(forgets, noise("none"))).verdict == AuditVerdict::consistent);
  const AuditFinding found = audited(network(forgets, noise("none")), by(Attack::growth));
  CAPTURE(found.why, found.shown, found.within.epsilon);
  CHECK(found.verdict == AuditVerdict::contradicted);
}

TEST_CASE("attacks that cannot be made are not made") {
  const std::string gaussian =
      R"(, "privacy": {"plugin": "gaussian", "noise_multiplier": 1, "delta": 1e-5})";
  const AuditFinding convex =
      audited(titanic(R"({"plugin": "fedavg", "K": 5, "clip": 1})", gaussian), by(Attack::growth));
  CHECK(convex.verdict == AuditVerdict::not_attacked);
  CHECK_THAT(convex.why, Catch::Contains("rows are convex"));
  const AuditFinding whole = audited(
      R"("dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 5},
         "model": {"plugin": "logistic", "prior_precision": 0},
         "sampler": {"plugin": "fedavg", "unit": "client", "weights": "uniform", "clip": 0.5,
                     "K": 3, "client_sampling": "poisson"},
         "privacy": {"plugin": "gaussian", "noise_multiplier": 1.5, "delta": 1e-5,
                     "adversary": "observer"}, "run": {"iterations": 12})",
      by(Attack::clipping));
  CHECK(whole.verdict == AuditVerdict::not_attacked);
  CHECK_THAT(whole.why, Catch::Contains("whole clients"));
  AuditPlan one_run = by(Attack::growth);
  one_run.canaries = 10;
  CHECK_THROWS_WITH(audited(titanic(leaky("none"), noise("none")), one_run),
                    Catch::Contains("audit by many runs"));
}

TEST_CASE("what claims nothing is not attacked") {
  const AuditFinding none = audited(titanic(R"({"plugin": "fedavg"})"));
  CHECK(none.verdict == AuditVerdict::nothing_claimed);
  CHECK(none.why == "nothing is claimed: the mechanism adds no noise");
}

TEST_CASE("an attack does not depend on how its runs are divided into blocks") {
  const grid::Cell cell = cell_of(titanic(leaky("none", all_rows), noise("none"), four_rounds));
  const Exposure exposure{.iterations = 4, .bins = 2};
  const AttackedRuns whole = attacked_runs(cell, {}, {{1e9, {}}}, exposure, 12, 0, plugins());
  const AttackedRuns parts = attacked_runs(cell, {}, {{1e9, {}}}, exposure, 12, 0, plugins(), 400);
  CHECK(whole.seen == parts.seen);
  CHECK(whole.asked == parts.asked);
  CHECK(whole.asked > 0);
}

}  // namespace audit_test
