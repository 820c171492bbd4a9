// skald account: answers about privacy without a run, for settings and for grids.
#include "account/account_text.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>

#include "grids.hpp"
#include "json_document.hpp"
#include "printed_text.hpp"
#include "privacy/gaussian.hpp"
#include "skald_process.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

namespace {

AccountQuestion poisson(double z, double rate, std::int64_t steps) {
  AccountQuestion question;
  question.release.noise_multiplier = z;
  question.release.sampling = Sampling::poisson;
  question.release.rate = rate;
  question.release.count = steps;
  return question;
}

const std::vector<std::string> kExample = {"account",    "setting",    "--noise-multiplier",
                                           "1",          "--sampling", "poisson",
                                           "--rate",     "0.01",       "--steps",
                                           "10000",      "--delta",    "1e-5",
                                           "--relation", "add_remove"};

}  // namespace

TEST_CASE("account: eps of a noise multiplier, and the noise of that eps") {
  AccountQuestion question = poisson(1, 0.01, 10000);
  const AccountAnswer found = answer(question);
  CHECK(found.guarantee.epsilon == Approx(6.187744976).epsilon(3e-5));
  CHECK(found.guarantee.epsilon_low <= 6.187744976);
  question.eps = 3;
  question.accounting = Accounting::rdp;
  const AccountAnswer noise = answer(question);
  CHECK(noise.release.noise_multiplier == Approx(1.661856).epsilon(1e-5));
  CHECK(noise.guarantee.epsilon <= 3);
}

TEST_CASE("account: the trade-off curve of an unsampled release is the Gaussian one") {
  AccountQuestion question;
  question.release.noise_multiplier = 2;
  const PrivacyCurve curve = privacy_curve(question, answer(question));
  for (const privacy::Budget& point : curve.points) {
    CHECK(point.delta == Approx(privacy::gaussian_delta(2, point.epsilon)));
  }
  for (const TradeOff& point : curve.trade_off) {
    // An attacker finds Phi(Phi^-1(alpha) + 1/2); a dozen points of the curve bound that closely.
    double low = -10, high = 10;
    for (int i = 0; i < 80; ++i) {
      const double middle = (low + high) / 2;
      (0.5 * std::erfc(-middle / std::sqrt(2.0)) < point.false_positive_rate ? low : high) = middle;
    }
    const double exact = 0.5 * std::erfc(-(low + 0.5) / std::sqrt(2.0));
    CAPTURE(point.false_positive_rate);
    CHECK(point.true_positive_rate >= exact * (1 - 1e-9));
    CHECK(point.true_positive_rate < 1.1 * exact);
  }
}

TEST_CASE("account: text fits a terminal and names all that eps depends on") {
  const AccountQuestion question = poisson(1, 0.01, 10000);
  const AccountAnswer found = answer(question);
  const std::string text = account_text(found) + curve_text(privacy_curve(question, found));
  CHECK(longest_line(text) <= 80);
  for (const char* word : {"eps = 6.18783 at delta = 1e-05", "poisson", "rate 0.01", "10000",
                           "add_remove", "record", "server", "pld", "<= eps <="}) {
    CAPTURE(word);
    CHECK(text.find(word) != std::string::npos);
  }
}

TEST_CASE("account: training as its users describe it") {
  const TemporaryFolder folder;
  const auto asked = [&](const std::string& sampling, const std::vector<std::string>& more) {
    std::vector<std::string> all{"account", "setting", "-z", "1", "--sampling", sampling};
    all.insert(all.end(), more.begin(), more.end());
    return run_skald(folder.path(), all);
  };
  const std::vector<std::string> epochs{"--examples", "60000", "--batch", "256", "--epochs", "15"};
  // 60000 / 256 = 234.4: the partial batch is a step.
  const std::string as_told = asked("poisson", epochs).out;
  CHECK(as_told == asked("poisson", {"--rate", "256/60000", "--steps", "3525"}).out);
  CHECK_THAT(as_told, Catch::Contains("3525"));
  // Every unit is in one batch of an epoch: 15 releases without sampling.
  const std::string shuffled = asked("shuffle", epochs).out;
  const std::string unsampled =
      run_skald(folder.path(),
                {"account", "setting", "-z", "1", "--steps", "15", "--relation", "zero_out"})
          .out;
  CHECK_THAT(shuffled, Catch::StartsWith(unsampled) &&
                           Catch::Contains("! a shuffled epoch cut into batches is no sample"));
  CHECK_THAT(
      asked("poisson", {"--examples", "100", "--batch", "10", "--epochs", "1", "--delta", "0.01"})
          .out,
      Catch::Contains("! delta is not below 1 over the 100 examples"));
  for (const auto& [sampling, more] : std::vector<std::pair<std::string, std::vector<std::string>>>{
           {"poisson", {}},
           {"shuffle", {}},
           {"shuffle",
            {"--examples", "9", "--batch", "3", "--epochs", "1", "--relation", "add_remove"}},
           {"poisson", {"--rate", "3/2"}},
           {"poisson", {"--rate", "1/0"}},
           {"poisson", {"--rate", "0.1", "--examples", "9", "--batch", "1", "--epochs", "1"}},
           {"poisson", {"--examples", "9", "--batch", "10", "--epochs", "1"}},
           {"poisson", {"--examples", "9", "--epochs", "1"}}}) {
    const ProcessResult refused = asked(sampling, more);
    CAPTURE(sampling, more, refused.err);
    CHECK(refused.code == 2);
    CHECK(!refused.err.empty());
  }
}

TEST_CASE("account: a unit that is missing from a shuffled list moves more than its batch") {
  // Batches of 2 of a list of 4 and of 3, in which all others contribute 1 and the unit -1: sums of
  // (0, 2) or (2, 0) against (2, 1). By the distance of one clip, delta would be 1e-5.
  const double factor = std::exp(privacy::gaussian_epsilon(1, 1e-5)), step = 0.05;
  double delta = 0;
  for (double x = -9; x < 11; x += step) {
    for (double y = -9; y < 11; y += step) {
      const auto density = [&](double a, double b) {
        return std::exp(-0.5 * ((x - a) * (x - a) + (y - b) * (y - b))) / (2 * 3.14159265);
      };
      const double with = 0.5 * (density(0, 2) + density(2, 0)), without = density(2, 1);
      delta += std::max(0.0, with - factor * without) * step * step;
    }
  }
  CHECK(delta > 1e-3);
  const TemporaryFolder folder;
  const ProcessResult refused = run_skald(
      folder.path(), {"account", "setting", "-z", "1", "--sampling", "shuffle", "--examples", "4",
                      "--batch", "2", "--epochs", "1", "--relation", "add_remove"});
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Catch::Contains("expected zero_out"));
}

TEST_CASE("account: credit for sampling is not denied where only its low is 0") {
  AccountQuestion question = poisson(1e4, 0.01, 1);
  question.release.sampling = privacy::Sampling::balls_in_bins;
  question.delta = 1e-12;
  const AccountAnswer found = answer(question);
  CHECK(found.guarantee.epsilon < privacy::gaussian_epsilon(1e4, 1e-12) / 5);
  CHECK_THAT(account_text(found), !Catch::Contains("is given no credit"));
}

TEST_CASE("account: one JSON object with bracket, terms and settings") {
  const TemporaryFolder folder;
  for (const auto& [accountant, expected] : {std::pair{"pld", 6.187744976}, {"rdp", 6.712738298}}) {
    const ProcessResult found =
        run_skald(folder.path(), with_more(kExample, {"--accountant", accountant, "--json"}));
    CHECK(found.code == 0);
    CHECK(json_number(found.out, "eps") == Approx(expected).epsilon(3e-5));
    CHECK(json_number(found.out, "eps_high") == json_number(found.out, "eps"));
    CHECK(json_number(found.out, "delta") == 1e-5);
  }
  const ProcessResult exact = run_skald(folder.path(), {"account", "setting", "-z", "1", "--json"});
  CHECK(json_number(exact.out, "eps") == Approx(4.377178096));
  const ProcessResult twice = run_skald(
      folder.path(), {"account", "setting", "-z", "1", "--relation", "replace_one", "--json"});
  CHECK(json_number(twice.out, "eps") == Approx(4.377178096));
  CHECK(json_number(twice.out, "noise_over_clip") == 2);
}

TEST_CASE("account: the noise of an eps gives that eps under every relation") {
  const TemporaryFolder folder;
  for (const char* relation : {"add_remove", "replace_one", "zero_out"}) {
    const ProcessResult found = run_skald(
        folder.path(),
        {"account", "setting", "--eps", "0.5", "--steps", "10", "--relation", relation, "--json"});
    CAPTURE(relation, found.err);
    CHECK(json_number(found.out, "eps") == Approx(0.5).epsilon(1e-5));
    // Unsampled, the noise in sensitivities is the same: sqrt(10) times that of one release.
    CHECK(json_number(found.out, "noise_multiplier") == Approx(22.2365).epsilon(1e-4));
  }
}

TEST_CASE("account: what is asked must be clear") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::vector<std::string>& arguments) {
    const ProcessResult result = run_skald(folder.path(), arguments);
    CHECK(result.code == 2);
    return result.err;
  };
  CHECK_THAT(refused({"account", "setting"}), Catch::Contains("--noise-multiplier"));
  CHECK_THAT(refused({"account", "setting", "-z", "1", "--eps", "1"}), Catch::Contains("either"));
  CHECK_THAT(refused({"account", "setting", "-z", "1", "--sampling", "poisson"}),
             Catch::Contains("--rate"));
  CHECK_THAT(refused({"account", "setting", "-z", "1", "--rate", "0.1"}),
             Catch::Contains("--sampling"));
  CHECK_THAT(refused({"account", "setting", "-z", "1", "--sampling", "without_replacement",
                      "--rate", "0.1"}),
             Catch::Contains("replace_one"));
}

TEST_CASE("account: what eps leaves unsaid is said") {
  const TemporaryFolder folder;
  const auto text = [&](const std::vector<std::string>& arguments) {
    const ProcessResult found =
        run_skald(folder.path(), with_more({"account", "setting"}, arguments));
    CAPTURE(found.err);
    CHECK(found.code == 0);
    CHECK(longest_line(found.out) <= 80);
    return found.out;
  };
  const std::vector<std::string> usual{"-z",     "1",    "--sampling", "poisson",
                                       "--rate", "0.01", "--steps",    "2"};
  CHECK_THAT(text(usual), Catch::Contains("for the dominating pair") && !Catch::Contains("!"));
  CHECK_THAT(text(with_more(usual, {"--delta", "0.5"})), Catch::Contains("one unit in 2 outright"));
  CHECK_THAT(text({"-z", "0.01", "--sampling", "poisson", "--rate", "0.01", "--steps", "2"}),
             Catch::Contains("rate 0.01 is given no credit"));
  CHECK_THAT(text({"-z", "1", "--relation", "replace_one"}),
             Catch::Contains("a sensitivity is two clips"));
}

TEST_CASE("account: numbers out of range are refused in a line") {
  const TemporaryFolder folder;
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"setting", "-z", "-1"},
        {"setting", "-z", "1", "--steps", "0"},
        {"setting", "-z", "1", "--steps", "99999999999999999999"},
        {"federated", "-z", "1", "-N", "10", "-S", "1", "-n", "9", "-b", "1", "-K", "4294967296",
         "-R", "4294967296"}}) {
    const ProcessResult found = run_skald(folder.path(), with_more({"account"}, arguments));
    CAPTURE(arguments, found.err);
    CHECK(found.code != 0);
    CHECK(found.err.size() < 300);
    CHECK_THAT(found.err, !Catch::Contains("bad_alloc"));
  }
}

TEST_CASE("account: a grid's cells are accounted up to where run.budget.eps ends them") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"json({ "name": "budget", "seed": 3,
  "dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 4},
  "model": {"plugin": "logistic", "prior_precision": 1},
  "sampler": {"plugin": "fedavg", "K": 1, "batch": 10, "clip": 1, "lr": 0.1},
  "privacy": {"plugin": "gaussian", "noise_multiplier": 2, "delta": 1e-5},
  "run": {"rounds": 1000, "budget": {"eps": 1}}, "metrics": ["eps_spent"]})json");
  const ProcessResult found = run_skald(folder.path(), {"account", "grid", "grid.json", "--json"});
  CAPTURE(found.out, found.err);
  CHECK(found.code == 0);
  CHECK(json_number(found.out, "eps") <= 1);
  CHECK_THAT(found.out, Catch::Contains("run.budget.eps is 1"));
}

TEST_CASE("account: eps of every cell of a grid") {
  const TemporaryFolder folder;
  folder.write("grid.json", kFourAxes);
  const ProcessResult found = run_skald(folder.path(), {"account", "grid", "grid.json", "--json"});
  CAPTURE(found.err);
  CHECK(found.code == 0);
  // 4 cells of fald and 2 of fedavg without privacy, 2 with infinite eps, 4 calibrated ones.
  const auto count = [&](const std::string& word) {
    std::size_t times = 0;
    for (std::size_t at = 0; (at = found.out.find(word, at)) != std::string::npos; ++at) ++times;
    return times;
  };
  CHECK(count("\"cell\"") == 12 + 1);  // and one for those with a finite eps together
  CHECK(count("8 of 24 runs together, on titanic") == 1);
  CHECK(count("\"eps\": \"Infinity\"") == 8);
  CHECK(count("\"adversary\": \"server\"") == 4 + 1);
  CHECK(files_in(folder.path()) == std::vector<std::string>{"grid.json"});
}

TEST_CASE("account: cells whose published guarantee does not hold say why") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"json({ "name": "void", "seed": 3,
  "dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 4},
  "model": {"plugin": "logistic", "prior_precision": 1},
  "sampler": {"plugin": "fa_ld", "K": 5, "batch": 10, "clip": 1, "weights": "uniform"},
  "privacy": {"plugin": "langevin", "delta": 1e-5},
  "run": {"iterations": 50}, "metrics": ["eps_spent"],
  "axes": [{"step": [1e-9, 1e-3]}, {"rho": [0, 1]}] })json");
  const ProcessResult found = run_skald(folder.path(), {"account", "grid", "grid.json"});
  CAPTURE(found.err, found.out);
  CHECK(found.code == 0);
  CHECK(longest_line(found.out) <= 80);
  CHECK_THAT(found.out, Catch::Contains("theorem G.3 is stated for step sizes up to") &&
                            Catch::Contains("rho = 1: all noise is shared") &&
                            Catch::Contains("eps inf") &&
                            Catch::Contains("one record against the server, replace_one"));
  // The small step with noise of its own is covered by the theorem: the claim is shown beside its
  // eps, and its cell has no remark.
  const std::string claim = "theorem G.3 of FA-LD claims epsilon";
  const std::size_t claimed = found.out.find(claim);
  CHECK(claimed != std::string::npos);
  CHECK(found.out.find(claim, claimed + 1) == std::string::npos);
  const std::size_t first_eps = found.out.find("eps ");
  CHECK(found.out.find('!') > found.out.find("eps ", first_eps + 1));
}

TEST_CASE("account: a sampler's caveats stand beside its published guarantee") {
  const TemporaryFolder folder;
  const auto account = [&](const std::string& sampler, const std::string& privacy) {
    folder.write("grid.json", R"json({ "name": "caveats", "seed": 3,
  "dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 4},
  "model": {"plugin": "logistic", "prior_precision": 1}, "metrics": ["eps_spent"],
  "run": {"iterations": 50}, "sampler": )json" +
                                  sampler + ", \"privacy\": " + privacy + "}");
    const ProcessResult found = run_skald(
        folder.path(), {"account", "grid", "grid.json", "--json", "--plugin-path",
                        std::string(SKALD_HOST_PLUGINS) + "/runner", "--allow-writable-plugins"});
    CAPTURE(found.err);
    CHECK(found.code == 0);
    return found.out;
  };
  const std::string langevin = R"({"plugin": "langevin", "delta": 1e-5})";
  const std::string fa_ld = R"({"plugin": "fa_ld", "K": 5, "batch": 10, "clip": 1, "step": 1e-9,
                                "weights": "uniform", "participation": )";
  const std::string credit =
      "theorem G.3 assumes amplification by client sampling, which the server sees";
  CHECK_THAT(account(fa_ld + R"("without_replacement", "S": 2})", langevin),
             Catch::Contains(credit));
  CHECK_THAT(account(fa_ld + R"("full"})", langevin), !Catch::Contains("theorem G.3 assumes"));
  CHECK_THAT(account(fa_ld + R"("with_replacement", "S": 2})", R"({"plugin": "none"})"),
             !Catch::Contains("theorem G.3 assumes"));

  // eps / (2 rate) is sqrt(2 ln(1.25 rate / delta)) / z.
  const std::string fedpaq = R"({"plugin": "fedpaq_private", "K": 5, "clip": 1, "frac": 0.25})";
  const auto gaussian = [](const std::string& z) {
    return R"({"plugin": "gaussian", "delta": 1e-5, "noise_multiplier": )" + z + "}";
  };
  CHECK_THAT(
      account(fedpaq, gaussian("1.5")),
      Catch::Contains("eq. 16 uses e^x - 1 <= 2x, false above x = 1.256; eps / (2 rate) is 3.033"));
  CHECK_THAT(account(fedpaq, gaussian("5")), !Catch::Contains("eq. 16 uses"));

  // A sampler whose paper the host does not know.
  const std::string caveat = "theorem 1 takes the stars to be honest";
  CHECK_THAT(account(R"({"plugin": "peeking", "at": "warns"})", gaussian("5")),
             Catch::Contains(caveat));
  CHECK_THAT(account(R"({"plugin": "peeking"})", gaussian("5")), !Catch::Contains(caveat));
}

TEST_CASE("account: what all runs of a study reveal together") {
  const TemporaryFolder folder;
  // No sampling: 2 cells x 3 replicates, each with 4 chains of 10 rounds at sensitivity / noise = 1
  // / z.
  const std::string grid = R"json({ "name": "study", "seed": 3, "replicates": 3,
  "dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 4},
  "model": {"plugin": "logistic"}, "sampler": {"plugin": "fedavg", "K": 1, "clip": 1},
  "privacy": {"plugin": "gaussian"}, "run": {"rounds": 10, "chains": 4},
  "metrics": ["eps_spent"], "axes": [{"noise_multiplier": [20, 30]}] })json";
  folder.write("grid.json", grid);
  const ProcessResult found = run_skald(folder.path(), {"account", "grid", "grid.json", "--json"});
  CAPTURE(found.err, found.out);
  REQUIRE(found.code == 0);
  // Zero-concentrated privacy: eps <= rho + 2 sqrt(rho ln(1 / delta)), where rho adds up over
  // releases.
  const double rho = 3 * 4 * 10 * (1 / (2 * 400.0) + 1 / (2 * 900.0));
  const std::size_t study = found.out.find("6 of 6 runs together, on titanic");
  REQUIRE(study != std::string::npos);
  const double eps = json_number(found.out.substr(study), "eps");
  CHECK(eps <= rho + 2 * std::sqrt(rho * std::log(1e5)));
  CHECK(eps > 0.7 * (rho + 2 * std::sqrt(rho * std::log(1e5))));
  // One run alone: 40 releases.
  const double one = 40 / (2 * 400.0);
  CHECK(json_number(found.out, "eps") <= one + 2 * std::sqrt(one * std::log(1e5)));
  CHECK(json_number(found.out, "eps") > one);
  const ProcessResult text = run_skald(folder.path(), {"account", "grid", "grid.json"});
  CHECK(longest_line(text.out) <= 80);
  CHECK_THAT(text.out, Catch::Contains("6 of 6 runs together, on titanic") &&
                           Catch::Contains("an upper bound"));
}

TEST_CASE("account: a cell that has no account leaves the others theirs") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"json({ "name": "study", "seed": 3,
  "dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 4},
  "model": {"plugin": "logistic"}, "sampler": {"plugin": "fedavg", "K": 3, "clip": 1, "batch": 10},
  "privacy": {"eps": 1, "delta": 1e-5}, "run": {"rounds": 5}, "metrics": ["nll"],
  "axes": [{"privacy.plugin": ["gaussian", "laplace"]}, {"calibration": ["pld", "rdp"]}] })json");
  const ProcessResult found = run_skald(folder.path(), {"account", "grid", "grid.json", "--json"});
  CAPTURE(found.err, found.out);
  CHECK(found.code == 0);
  // Together they have the losses' distributions, since samples under Laplace noise have no other.
  CHECK_THAT(found.out,
             Catch::Contains("3 of 4 runs together, on titanic") &&
                 Catch::Contains("nor sampling under (discrete) Laplace noise; use pld"));
  const std::size_t study = found.out.find("3 of 4 runs together");
  REQUIRE(study != std::string::npos);
  const double eps = json_number(found.out.substr(study), "eps");
  CHECK(eps > 1);
  CHECK(eps < 3);
}

TEST_CASE("what makes eps infinite is said before anything runs") {
  const TemporaryFolder folder;
  const auto grid = [&](const std::string& run) {
    folder.write("grid.json", R"json({ "name": "told", "seed": 3,
  "dataset": {"plugin": "titanic", "scaling": "rows"}, "partition": {"plugin": "iid", "clients": 4},
  "model": {"plugin": "logistic"}, "sampler": {"plugin": "fedavg", "K": 1, "clip": 1},
  "privacy": {"plugin": "gaussian", "eps": 1}, "metrics": ["eps_spent"],
  "run": {"rounds": 10, "start": "mode")json" +
                                  run + "}}");
  };
  const auto says = [&](const std::string& verb) {
    const ProcessResult found = run_skald(
        folder.path(), verb == "account" ? std::vector<std::string>{verb, "grid", "grid.json"}
                                         : std::vector<std::string>{verb, "grid.json"});
    return std::pair(found.code, found.out + found.err);
  };
  grid("");
  for (const std::string verb : {"check", "plan", "account"}) {
    CAPTURE(verb);
    const auto [code, text] = says(verb);
    CHECK(code == 0);
    std::string flat = text;  // lines are broken at 80 columns
    for (std::size_t at; (at = flat.find("\n              ")) != std::string::npos;) {
      flat.replace(at, 15, " ");
    }
    CHECK_THAT(flat, Catch::Contains("standardisation: covariates are standardised") &&
                         Catch::Contains("start: run.start is mode") &&
                         Catch::Contains("run.public \"standardisation, start\""));
  }
  grid(R"(, "public": "start, standardisation")");
  for (const std::string verb : {"check", "plan"}) {
    CHECK(says(verb).second.find("warning") == std::string::npos);
  }
  grid(R"(, "public": "start, standardization")");
  for (const std::string verb : {"check", "plan"}) {
    CHECK(says(verb).first == 2);
    CHECK_THAT(says(verb).second, Catch::Contains("did you mean \"standardisation\"?"));
  }
}

TEST_CASE("show prints what eps means of a run, as a paragraph of its own") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"json({ "name": "shown", "seed": 3,
  "dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 4},
  "model": {"plugin": "logistic"}, "sampler": {"plugin": "fedavg", "K": 1, "clip": 1},
  "privacy": {"plugin": "gaussian", "eps": 1}, "metrics": ["nll", "eps_spent"],
  "run": {"rounds": 4, "start": "mode", "public": "start", "chains": 2} })json");
  REQUIRE(run_skald(folder.path(), {"run", "grid.json"}).code == 0);
  const std::string hash =
      run_skald(folder.path(), {"query", "shown.db", "SELECT hash FROM runs", "--format", "csv"})
          .out;
  const std::string shown =
      run_skald(folder.path(), {"show", "shown.db", hash.substr(hash.find('\n') + 1, 12)}).out;
  CAPTURE(shown);
  const std::size_t paragraph = shown.find("\nprivacy\nepsilon ");
  REQUIRE(paragraph != std::string::npos);
  CHECK(longest_line(shown.substr(paragraph)) <= 80);
  std::string flat = shown.substr(paragraph);
  std::replace(flat.begin(), flat.end(), '\n', ' ');
  CHECK_THAT(flat, Catch::Contains("All 2 chains are composed") &&
                       Catch::Contains("Declared public by run.public: start (") &&
                       Catch::Contains("simulates a release but is not one"));
}

TEST_CASE("account: an error that the accountant has not is refused") {
  const TemporaryFolder folder;
  const ProcessResult found = run_skald(
      folder.path(),
      {"account", "setting", "-z", "1", "--accountant", "rdp", "--relative-error", "1e-6"});
  CHECK(found.code == 2);
  CHECK_THAT(found.err, Catch::Contains("--relative-error is of the accountant pld"));
}

TEST_CASE("account: what is printed for programs is as its schema says") {
  const JsonSchema schema(content(std::string(SKALD_SOURCE_DIR) + "/schemas/account.schema.json"));
  const TemporaryFolder folder;
  folder.write("grid.json", kFourAxes);
  folder.write("vectors.csv", "noise_multiplier,delta,eps\n1,1e-5,4.4\n0,1e-5,\n");
  folder.write("events.json", R"({"unit": "client", "adversary": "observer",
      "relation": "zero_out", "delta": 1e-5, "budget": {"eps": 1, "delta": 1e-5},
      "events": [{"event": "gaussian", "noise_multiplier": 2, "count": 3}]})");
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"curve", "-z", "1"},
           {"setting", "-z", "0"},
           {"setting", "-z", "1", "--delta", "0.1"},
           {"setting", "--eps", "1", "--sampling", "poisson", "--rate", "0.1", "--accountant",
            "rdp"},
           {"federated", "-N", "100", "-S", "10", "-n", "50", "-b", "5", "-K", "3", "-R", "10",
            "--eps", "2"},
           {"correlated", "-N", "100", "-S", "10", "-R", "10", "--eps", "2"},
           {"vectors", "vectors.csv"},
           {"events", "events.json", "--curve"},
           {"grid", "grid.json"}}) {
    std::vector<std::string> command{"account"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    command.emplace_back("--json");
    const ProcessResult found = run_skald(folder.path(), command);
    CAPTURE(arguments, found.out, found.err);
    CHECK(found.code == 0);
    CHECK(schema.accepts(boost::json::parse(found.out)));
  }
  CHECK_FALSE(schema.accepts(boost::json::parse(R"({"eps": "4.4"})")));
  // What people are warned of, programs are, too.
  const auto warnings = [&](std::vector<std::string> command) {
    command.insert(command.begin(), {"account", "setting", "-z", "2", "--json"});
    const ProcessResult found = run_skald(folder.path(), command);
    CAPTURE(found.err);
    REQUIRE(found.code == 0);
    return boost::json::serialize(boost::json::parse(found.out).at("warnings"));
  };
  CHECK(warnings({}) == "[]");
  CHECK_THAT(warnings({"--delta", "0.1"}), Catch::Contains("lets a mechanism publish one unit"));
  CHECK_THAT(warnings({"--sampling", "shuffle", "--examples", "100", "--batch", "10", "--epochs",
                       "2", "--delta", "0.05"}),
             Catch::Contains("a shuffled epoch cut into batches is no sample") &&
                 Catch::Contains("delta is not below 1 over the 100 examples"));
}
