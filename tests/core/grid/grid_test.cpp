#include "grid/grid.hpp"

#include "fake_plugins.hpp"
#include "grid/canonical.hpp"
#include "read_grids.hpp"
#include "test.hpp"

using namespace skald::grid;
using namespace fake;

namespace {

// Returns the grid `text`, which is named "test", under another name.
std::string with_name(std::string text, const std::string& name) {
  const std::string was = R"("name": "test")";
  const std::size_t place = text.find(was);
  REQUIRE(place != std::string::npos);
  return text.replace(place, was.size(), R"("name": ")" + name + '"');
}

constexpr const char* kArchitectureExample = R"({ "$schema": "../../schemas/grid.schema.json",
  "name": "fald-gaussian", "seed": 1, "replicates": 10,
  "dataset":   {"plugin": "gaussian_clients", "clients": 10, "dimension": 20},
  "partition": {"plugin": "natural"},
  "model":     {"plugin": "gaussian"},
  "sampler":   {"plugin": "fald", "p_c": 0.2, "rho": 0, "step": "= p_c * step_bound / 2"},
  "privacy":   {"plugin": "none"},
  "run":       {"iterations": 100000, "burn_in": 0.1, "chains": 4},
  "metrics":   ["variance_mse", "w2"],
  "axes": [ {"sampler.plugin": ["fald", "vr_fald"]},
            {"p_c": [0.2, 0.1, 0.05], "rho": [0, 1]},
            {"zip": {"run.iterations": [1e5, 2e5], "sampler.batch": [1, 10]}},
            {"when": {"sampler.plugin": "vr_fald"}, "q_cv": ["= p_c", 0.01]} ],
  "exclude": [ {"p_c": 0.05, "rho": 1} ] })";

}  // namespace

TEST_CASE("cells share the options in which they do not differ, and each can be changed alone") {
  Grid grid = grid_of(kArchitectureExample);
  const Cell& first = grid.cells[0];
  Cell& second = grid.cells[1];
  const auto is_shared = [&](Kind kind) {
    return second.choice(kind).options.is_shared_with(first.choice(kind).options);
  };
  CHECK(is_shared(Kind::dataset));
  CHECK(is_shared(Kind::model));
  CHECK_FALSE(is_shared(Kind::sampler));  // another batch
  CHECK(second.metrics.is_shared_with(first.metrics));
  CHECK(grid.cells.back()
            .choice(Kind::dataset)
            .options.is_shared_with(first.choice(Kind::dataset).options));
  const std::string hash = cell_hash(first), changed = cell_hash(second);
  second.choice(Kind::dataset).options[0].second = std::int64_t{11};
  CHECK_FALSE(is_shared(Kind::dataset));
  CHECK(cell_hash(first) == hash);
  CHECK(cell_hash(second) != changed);
}

TEST_CASE("the grid of the architecture page has the cells it describes") {
  const Grid grid = grid_of(kArchitectureExample);
  CHECK(grid.name == "fald-gaussian");
  CHECK(grid.seed == 1);
  CHECK(grid.replicates == 10);
  // (p_c, rho): 6 - 1 excluded; 2 zipped budgets; fald once, vr_fald with two q_cv
  CHECK(grid.cells.size() == 5 * 2 * 3);
  CHECK(grid.excluded == 2 * 3);
  CHECK(grid.duplicates == 0);

  const Cell& first = grid.cells.front();
  CHECK(first.choice(Kind::sampler).plugin == "fald");
  CHECK(first.choice(Kind::sampler).numerics_revision == 3);
  CHECK(first.choice(Kind::dataset).options ==
        std::vector<options::NamedValue>{{"clients", std::int64_t{10}},
                                         {"dimension", std::int64_t{20}},
                                         {"means", std::monostate{}}});
  CHECK(sampler_option(first, "step") ==
        options::OptionValue(options::Expression{"= p_c * step_bound / 2"}));
  CHECK(sampler_option(first, "K") == options::OptionValue());
  CHECK(sampler_option(first, "schedule") == options::OptionValue(std::string("bernoulli")));
  CHECK(*first.find(options::Section::run, "iterations") ==
        options::OptionValue(std::int64_t{100000}));
  CHECK(*first.find(options::Section::run, "burn_in") == options::OptionValue(0.1));
  REQUIRE(first.metrics.size() == 2);
  CHECK(first.metrics[0].name == "variance_mse");
  CHECK(first.metrics[1].plugin.plugin == "w2");
}

TEST_CASE("the last axis varies fastest and axes are typed values") {
  const Grid grid = grid_of(kArchitectureExample);
  const std::vector<double> p_c = column(grid, "p_c");
  CHECK(p_c[0] == 0.2);
  CHECK(axis(grid.cells[0], "sampler") == options::OptionValue(std::string("fald")));
  CHECK(axis(grid.cells[0], "rho") == options::OptionValue(0.0));
  for (const AxisValue& value : grid.cells[0].axes)
    CHECK(value.name != "q_cv");  // an option of vr_fald only
  CHECK(axis(grid.cells[1], "iterations") == options::OptionValue(std::int64_t{200000}));
  CHECK(axis(grid.cells[1], "batch") == options::OptionValue(std::int64_t{10}));
  CHECK(axis(grid.cells.back(), "q_cv") == options::OptionValue(0.01));
  CHECK(axis(grid.cells[0], "K") == options::OptionValue());  // not an axis, but an option of fald
  CHECK(grid.cells[0].axes.front().path == "sampler.plugin");
  for (const AxisValue& value : grid.cells[0].axes) CHECK(value.name != "eps");
}

TEST_CASE("the four axes are there though the grid varies nothing") {
  const Grid grid = grid_of(R"({"name": "x", "dataset": {"plugin": "gaussian_clients",
    "clients": 2}, "model": {"plugin": "gaussian"}, "sampler": {"plugin": "fald", "K": 5},
    "privacy": {"plugin": "gaussian", "eps": "inf"}, "run": {"rounds": 3}})");
  REQUIRE(grid.cells.size() == 1);
  const Cell& cell = grid.cells.front();
  REQUIRE(cell.axes.size() == 4);
  CHECK(axis(cell, "K") == options::OptionValue(std::int64_t{5}));
  CHECK(axis(cell, "eps") == options::OptionValue(std::numeric_limits<double>::infinity()));
  CHECK(cell.axes[3].path == "privacy.eps");
}

TEST_CASE("linspace, logspace and range are what a person would write") {
  const std::string sampler = R"({"plugin": "fald"})";
  CHECK(column(grid_of(grid_text(sampler, R"("axes": [{"rho": {"linspace": [0, 1, 11]}}])")),
               "rho") == std::vector<double>{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1});
  CHECK(column(grid_of(grid_text(sampler, R"("axes": [{"step": {"logspace": [1e-4, 1, 5]}}])")),
               "step") == std::vector<double>{1e-4, 1e-3, 1e-2, 0.1, 1});
  CHECK(column(grid_of(grid_text(sampler, R"("axes": [{"rho": {"range": [0.1, 0.7, 0.2]}}])")),
               "rho") == std::vector<double>{0.1, 0.3, 0.5, 0.7});
  CHECK(column(grid_of(grid_text(sampler, R"("axes": [{"batch": {"range": [10, 1, -4]}}])")),
               "batch") == std::vector<double>{10, 6, 2});
}

TEST_CASE("integers may be written 1e5, infinities as strings, null unsets") {
  const Grid grid = grid_of(grid_text(R"({"plugin": "fald", "K": 3, "batch": 1e5})",
                                      R"("axes": [{"K": [null, 7]}],
                     "privacy": {"plugin": "gaussian", "eps": "infinity"})"));
  CHECK(sampler_option(grid.cells[0], "batch") == options::OptionValue(std::int64_t{100000}));
  CHECK(sampler_option(grid.cells[0], "K") == options::OptionValue());
  CHECK(sampler_option(grid.cells[1], "K") == options::OptionValue(std::int64_t{7}));
}

TEST_CASE("an option that only another selectable plugin has is left out") {
  const Grid grid = grid_of(grid_text(R"({"plugin": "fald", "p_c": 0.5, "K": null})",
                                      R"("axes": [{"sampler.plugin": ["fald", "ula"]},
                                                  {"rho": [0, 1]}])"));
  // ula has no rho: its two cells are one
  CHECK(grid.cells.size() == 3);
  CHECK(grid.duplicates == 1);
  CHECK(grid.cells[2].choice(Kind::sampler).options ==
        std::vector<options::NamedValue>{{"step", 0.1}});
  for (const AxisValue& value : grid.cells[2].axes) CHECK(value.name == "sampler");
}

TEST_CASE("a bare key belongs to the one chosen plugin that owns it") {
  const std::string rest = R"("privacy": {"plugin": "gaussian"}, "axes": [{"clip": [1, 2]}])";
  CHECK(column(grid_of(grid_text(R"({"plugin": "ula"})", rest)), "clip",
               options::Section::privacy) == std::vector<double>{1, 2});
  std::string clash = grid_text(R"({"plugin": "ula"})", rest);
  clash.replace(clash.find("{\"plugin\": \"gaussian\"}"), 22, "{\"plugin\": \"logistic\"}");
  const json::Diagnostic fault = only_fault(clash);
  CHECK(fault.message == "\"clip\" is an option of model logistic and of privacy gaussian");
  CHECK(fault.hint == "write \"model.clip\" or \"privacy.clip\"");
}

TEST_CASE("arrays keep their shape and may be axes") {
  const std::string text = R"({"name": "x", "dataset": {"plugin": "gaussian_clients", "clients": 2,
    "means": [[1, 2, 3], [4, 5, "inf"]]}, "model": {"plugin": "gaussian"},
    "sampler": {"plugin": "ula"}, "run": {"rounds": 3})";
  const Grid grid = grid_of(text + "}");
  const options::NumberArray expected{{1, 2, 3, 4, 5, std::numeric_limits<double>::infinity()},
                                      {2, 3}};
  CHECK(*grid.cells[0].find(options::Section::dataset, "means") == options::OptionValue(expected));
  const Grid axis = grid_of(text + R"(, "axes": [{"means": [[1, 2], [[3], [4]]]}]})");
  CHECK(*axis.cells[0].find(options::Section::dataset, "means") ==
        options::OptionValue(options::NumberArray{{1, 2}, {2}}));
  CHECK(*axis.cells[1].find(options::Section::dataset, "means") ==
        options::OptionValue(options::NumberArray{{3, 4}, {2, 1}}));
}

TEST_CASE("the budget is iterations or rounds") {
  const std::string sampler = R"({"plugin": "ula"})";
  const Grid grid = grid_of(
      grid_text(sampler, R"("axes": [{"zip": {"iterations": [100, null], "rounds": [null, 5]}}])"));
  CHECK(grid.cells.size() == 2);
}

TEST_CASE("options of run may lie in objects") {
  const Grid grid =
      grid_of(grid_text(R"({"plugin": "ula"})", R"("axes": [{"run.limits.seconds": [2]}])",
                        R"({"iterations": 5, "limits": {"seconds": 10}})"));
  CHECK(*grid.cells[0].find(options::Section::run, "limits.seconds") == options::OptionValue(2.0));
}

TEST_CASE("dataset and partition may have their own seed") {
  const Grid grid = grid_of(grid_text(R"({"plugin": "ula"})",
                                      R"("partition": {"plugin": "natural", "seed": 7},
                                         "axes": [{"dataset.seed": [1, null]}])"));
  CHECK(grid.cells[0].choice(Kind::partition).seed == 7);
  CHECK(grid.cells[0].choice(Kind::dataset).seed == 1);
  CHECK(grid.cells[1].choice(Kind::dataset).seed == std::nullopt);
  CHECK(axis(grid.cells[0], "seed") == options::OptionValue(std::int64_t{1}));
}

TEST_CASE("paths are relative to the grid's folder") {
  std::string text = R"({"name": "x", "dataset": {"plugin": "csv", "file": "../data/a.csv"},
    "model": {"plugin": "gaussian"}, "sampler": {"plugin": "ula"}, "run": {"rounds": 3}})";
  const Grid grid = grid_of(text);
  CHECK(*grid.cells[0].find(options::Section::dataset, "file") ==
        options::OptionValue(options::FilePath{"../data/a.csv", "/data/a.csv"}));
  GridContext elsewhere = fake::context();
  elsewhere.folder = "/other";
  const Grid moved = *read_grid(text, elsewhere);
  CHECK(cell_hash(moved.cells[0]) == cell_hash(grid.cells[0]));
}

TEST_CASE("reference runs replace sections and are kept once") {
  const Grid grid = grid_of(grid_text(R"({"plugin": "fald", "p_c": 0.5})",
                                      R"("metrics": ["w2"],
      "axes": [{"rho": [0, 1]}, {"clients": [5, "= 2 * chains"]}],
      "reference": {"sampler": {"plugin": "ula", "step": "= 1 / clients"},
                    "run": {"rounds": 7}})",
                                      R"({"iterations": 100, "chains": 3})"));
  REQUIRE(grid.cells.size() == 4);
  REQUIRE(grid.references.size() == 2);
  CHECK(grid.cells[0].reference == 0u);
  CHECK(grid.cells[1].reference == 1u);
  CHECK(grid.cells[2].reference == 0u);
  const Cell& reference = grid.references[1];
  CHECK(reference.choice(Kind::sampler).plugin == "ula");
  CHECK(sampler_option(reference, "step") == options::OptionValue(1.0 / 6));
  CHECK(*reference.find(options::Section::run, "iterations") == options::OptionValue());
  CHECK(*reference.find(options::Section::run, "rounds") == options::OptionValue(std::int64_t{7}));
  CHECK(*reference.find(options::Section::run, "chains") == options::OptionValue(std::int64_t{3}));
  CHECK(reference.is_reference);
  CHECK(reference.metrics.size() == 2);  // measured on it, although it declares none
  CHECK(measured_json(reference) == "[]");
  CHECK(reference.evaluated.size() == 2);
}

TEST_CASE("metrics have options, and names where a plugin comes twice") {
  const std::string sampler = R"({"plugin": "ula"})";
  const auto metrics = [&](const std::string& list) {
    return grid_text(sampler, R"("metrics": )" + list);
  };
  const Grid grid = grid_of(metrics(
      R"(["w2", {"plugin": "ece", "bins": 20}, {"plugin": "ece", "name": "ece_default"}])"));
  const std::vector<MetricChoice>& all = grid.cells[0].metrics;
  REQUIRE(all.size() == 3);
  CHECK(all[1].name == "ece");
  CHECK(all[1].plugin.options == std::vector<options::NamedValue>{{"bins", std::int64_t{20}}});
  CHECK(all[2].name == "ece_default");
  CHECK(all[2].plugin.plugin == "ece");
  CHECK(all[2].plugin.options == std::vector<options::NamedValue>{{"bins", std::int64_t{15}}});
  CHECK(read_cell(write_cell(grid.cells[0])) == grid.cells[0]);
}

TEST_CASE("a grid's name can be the name of a file, and of nothing else") {
  const auto named = [](const std::string& name) {
    return with_name(grid_text(R"({"plugin": "ula"})"), name);
  };
  CHECK(grid_of(named("VR-FALD_1.5")).name == "VR-FALD_1.5");
  for (const char* name :
       {"", "../up", "a/b", ".hidden", "-flag", "a b", "a;b", "a\\u0000b", "\u00e4"}) {
    INFO(name);
    CHECK(only_fault(named(name)).path == "/name");
  }
  CHECK(only_fault(named("../up")).message ==
        "\"name\" must be 1 to 100 letters, digits, \".\", \"_\" or \"-\", the first a letter or a "
        "digit, got \"../up\"");
  CHECK(only_fault(named(std::string(101, 'x'))).path == "/name");
}

TEST_CASE("too many axes are refused before the stack is used up") {
  std::string entries = "{}";
  for (int i = 0; i < 200'000; ++i) entries += ",{}";
  CHECK(only_fault(grid_text(R"({"plugin": "ula"})", R"("axes": [)" + entries + "]")).message ==
        "\"axes\" has more than 1000 entries and axes");
}

TEST_CASE("too many combinations are refused before memory is") {
  const std::string axis = R"({"linspace": [0.1, 0.9, 1000]})";
  const std::string text = grid_text(R"({"plugin": "fald"})",
                                     R"("axes": [{"rho": )" + axis + R"(, "step": )" + axis + "}]");
  GridContext context = fake::context();
  context.maximum_cells = 1000;
  const auto result = read_grid(text, context);
  CHECK(result.reason().front().message == "the grid has more than 1000 combinations");
}

TEST_CASE("too many runs are refused") {
  GridContext context = fake::context();
  const std::string text =
      grid_text(R"({"plugin": "fald"})", R"("replicates": 4, "axes": [{"K": [1, 2, 3]}])");
  context.maximum_runs = 12;
  CHECK(read_grid(text, context).has_value());
  context.maximum_runs = 11;
  const auto result = read_grid(text, context);
  CHECK(result.reason().front().message ==
        "found more than 2 cells and references, whose 4 replicates are more than 11 runs");
}

TEST_CASE("an axis is stored under the full path of the option that it varies, or not at all") {
  const Grid grid = grid_of(grid_text(R"({"plugin": "fald", "p_c": null})",
                                      R"("axes": [{"sampler.plugin": ["fald", "ula"]},
                                     {"when": {"sampler.plugin": "fald"}, "K": [2, 3]}])"));
  REQUIRE(grid.cells.size() == 3);
  for (const Cell& cell : grid.cells) {
    for (const AxisValue& value : cell.axes) {
      INFO(value.path);
      CHECK(value.path == (value.name == "sampler" ? "sampler.plugin" : "sampler." + value.name));
    }
  }
}

TEST_CASE("a plugin that this build does without is refused with what brings it") {
  const std::vector<AbsentPlugin> absent{{Kind::sampler, "deep", "it needs a library"}};
  GridContext context = fake::context();
  context.tables.absent = absent;
  const auto hint = [&](const std::string& plugin) {
    const auto result = read_grid(grid_text(R"({"plugin": ")" + plugin + R"("})"), context);
    return result.reason().at(0).hint;
  };
  CHECK(hint("deep") == "it needs a library");
  CHECK_THAT(hint("deeper"), Catch::StartsWith("loaded: "));
}

TEST_CASE("a million combinations with a thousand replicates are refused at once") {
  const auto begin = std::chrono::steady_clock::now();
  const json::Diagnostic fault = only_fault(grid_text(R"({"plugin": "fald"})",
                                                      R"("replicates": 1000,
         "axes": [{"K": {"range": [1, 1000, 1]}}, {"batch": {"range": [1, 1000, 1]}}])"));
  CHECK(fault.message ==
        "found more than 10000 cells and references, whose 1000 replicates are more than 10000000 "
        "runs");
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(4));
}
