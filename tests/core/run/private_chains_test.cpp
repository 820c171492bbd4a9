// What a Langevin chain costs a record, from the grid to eps: K, p_c, rho and eps in one account.
#include <cmath>

#include "run/experiment.hpp"
#include "runs.hpp"
#include "test.hpp"

namespace private_chains_test {

using namespace skald::run;

namespace {

std::string chain(const std::string& sampler, const std::string& privacy, const std::string& run) {
  return R"("dataset": {"plugin": "titanic"},
            "partition": {"plugin": "dirichlet", "clients": 5, "alpha": 1, "min_size": 40},
            "model": {"plugin": "logistic", "prior_precision": 1, "row_bound": 2},
            "sampler": {"weights": "examples", "step": 1e-4, "clip": 1, )" +
         sampler + R"(}, "privacy": {"plugin": "langevin", "delta": 1e-5)" + privacy +
         R"(}, "run": {)" + run + "}";
}

privacy::Guarantee released(const std::string& grid) {
  Experiment experiment = experiment_of(grid);
  return experiment.released(experiment.plan().iterations);
}
double eps(const std::string& grid) { return released(grid).epsilon; }

const char* const kSchedules[] = {R"("plugin": "fald", "K": 5)", R"("plugin": "fald", "p_c": 0.2)",
                                  R"("plugin": "fald", "p_c": 0.05)",
                                  R"("plugin": "scaffnew_langevin", "K": 5)",
                                  R"("plugin": "scaffnew_langevin", "p_c": 0.2)"};

}  // namespace

TEST_CASE("neither K nor p_c enters the eps of a chain: it is FA-LD's to the last bit") {
  for (const char* more : {R"(, "rho": 0)", R"(, "rho": 0.6)", R"(, "batch": 4)"}) {
    const double published =
        eps(chain(R"("plugin": "fa_ld", "K": 5)" + std::string(more), "", R"("rounds": 40)"));
    CHECK(std::isfinite(published));
    for (const char* schedule : kSchedules) {
      CAPTURE(schedule, more);
      CHECK(eps(chain(schedule + std::string(more), "", R"("iterations": 200)")) == published);
    }
  }
}

TEST_CASE("DP-SGLD costs a record what FALD costs one of its only client") {
  const auto alone = [](const std::string& sampler) {
    return R"("dataset": {"plugin": "titanic"},
              "partition": {"plugin": "iid", "clients": 1},
              "model": {"plugin": "logistic", "prior_precision": 1, "row_bound": 2},
              "sampler": {"step": 1e-4, "clip": 1, "batch": 40, )" +
           sampler + R"(}, "privacy": {"plugin": "langevin", "delta": 1e-5},
              "run": {"iterations": 100})";
  };
  const double sgld = eps(alone(R"("plugin": "sgld")"));
  CHECK(std::isfinite(sgld));
  CHECK(sgld == eps(alone(R"("plugin": "fald", "K": 1)")));
}

TEST_CASE("common noise protects nobody, and more chains or steps reveal more") {
  const auto of = [](const std::string& more, const std::string& run) {
    return eps(chain(R"("plugin": "fald", "p_c": 0.2)" + more, "", run));
  };
  const double plain = of("", R"("iterations": 200)");
  CHECK(of(R"(, "rho": 0.6)", R"("iterations": 200)") > plain);
  CHECK(std::isinf(of(R"(, "rho": 1)", R"("iterations": 200)")));
  CHECK(of("", R"("iterations": 400)") > plain);
  CHECK(of("", R"("iterations": 200, "chains": 2)") == of("", R"("iterations": 400)"));
  CHECK(of(R"(, "temp": 4)", R"("iterations": 200)") < plain);
}

TEST_CASE(
    "a budget is kept by every chain, whatever K, p_c and rho, and cannot be of a shown end") {
  for (const char* schedule : kSchedules) {
    for (const char* rho : {"0", "0.6", "1"}) {
      for (const double budget : {0.5, 3.0}) {
        CAPTURE(schedule, rho, budget);
        const double spent = eps(chain(
            schedule + std::string(R"(, "batch": 8, "rho": )") + rho,
            R"(, "calibration": "rdp", "eps": )" + std::to_string(budget), R"("iterations": 200)"));
        CHECK(spent <= budget);
        CHECK(spent > 0.98 * budget);
      }
    }
  }
  const std::string grid = chain(R"("plugin": "fald", "K": 1)", R"(, "eps": 1)",
                                 R"("iterations": 200, "publish": "last")");
  CHECK_THROWS_WITH(experiment_of(grid), Catch::Contains("leave eps out"));
}

TEST_CASE(
    "the chain of a budget is hotter by what its noise lacked, and else the same to the bit") {
  const auto w2 = [](const std::string& privacy, const std::string& sampler) {
    return good_run(R"("dataset": {"plugin": "gaussian_clients", "clients": 4, "dimension": 2},
                       "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
                       "sampler": {"step": 0.01, "clip": 1000, )" +
                    sampler + R"(}, "privacy": {"plugin": )" + privacy +
                    R"(, "delta": 1e-5}, "run": {"iterations": 2000, "chains": 2},
                       "metrics": ["w2"])");
  };
  const std::string fald = R"("plugin": "fald", "p_c": 0.5)";
  const auto end = [](const record::RunOutcome& run) { return values_of(run, "w2").back(); };
  const double own = end(w2(R"("langevin")", fald));
  CHECK(end(w2(R"("langevin", "eps": 1e9)", fald)) == own);
  CHECK(end(w2(R"("langevin", "eps": 1)", fald)) > 3 * own);
}

namespace {

// Rows within a bound, which nobody clips.
std::string bounded(const std::string& sampler, const std::string& eps) {
  return R"("dataset": {"plugin": "gaussian_clients", "generator": "explicit",
                        "means": [[0, 0], [1, 1]], "covariances": [[1, 0], [0, 1]]},
            "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian", "row_bound": 2},
            "sampler": {"step": 0.01, "plugin": )" +
         sampler + R"(}, "privacy": {"plugin": "langevin", "delta": 1e-5, "eps": )" + eps +
         R"(}, "run": {"iterations": 200, "public": "all", "start": "mode"},
            "metrics": ["exact_w2"])";
}

}  // namespace

TEST_CASE("a chain whose noise is raised has not the law of one at its temperature") {
  for (const char* sampler :
       {R"("fald", "p_c": 0.5)", R"("fa_ld", "K": 2)", R"("scaffnew_langevin", "p_c": 0.5)"}) {
    CAPTURE(sampler);
    const auto last = [&](const std::string& eps) {
      const auto values = values_of(good_run(bounded(sampler, eps)), "exact_w2");
      return values.empty() ? std::nan("") : values.back();
    };
    CHECK(std::isfinite(last("\"inf\"")));
    CHECK(std::isnan(last("1")));
  }
}

TEST_CASE("a bound on rows does not hide reference gradients, which need a clip") {
  for (const char* sampler : {"vr_fald", "fald_star"}) {
    const std::string text = "\"" + std::string(sampler) + R"(", "p_c": 0.5)";
    CHECK_THROWS_WITH(experiment_of(bounded(text, "1")), Catch::Contains("set sampler.clip"));
    CHECK_THROWS_WITH(experiment_of(bounded(text, "\"inf\"")), Catch::Contains("set sampler.clip"));
  }
}

}  // namespace private_chains_test
