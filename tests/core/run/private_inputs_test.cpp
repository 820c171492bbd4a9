// What a run's set-up reads of private rows makes eps infinite unless it is declared public. If one
// record changes what everybody sees, no finite eps is true: the tests change a record and measure.
#include "run/private_inputs.hpp"

#include "problem/problem_constants.hpp"
#include "run/experiment.hpp"
#include "run/privacy_statement.hpp"
#include "runs.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

using namespace skald::run;

namespace {

// Returns 40 records of two numbers and a label; `moved` replaces the first record.
std::string records(bool moved) {
  std::string text = "a,b,y\n";
  text += moved ? "9,-7,1\n" : "0.5,0.25,0\n";
  for (int i = 1; i < 40; ++i) {
    text += std::to_string(std::sin(i)) + "," + std::to_string(std::cos(3 * i)) + "," +
            std::to_string(i % 2) + "\n";
  }
  return text;
}

// FedAvg on that file, with noise for eps = 0.1.
std::string fedavg(const std::string& file, const std::string& dataset, const std::string& sampler,
                   const std::string& run) {
  return R"("dataset": {"plugin": "csv", "target": "y", "test_fraction": 0, "path": ")" + file +
         "\"" + dataset + R"(}, "partition": {"plugin": "iid", "clients": 2},
            "model": {"plugin": "logistic"}, "metrics": ["eps_spent"],
            "sampler": {"plugin": "fedavg", "K": 1, "batch": 5, "clip": 1)" +
         sampler + R"(}, "privacy": {"plugin": "gaussian", "eps": 0.1},
            "run": {"iterations": 20)" +
         run + "}";
}

// Two data sets that differ in one record, and the experiments on them.
struct Neighbours {
  TemporaryFolder folder;
  std::vector<std::unique_ptr<Experiment>> pair;

  explicit Neighbours(const std::string& dataset, const std::string& sampler,
                      const std::string& run) {
    for (const bool moved : {false, true}) {
      const auto file = folder.write(moved ? "moved.csv" : "first.csv", records(moved));
      pair.push_back(std::make_unique<Experiment>(
          cell_of(fedavg(file.string(), dataset, sampler, run)), 0, plugins()));
      pair.back()->rehearse_start();
    }
  }
  double eps() const { return pair[0]->eps_spent(20); }
  std::string unpaid() const {
    std::string names;
    for (const ReadInput& input : pair[0]->private_inputs().unpaid) names += input.name + " ";
    return names;
  }
};

// Returns the largest change of a record that was not moved. Rows have the same order in both
// tables, since the seed deals them; at most one of the 40 is the moved one.
double change_of_others(const Neighbours& neighbours) {
  const Eigen::MatrixXd a = neighbours.pair[0]->table().features.matrix();
  const Eigen::MatrixXd b = neighbours.pair[1]->table().features.matrix();
  std::vector<double> changes;
  for (Index r = 0; r < a.cols(); ++r) changes.push_back((a.col(r) - b.col(r)).norm());
  std::sort(changes.begin(), changes.end());
  return changes[changes.size() - 2];
}

// A sampler that looks at what its options name, with noise for eps = 1.
std::string peeking_at(const std::string& options) {
  return walk(options, R"("iterations": 10)", R"("eps_spent")", "peeking") +
         R"(, "privacy": {"plugin": "gaussian", "eps": 1})";
}

const std::string kUnscaled = R"(, "standardize": false)";
const std::string kEncoding = R"(, "public": "encoding")";

}  // namespace

TEST_CASE("a start at the mode hands out the mode: no finite eps is true") {
  const Neighbours zero(kUnscaled, "", kEncoding);
  CHECK(zero.eps() <= 0.1);
  CHECK(zero.eps() > 0.09);
  const Neighbours at_mode(kUnscaled, "", R"(, "public": "encoding", "start": "mode")");
  const double distance =
      (mode(at_mode.pair[0]->problem()) - mode(at_mode.pair[1]->problem())).norm();
  CHECK(distance > 0.1);  // released without any noise
  CHECK(std::isinf(at_mode.eps()));
  CHECK(at_mode.unpaid() == "start ");
  const Neighbours declared(kUnscaled, "", R"(, "public": "encoding, start", "start": "mode")");
  CHECK(declared.eps() == zero.eps());
}

TEST_CASE("a step that follows from the curvature of the rows is a private input") {
  const Neighbours curved(kUnscaled, R"(, "lr": "= 1 / L")", kEncoding);
  const double first = curved.pair[0]->formulas().at(0).second;
  const double moved = curved.pair[1]->formulas().at(0).second;
  CHECK(std::abs(first - moved) > 0.1 * first);
  CHECK(std::isinf(curved.eps()));
  CHECK(curved.unpaid() == "curvature ");
  CHECK_THAT(curved.pair[0]->private_inputs().complaint(),
             Catch::Contains("sampler.lr follows from bounds of the curvature") &&
                 Catch::Contains("run.public \"curvature\""));
  // The number of rows is public under replace_one.
  const Neighbours sized(kUnscaled, R"(, "lr": "= 4 / n")", kEncoding);
  CHECK(sized.eps() <= 0.1);
  CHECK(Neighbours(kUnscaled, R"(, "lr": "= 1 / L")", R"(, "public": "all")").eps() <= 0.1);
}

TEST_CASE("standardised features move with every record, those of public constants do not") {
  const Neighbours estimated("", "", kEncoding);
  CHECK(change_of_others(estimated) > 0.1);
  CHECK(std::isinf(estimated.eps()));
  CHECK(estimated.unpaid() == "standardisation ");
  const Neighbours given(R"(, "center": [0.5, 0], "scale": [2, 3])", "", kEncoding);
  CHECK(change_of_others(given) == 0);
  CHECK(given.eps() <= 0.1);
  CHECK(Neighbours(R"(, "missing": "impute")" + kUnscaled, "", kEncoding).unpaid() ==
        "imputation ");
  CHECK(Neighbours(kUnscaled, "", "").unpaid() == "encoding ");
}

TEST_CASE("the host sees what a sampler asks of private rows before its first iteration") {
  const auto peeking = [](const std::string& options) {
    auto experiment = std::make_unique<Experiment>(cell_of(peeking_at(options)), 0, plugins());
    experiment->rehearse_start();
    return experiment;
  };
  for (const std::string harmless : {"nothing", "prior"}) {
    CHECK(peeking(R"(, "at": ")" + harmless + "\"")->eps_spent(10) <= 1);
  }
  for (const auto& [at, name] : {std::pair("gradients", "gradients"),
                                 {"potential", "gradients"},
                                 {"posterior", "gradients"},
                                 {"curvature", "curvature"},
                                 {"declared", "horoscope"}}) {
    const auto experiment = peeking(R"(, "at": ")" + std::string(at) + "\"");
    CAPTURE(at);
    CHECK(std::isinf(experiment->eps_spent(10)));
    REQUIRE(experiment->private_inputs().unpaid.size() == 1);
    CHECK(experiment->private_inputs().unpaid[0].name == name);
  }
  // Batches and weights depend on the numbers of rows, which this relation hides.
  const auto hidden = peeking(R"(, "relation": "add_remove")");
  CHECK(std::isinf(hidden->eps_spent(10)));
  CHECK(hidden->private_inputs().unpaid.at(0).name == "counts");
}

TEST_CASE("what a sampler asks while it runs is not its set-up") {
  const record::RunOutcome outcome = good_run(peeking_at(""));
  CHECK(outcome.costs->eps_spent <= 1);
  CHECK(outcome.costs->eps_spent > 0.99);
}

TEST_CASE("run.public names inputs, and the nearest one is offered") {
  const ReadInput start("start", "it is the mode", "start at zero");
  const PrivateInputs both({start, start, {"orbit", "it is round", "stop it"}}, " orbit ,start");
  CHECK(both.unpaid.empty());
  CHECK(both.declared_public.size() == 2);
  CHECK(both.complaint().empty());
  // The usual names are declared where no run reads them, as in a grid over data sets.
  for (const char* usual : inputs::usual) CHECK(PrivateInputs({}, usual).unpaid.empty());
  CHECK_THROWS_WITH(PrivateInputs({start}, "standardization"),
                    Catch::Contains("did you mean \"standardisation\"?"));
  CHECK_THROWS_WITH(PrivateInputs({{"orbit", "", ""}}, "orbits"), Catch::Contains("\"orbit\""));
  CHECK_THROWS_WITH(PrivateInputs({}, "start,,clip"), Catch::Contains("names \"\""));
}

TEST_CASE("a budget of eps refuses a run whose eps is infinite") {
  const record::RunOutcome outcome =
      run_of(titanic(R"({"plugin": "fedavg", "K": 1, "batch": 10, "clip": 1})",
                     R"(, "privacy": {"plugin": "gaussian", "eps": 1})",
                     R"("iterations": 20, "start": "mode", "budget": {"eps": 2})"));
  CHECK(outcome.status == record::RunStatus::failed);
  CHECK_THAT(outcome.message, Catch::StartsWith("run.budget.eps is 2, but eps is infinite") &&
                                  Catch::Contains("start: run.start is mode"));
}

TEST_CASE("the statement of a run says what its eps rests on and what it leaves out") {
  const auto statement = [](const std::string& run, const std::string& privacy) {
    return event_of(good_run(titanic(R"({"plugin": "fedavg", "K": 1, "batch": 10, "clip": 1})",
                                     R"(, "metrics": ["nll", "eps_spent"], "privacy": )" + privacy,
                                     R"("iterations": 20, "chains": 3, )" + run)),
                    "privacy");
  };
  const std::string gaussian = R"({"plugin": "gaussian", "eps": 1})";
  const std::string plain = statement(R"("start": "zero")", gaussian);
  CHECK_THAT(plain, Catch::StartsWith("epsilon ") && Catch::Contains("All 3 chains are composed") &&
                        Catch::Contains("one record of one client, as rows are divided") &&
                        Catch::Contains("Every replicate and every cell is a release of its own") &&
                        Catch::Contains("simulates a release but is not one") &&
                        Catch::Contains("not covered by eps: the label histogram"));
  const std::string infinite = statement(R"("start": "mode")", gaussian);
  CHECK_THAT(infinite, Catch::StartsWith("epsilon inf: ") && Catch::Contains("to mend it, ") &&
                           Catch::Contains("Of its releases alone: epsilon "));
  CHECK_THAT(statement(R"("start": "mode", "public": "start")", gaussian),
             !Catch::StartsWith("epsilon inf") &&
                 Catch::Contains("Declared public by run.public: start ("));
  CHECK_THAT(statement(R"("start": "zero")",
                       R"({"plugin": "discrete_gaussian", "eps": 1, "release": true})"),
             Catch::Contains("came from the operating system"));
  CHECK(statement(R"("start": "mode")", R"({"plugin": "none"})").empty());
}

TEST_CASE("what is measured with private rows in view is named as not covered") {
  const Experiment experiment =
      experiment_of(titanic(R"({"plugin": "fedavg", "K": 1, "clip": 1})",
                            R"(, "privacy": {"plugin": "gaussian", "eps": 1})"));
  const std::vector<std::string> uncovered = {"exact_w2", "total_variation", "sampler.clip"};
  const std::vector<std::string> of_test_rows = {"accuracy", "nll"};
  CHECK_THAT(privacy_statement(experiment, {10, 10}, uncovered, of_test_rows),
             Catch::Contains("not covered by eps: exact_w2, total_variation, sampler.clip, the") &&
                 Catch::Contains(
                     "test rows are not, of which are computed, without noise: accuracy, nll. "));
}

TEST_CASE("what is measured on test rows is named, of clients' own it is not covered") {
  const auto ended = [](const std::string& data) {
    RunRequest request;
    request.cell = cell_of(data + R"(, "model": {"plugin": "softmax", "prior_precision": 0},
                    "sampler": {"plugin": "fedavg", "K": 1, "lr": 0.1, "clip": 1},
                    "privacy": {"plugin": "gaussian", "eps": 1, "delta": 1e-4},
                    "run": {"rounds": 3, "public": "all"}, "metrics": ["accuracy", "eps_spent"])");
    const record::RunOutcome outcome = run_cell(request, plugins());
    CAPTURE(outcome.message);
    REQUIRE(outcome.status == record::RunStatus::ok);
    for (const record::EventRecord& event : outcome.events) {
      if (event.kind == "privacy") return std::pair(outcome.uncovered, event.message);
    }
    return std::pair(outcome.uncovered, std::string());
  };
  const std::string data = R"("dataset": {"plugin": "synthetic_alpha_beta", "clients": 5,
                              "test_fraction": 0.2}, "partition": )";
  const auto [none, of_others] = ended(data + R"({"plugin": "iid", "clients": 5})");
  CHECK(none.empty());
  CHECK_THAT(of_others, Catch::Contains("test rows are not, of which are computed, without noise: "
                                        "accuracy. ") &&
                            Catch::Contains("not covered by eps: the label"));
  const auto [uncovered, of_clients] = ended(data + R"({"plugin": "natural"})");
  CHECK(uncovered == std::vector<std::string>{"accuracy"});
  CHECK_THAT(of_clients, Catch::Contains("not covered by eps: accuracy, the label") &&
                             !Catch::Contains("test rows are not"));
}

TEST_CASE("what is to be published draws batches as secretly as noise") {
  const auto words = [](bool release) {
    const Experiment experiment = experiment_of(
        titanic(R"({"plugin": "fedavg", "K": 1, "batch": 10, "clip": 1})",
                R"(, "privacy": {"plugin": "discrete_gaussian", "eps": 1, "release": )" +
                    std::string(release ? "true" : "false") + "}"));
    std::array<std::uint64_t, 4> batch{}, cohort{};
    experiment.random().bits({Role::minibatch, 0}, 0, 0, batch);
    experiment.random().bits({Role::participation}, 0, 0, cohort);
    return std::pair(batch, cohort);
  };
  CHECK(words(false) == words(false));
  const auto first = words(true), second = words(true);
  CHECK(first.first != second.first);  // equal with probability 2^-256
  CHECK(first.second != second.second);
  CHECK(first.first != words(false).first);
}
