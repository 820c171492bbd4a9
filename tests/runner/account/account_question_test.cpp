// skald account for federated settings, and its comparison of noise that is correlated.
#include "account/account_question.hpp"

#include <boost/json.hpp>

#include "grids.hpp"
#include "printed_text.hpp"
#include "privacy/gaussian.hpp"
#include "skald/parts/privacy/correlated/factorisation.hpp"
#include "skald_process.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

namespace skald::test {
namespace federated_account_test {

TEST_CASE("account: a federated setting says who is protected from whom, and where the noise is") {
  FederatedQuestion asked;
  asked.setting = {100, 10, 600, 10, 5, 100};
  asked.common.release.noise_multiplier = 1;
  asked.sampling = Sampling::poisson;
  std::vector<double> eps;
  for (const PlacedQuestion& placed : federated_questions(asked)) {
    eps.push_back(answer(placed.question).guarantee.epsilon);
  }
  REQUIRE(eps.size() == 6);
  CHECK(eps[1] < 0.5 * eps[0]);
  CHECK(eps[2] == Approx(2.282449).epsilon(1e-4));  // 500 steps at rate 1/60
  CHECK(eps[3] < 0.5 * eps[2]);  // a tenth of the rounds, and the observer does not know which
  CHECK(eps[4] == Approx(7.046602877).epsilon(1e-4));  // 100 rounds at rate 0.1
  CHECK(eps[5] == Approx(privacy::gaussian_epsilon(0.1, 1e-5)));
  asked.setting.participants = 101;
  CHECK_THROWS_WITH(federated_questions(asked), Catch::Contains("participants"));
}

TEST_CASE("account: a federated setting assumes what samplers do") {
  FederatedQuestion asked;
  asked.setting = {100, 10, 600, 10, 6, 500};
  const auto questions = federated_questions(asked);
  const privacy::NoisyRelease& upload = questions[0].question.release;
  CHECK(upload.sampling == Sampling::without_replacement);
  CHECK(upload.relation == Relation::replace_one);
  CHECK(upload.rate == Approx(0.1));  // 6 batches of 10 of one permutation of 600
  CHECK(upload.count == 500);
  CHECK(upload.steps == 1);
  const privacy::NoisyRelease& step = questions[2].question.release;
  CHECK(step.rate == Approx(1.0 / 60));
  CHECK(step.steps == 6);
  const privacy::NoisyRelease& client = questions[4].question.release;
  CHECK(client.sampling == Sampling::without_replacement);
  CHECK(client.rate == Approx(0.1));
  CHECK(questions[5].question.release.sampling == Sampling::none);
  // A round that needs more than one permutation uses every record.
  asked.setting.local_steps = 61;
  CHECK(federated_questions(asked)[0].question.release.sampling == Sampling::none);
}

TEST_CASE("account: a federated setting has the eps of a grid that is like it") {
  const TemporaryFolder folder;
  // 1760 training rows (80 % of 2201), 80 clients of 22 rows each.
  const std::string grid = R"json({ "name": "like", "seed": 3,
  "dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": CLIENTS},
  "model": {"plugin": "logistic", "prior_precision": 0},
  "sampler": {"plugin": "fedavg", "K": 2, "batch": 5, "clip": 1, "lr": 0.1, "S": 7, EXTRA
              "weights": "uniform"},
  "privacy": {"plugin": "gaussian", "noise_multiplier": 2, "delta": 1e-5, "calibration": "pld",
              "adversary": "ADVERSARY"},
  "run": {"rounds": 20}, "metrics": ["eps_spent"]})json";
  const auto rows = [&](const std::string& name, const std::string& member = "eps") {
    folder.write("grid.json", name);
    const ProcessResult found =
        run_skald(folder.path(), {"account", "grid", "grid.json", "--json"});
    CAPTURE(found.err, found.out);
    CHECK(found.code == 0);
    return json_number(found.out, member);
  };
  const std::string sized = with(grid, "CLIENTS", "80");
  FederatedQuestion asked;
  asked.setting = {80, 7, 22, 5, 2, 20};
  asked.common.release.noise_multiplier = 2;
  const auto questions = federated_questions(asked);
  const auto eps = [&](std::size_t row) {
    return answer(questions[row].question).guarantee.epsilon;
  };
  CHECK(rows(with(with(sized, "EXTRA", ""), "ADVERSARY", "server")) ==
        Approx(eps(0)).epsilon(1e-3));
  CHECK(rows(with(with(sized, "EXTRA", ""), "ADVERSARY", "observer")) ==
        Approx(eps(1)).epsilon(1e-3));
  const std::string whole =
      with(with(sized, "EXTRA", R"("unit": "client",)"), "ADVERSARY", "observer");
  CHECK(rows(whole) == Approx(eps(4)).epsilon(1e-3));
  CHECK(rows(whole, "noise_in_average") == Approx(2 * 2. / 7));  // of two clips, for 7 clients
}

TEST_CASE("account: a grid's correlated noise is calibrated as one Gaussian release") {
  const TemporaryFolder folder;
  const std::string grid = R"json({ "name": "turns", "seed": 3,
  "dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 100},
  "model": {"plugin": "logistic", "prior_precision": 0},
  "sampler": {"plugin": "fedavg", "K": 2, "batch": 5, "clip": 0.3, "lr": 0.1, "S": 20,
              "unit": "client", "weights": "uniform", "client_sampling": "cyclic",
              "correlation": "blt", "horizon": 30},
  "privacy": {"plugin": "gaussian", "eps": 2, "delta": 1e-5, "calibration": "pld",
              "adversary": "observer"},
  "run": {"rounds": 30}, "metrics": ["eps_spent"]})json";
  folder.write("grid.json", grid);
  const ProcessResult found = run_skald(folder.path(), {"account", "grid", "grid.json", "--json"});
  CAPTURE(found.err, found.out);
  CHECK(json_number(found.out, "noise_multiplier") ==
        Approx(privacy::analytic_gaussian_sigma(2, 1e-5)).epsilon(1e-5));
  CHECK_THAT(found.out, Catch::Contains("\"noise_over_run\": null"));
  // What the noise adds up to is told by `account correlated` in clips.
  CHECK(json_number(found.out, "noise_deviation") / 0.3 ==
        Approx(privacy::analytic_gaussian_sigma(2, 1e-5) *
               factorise(Correlation::blt, {30, 6, 5}).sensitivity)
            .epsilon(1e-5));
  folder.write("grid.json", with(grid, "\"rounds\": 30", "\"rounds\": 31"));
  const ProcessResult longer = run_skald(folder.path(), {"account", "grid", "grid.json"});
  CHECK_THAT(longer.out, Catch::Contains("horizon is 30 rounds"));
}

TEST_CASE("account: a grid's runs that publish their end stop costing, and name their reader") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"json({ "name": "end", "seed": 3,
  "dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 10},
  "model": {"plugin": "logistic", "prior_precision": 400, "row_bound": 2},
  "sampler": {"plugin": "fa_ld", "K": 1, "clip": 0.5, "temp": 20, "step": 4e-4},
  "privacy": {"plugin": "langevin", "adversary": "observer"}, "run": {"rounds": 10},
  "metrics": ["eps_spent"],
  "axes": [{"publish": ["all", "last"]}, {"rounds": [1000, 100000]}]})json");
  const ProcessResult found = run_skald(folder.path(), {"account", "grid", "grid.json", "--json"});
  CAPTURE(found.err, found.out);
  const boost::json::value parsed = boost::json::parse(found.out);
  const boost::json::array& rows = parsed.as_array();
  REQUIRE(rows.size() == 5);
  const auto eps = [&](std::size_t i) { return rows[i].at("eps").to_number<double>(); };
  CHECK(eps(1) > 5 * eps(0));
  CHECK(eps(3) == Approx(eps(2)).epsilon(1e-6));
  CHECK(eps(2) < eps(0) / 20);
  CHECK(rows[0].at("adversary") == "observer");
  CHECK(rows[3].at("adversary") == "reader of the last state");
  CHECK(rows[4].at("adversary") == "reader of the last state");
}

TEST_CASE("account: a grid of local steps on bounded means has the exact eps of its end") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"json({ "name": "means", "seed": 3,
  "dataset": {"plugin": "gaussian_clients", "generator": "toy", "clients": 4, "dimension": 2,
              "examples": 50},
  "model": {"plugin": "gaussian", "row_bound": 3},
  "sampler": {"plugin": "fa_ld", "K": 5, "step": 2e-4, "temp": 20},
  "privacy": {"plugin": "langevin", "adversary": "observer"}, "run": {"rounds": 1},
  "metrics": ["eps_spent"],
  "axes": [{"publish": ["all", "last"]}, {"rounds": [1, 1000, 100000]}]})json");
  const ProcessResult found = run_skald(folder.path(), {"account", "grid", "grid.json", "--json"});
  CAPTURE(found.err, found.out);
  const boost::json::value parsed = boost::json::parse(found.out);
  const boost::json::array& rows = parsed.as_array();
  REQUIRE(rows.size() >= 6);
  const auto eps = [&](std::size_t i) { return rows[i].at("eps").to_number<double>(); };
  CHECK(eps(3) < eps(0));  // all of whose five steps count
  CHECK(eps(3) < eps(4));
  CHECK(eps(5) == Approx(eps(4)).epsilon(1e-6));
  CHECK(eps(4) < eps(1) / 5);
}

TEST_CASE("account: noise that is correlated is compared at equal eps") {
  const TemporaryFolder folder;
  const std::vector<std::string> setting{"account", "correlated", "-N", "1000",
                                         "-S",      "10",         "-R", "2000"};
  const ProcessResult found =
      run_skald(folder.path(), with_more(setting, {"--eps", "2", "--json"}));
  CAPTURE(found.err, found.out);
  CHECK(found.code == 0);
  const boost::json::array rows = boost::json::parse(found.out).as_array();
  REQUIRE(rows.size() == 11);
  const auto of = [&](std::size_t row, const char* column) {
    return rows[row].as_object().at(column).to_number<double>();
  };
  // Independent noise in turn: 20 participations, sqrt(20) times the noise of one release.
  CHECK(rows[2].at("noise") == "independent");
  CHECK(of(2, "per_round") == Approx(std::sqrt(20.0) * privacy::analytic_gaussian_sigma(2, 1e-5)));
  CHECK(of(2, "prefix_max") == Approx(std::sqrt(2000.0) * of(2, "per_round")));
  CHECK(of(2, "k") == 20);
  CHECK(of(2, "b") == 100);
  // Sampling with the same noise and eps needs no more than turns do without it.
  CHECK(of(0, "per_round") < of(2, "per_round"));
  CHECK(rows[6].at("noise") == "blt");
  CHECK(of(6, "memory") == 4);
  CHECK(of(6, "prefix_rms") < 0.2 * of(2, "prefix_rms"));
  // One remembered vector has most of that.
  CHECK(rows[9].at("noise") == "previous");
  CHECK(of(9, "memory") == 1);
  CHECK(of(9, "prefix_rms") < 0.25 * of(2, "prefix_rms"));
  CHECK(of(9, "prefix_rms") > of(6, "prefix_rms"));
  // Each objective does better by its own measure.
  CHECK(rows[5].at("noise") == "banded, max");
  CHECK(of(5, "prefix_max") < of(4, "prefix_max"));
  CHECK(of(7, "prefix_max") < of(6, "prefix_max"));
  CHECK(of(7, "prefix_rms") > of(6, "prefix_rms"));
  const ProcessResult text = run_skald(folder.path(), with_more(setting, {"--eps", "2"}));
  CHECK(longest_line(text.out) <= 90);
  CHECK_THAT(text.out, !Catch::Contains("256 bands"));
  const ProcessResult many = run_skald(folder.path(), {"account", "correlated", "-N", "5000", "-S",
                                                       "10", "-R", "300", "--eps", "2"});
  CHECK_THAT(many.out, Catch::Contains("banded takes 256 bands at most"));
  CHECK_THAT(text.out, Catch::Contains("must stay secret"));
  const ProcessResult refused = run_skald(folder.path(), setting);
  CHECK(refused.code != 0);
  CHECK_THAT(refused.err, Catch::Contains("--eps"));
}

}  // namespace federated_account_test
}  // namespace skald::test
