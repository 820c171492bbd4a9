#include <boost/json.hpp>

#include "account/answered_events.hpp"
#include "account/events/event_kind.hpp"
#include "json_document.hpp"
#include "options/option_table.hpp"
#include "skald_process.hpp"
#include "test.hpp"

namespace skald::test {
namespace events_schema_test {

const char* const kPoisson =
    R"({"event": "gaussian", "noise_multiplier": 1, "sampling": "poisson", "rate": 0.01,
        "count": 10000})";

// SKALD_WRITE_GOLDEN writes the file.
TEST_CASE("events: the schema of the repository is the one of the tables") {
  const std::string path = std::string(SKALD_SOURCE_DIR) + "/schemas/account_events.schema.json";
  if (std::getenv("SKALD_WRITE_GOLDEN") != nullptr) std::ofstream(path) << events_schema();
  CHECK(content(path) == events_schema());
}

TEST_CASE("events: the tables of all kinds are sound, and the guide names each kind") {
  const std::string guide = content(std::string(SKALD_SOURCE_DIR) + "/docs/accountant.md");
  CHECK(event_kinds().size() == 21);
  for (const EventKind& kind : event_kinds()) {
    CAPTURE(kind.name);
    CHECK(options::option_table_fault(kind.options).value_or("") == "");
    CHECK_THAT(guide, Catch::Contains("`" + std::string(kind.name) + "`"));
  }
  CHECK_FALSE(options::option_table_fault(detail::option_infos_v<kBudget>));
}

TEST_CASE("events: the schema accepts what is read, and refuses what is refused for its form") {
  const JsonSchema schema(events_schema());
  const std::vector<std::string> good{
      document_of(kPoisson),
      document_of(""),
      document_of(R"({"event": "laplace", "noise_multiplier": 2, "note": "x"},
                     {"event": "discrete_gaussian", "sigma": 4, "count": 2},
                     {"event": "mechanism", "eps": 1, "delta": 1e-8}, {"event": "gdp", "mu": 1})",
                  R"("eps": 1, "group": 2, "description": "d", "accountant": "pld")"),
      document_of(R"({"event": "zcdp", "rho": 1}, {"event": "renyi", "order": 3,
                      "divergence": 0.1})",
                  R"("delta": 1e-5, "adaptive": true, "budget": {"eps": 1, "delta": 1e-6,
                      "order": 8})"),
      document_of(R"({"event": "gaussian", "noise_multiplier": 1, "sampling": "with_replacement",
                      "draws": 10, "units": 1000, "steps": 3})"),
      document_of(R"({"event": "correlated", "factorisation": "blt", "rounds": 100, "buffers": 2,
                      "participations": 3, "separation": 10, "noise_multiplier": 1})"),
      document_of(R"({"event": "last_iterate", "noise_multiplier": 1, "step": 0.1, "smoothness": 1,
                      "strong_convexity": 0.5, "steps": 9, "batches": 3, "count": 2},
                     {"event": "last_iterate", "noise_multiplier": 1, "step": 0.1, "smoothness": 1,
                      "steps": 9, "diameter": 1, "sensitivity": 2, "note": "x"})"),
      document_of(R"({"event": "pairwise_cancelling", "noise_multiplier": 1, "pair_multiplier": 2,
                      "clients": 3, "colluding": 1, "topology": "edges", "edges": "0-1, 1-2",
                      "count": 5, "note": "x"},
                     {"event": "cape", "noise_multiplier": 1, "clients": 6, "colluding": 2})",
                  "\"delta\": 1e-5",
                  R"("unit": "client", "adversary": "server", "relation": "zero_out")"),
      document_of(R"({"event": "balls_in_bins", "noise_multiplier": 1, "bins": 10, "count": 3},
                     {"event": "truncated_poisson", "noise_multiplier": 1, "rate": 0.1,
                      "units": 100, "at_most": 20, "note": "x"},
                     {"event": "gaussian_mixture", "noise_multiplier": 1, "shifts": [0, 1.5],
                      "probabilities": [0.5, 0.5]},
                     {"event": "discrete_laplace", "scale": 3, "sampling": "poisson",
                      "rate": 0.5})"),
      document_of(R"({"event": "repeat_and_select", "mean": 5, "shape": 0, "events":
                      [{"event": "gaussian", "noise_multiplier": 3}]},
                     {"event": "zcdp", "rho": 1, "xi": 0.5, "sampling": "poisson", "rate": 0.5})"),
      document_of(R"({"event": "correlated", "factorisation": "banded", "rounds": 100, "bands": 2,
                      "participations": 3, "separation": 10, "noise_multiplier": 1,
                      "objective": "rms"})"),
      document_of(R"({"event": "shuffled", "eps": 1, "clients": 100, "values": 4},
                      {"event": "randomised_response", "eps": 1, "values": 3},
                      {"event": "local", "eps": 2})",
                  "\"delta\": 0", R"("unit": "client", "adversary": "server",
                  "relation": "replace_one")"),
      document_of(R"({"event": "langevin", "step": 1e-4, "clip": 2, "temp": 3, "rho": 0.5,
                      "common_noise": "hidden", "rate": 0.1, "clients": 10, "S": 2, "K": 5,
                      "rounds": 80, "chains": 4, "note": "x"},
                     {"event": "posterior", "spread": 2, "temp": 3, "draws": 7})",
                  "\"delta\": 1e-5", R"("unit": "record", "adversary": "observer",
                  "relation": "replace_one")")};
  for (const std::string& text : good) {
    CAPTURE(text);
    CHECK(fault_of(text).empty());
    CHECK(schema.accepts(boost::json::parse(text)));
  }
  const std::vector<std::string> bad{
      "[]",
      "{}",
      document_of("", "\"delta\": 1e-5, \"eps\": 1"),
      document_of("", "\"delta\": 1e-5, \"group\": 1.5"),
      document_of("3"),
      document_of(R"({"event": "gaussian"})"),
      document_of(R"({"event": "gaussian", "noise_multiplier": -1})"),
      document_of(R"({"event": "gaussian", "noise_multiplier": 1, "cuont": 1})"),
      document_of(R"({"event": "local"})"),
      document_of(R"({"event": "balls_in_bins", "noise_multiplier": 0.1, "bins": 10})"),
      document_of(R"({"event": "pairwise_cancelling", "noise_multiplier": 1, "clients": 3})"),
      document_of(R"({"event": "last_iterate", "noise_multiplier": 1, "step": 1, "steps": 2})"),
      document_of(R"({"event": "truncated_poisson", "noise_multiplier": 1, "rate": 1,
                      "units": 100, "at_most": 20})"),
      document_of(R"({"event": "randomised_response", "eps": 1, "values": 1})"),
      document_of(R"({"event": "repeat_and_select", "mean": 5})"),
      document_of(R"({"event": "langevin", "step": 1e-4})"),
      document_of(R"({"event": "posterior", "spread": 0})"),
      document_of(R"({"event": "shuffled", "eps": 1, "clients": 0})"),
      document_of("", "\"delta\": 1e-5, \"budget\": {\"eps\": 1}")};
  for (const std::string& text : bad) {
    CAPTURE(text);
    CHECK_FALSE(fault_of(text).empty());
    CHECK_FALSE(schema.accepts(boost::json::parse(text)));
  }
}

}  // namespace events_schema_test
}  // namespace skald::test
