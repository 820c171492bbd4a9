// skald account events whose noise has a structure: over rounds, over clients, over steps.
#include "account/answered_events.hpp"
#include "privacy/gaussian.hpp"
#include "skald/parts/privacy/correlated/factorisation.hpp"
#include "test.hpp"

namespace skald::test {
namespace noise_events_test {

TEST_CASE(
    "events: the last iterate of descent: eps stops growing, and what no theorem covers is "
    "refused") {
  const auto event = [](const std::string& more) {
    return R"({"event": "last_iterate", "noise_multiplier": 1.3363062096, "step": 0.1,
               "smoothness": 1.424889926, )" +
           more + "}";
  };
  const auto eps = [&](const std::string& more) {
    return answered(document_of(event(more))).guarantee.epsilon;
  };
  const std::string strong = R"("strong_convexity": 1.094936047, )";
  CHECK(eps(strong + R"("steps": 10)") == Approx(11.554905).epsilon(1e-6));
  CHECK(eps(strong + R"("steps": 1000)") == Approx(17.4694).epsilon(1e-5));
  CHECK(eps(R"("steps": 10)") == Approx(12.323829).epsilon(1e-6));  // as if all were seen
  CHECK(eps(R"("steps": 1000, "diameter": 0.1, "sensitivity": 0.1)") ==
        eps(R"("steps": 2000, "diameter": 0.1, "sensitivity": 0.1)"));
  const auto refused = [&](const std::string& more, const char* why) {
    CHECK_THROWS_WITH(eps(more), Catch::Contains(why));
  };
  refused(R"("strong_convexity": 2, "steps": 10)", "the least curvature, 2, is above the largest");
  refused(R"("steps": 10, "batches": 3)", "3 batches take turns, which do not divide 10 steps");
  refused(R"("steps": 9, "batches": 3, "diameter": 1, "sensitivity": 1)", "full batches are");
  refused(R"("steps": 9, "diameter": 1)", "add how far a unit can move the gradient");
  CHECK_THROWS_WITH(answered(document_of(R"({"event": "last_iterate", "noise_multiplier": 1,
                        "step": 3, "smoothness": 1, "steps": 2})")),
                    Catch::Contains("a step of 3 times the curvature 1 is above 2"));
}

TEST_CASE("events: correlated noise is one Gaussian release of the whole sequence") {
  const auto sequence = [](const std::string& more) {
    return document_of(R"({"event": "correlated", "rounds": 2000, "participations": 20,
      "separation": 100, "noise_multiplier": 10, )" +
                       more + "}");
  };
  // Independent noise in the 20 rounds of a unit: mu is sqrt(20) / 10.
  const EventsAnswer independent = answered(sequence(R"("factorisation": "independent")"));
  CHECK(*independent.mu == Approx(std::sqrt(20.0) / 10));
  const EventsAnswer banded = answered(sequence(R"("factorisation": "banded", "bands": 2)"));
  CHECK(*banded.mu == Approx(std::sqrt(20 * 1.25) / 10));  // 1 and 1/2 in the column
  CHECK(*answered(sequence(R"("factorisation": "blt")")).mu > *independent.mu);
  // One remembered vector, by its closed form.
  const double previous = *answered(sequence(R"("factorisation": "previous")")).mu;
  CHECK(previous ==
        Approx(remembered_sensitivity(best_lambda({2000, 20, 100}), {2000, 20, 100}) / 10));
  CHECK(*answered(sequence(R"("factorisation": "previous", "objective": "max")")).mu != previous);
  const std::string text = sequence(R"("factorisation": "tree")");
  const EventsDocument document = read_events(text, "x.json");
  CHECK_THAT(events_text(document, answer(document, false)),
             Catch::Contains("no unit takes part more than 20 times"));
  // Coefficients for an objective need less noise for it, at equal sensitivity of the sequence.
  const auto largest = [](std::optional<PrefixObjective> objective) {
    const Factorisation found = factorise(Correlation::banded, {2000, 20, 100}, 100, objective);
    return found.sensitivity * found.error.largest;
  };
  const double usual = largest({}), rms = largest(PrefixObjective::rms),
               max = largest(PrefixObjective::largest);
  CHECK(max < 0.9 * usual);
  CHECK(max < rms);
  const EventsAnswer best =
      answered(sequence(R"("factorisation": "banded", "bands": 100, "objective": "max")"));
  const Factorisation known =
      factorise(Correlation::banded, {2000, 20, 100}, 100, PrefixObjective::largest);
  CHECK(*best.mu == Approx(known.sensitivity / 10));
  CHECK_THAT(fault_of(sequence(R"("factorisation": "tree", "objective": "max")")),
             Catch::Contains("\"objective\" has no effect where factorisation is \"tree\""));
  CHECK_THAT(fault_of(sequence(R"("factorisation": "tree", "bands": 3)")),
             Catch::Contains("counts only where factorisation is \"banded\""));
  CHECK_THAT(fault_of(sequence(R"("factorisation": "bnaded")")),
             Catch::Contains("did you mean \"banded\"?"));
}

TEST_CASE("events: Langevin steps and draws from a posterior") {
  const auto of = [](const std::string& event, const std::string& adversary) {
    return answered(document_of(event, "\"delta\": 1e-5",
                                "\"unit\": \"record\", \"adversary\": \"" + adversary +
                                    "\", \"relation\": \"replace_one\""))
        .guarantee.epsilon;
  };
  const std::string steps =
      R"({"event": "langevin", "step": 1e-4, "clip": 2, "clients": 10, "K": )";
  // One own noise of sqrt(2 h T N) against moves of 2 h N C; 400 steps in ten chains.
  const double z = std::sqrt(2 * 1e-4 * 10) / (2 * 1e-4 * 10 * 2);
  const double mu = std::sqrt(4000) / z;
  CHECK(of(steps + R"(5, "rounds": 80, "chains": 10})", "server") ==
        Approx(privacy::gaussian_epsilon(1 / mu, 1e-5)).epsilon(1e-6));
  // An observer of averages: N times the noise variance.
  CHECK(of(steps + R"(1, "rounds": 400, "chains": 10})", "observer") ==
        Approx(privacy::gaussian_epsilon(std::sqrt(10) / mu, 1e-5)).epsilon(1e-6));
  // Common noise protects from those who do not know it, in averages as much as any other.
  const std::string shared = R"(1, "rounds": 400, "chains": 10, "rho": 0.9})";
  const std::string hidden =
      R"(1, "rounds": 400, "chains": 10, "rho": 0.9, "common_noise": "hidden"})";
  CHECK(of(steps + shared, "observer") ==
        Approx(privacy::gaussian_epsilon(std::sqrt(10 * (1 - 0.81)) / mu, 1e-5)).epsilon(1e-6));
  CHECK(of(steps + hidden, "observer") ==
        Approx(privacy::gaussian_epsilon(std::sqrt(10) / mu, 1e-5)).epsilon(1e-6));
  CHECK(of(steps + hidden, "server") < of(steps + shared, "server"));
  CHECK(of(steps + hidden, "server") > 0.9 * of(steps + shared, "server"));

  const std::string draw = R"({"event": "posterior", "spread": 3, "temp": 4, "draws": )";
  CHECK(of(draw + "1}", "observer") < 1.5);
  CHECK(of(draw + "1}", "observer") > 1.49);
  CHECK(of(draw + "10}", "observer") < 15);
  const std::string client = document_of(steps + "1}");
  CHECK(fault_of(client).find("unit record, relation replace_one or zero_out") !=
        std::string::npos);
  CHECK(fault_of(document_of(R"({"event": "posterior"})")).find("has no \"spread\"") !=
        std::string::npos);
}

TEST_CASE("events: noise that cancels pairwise, against a server and those who collude with it") {
  const std::string delta = "\"delta\": 1e-5";
  const auto scope = [](const char* unit, const char* relation) {
    return R"("unit": ")" + std::string(unit) + R"(", "adversary": "server", "relation": ")" +
           relation + "\"";
  };
  const auto epsilon_of = [&](const std::string& event, const char* relation) {
    return answered(document_of("{" + event + "}", delta, scope("client", relation)))
        .guarantee.epsilon;
  };
  // Own noise of one clip, shared noise of two, six clients; a replaced move changes by two clips.
  const std::string six = R"("event": "pairwise_cancelling", "clients": 6, )";
  const std::string one = six + R"("noise_multiplier": 1, "pair_multiplier": 2)";
  const std::string half = six + R"("noise_multiplier": 0.5, "pair_multiplier": 1)";
  CHECK(epsilon_of(one + R"(, "colluding": 0)", "zero_out") == Approx(1.7600571));
  CHECK(epsilon_of(one + R"(, "colluding": 3)", "zero_out") == Approx(2.5376657));
  CHECK(epsilon_of(half + R"(, "colluding": 2)", "replace_one") == Approx(4.810278));
  CHECK(epsilon_of(half + R"(, "colluding": 2, "count": 10)", "replace_one") == Approx(19.863843));
  const std::string ring = one + R"(, "topology": "ring", "colluding": )";
  CHECK(epsilon_of(ring + "0", "zero_out") == Approx(2.0753966));
  CHECK(epsilon_of(ring + "1", "zero_out") == Approx(2.5861332));
  CHECK(epsilon_of(ring + "2", "zero_out") == Approx(4.3771781));
  const std::string edges = R"(, "topology": "edges", "edges": "0-1,1-2,2-3,3-4,4-5,5-0")";
  CHECK(epsilon_of(one + edges + R"(, "colluding": 1)", "zero_out") == Approx(2.5861332));
  const std::string cape = R"("event": "cape", "noise_multiplier": 1, "clients": 6, "colluding": )";
  CHECK(epsilon_of(cape + "0", "replace_one") == Approx(5.9988167));
  CHECK(epsilon_of(cape + "5", "replace_one") == Approx(12.870662));

  const std::string text = document_of("{" + ring + "1}", delta, scope("client", "zero_out"));
  const EventsDocument document = read_events(text, "x.json");
  CHECK_THAT(document.events[0].what, Catch::Contains("worst of 6 coalitions") &&
                                          Catch::Contains("in the mean 0.408248") &&
                                          Catch::Contains("without one of them 0.72111"));
  CHECK_THAT(events_text(document, answer(document, false)),
             Catch::Contains("from at most 1 of 6 clients"));
  const auto fault = [&](const std::string& event, const char* unit, const char* relation) {
    return fault_of(document_of("{" + event + "}", delta, scope(unit, relation)));
  };
  CHECK_THAT(fault(ring + "1", "client", "add_remove"), Catch::Contains("share of the noise"));
  CHECK(fault(ring + "1", "record", "add_remove").empty());
  CHECK_THAT(fault(ring + "6", "client", "zero_out"), Catch::Contains("colluding"));
  CHECK_THAT(
      fault(one + R"(, "topology": "edges", "edges": "0-1", "colluding": 1)", "client", "zero_out"),
      Catch::Contains("apart from others"));
  CHECK_THAT(fault(one + R"(, "edges": "0-1", "colluding": 1)", "client", "zero_out"),
             Catch::Contains("counts only where topology is \"edges\""));
}

}  // namespace noise_events_test
}  // namespace skald::test
