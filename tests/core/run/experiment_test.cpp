#include "run/experiment.hpp"

#include "runs.hpp"
#include "test.hpp"

using namespace skald::run;

namespace {

std::string complaint(const std::string& grid) {
  try {
    const Experiment experiment = experiment_of(grid);
  } catch (const std::exception& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("an experiment has its parts in order and its formulas evaluated") {
  Experiment experiment =
      experiment_of(titanic(R"json({"plugin": "fald", "K": 5, "step": "= 2 / (n * N * d)"})json"));
  CHECK(experiment.problem().clients() == 2);
  CHECK(experiment.table().train == 1760);
  CHECK(experiment.table().rows() == 2201);
  CHECK(experiment.plan().iterations == 200);
  CHECK_FALSE(experiment.gaussian());
  REQUIRE(experiment.formulas().size() == 1);
  const double d = static_cast<double>(experiment.problem().dimension());
  CHECK(experiment.formulas()[0].second == Approx(2 / (1760 * 2 * d)));
}

TEST_CASE("formulas of a model may use the numbers of rows and clients, not what it makes itself") {
  const auto with_prior = [](const std::string& precision) {
    return R"("dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 2},
              "model": {"plugin": "logistic", "prior_precision": ")" +
           precision + R"("}, "run": {"iterations": 20},
              "sampler": {"plugin": "fedavg", "unit": "client", "weights": "uniform", "clip": 1},
              "privacy": {"plugin": "gaussian", "noise_multiplier": 2, "adversary": "observer"})";
  };
  const Experiment experiment = experiment_of(with_prior("= 0.001 * n / N"));
  REQUIRE(experiment.formulas().size() == 1);
  CHECK(experiment.formulas()[0].first == "model.prior_precision");
  CHECK(experiment.formulas()[0].second == Approx(.001 * 1760 / 2));
  const auto counted = [](const Experiment& of) {
    const auto& unpaid = of.private_inputs().unpaid;
    return std::any_of(unpaid.begin(), unpaid.end(), [](const ReadInput& input) {
      return input.why.starts_with("model.prior_precision follows from n");
    });
  };
  CHECK(counted(experiment));
  CHECK_FALSE(counted(experiment_of(with_prior("= 2 / N"))));
  CHECK_THAT(complaint(with_prior("= 0.001 * d")), Catch::Contains("a model may use n and N"));
}

TEST_CASE("formulas may use the spectral gap of a sampler's graph") {
  const auto nodes = [](const std::string& sampler) {
    return R"("dataset": {"plugin": "gaussian_clients", "clients": 5, "seed": 1},
              "model": {"plugin": "gaussian"}, "run": {"iterations": 8},
              "sampler": {"plugin": "de_sgld", )" +
           sampler + "}";
  };
  const auto step = [&](const std::string& sampler) {
    const Experiment experiment = experiment_of(nodes(sampler));
    return experiment.formulas().front().second;
  };
  const double pi = std::acos(-1.);
  CHECK(step(R"("topology": "ring", "step": "= spectral_gap / 100")") ==
        Approx(2 * (1 - std::cos(2 * pi / 5)) / 300));
  CHECK(step(R"("topology": "star", "step": "= problem.spectral_gap / 100")") == Approx(.002));
  // The eigenvalues of the path 0-1-2 with the weights 1/3 are 1, 2/3, 0; of all five below.
  CHECK(step(R"("topology": "edges", "edges": "0-1, 1-2, 2-3, 3-4",
                "step": "= spectral_gap * L / L / 100")") ==
        Approx(2 * (1 - std::cos(pi / 5)) / 300));
  CHECK_THAT(complaint(nodes(R"json("topology": "erdos_renyi", "step": 0.01,
                                    "graph_seed": "= ceil(10 * spectral_gap)")json")),
             Catch::Contains("spectral_gap follows from an option that is a formula"));
  CHECK_THAT(complaint(nodes(R"("topology": "edges", "edges": "0-1", "step": "= spectral_gap")")),
             Catch::Contains("leaves some nodes apart"));
}

TEST_CASE("draws are compared with the temperature that their sampler declares") {
  const auto temperature = [](const std::string& sampler) {
    Experiment experiment =
        experiment_of(R"("dataset": {"plugin": "gaussian_clients", "clients": 2, "seed": 1},
                   "model": {"plugin": "gaussian"}, "run": {"iterations": 8}, "sampler": )" +
                      sampler);
    return experiment.temperature();
  };
  CHECK(temperature(R"({"plugin": "tempered", "tau": 2.5})") == 2.5);
  CHECK(temperature(R"({"plugin": "hmc", "temp": 0.5})") == 0.5);
  CHECK(temperature(R"({"plugin": "qlsd", "temp": 3})") == 3);
  CHECK(temperature(R"({"plugin": "dg_lmc", "temp": 4, "axda_tol": [0.1]})") == 4);
  CHECK(temperature(R"({"plugin": "fedavg", "K": 2})") == 1);
}

TEST_CASE("step and K of averaged Langevin samplers follow from theory where they are auto") {
  const auto sampler = [](const std::string& options) {
    return R"("dataset": {"plugin": "gaussian_clients", "generator": "explicit",
                          "means": [[0], [1]], "covariances": [[[0.125]], [[1]]]},
              "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
              "sampler": {)" +
           options + R"(}, "run": {"iterations": 8})";
  };
  // U_c / w_c has curvatures 16 and 2; U has 9.
  for (const std::string plugin : {"fa_ld", "fald"}) {
    const Experiment experiment =
        experiment_of(sampler("\"plugin\": \"" + plugin + R"(", "step": "auto", "K": "auto")"));
    const std::map<std::string, double> values(experiment.formulas().begin(),
                                               experiment.formulas().end());
    CHECK(values.at("sampler.step") == Approx(1.0 / 32));
    CHECK(values.at("sampler.K") == 3);  // sqrt(16 / 2), rounded
  }
  const Experiment decaying = experiment_of(
      sampler(R"("plugin": "fa_ld", "decay": "harmonic", "m": "auto", "L": "auto", "K": 2)"));
  const std::map<std::string, double> bounds(decaying.formulas().begin(),
                                             decaying.formulas().end());
  CHECK(bounds.size() == 2);
  CHECK(bounds.at("sampler.m") == Approx(2));
  CHECK(bounds.at("sampler.L") == Approx(16));
}

TEST_CASE("noise that protects nothing is refused") {
  CHECK_THAT(complaint(titanic(R"({"plugin": "qlsd", "step": 1e-4})",
                               R"(, "privacy": {"plugin": "gaussian", "noise_multiplier": 1})")),
             Catch::StartsWith("privacy: ") &&
                 Catch::Contains("the sampler sends no message of bounded sensitivity"));
  CHECK_THAT(complaint(titanic(R"({"plugin": "qlsd", "step": 1e-4})",
                               R"(, "privacy": {"plugin": "langevin", "eps": 1})")),
             Catch::EndsWith("set noise_by to clients, for privacy langevin"));
  CHECK_THAT(complaint(titanic(R"({"plugin": "sghmc", "step": 1e-4})",
                               R"(, "privacy": {"plugin": "gaussian", "eps": 1})")),
             Catch::StartsWith("privacy: ") &&
                 Catch::EndsWith("no clip bounds what a row moves a step; take fa_ld and set its "
                                 "clip"));
  const std::string noise = R"(, "privacy": {"plugin": "gaussian", "eps": 1})";
  CHECK_THAT(complaint(titanic(R"({"plugin": "fedavg", "K": 5, "lr": 0.1})", noise)),
             Catch::EndsWith("no clip is given; set sampler.clip"));
  CHECK_THAT(complaint(titanic(R"({"plugin": "fald", "K": 5, "step": 1e-4})", noise)),
             Catch::EndsWith("no clip is given; set sampler.clip, for privacy langevin"));
  CHECK_THAT(complaint(titanic(
                 R"({"plugin": "fedavg", "K": 5, "lr": 0.1, "clip": 1, "momentum": 0.9})", noise)),
             Catch::Contains("the clip is given, but local steps may pull neighbours apart"));
}

TEST_CASE("a run shorter than a round, or in rounds that never come, is refused") {
  CHECK(complaint(
            titanic(R"({"plugin": "fald", "K": 50, "step": 1e-4})", "", R"("iterations": 20)")) ==
        "run: the run is shorter than one round of K = 50 local steps: set run.iterations to at "
        "least that");
  CHECK(
      complaint(titanic(R"({"plugin": "ula", "step": 1e-4})", "", R"("rounds": 20)")) ==
      "run: run.rounds is given, but this sampler never communicates: set run.iterations instead");
}

TEST_CASE("the section is named where a plugin refuses its data") {
  CHECK_THAT(complaint(R"("dataset": {"plugin": "titanic"},
                          "partition": {"plugin": "iid", "clients": 1000000},
                          "model": {"plugin": "logistic"},
                          "sampler": {"plugin": "ula", "step": 1e-4}, "run": {"iterations": 10})"),
             Catch::StartsWith("partition: "));
}
