// What is stored of private runs, attacked by nothing but that.
#include "cells.hpp"
#include "run/audit/audit.hpp"
#include "test.hpp"

namespace stored_attack_test {

using namespace skald::run;
using Catch::Contains;

namespace {

constexpr AuditPlan plan{
    .runs = 300, .rounds = 10, .canaries = 0, .significance = 1e-3, .attack = Attack::stored};

// FedAvg on six clients that differ in their numbers of rows.
std::string uneven(const std::string& sampler, const std::string& privacy, const std::string& run) {
  return R"("dataset": {"plugin": "titanic"},
            "partition": {"plugin": "quantity_skew", "clients": 6},
            "model": {"plugin": "logistic", "prior_precision": 0},
            "sampler": {"plugin": "fedavg", "lr": 0.1, "weights": "uniform", "clip": 0.5)" +
         sampler + R"(}, "metrics": ["accuracy", "nll", "gradient_evaluations", "eps_spent"],
            "privacy": {"plugin": "gaussian", "delta": 1e-3)" +
         privacy + R"(}, "run": {"public": "encoding", )" + run + "}";
}

AuditFinding audited(const std::string& grid) { return audit(cell_of(grid), plan, plugins()); }

}  // namespace

TEST_CASE("what is stored of sound runs shows no more than is claimed") {
  const std::string observer = R"(, "noise_multiplier": 2, "adversary": "observer")";
  for (const std::string& grid :
       {uneven(R"(, "S": 1, "K": 1)", observer, R"("rounds": 5)"),
        uneven(R"(, "S": 2, "K": 2, "unit": "client")", observer, R"("rounds": 5)"),
        uneven(R"(, "S": 2, "K": 2, "unit": "client", "client_sampling": "poisson")", observer,
               R"("rounds": 5)"),
        // With options left as they are: when predictions are made follows from the plan.
        uneven(R"(, "S": 2, "K": 1, "unit": "client")", observer, R"("rounds": 60)"),
        uneven(R"(, "K": 2, "noise_at": "step", "batch": 20, "data_sampling": "poisson")",
               R"(, "noise_multiplier": 2)", R"("rounds": 5)"),
        uneven(R"(, "K": 1)", R"(, "noise_multiplier": 2)",
               R"("rounds": 20, "divergence_bound": 0.05)")}) {
    const AuditFinding found = audited(grid);
    CAPTURE(grid, found.why, found.shown, found.within.epsilon);
    CHECK(std::isfinite(found.claimed));
    CHECK(found.verdict == AuditVerdict::consistent);
    CHECK(found.runs == 600);
    CHECK(found.attack == Attack::stored);
  }
}

TEST_CASE("what is stored of noisy runs shows something") {
  const AuditFinding found =
      audited(uneven(R"(, "K": 1)", R"(, "noise_multiplier": 0.1)", R"("rounds": 10)"));
  CAPTURE(found.why, found.shown);
  CHECK(found.shown > 1);
  CHECK_THAT(found.why, Contains("accuracy") || Contains("nll") || Contains("all columns"));
}

}  // namespace stored_attack_test
