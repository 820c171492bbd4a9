// skald account events: documents of what is released.
#include <boost/json.hpp>

#include "account/answered_events.hpp"
#include "privacy/gaussian.hpp"
#include "skald_process.hpp"
#include "system/exit_code.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

namespace skald::test {
namespace events_test {

const char* const kPoisson =
    R"({"event": "gaussian", "noise_multiplier": 1, "sampling": "poisson", "rate": 0.01,
        "count": 10000})";

TEST_CASE("events: the published epsilons of single mechanisms") {
  CHECK(answered(document_of(kPoisson)).guarantee.epsilon == Approx(6.187744976).epsilon(3e-5));
  const std::string replaced =
      R"("unit": "record", "adversary": "server", "relation": "replace_one")";
  // In multiples of the sensitivity, which under replace_one is two clips: z = 4 clips is 2.
  const std::string fixed =
      R"({"event": "gaussian", "noise_multiplier": 2, "sampling": "without_replacement",
          "rate": 0.1, "count": 1000})";
  CHECK(answered(document_of(fixed, "\"delta\": 1e-5", replaced)).guarantee.epsilon ==
        Approx(9.521692261).epsilon(1e-4));
  const std::string once = R"({"event": "gaussian", "noise_multiplier": 1})";
  CHECK(answered(document_of(once, "\"delta\": 1e-5", replaced)).guarantee.epsilon ==
        Approx(4.377178096));
  const std::string known = R"({"event": "mechanism", "eps": 0.1, "count": 100})";
  CHECK(answered(document_of(known, "\"delta\": 1e-6")).guarantee.epsilon ==
        Approx(4.774568).epsilon(1e-4));
  const std::string point = R"({"event": "renyi", "order": 10, "divergence": 1})";
  CHECK(answered(document_of(point)).guarantee.epsilon == Approx(1.918011).epsilon(1e-6));
  const std::string rho = R"({"event": "zcdp", "rho": 0.5})";
  CHECK(answered(document_of(rho)).guarantee.epsilon == Approx(4.728507067).epsilon(1e-3));
  const std::string mu = R"({"event": "gdp", "mu": 1})";
  CHECK(answered(document_of(mu)).guarantee.epsilon == Approx(4.377178096));
  CHECK(answered(document_of(mu, "\"eps\": 1")).guarantee.delta ==
        Approx(privacy::gaussian_delta(1, 1)));
}

TEST_CASE("events: a delta that was asked for has a certified bracket") {
  const std::string asked = document_of(kPoisson, "\"eps\": 6.187744976");
  const boost::json::object found = json_of(asked);
  const double low = found.at("delta_low").to_number<double>();
  const double delta = found.at("delta").to_number<double>();
  CHECK(delta == Approx(1e-5).epsilon(1e-3));  // the library's eps is that far off
  CHECK(low <= delta);
  CHECK(delta - low < 2e-3 * delta);
  CHECK(found.at("eps_low").is_null());
  const EventsDocument document = read_events(asked, "x.json");
  CHECK_THAT(events_text(document, answer(document, false)),
             Catch::Contains("certified") && Catch::Contains(" <= delta <= "));
}

TEST_CASE("events: two-level sampling says whose coin it is") {
  const auto two_level = [](const char* coin) {
    return std::string(R"({"event": "gaussian", "noise_multiplier": 1, "sampling": "poisson",
      "rate": 0.016666666666666666, "count": 100, "steps": 5, "round_rate": 0.1, "coin": ")") +
           coin + "\"}";
  };
  const double own = answered(document_of(two_level("own"))).guarantee.epsilon;
  const double shared = answered(document_of(two_level("shared"))).guarantee.epsilon;
  CHECK(own == Approx(0.1922131805).epsilon(4e-3));
  CHECK(shared > own);
}

TEST_CASE("events: the same guarantee in other currencies") {
  const EventsAnswer found = answered(document_of(
      R"({"event": "gaussian", "noise_multiplier": 2, "count": 3}, {"event": "gdp", "mu": 0.5})"));
  CHECK(*found.mu == Approx(1));  // sqrt(3 / 4 + 1 / 4)
  CHECK(*found.rho == Approx(0.5));
  CHECK_FALSE(found.pure);
  const EventsAnswer pure = answered(document_of(R"({"event": "local", "eps": 0.5, "count": 4})"));
  CHECK(*pure.pure == Approx(2));
  CHECK(*pure.rho == Approx(0.5));
  CHECK_FALSE(pure.mu);
}

TEST_CASE("events: a budget over a fixed sequence stops it where the accountant says") {
  const std::string budget = R"("delta": 1e-5, "budget": {"eps": 3, "delta": 1e-5})";
  const EventsAnswer found = answered(document_of(kPoisson, budget));
  REQUIRE(found.stop);
  CHECK_FALSE(found.stop->all);
  const auto count = found.stop->admitted;
  const auto epsilon = [](std::int64_t n) {
    return answered(document_of(R"({"event": "gaussian", "noise_multiplier": 1, "sampling":
      "poisson", "rate": 0.01, "count": )" +
                                std::to_string(n) + "}"))
        .guarantee.epsilon;
  };
  CHECK(epsilon(count) <= 3);
  CHECK(epsilon(count + 1) > 3 * (1 - 1e-4));
  const EventsAnswer all = answered(document_of(R"({"event": "local", "eps": 1})", budget));
  CHECK(all.stop->all);
  CHECK(all.stop->spent == Approx(1.0 / 3).epsilon(1e-3));
}

TEST_CASE("events: parameters that depend on outcomes have a filter and an odometer") {
  const std::string adaptive =
      R"("delta": 1e-6, "adaptive": true, "budget": {"eps": 3, "delta": 1e-6})";
  const std::string gaussians = R"({"event": "gaussian", "noise_multiplier": 10, "count": 20},
    {"event": "gdp", "mu": 0.2, "count": 3}, {"event": "gaussian", "noise_multiplier": 5,
    "count": 10})";
  const EventsAnswer found = answered(document_of(gaussians, adaptive));
  const double mu = 1 / privacy::analytic_gaussian_sigma(3, 1e-6);
  REQUIRE(found.stop);
  CHECK(found.stop->event == 2);
  CHECK(found.stop->admitted ==
        static_cast<std::int64_t>(std::floor((mu * mu - 0.2 - 0.12) / 0.04)));
  REQUIRE(found.odometer.size() == 3);
  CHECK(found.odometer[0] < found.odometer[1]);
  CHECK(found.guarantee.epsilon == found.odometer[2]);
  // What depends on outcomes costs more than a fixed sequence.
  CHECK(found.odometer[2] > answered(document_of(gaussians, "\"delta\": 1e-6")).guarantee.epsilon);
  const std::string sampled = R"({"event": "gaussian", "noise_multiplier": 1, "sampling": "poisson",
    "rate": 0.01, "count": 10000})";
  const EventsAnswer filtered = answered(document_of(sampled, adaptive));
  CHECK_THAT(filtered.stop->rule, Catch::Contains("Renyi filter of order"));
  const EventsAnswer fixed =
      answered(document_of(sampled, R"("delta": 1e-6, "budget": {"eps": 3, "delta": 1e-6})"));
  CHECK(filtered.stop->admitted < fixed.stop->admitted);
  CHECK(filtered.stop->admitted > fixed.stop->admitted / 2);
  CHECK_THROWS_AS(answered(document_of(sampled, adaptive), true), GridError);
}

TEST_CASE("events: groups of units cost more than as many times the eps of one") {
  const double one = answered(document_of(kPoisson)).guarantee.epsilon;
  const EventsAnswer three = answered(document_of(kPoisson, R"("delta": 1e-5, "group": 3)"));
  CHECK(three.guarantee.epsilon > 3 * one);
  const EventsAnswer gaussian = answered(document_of(
      R"({"event": "gaussian", "noise_multiplier": 6})", R"("delta": 1e-5, "group": 3)"));
  CHECK(gaussian.guarantee.epsilon == Approx(privacy::gaussian_epsilon(2, 1e-5)));
}

TEST_CASE("events: the trade-off of a Gaussian release is Phi(Phi^-1(1 - a) - mu)") {
  const EventsAnswer found = answered(document_of(R"({"event": "gdp", "mu": 1})"), true);
  REQUIRE(found.curve);
  for (const TradeOff& point : found.curve->trade_off) {
    const double exact = 1 - privacy::gaussian_missed(1, point.false_positive_rate);
    CAPTURE(point.false_positive_rate);
    CHECK(point.true_positive_rate >= exact * (1 - 1e-9));
    CHECK(point.true_positive_rate <= 1.02 * exact);
  }
}

TEST_CASE("events: every answer names unit, adversary, relation and what must stay secret") {
  const std::string text = document_of(std::string(kPoisson) +
                                       R"(, {"event": "gaussian", "noise_multiplier": 3, "count": 2,
       "round_rate": 0.5, "note": "a round that may not take place"})");
  EventsDocument document = read_events(text, "x.json");
  document.budget = EventBudget{{1, 1e-5}, {}};
  const std::string words = events_text(document, answer(document, true));
  for (const char* part :
       {"client", "observer", "zero_out", "what must stay secret",
        "(a round that may not take place)", "which units are in a sample, and how many",
        "who takes part", "the noise, and the seed it is from"}) {
    CAPTURE(part);
    CHECK_THAT(words, Catch::Contains(part));
  }
  std::istringstream lines(words);
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 80);
  const boost::json::object json = json_of(text);
  CHECK(json.at("unit") == "client");
  CHECK(json.at("secret").as_array().size() == 3);
  CHECK(json.at("trade_off").as_array().size() > 10);
  CHECK(json.at("eps").as_double() > json.at("eps_low").as_double());
}

TEST_CASE("events: a shuffler hides whose report is which") {
  const std::string scope = R"("unit": "client", "adversary": "server", "relation": "replace_one")";
  const std::string shuffled = R"({"event": "shuffled", "eps": 1, "clients": 10000})";
  const std::string local = R"({"event": "local", "eps": 1})";
  const EventsAnswer hidden = answered(document_of(shuffled, "\"delta\": 1e-6", scope));
  const EventsAnswer seen = answered(document_of(local, "\"delta\": 1e-6", scope));
  CHECK(hidden.guarantee.epsilon < 0.2 * seen.guarantee.epsilon);
  CHECK(seen.guarantee.epsilon == Approx(1).epsilon(1e-4));
  const std::string delta = "\"delta\": 1e-6";
  const EventsDocument any = read_events(document_of(shuffled, delta, scope), "x.json");
  CHECK_THAT(any.events[0].what, Catch::EndsWith("bound: Feldman, McMillan, Talwar 2023"));
  const std::string response = R"({"event": "shuffled", "eps": 1, "clients": 10000, "values": 4})";
  const EventsDocument known = read_events(document_of(response, delta, scope), "x.json");
  CHECK_THAT(known.events[0].what, Catch::EndsWith("bound: Balle, Bell, Gascon, Nissim 2019"));
  CHECK_THAT(fault_of(document_of(shuffled)), Catch::Contains("set \"relation\" to"));
  CHECK_THAT(fault_of(document_of(shuffled, "\"delta\": 1e-6", R"("unit": "record",
             "adversary": "server", "relation": "replace_one")")),
             Catch::Contains("set \"unit\" to \"client\""));
}

TEST_CASE("events: a kind by another name than event is found") {
  const std::string fault = fault_of(document_of(R"({"kind": "gaussian", "noise_multiplier": 1})"));
  CHECK(fault.find("has no \"event\"") != std::string::npos);
  CHECK(fault.find("name its kind \"event\" and not \"kind\"") != std::string::npos);
}

TEST_CASE("events: samples of other kinds, responses and choices are accounted by their laws") {
  const std::string removed =
      R"("unit": "record", "adversary": "server", "relation": "add_remove")";
  const std::string replaced =
      R"("unit": "record", "adversary": "server", "relation": "replace_one")";
  const std::string delta = "\"delta\": 1e-5";
  const auto epsilon_of = [&](const std::string& event, const std::string& scope) {
    return answered(document_of(event, delta, scope)).guarantee.epsilon;
  };
  CHECK(epsilon_of(R"({"event": "balls_in_bins", "noise_multiplier": 1, "bins": 100})", removed) ==
        Approx(0.620940).epsilon(3e-4));
  const std::string poisson = R"({"event": "gaussian", "noise_multiplier": 1, "sampling": "poisson",
                                  "rate": 0.01, "count": 100})";
  CHECK(epsilon_of(R"({"event": "truncated_poisson", "noise_multiplier": 1, "rate": 0.01,
                       "units": 1000, "at_most": 1000, "count": 100})",
                   removed) == Approx(epsilon_of(poisson, removed)).epsilon(2e-4));
  CHECK(epsilon_of(R"({"event": "gaussian_mixture", "noise_multiplier": 1, "shifts": [0, 1],
                       "probabilities": [0.99, 0.01], "count": 100})",
                   removed) == Approx(epsilon_of(poisson, removed)).epsilon(2e-4));
  CHECK(epsilon_of(R"({"event": "randomised_response", "eps": 1, "values": 5})", replaced) ==
        Approx(1).epsilon(1e-4));
  CHECK(epsilon_of(R"({"event": "discrete_laplace", "scale": 2})", replaced) ==
        Approx(1).epsilon(1e-4));
  const std::string rho = R"({"event": "zcdp", "rho": 0.5, "xi": 0.1, "count": 10)";
  const double all = epsilon_of(rho + "}", removed);
  CHECK(epsilon_of(rho + R"(, "sampling": "poisson", "rate": 0.01})", removed) < 0.1 * all);
  CHECK(all > epsilon_of(R"({"event": "zcdp", "rho": 0.5, "count": 10})", removed) + 0.5);
  const std::string once = R"({"event": "gaussian", "noise_multiplier": 4})";
  const std::string best = R"({"event": "repeat_and_select", "mean": 20, "events": [)" + once + "]";
  const double one = epsilon_of(once, removed), geometric = epsilon_of(best + "}", removed);
  CHECK(geometric > one);
  CHECK(geometric < 5 * one);
  CHECK(epsilon_of(best + R"(, "number": "poisson"})", removed) > one);
  CHECK_THAT(fault_of(document_of(best + R"(, "number": "poisson", "shape": 2})")),
             Catch::Contains("remove it"));
  CHECK_THAT(fault_of(document_of(R"({"event": "repeat_and_select", "mean": 0.5, "events": [)" +
                                  once + "]}")),
             Catch::Contains("\"mean\" must be at least 1, got 0.5"));
  CHECK_THAT(fault_of(document_of(R"({"event": "repeat_and_select", "mean": 2, "events": []})")),
             Catch::Contains("a candidate that releases nothing"));
  CHECK_THAT(fault_of(document_of(R"({"event": "repeat_and_select", "mean": 2, "events":
                                      [{"event": "mechanism", "eps": 1, "delta": 0.1}]})")),
             Catch::Contains("which a choice of candidates needs"));
  CHECK_THAT(fault_of(document_of(R"({"event": "balls_in_bins", "noise_multiplier": 1, "bins": 2})",
                                  delta, replaced)),
             Catch::Contains("add_remove and zero_out only"));
  CHECK_THAT(fault_of(document_of(R"({"event": "gaussian_mixture", "noise_multiplier": 1,
                                      "shifts": [0, 1], "probabilities": [0.5, 0.6]})")),
             Catch::Contains("add up to 1"));
  CHECK_THAT(fault_of(document_of(R"({"event": "zcdp", "rho": 1, "sampling": "poisson",
                                      "rate": 0.1})",
                                  delta, replaced)),
             Catch::Contains("covered for poisson under add_remove"));
}

TEST_CASE("events: what is wrong is refused with its place and a remedy") {
  struct Wrong {
    std::string text;
    std::vector<const char*> parts;
  };
  const std::string server = R"("unit": "client", "adversary": "server", "relation": "zero_out")";
  const std::string hidden = R"("unit": "client", "adversary": "observer",
                                "relation": "add_remove")";
  for (const Wrong& wrong :
       {Wrong{"", {"x.json"}},
        {"[]", {"x.json:1:1", "must be an object"}},
        {"{}", {"no \"unit\"", "no \"adversary\"", "no \"relation\"", "neither", "no \"events\""}},
        {document_of("", "\"delta\": 1e-5, \"eps\": 1"), {"both", "give \"delta\" to learn eps"}},
        {document_of("", "\"delta\": 1"), {"\"delta\" must be in [0, 1), got 1"}},
        {document_of(R"({"event": "gausian"})"), {"did you mean \"gaussian\"?"}},
        {document_of(R"({"event": "gaussian"})"), {"no \"noise_multiplier\""}},
        {document_of(R"({"event": "gaussian", "noise_multiplier": 0})"), {"above 0, got 0"}},
        {document_of(R"({"event": "gaussian", "noise_multiplier": "1"})"),
         {"must be a number, got \"1\"", "write it without quotes"}},
        {document_of(R"({"event": "gaussian", "noise_multiplier": 1, "count": 9007199254740993})"),
         {"\"count\" must be at most 2^53"}},
        {document_of(R"({"event": "gaussian_mixture", "noise_multiplier": 1, "shifts": 1,
                         "probabilities": [[1]]})"),
         {"must be a list of numbers, got 1", "must hold numbers only, got a list"}},
        {document_of(R"({"event": "gaussian", "noise_multiplier": 1, "cuont": 2})"),
         {"did you mean \"count\"?"}},
        {document_of(R"({"event": "gaussian", "noise_multiplier": 1, "rate": 0.1})"),
         {"\"rate\" has no effect where sampling is \"none\"", "remove it"}},
        {document_of(R"({"event": "gaussian", "noise_multiplier": 1, "sampling": "poisson"})"),
         {"add the share of the units"}},
        {document_of(kPoisson, "\"delta\": 1e-5", server), {"sees who takes part", "observer"}},
        {document_of(R"({"event": "gaussian", "noise_multiplier": 1, "sampling":
          "without_replacement", "rate": 0.1})",
                     "\"delta\": 1e-5", hidden),
         {"reveals how many units there are"}},
        {document_of(R"({"event": "mechanism", "eps": 1, "delta": 1e-9})",
                     "\"delta\": 1e-5, \"adaptive\": true"),
         {"no Renyi bound"}},
        {document_of(kPoisson, R"("delta": 1e-5, "adaptive": true, "accountant": "pld")"),
         {"depend on outcomes"}},
        {document_of(R"({"event": "zcdp", "rho": 1})", R"("delta": 1e-5, "accountant": "pld")"),
         {"only divergences are known"}},
        {document_of("", R"("delta": 1e-5, "budget": {"eps": 1})"), {"no \"delta\""}},
        {document_of("", R"("delta": 1e-5, "group": 0)"), {"must be in [1, 1000], got 0"}}}) {
    CAPTURE(wrong.text);
    const std::string fault = fault_of(wrong.text);
    CHECK_THAT(fault, Catch::Contains("error"));
    for (const char* part : wrong.parts) {
      CHECK_THAT(fault, Catch::Contains(part));
    }
  }
}

TEST_CASE("events: the command reads a file and prints text, JSON or CSV") {
  const TemporaryFolder folder;
  folder.write("events.json", document_of(R"({"event": "gdp", "mu": 1})"));
  const ProcessResult text = run_skald(folder.path(), {"account", "events", "events.json"});
  CHECK(text.code == 0);
  CHECK_THAT(text.out, Catch::Contains("eps = 4.37718 at delta = 1e-05"));
  const ProcessResult csv = run_skald(folder.path(), {"account", "events", "events.json", "--csv"});
  CHECK_THAT(csv.out, Catch::StartsWith("false_alarms,found_at_most,missed_at_least\n"));
  const ProcessResult json =
      run_skald(folder.path(), {"account", "events", "events.json", "--json", "--curve"});
  CHECK(boost::json::parse(json.out).as_object().contains("trade_off"));
  const auto refused = [&](const std::vector<std::string>& arguments, const char* why) {
    const ProcessResult result = run_skald(folder.path(), arguments);
    CAPTURE(result.err);
    CHECK(result.code == 2);
    CHECK_THAT(result.err, Catch::Contains(why));
  };
  refused({"account", "events", "events.json", "--csv", "--json"}, "excludes");
  folder.write("events.json", document_of(R"({"event": "gausian", "mu": 1})"));
  refused({"account", "events", "events.json"}, "events.json:2:");
  const ProcessResult missing = run_skald(folder.path(), {"account", "events", "none.json"});
  CHECK(missing.code != 0);
  CHECK_THAT(missing.err, Catch::Contains("none.json"));
}

}  // namespace events_test
}  // namespace skald::test
