// skald posterior, on draws that were really kept.
#include <fmt/format.h>

#include <Eigen/Dense>
#include <boost/json.hpp>

#include "kept_runs.hpp"
#include "printed_text.hpp"
#include "test.hpp"

namespace posterior_test {

namespace {

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace

TEST_CASE("skald posterior: the means are those of the file, and slow chains raise warnings") {
  const KeptRuns kept;
  const ProcessResult json = kept.posterior({kept.hashes[0], "--format", "json"});
  REQUIRE(json.code == 0);
  const boost::json::array rows = boost::json::parse(json.out).as_array();
  REQUIRE(rows.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    const std::vector<double> all = kept.draws(0, i);
    CHECK(all.size() == 800);
    CHECK(rows[i].at("coefficient").as_string() == "theta[" + std::to_string(i + 1) + "]");
    CHECK(rows[i].at("mean").to_number<double>() == Approx(mean(all)).epsilon(1e-12));
    CHECK(rows[i].at("chains") == 4);
    CHECK(rows[i].at("draws") == 200);
  }
  // A hundredth of the step takes a hundred times as long to mix.
  const ProcessResult slow = kept.posterior({kept.hashes[1].substr(0, 16)});
  CHECK(slow.code == 0);
  CHECK_THAT(slow.out, Catch::StartsWith("run " + kept.hashes[1].substr(0, 12) +
                                         " of kept, replicate "
                                         "0: 4 chains, 200 draws of each\n") &&
                           Catch::Contains(": R-hat is above 1.01 for 4 of 4 coefficients") &&
                           Catch::Contains("make the run longer") &&
                           Catch::Contains("coefficient  mean"));
  const ProcessResult csv = kept.posterior({kept.hashes[1], "--format", "csv"});
  CHECK_THAT(csv.out, Catch::StartsWith("coefficient,mean,mean_mcse,sd,"));
  CHECK_THAT(csv.err, Catch::Contains("R-hat is above 1.01"));
}

TEST_CASE("skald posterior --compare: differences of two runs") {
  const KeptRuns kept;
  const ProcessResult json =
      kept.posterior({kept.hashes[0], "--compare", kept.hashes[1], "--format", "json"});
  REQUIRE(json.code == 0);
  const boost::json::array rows = boost::json::parse(json.out).as_array();
  REQUIRE(rows.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    const double difference = mean(kept.draws(0, i)) - mean(kept.draws(1, i));
    CHECK(rows[i].at("difference").to_number<double>() == Approx(difference).margin(1e-12));
  }
  const ProcessResult text = kept.posterior({kept.hashes[0], "--compare", kept.hashes[1]});
  CHECK_THAT(text.out, Catch::Contains("against run " + kept.hashes[1].substr(0, 12)) &&
                           Catch::Contains("both are the same replicate") &&
                           Catch::Contains("the means differ most for theta["));
}

TEST_CASE("skald posterior --compare refuses runs on other rows or of other models") {
  const KeptRuns kept;
  const auto [part, by, change] = GENERATE(values<std::array<std::string, 3>>(
      {{R"("dimension": 4, "seed": 1)", R"("dimension": 4, "seed": 2)", "dataset.seed: 1 -> 2"},
       {R"("clients": 2)", R"("clients": 3)", "dataset.clients: 2 -> 3"}}));
  const std::string grid = files::read_regular_file(kept.folder / "g.json");
  kept.folder.write("o.json",
                    with(with(grid, part, by), R"("name": "kept")", R"("name": "other")"));
  REQUIRE(run_skald(kept.folder.path(), {"run", "o.json", "--db", "r.db"}).code == 0);
  const std::string other =
      text_in(kept.folder / "r.db", "SELECT hash FROM run_table WHERE study = 'other'");
  const ProcessResult refused = kept.posterior({kept.hashes[0], "--compare", other});
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Catch::Contains("of other rows or of other models (" + change));
}

TEST_CASE("skald posterior refuses runs without draws, and draws that have changed") {
  const KeptRuns kept;
  const ProcessResult none = kept.posterior({kept.hashes[2]});
  CHECK(none.code == 2);
  CHECK_THAT(none.err, Catch::Contains("has kept no draws; \"keep_samples\": true"));
  CHECK(kept.posterior({"zz"}).code == 2);
  const std::string file = "r.db.samples/" + kept.hashes[0] + ".npy";
  kept.folder.write(file, files::read_regular_file(kept.folder / file) + "x");
  const ProcessResult damaged = kept.posterior({kept.hashes[0]});
  CHECK(damaged.code == 5);
  CHECK_THAT(damaged.err, Catch::Contains("not as the database records it"));
}

namespace {

constexpr int kPeople = 60;
constexpr double kNoise = 0.5;  // of the model, in sds of the standardised target

// A regression of pay on age and sex, whose posterior with a flat prior is known in closed form.
struct Regression {
  TemporaryFolder folder;
  Eigen::MatrixXd x = Eigen::MatrixXd(3, kPeople);  // 1, age, sex=m
  Eigen::VectorXd y = Eigen::VectorXd(kPeople);
  std::string hash;

  explicit Regression(const std::string& model_options = "") {
    std::string text = "age,sex,pay\n";
    for (int i = 0; i < kPeople; ++i) {
      const double age = 20 + (i * 37) % 45, is_male = i % 3 == 0 ? 1 : 0;
      x.col(i) << 1, age, is_male;
      y[i] = 1000 + 31 * age - 200 * is_male + 150 * std::sin(12.9 * i);
      text += fmt::format("{},{},{}\n", age, is_male > 0 ? "m" : "f", y[i]);
    }
    folder.write("people.csv", text);
    folder.write("g.json", R"({"name": "pay", "seed": 4, "replicates": 1,
      "dataset": {"plugin": "csv", "path": "people.csv", "target": "pay", "task": "regression",
                  "categorical": "sex", "standardize_target": true, "test_fraction": 0},
      "partition": {"plugin": "iid", "clients": 2},
      "model": {"plugin": "linear", "noise": 0.5, "prior_precision": 0, "intercept": false)" +
                               model_options + R"(},
      "sampler": {"plugin": "hmc", "warm_up": 50}, "metrics": ["mean_bias"],
      "run": {"iterations": 500, "chains": 4, "keep_samples": true}})");
    succeed(folder.path(), {"run", "g.json", "--db", "r.db"});
    hash = text_in(folder / "r.db", "SELECT hash FROM runs");
  }
  ProcessResult posterior(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"posterior", "r.db", hash});
    return run_skald(folder.path(), arguments);
  }
};

}  // namespace

TEST_CASE("skald posterior: on the data's own scale a regression is that of the raw columns") {
  const Regression pay;
  const ProcessResult json = pay.posterior({"--scale", "data", "--format", "json"});
  INFO(json.err);
  REQUIRE(json.code == 0);
  const boost::json::array rows = boost::json::parse(json.out).as_array();
  REQUIRE(rows.size() == 3);
  const Eigen::MatrixXd precision = pay.x * pay.x.transpose();
  const Eigen::VectorXd mean = precision.ldlt().solve(pay.x * pay.y);
  const double sd_of_pay = std::sqrt((pay.y.array() - pay.y.mean()).square().mean());
  const Eigen::VectorXd sd = kNoise * sd_of_pay * precision.inverse().diagonal().array().sqrt();
  const char* const names[] = {"intercept", "age", "sex=m"};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto number = [&](const char* key) { return rows[i].at(key).to_number<double>(); };
    CHECK(rows[i].at("coefficient").as_string() == names[i]);
    CHECK(rows[i].at("scale").as_string() == "data");
    // Five standard errors: six such checks fail with a probability below 4e-6.
    const auto k = static_cast<Eigen::Index>(i);
    CHECK(std::abs(number("mean") - mean[k]) < 5 * number("mean_mcse"));
    CHECK(std::abs(number("sd") - sd[k]) < 5 * number("sd_mcse"));
    CHECK(number("mean_mcse") < 0.1 * sd[k]);
  }
}

TEST_CASE("skald posterior: both scales by the names of the columns, and no scale that is not") {
  const Regression pay;
  const ProcessResult text = pay.posterior({});
  CHECK_THAT(text.out, Catch::Contains("whose columns were standardised:") &&
                           Catch::Contains("on the data's own scale:") &&
                           Catch::Contains("\nage ") && Catch::Contains("\nsex=m "));
  CHECK_THAT(pay.posterior({"--scale", "run"}).out, !Catch::Contains("own scale"));
  const ProcessResult csv = pay.posterior({"--format", "csv"});
  CHECK_THAT(csv.out, Catch::Contains(",scale\n") && Catch::Contains(",run\n") &&
                          Catch::Contains(",data\n"));
  const ProcessResult self = pay.posterior({"--compare", pay.hash});
  CHECK_THAT(self.out, Catch::Contains("on the data's own scale"));
  // Rows that the model scales down have no coefficients on the data's scale.
  const Regression bounded(R"(, "row_bound": 1.5)");
  const ProcessResult one = bounded.posterior({});
  CHECK_THAT(one.out, Catch::Contains("\nage ") && !Catch::Contains("own scale"));
}

TEST_CASE("skald posterior --plot draws traces, ranks and pairs") {
  const Regression pay;
  for (const std::string plot : {"trace", "rank", "pairs"}) {
    INFO(plot);
    const ProcessResult script = pay.posterior({"--plot", plot, "--script", plot + ".gp"});
    CHECK(script.code == 0);
    const std::string text = files::read_regular_file(pay.folder / (plot + ".gp"));
    CHECK_THAT(
        text, Catch::Contains("'sex=m'") && Catch::Contains("on the data' . \"'\" . 's own scale"));
    const ProcessResult drawn = pay.posterior({"--plot", plot, "-o", plot + ".svg"});
    if (drawn.code == 0) {
      CHECK_THAT(files::read_regular_file(pay.folder / (plot + ".svg")),
                 Catch::Contains("by skald"));
    } else {
      CHECK_THAT(drawn.err, Catch::Contains("gnuplot"));
    }
  }
  const ProcessResult one = pay.posterior(
      {"--plot", "trace", "--coefficients", "age,1", "--scale", "run", "--script", "one.gp"});
  CHECK(one.code == 0);
  const std::string text = files::read_regular_file(pay.folder / "one.gp");
  CHECK_THAT(text, Catch::Contains("'age'") && Catch::Contains("'intercept'") &&
                       !Catch::Contains("sex=m") && !Catch::Contains("own scale"));
  CHECK_THAT(pay.posterior({"--plot", "trace", "--coefficients", "wage", "-o", "x.svg"}).err,
             Catch::Contains("there is no wage; expected a name, such as intercept, or a number "
                             "from 1 to 3"));
  CHECK(pay.posterior({"--plot", "trace"}).code == 2);
  CHECK(pay.posterior({"--plot", "trace", "--compare", pay.hash, "-o", "x.svg"}).code == 2);
  CHECK(pay.posterior({"-o", "x.svg"}).code == 2);
}

}  // namespace posterior_test
