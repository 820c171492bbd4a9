// One judged table: what is concluded from the runs of a database is the same in the terminal, in
// JSON, in CSV, in LaTeX, on its page, in a race and on a front.
#include <boost/json.hpp>

#include "json_document.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"
#include "test.hpp"

namespace verdicts_test {

using Catch::Contains;

namespace {

// Settings of ULA by their steps, in this order: chains that agree; that have not met yet; that
// stand still. Each from four starts, and with one more length, of three draws.
constexpr const char* kGrid = R"({ "name": "judged", "seed": 1, "replicates": 4,
  "dataset": {"plugin": "gaussian_clients", "clients": 4, "dimension": 4, "seed": 1},
  "model": {"plugin": "gaussian"}, "sampler": {"plugin": "ula", "step": 0.05},
  "run": {"iterations": 6000, "chains": 4, "start": "normal"},
  "metrics": ["mean_bias"],
  "axes": [{"step": [0.05, 0.00001, 1e-40]}, {"iterations": [3, 6000]}] })";

struct Judged {
  TemporaryFolder folder;
  Judged() {
    folder.write("grid.json", kGrid);
    REQUIRE(run_skald(folder.path(), {"run", "grid.json", "--db", "r.db", "-j", "2"}).code == 0);
  }
  std::string told(const std::vector<std::string>& arguments) const {
    return succeed(folder.path(), arguments).out;
  }
};

// Returns the rest of the line that begins with the text.
std::string line_of(const std::string& table, const std::string& begin) {
  const auto at = table.find("\n" + begin);
  REQUIRE(at != std::string::npos);
  return table.substr(at + 1, table.find('\n', at + 1) - at - 1);
}

}  // namespace

TEST_CASE("every view of a database gives the same verdict on every state of its chains") {
  const Judged sweep;
  const std::string json = sweep.told({"compare", "r.db", "--format", "json"});
  const boost::json::value parsed = boost::json::parse(json);
  const JsonSchema schema(content(std::string(SKALD_SOURCE_DIR) + "/schemas/compare.schema.json"));
  CHECK(schema.accepts(parsed));
  CHECK_FALSE(schema.accepts(boost::json::parse(R"([{"runs": 1, "w2_mark": "fine"}])")));
  const boost::json::array& rows = parsed.as_array();
  REQUIRE(rows.size() == 6);
  std::size_t best = 0;
  const std::string terminal = sweep.told({"compare", "r.db"});
  const std::string latex = sweep.told({"compare", "r.db", "--format", "latex"});
  for (const boost::json::value& row : rows) {
    const double step = row.at("step").to_number<double>();
    const bool is_short = row.at("iterations") == 3;
    const bool is_good = !is_short && step == 0.05;
    const std::string state = is_good ? "good" : !is_short && step == 1e-5 ? "bad" : "unknown";
    INFO(step << ", short: " << is_short);
    CHECK(row.at("chains_state").as_string() == state);
    CHECK(row.at("mean_bias_mark").is_null() != is_good);
    best += row.at("mean_bias_mark") == "best";
    if (is_short) CHECK(row.at("chains_reason") == "3 draws");
    if (!is_short && step == 1e-40) {
      CHECK(row.at("chains_reason") == "stands still");
      CHECK(row.at("r_hat").is_null());
      CHECK(row.at("acceptance") == 0);
    }
    const auto text = [](const boost::json::value& value) {
      return value.is_null() ? std::string() : std::string(value.as_string());
    };
    const std::string reason = text(row.at("chains_reason"));
    if (state == "unknown") {
      CHECK_THAT(terminal, Contains("? " + reason));
      CHECK_THAT(latex, Contains("? " + reason));
    }
    if (state == "bad") CHECK_THAT(terminal, Contains(reason + " !"));
  }
  CHECK(best == 1);
  const std::string marked = line_of(terminal, " 0.05        6000");
  CHECK_THAT(marked, Contains(" *"));
  CHECK_THAT(line_of(terminal, "1e-40        6000"), !Contains(" *") && !Contains("~"));
  CHECK_THAT(latex, Contains("\\mathbf{"));

  const std::string csv = sweep.told({"compare", "r.db", "--format", "csv"});
  CHECK_THAT(
      csv,
      Contains("chains_state,chains_reason,r_hat,ess,acceptance,has_long_steps,silent,exact_z,") &&
          Contains(",unknown,stands still,,") && Contains(",best,"));
  succeed(sweep.folder.path(), {"report", "r.db", "-o", "page.html"});
  const std::string page = content((sweep.folder.path() / "page.html").string());
  CHECK_THAT(page, Contains("chains_state") && Contains("\"stands still\"") &&
                       Contains("? stands still") && Contains("class=\"number best\""));

  const std::string chosen =
      sweep.told({"compare", "r.db", "--best", "1", "--metric", "mean_bias", "--format", "json"});
  const boost::json::value places = boost::json::parse(chosen);
  CHECK(places.at(0).at("step") == 0.05);
  CHECK(places.at(0).at("chains_state") == "good");
  const boost::json::value front = boost::json::parse(sweep.told(
      {"frontier", "r.db", "--min", "mean_bias,gradient_evaluations", "--format", "json"}));
  for (const boost::json::value& row : front.as_array()) CHECK(row.at("chains_state") == "good");
  CHECK(front.as_array().size() == 1);
}

TEST_CASE("a race stops no setting because another one stands still") {
  const TemporaryFolder folder;
  folder.write("race.json", R"({ "name": "race", "seed": 1, "replicates": 10,
    "race": {"metric": "mean_bias"},
    "dataset": {"plugin": "gaussian_clients", "clients": 4, "dimension": 4, "seed": 1},
    "model": {"plugin": "gaussian"}, "sampler": {"plugin": "ula", "step": 0.01},
    "run": {"iterations": 6000, "chains": 4, "start": "mode"}, "metrics": ["mean_bias"],
    "axes": [{"step": [0.05, 0.06, 1e-40]}] })");
  REQUIRE(run_skald(folder.path(), {"run", "race.json", "-j", "2"}).code == 0);
  const auto stopped = boost::json::parse(
      succeed(
          folder.path(),
          {"query", "race.db", "--format", "json",
           "SELECT a.step AS step, d.reason AS reason FROM decisions AS d JOIN (SELECT DISTINCT "
           "cell, step FROM run_table) AS a ON a.cell = d.cell WHERE d.reason = 'worse'"})
          .out);
  // One honest step may be worse than the other; a chain that stands still stops neither.
  std::size_t honest = 0;
  for (const boost::json::value& row : stopped.as_array())
    honest += row.at("step").to_number<double>() > 0.01;
  CHECK(honest < 2);
}

}  // namespace verdicts_test
