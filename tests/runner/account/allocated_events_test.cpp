// Events and settings in which a unit is in some of the steps, and the noise that they need.
#include <boost/json.hpp>

#include "account/answered_events.hpp"
#include "privacy/accounting.hpp"
#include "skald/parts/privacy/correlated/toeplitz.hpp"
#include "skald_process.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

namespace skald::test {
namespace allocated_events_test {

double eps_of(const std::string& event, const std::string& more = "\"delta\": 1e-5") {
  return answered(document_of(event, more)).guarantee.epsilon;
}

double poisson_eps(double z, double rate, std::int64_t steps) {
  privacy::NoisyRelease release{z, Sampling::poisson, rate, steps};
  release.relation = privacy::Relation::zero_out;
  return privacy::epsilon({&release, 1}, 1e-5, Accounting::pld).epsilon;
}

TEST_CASE("events: a unit in several steps of an epoch") {
  const std::string epoch = R"({"event": "balls_in_bins", "noise_multiplier": 2, "bins": 50)";
  CHECK(eps_of(epoch + R"(, "participations": 1})") == eps_of(epoch + "}"));
  const double some = eps_of(epoch + R"(, "participations": 5})");
  CHECK(some > eps_of(epoch + "}"));
  CHECK(some < eps_of(R"({"event": "gaussian", "noise_multiplier": 2, "count": 5})"));
  CHECK(eps_of(epoch + R"(, "participations": 50})") ==
        Approx(eps_of(R"({"event": "gaussian", "noise_multiplier": 2, "count": 50})")));
  CHECK_THAT(fault_of(document_of(epoch + R"(, "participations": 51})")),
             Catch::Contains("\"participations\" must be at most 50, got 51"));
  const TemporaryFolder folder;
  const auto setting = [&](const std::vector<std::string>& more) {
    std::vector<std::string> line{"account",    "setting",       "-z",
                                  "2",          "--relation",    "zero_out",
                                  "--sampling", "balls_in_bins", "--json"};
    line.insert(line.end(), more.begin(), more.end());
    const ProcessResult found = run_skald(folder.path(), line);
    CAPTURE(found.err);
    REQUIRE(found.code == 0);
    return boost::json::parse(found.out).as_object();
  };
  const auto found = setting({"--steps", "50", "--participations", "5"});
  CHECK(found.at("eps").to_number<double>() == Approx(some));
  CHECK(found.at("eps_low").to_number<double>() > 0.7 * some);
  CHECK(found.at("rate").to_number<double>() == Approx(0.1));
  CHECK(found.at("steps").to_number<double>() == 50);
  const auto epochs = setting({"--examples", "1000", "--batch", "20", "--epochs", "3"});
  CHECK(epochs.at("eps").to_number<double>() ==
        Approx(eps_of(R"({"event": "balls_in_bins", "noise_multiplier": 2, "bins": 50,
                          "count": 3})")));
  const ProcessResult wrong =
      run_skald(folder.path(), {"account", "setting", "-z", "2", "--sampling", "poisson", "--rate",
                                "0.1", "--participations", "5"});
  CHECK(wrong.code == 2);
}

std::string banded(const std::string& more, int bands, int rounds = 120) {
  return R"({"event": "correlated", "factorisation": "banded", "noise_multiplier": 1.5,
             "bands": )" +
         std::to_string(bands) + R"(, "separation": )" + std::to_string(bands) +
         R"(, "participations": 1000, "rounds": )" + std::to_string(rounds) + more + "}";
}

TEST_CASE("events: banded noise, with Poisson samples of groups in turn") {
  const std::string poisson = R"(, "sampling": "poisson", "rate": 0.05)";
  // One band: DP-SGD by Poisson samples.
  CHECK(eps_of(banded(poisson, 1)) == Approx(poisson_eps(1.5, 0.05, 120)).epsilon(1e-6));
  // Each turn is a column of C: its norm is what a unit adds.
  for (const int bands : {2, 4, 10}) {
    double square = 0;
    for (const double c : square_root_strategy(bands)) square += c * c;
    CHECK(eps_of(banded(poisson, bands)) ==
          Approx(poisson_eps(1.5 / std::sqrt(square), 0.05, 120 / bands)).epsilon(1e-6));
  }
  // Everybody of the group: not sampled.
  CHECK(eps_of(banded(R"(, "sampling": "poisson", "rate": 1)", 4)) ==
        Approx(eps_of(banded("", 4))).epsilon(1e-6));
  CHECK(eps_of(banded(poisson, 4)) < 0.5 * eps_of(banded("", 4)));
}

TEST_CASE("events: banded noise, with samples that do not come soon again") {
  const auto sampled = [](double rate) {
    return R"(, "sampling": "b_min_sep", "rate": )" + std::to_string(rate);
  };
  CHECK(eps_of(banded(sampled(0.05), 1)) == Approx(poisson_eps(1.5, 0.05, 120)).epsilon(1e-9));
  CHECK(eps_of(banded(sampled(1), 4)) == Approx(eps_of(banded("", 4))).epsilon(1e-9));
  for (const int bands : {2, 8}) {
    const std::string event = banded(sampled(0.01), bands);
    const privacy::Guarantee found = answered(document_of(event, "\"delta\": 1e-5")).guarantee;
    CAPTURE(bands, found.epsilon, found.epsilon_low);
    CHECK(found.epsilon < 0.5 * eps_of(banded("", bands)));
    CHECK(found.epsilon_low > 0.2 * found.epsilon);
    CHECK(found.epsilon_low < found.epsilon);
    CHECK(eps_of(banded(sampled(0.005), bands)) < found.epsilon);
    // Twice in a row costs more, and is bounded, too; what else is released counts besides.
    const privacy::Guarantee twice =
        answered(document_of(event + ", " + event, "\"delta\": 1e-5")).guarantee;
    CHECK(twice.epsilon > found.epsilon);
    CHECK(twice.epsilon_low > found.epsilon_low);
    CHECK(eps_of(event, "\"delta\": 1e-5, \"accountant\": \"rdp\"") >= found.epsilon_low);
    const std::string text = document_of(event);
    const double noise = noise_for(0.5, text, "x.json");
    CHECK(answer(read_events(text, "x.json", noise), false).guarantee.epsilon <= 0.5);
  }
}

TEST_CASE("events: banded noise is refused samples that have no account") {
  const auto fault = [](const std::string& event) { return fault_of(document_of(event)); };
  const std::string poisson = R"(, "sampling": "poisson", "rate": 0.05)";
  const std::string apart = R"(, "sampling": "b_min_sep", "rate": 0.05)";
  CHECK_THAT(fault(banded(poisson, 4, 121)), Catch::Contains("a multiple of 4"));
  CHECK_THAT(fault(banded(R"(, "rate": 0.05)", 4)),
             Catch::Contains("no effect where sampling is \"none\""));
  CHECK_THAT(fault(R"({"event": "correlated", "factorisation": "banded", "noise_multiplier": 1,
                       "bands": 5, "separation": 4, "participations": 30, "rounds": 120)" +
                   apart + "}"),
             Catch::Contains("overlap"));
  CHECK_THAT(fault(R"({"event": "correlated", "factorisation": "banded", "noise_multiplier": 1,
                       "bands": 5, "separation": 4, "participations": 30, "rounds": 120)" +
                   poisson + "}"),
             Catch::Contains("overlap"));
  CHECK_THAT(fault(R"({"event": "correlated", "factorisation": "tree", "noise_multiplier": 1,
                       "separation": 4, "participations": 30, "rounds": 120)" +
                   apart + "}"),
             Catch::Contains("banded noise only"));
  CHECK_THAT(fault(R"({"event": "correlated", "factorisation": "blt", "noise_multiplier": 1,
                       "separation": 4, "participations": 30, "rounds": 120)" +
                   poisson + "}"),
             Catch::Contains("banded noise only"));
  CHECK_THAT(fault(R"({"event": "correlated", "factorisation": "banded", "noise_multiplier": 1,
                       "bands": 4, "separation": 4, "participations": 3, "rounds": 120)" +
                   poisson + "}"),
             Catch::Contains("30"));
}

TEST_CASE("events: clients with pairwise noise that change together") {
  const std::string complete =
      R"({"event": "pairwise_cancelling", "noise_multiplier": 1, "pair_multiplier": 3,
          "clients": 6, "colluding": 1})";
  const std::string two = "\"delta\": 1e-5, \"group\": 2";
  // Sigma = own^2 I + pair^2 (h I - J) of h = 5 honest clients; the sum of its inverse over two.
  const double own = 1, all = 1 + 5 * 9.0;
  const double squared_mu = 2 / all + 4.0 / 5 * (1 / own - 1 / all);
  CHECK(eps_of(complete, two) ==
        Approx(eps_of(R"({"event": "gdp", "mu": )" + std::to_string(std::sqrt(squared_mu)) + "}"))
            .epsilon(1e-5));
  // As many as there are honest ones: their own noise alone hides them.
  CHECK(eps_of(complete, "\"delta\": 1e-5, \"group\": 5") ==
        Approx(eps_of(R"({"event": "gdp", "mu": )" + std::to_string(std::sqrt(5.0)) + "}"))
            .epsilon(1e-5));
  const auto of_records = [&](const std::string& more) {
    return answered(document_of(complete, more,
                                R"("unit": "record", "adversary": "server",
                                   "relation": "zero_out")"))
        .guarantee.epsilon;
  };
  // Two records may be of one client.
  CHECK(of_records(two) > eps_of(complete, two));
}

TEST_CASE("events: the noise for an eps is that of which the eps is stated") {
  const std::string events =
      R"({"event": "gaussian", "noise_multiplier": 1, "sampling": "poisson", "rate": 0.01,
          "count": 1000}, {"event": "laplace", "noise_multiplier": 40})";
  for (const double eps : {0.3, 1.0, 8.0}) {
    const std::string text = document_of(events);
    const double noise = noise_for(eps, text, "x.json");
    const auto stated = [&](double factor) {
      return answer(read_events(text, "x.json", factor), false).guarantee.epsilon;
    };
    CAPTURE(eps, noise);
    CHECK(stated(noise) <= eps);
    CHECK(stated(noise * (1 - 1e-4)) > eps);
  }
  // A closed form: n Laplace releases of scale b cost n / b at delta 0.
  CHECK(noise_for(2,
                  document_of(R"({"event": "laplace", "noise_multiplier": 3, "count": 6})",
                              "\"delta\": 0"),
                  "x.json") == Approx(1).epsilon(1e-5));
  CHECK_THROWS_WITH(noise_for(1, document_of(R"({"event": "mechanism", "eps": 2})"), "x.json"),
                    Catch::Contains("no event has noise"));
  CHECK_THROWS_WITH(noise_for(1, document_of(events, "\"eps\": 1"), "x.json"),
                    Catch::Contains("asks for a delta"));
  CHECK_THROWS_WITH(
      noise_for(1, document_of(events + R"(, {"event": "mechanism", "eps": 2})"), "x.json"),
      Catch::Contains("no noise brings eps down"));
  const TemporaryFolder folder;
  folder.write("x.json", document_of(events));
  const ProcessResult told =
      run_skald(folder.path(), {"account", "events", "x.json", "--eps", "1"});
  CHECK(told.code == 0);
  CHECK_THAT(told.out, Catch::Contains("times that of the document"));
}

}  // namespace allocated_events_test
}  // namespace skald::test
