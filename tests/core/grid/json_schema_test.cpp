#include "grid/json_schema.hpp"

#include <boost/json.hpp>

#include "fake_plugins.hpp"
#include "grid/run_members.hpp"
#include "json/json.hpp"
#include "json_document.hpp"
#include "test.hpp"

using fake::grid_text;

namespace {

std::string base() { return content(SKALD_SOURCE_DIR "/schemas/grid.schema.json"); }

bool conforms(const std::string& text, const std::string& schema) {
  return skald::test::JsonSchema(schema).accepts(boost::json::parse(text));
}

bool conforms(const std::string& text) {
  return conforms(text, skald::grid::grid_schema(base(), fake::tables()));
}

const std::string kExample = grid_text(
    R"({"plugin": "fald", "p_c": 0.2, "rho": 0, "step": "= p_c * step_bound / 2", "K": null})",
    R"("$schema": "x", "seed": 1, "replicates": 10, "partition": {"plugin": "natural", "seed": 3},
       "privacy": {"plugin": "gaussian", "eps": "inf"}, "metrics": ["variance_mse", "w2"],
       "axes": [ {"sampler.plugin": ["fald", "vr_fald"]},
            {"p_c": [0.2, 0.1, 0.05], "rho": {"linspace": [0, 1, 3]}},
            {"zip": {"run.iterations": [1e5, 2e5], "sampler.batch": [1, 10]}},
            {"random": {"draws": 2, "step": {"log_uniform": [1e-4, 1]}, "K": [2, 3]}},
            {"when": {"sampler.plugin": "vr_fald"}, "q_cv": ["= p_c", 0.01]} ],
       "exclude": [ {"p_c": 0.05, "rho": [1, 0]} ],
       "start": {"when": {"sampler": "fald"}, "sampler": {"plugin": "ula"}, "run": {"rounds": 3}},
       "reference": {"sampler": {"plugin": "ula"}})",
    R"({"iterations": 100, "limits": {"seconds": 10}})");

// A property as plain_schema() has it: what names series or sides refers to a definition.
std::string without_references(json::JsonValue property, const OptionInfo& option) {
  if (!property.find("$ref") && !property.find("allOf")) return json::write_json(property);
  json::JsonValue plain = grid::plain_schema(option);
  for (json::JsonMember& member : plain.members)
    if (member.key == "description") member.value = *property.find("description");
  return json::write_json(plain);
}

void check_members(const json::JsonValue& object, std::span<const OptionInfo> table) {
  std::vector<std::string> required;
  for (const json::JsonValue& name : object.find("required")->items) required.push_back(name.text);
  for (const OptionInfo& option : table) {
    CAPTURE(option.name);
    const json::JsonValue* property = object.find("properties")->find(option.name);
    REQUIRE(property != nullptr);
    CHECK(without_references(*property, option) == json::write_json(grid::plain_schema(option)));
    const bool always = !option.has_default && !option.optional && *option.only_if == '\0';
    CHECK(always == (std::find(required.begin(), required.end(), option.name) != required.end()));
  }
}

}  // namespace

TEST_CASE("the schema says of race, replicates and tuned what their tables do") {
  const json::JsonDocument schema = json::parse_json(base(), "grid.schema.json");
  const json::JsonValue& definitions = *schema.root.find("definitions");
  const json::JsonValue& replicates = *definitions.find("open_replicates");
  check_members(replicates, grid::open_replicates_members());
  check_members(*replicates.find("properties")->find("until"), grid::until_members());
  check_members(*definitions.find("race"), grid::race_members());
  check_members(*definitions.find("tuned_choice"), grid::tuned_members());
}

TEST_CASE("a right grid conforms to both schemas") {
  CHECK(conforms(kExample, base()));
  CHECK(conforms(kExample));
}

TEST_CASE("broken grids do not conform to the composed schema") {
  CHECK(conforms(grid_text(R"({"plugin": "fald"})")));
  CHECK_FALSE(conforms(grid_text(R"({"plugin": "flad"})")));
  CHECK_FALSE(conforms(grid_text(R"({"plugin": "fald", "p_c": 1.5})")));
  CHECK_FALSE(conforms(grid_text(R"({"plugin": "fald", "p_c": 0})")));
  CHECK_FALSE(conforms(grid_text(R"({"plugin": "fald", "p_c": "often"})")));
  CHECK_FALSE(conforms(grid_text(R"({"plugin": "fald", "p_c": "inf"})")));
  CHECK_FALSE(conforms(grid_text(R"({"plugin": "fald", "rho": null})")));
  CHECK_FALSE(conforms(grid_text(R"({"plugin": "fald", "batch": 0.5})")));
  CHECK_FALSE(conforms(grid_text(R"({"plugin": "fald", "paired": 1})")));
  CHECK_FALSE(conforms(grid_text(R"({"plugin": "fald", "schedule": "never"})")));
  CHECK_FALSE(conforms(grid_text(R"({"plugin": "fald", "rhoo": 1})")));
  CHECK_FALSE(conforms(grid_text(R"({"plugin": "fald"})", R"("replicates": 0)")));
  CHECK_FALSE(conforms(grid_text(R"({"plugin": "fald"})", R"("axis": [])")));
  CHECK_FALSE(conforms(grid_text(R"({"plugin": "fald"})", R"("axes": [{"rho": []}])")));
  for (const char* random : {R"({"rho": [0, 1]})", R"({"draws": 0, "rho": [0, 1]})",
                             R"({"draws": 3, "rho": {"normal": [0, 1]}})",
                             R"({"draws": 3, "rho": {"uniform": [0, 1, 2]}})"}) {
    const std::string axes = R"("axes": [{"random": )" + std::string(random) + "}]";
    CHECK_FALSE(conforms(grid_text(R"({"plugin": "fald"})", axes)));
  }
  CHECK_FALSE(conforms(grid_text(R"({"plugin": "fald"})", "", R"({"limits": {"hours": 1}})")));
  for (const char* start : {R"({"sampler": {"plugin": "ula"}, "run": {}})",
                            R"({"sampler": {"plugin": "ula"}, "run": {"burn_in": 0.5}})",
                            R"({"sampler": {"plugin": "ulla"}, "run": {"rounds": 3}})",
                            R"({"run": {"rounds": 3}})", R"({"sampler": {"plugin": "ula"}})"}) {
    INFO(start);
    CHECK_FALSE(conforms(grid_text(R"({"plugin": "fald"})", R"("start": )" + std::string(start))));
  }
  CHECK_FALSE(conforms(R"({"name": "x"})"));
  CHECK_FALSE(conforms(R"({"name": "../x", "dataset": {"plugin": "csv"}, "model": {},
                           "sampler": {"plugin": "ula"}, "run": {}})"));
}

TEST_CASE("a section may hold options of a plugin that an axis chooses") {
  CHECK(conforms(grid_text(R"({"plugin": "ula", "rho": 1})",
                           R"("axes": [{"sampler.plugin": ["ula", "fald"]}])")));
}

TEST_CASE("what axes and conditions may name is enumerated") {
  const auto grid = [](const std::string& axes) {
    return conforms(grid_text(R"({"plugin": "fald"})", R"("axes": [)" + axes + "]"));
  };
  CHECK(grid(R"({"sampler.plugin": ["fald", "vr_fald"]})"));
  CHECK(grid(R"({"sampler.plugin": "fald"})"));
  CHECK_FALSE(grid(R"({"sampler.plugin": ["fald", "flad"]})"));
  CHECK_FALSE(grid(R"({"sampler.plugin": []})"));
  CHECK(grid(R"({"when": {"sampler.plugin": ["fald", "ula"]}, "rho": [0, 1]})"));
  CHECK_FALSE(grid(R"({"when": {"sampler.plugin": "flad"}, "rho": [0, 1]})"));
  CHECK(grid(R"({"sampler.rho": {"linspace": [0, 1, 3]}, "q_cv": ["= p_c"]})"));
  CHECK_FALSE(grid(R"({"sampler.rho": []})"));
  CHECK_FALSE(grid(R"({"when": {"rho": {"linspace": [0, 1, 3]}}, "K": [1]})"));

  const auto schema =
      boost::json::parse(skald::grid::grid_schema(base(), fake::tables())).at("definitions");
  const auto& axes = schema.at("axis_entry").at("properties");
  CHECK(axes.at("p_c").at("description") == "communication probability");
  CHECK(axes.at("sampler.p_c").at("description") == "communication probability");
  CHECK(axes.at("run.iterations").as_object().contains("allOf"));
  // A metric may have a name of its own, so that others than these are right too.
  CHECK(schema.at("series").at("anyOf").at(0).at("enum").as_array().size() > 1);
}

TEST_CASE("the schema of one plugin is strict and documents it") {
  const std::string schema = skald::grid::plugin_schema(fake::gaussian_clients);
  CHECK(conforms(R"({"plugin": "gaussian_clients", "clients": 3})", schema));
  CHECK_FALSE(conforms(R"({"plugin": "gaussian_clients"})", schema));
  CHECK_FALSE(conforms(R"({"plugin": "csv", "clients": 3})", schema));
  const auto json = boost::json::parse(skald::grid::plugin_schema(fake::fald));
  const auto& rho = json.at("properties").at("rho");
  CHECK(rho.at("x-symbol") == "rho");
  CHECK(rho.at("default") == 0);
  CHECK(rho.at("description") == "share of the common noise");
  const auto sgd = boost::json::parse(skald::grid::plugin_schema(fake::sgd));
  CHECK(sgd.at("properties").at("decay").at("description") ==
        "per iteration. Only where schedule is \"inverse\" or \"exponential\"");
}

TEST_CASE("a schema without definitions is refused") {
  CHECK_THROWS_AS(skald::grid::grid_schema("{}", fake::tables()), std::invalid_argument);
  CHECK_THROWS_AS(skald::grid::grid_schema("[", fake::tables()), std::invalid_argument);
}

TEST_CASE("the schema knows open replicates and races") {
  const auto grid = [](const std::string& members) {
    return conforms(grid_text(R"({"plugin": "fald"})", members));
  };
  CHECK(grid(R"("replicates": {"max": 50, "until": {"metric": "w2", "half_width": 0.005}})"));
  CHECK(grid(R"("replicates": {"min": 4, "max": 50, "step": 2,
                               "until": {"metric": "w2", "relative_half_width": 0.1}})"));
  CHECK(grid(R"("replicates": 20, "race": {"metric": "w2"})"));
  CHECK(grid(R"("race": {"metric": "w2", "method": "f_race", "by": ["rho"], "confidence": 0.9,
                         "first_test": 12})"));
  CHECK_FALSE(grid(R"("replicates": {"max": 50})"));
  CHECK_FALSE(grid(R"("replicates": {"max": 50, "until": {"metric": "w2"}})"));
  CHECK_FALSE(grid(R"("replicates": {"max": 50, "until": {"metric": "w2", "half_width": 0}})"));
  CHECK_FALSE(grid(R"("replicates": {"max": 50, "until": {"metric": "w2", "half_width": 1,
                                                          "relative_half_width": 0.5}})"));
  CHECK_FALSE(grid(R"("race": {"by": ["rho"]})"));
  CHECK_FALSE(grid(R"("race": {"metric": "w2", "confidence": 1})"));
}
