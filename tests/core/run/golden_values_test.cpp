// Checks that shipped plugins still give the numbers of their numerics revisions: short runs of
// every plugin, compared with tests/golden/numerics.txt.
//
// Stored runs of a shipped plugin are valid as long as its numerics_revision is unchanged. If you
// change its numbers, raise the revision and rewrite the file: run only this test with
// SKALD_WRITE_GOLDEN=1. A cell whose numbers changed although none of its revisions did is not
// written; if the change is intended (a change of the engine, say), delete its lines first.
// A new sampler runs with its defaults, unless golden_cells() gives it other options.
#include "options/option_value.hpp"
#include "runs.hpp"
#include "test.hpp"
#include "text/number_text.hpp"

using namespace skald::run;

namespace {

// Runs are short, so that differences in rounding (another compiler or another exp) stay far below
// this tolerance, and every change of an algorithm is far above it. With SKALD_GOLDEN_BITS=1, as in
// `./dev foreign`, the numbers must be those of the file to the last bit.
const double kTolerance = std::getenv("SKALD_GOLDEN_BITS") == nullptr ? 1e-7 : 0;

// The sections of a grid that a cell replaces; an empty one keeps the usual section.
struct GoldenCell {
  std::string name, sampler;
  std::string privacy = {}, model = {}, partition = {}, dataset = {};
  std::string burn_in = "0";
};

std::string section(const std::string& name, const std::string& given, const std::string& usual) {
  return "\"" + name + "\": " + (given.empty() ? usual : given) + ", ";
}

grid::Cell cell_for(const GoldenCell& cell) {
  return cell_of(section("dataset", cell.dataset, R"({"plugin": "titanic"})") +
                 section("partition", cell.partition, R"({"plugin": "iid", "clients": 3})") +
                 section("model", cell.model, R"({"plugin": "logistic"})") +
                 section("sampler", cell.sampler, R"({"plugin": "ula", "step": 1e-3})") +
                 section("privacy", cell.privacy, R"({"plugin": "none"})") +
                 R"("run": {"iterations": 24, "chains": 2, "keep_samples": true, "burn_in": )" +
                 cell.burn_in + "}");
}

GoldenCell of_sampler(const std::string& name, const std::string& options) {
  const std::string warm_up = name == "hmc" ? "0.25" : name == "consensus" ? "0.75" : "0";
  return {.name = name + " " + options,
          .sampler = R"({"plugin": ")" + name + "\", " + options + "}",
          .burn_in = warm_up};
}

// The shipped samplers that are none of `named`, with their defaults, but for a step.
std::vector<GoldenCell> other_samplers(const std::set<std::string>& named) {
  std::vector<GoldenCell> cells;
  for (const plugin_host::CatalogEntry& entry : plugins().catalog()) {
    if (entry.plugins.empty() || is_of_tests(entry) || named.contains(entry.name)) continue;
    const plugin_host::Plugin& plugin = entry.plugins.front();
    if (plugin.descriptor->kind != Kind::sampler) continue;
    bool has_step = false;
    for (const OptionInfo& option : plugin.options()) {
      has_step = has_step || option.name == std::string_view("step");
    }
    cells.push_back(
        {entry.name, R"({"plugin": ")" + entry.name + (has_step ? R"(", "step": 1e-3})" : "\"}")});
  }
  return cells;
}

const std::string kFedAvg = R"({"plugin": "fedavg", "K": 3, "lr": 0.1, "clip": 1})";
const std::string kGaussian = R"({"plugin": "gaussian_clients", "clients": 3, "dimension": 2})";

std::vector<GoldenCell> golden_cells() {
  std::vector<GoldenCell> cells;
  std::set<std::string> samplers;
  for (const auto& [name, options] : std::vector<std::pair<std::string, std::string>>{
           {"ula", R"("step": 1e-3, "temp": 0.5)"},
           {"sgld", R"("step": 1e-3, "batch": 3)"},
           {"psgld", R"("step": 1e-3, "batch": 3)"},
           {"hmc", R"("warm_up": 6, "leapfrog_steps": 4)"},
           {"fa_ld", R"("step": 1e-3, "K": 4, "rho": 0.6, "batch": 2)"},
           {"fa_ld", R"("step": 1e-3, "K": 2, "S": 2, "participation": "with_replacement")"},
           {"fa_hmc", R"("leap_step": 0.05, "K": 2, "leapfrog": 3, "rho": 0.6, "batch": 2)"},
           {"afhmc", R"("leap_step": 0.05, "K": 2, "leapfrog": 3, "rho": 0.6)"},
           {"fald", R"("step": 1e-3, "p_c": 0.3, "rho": 0.5, "batch": 2)"},
           {"fald", R"("step": 1e-3, "K": 4, "estimate": "average")"},
           {"fald_star", R"("step": 1e-3, "K": 3, "q_cv": 0.3, "batch": 2)"},
           {"vr_fald", R"("step": 1e-3, "p_c": 0.4, "q_cv": 0.4, "batch": 2)"},
           {"scaffnew_langevin", R"("step": 1e-3, "p_c": 0.4, "rho": 0.6, "batch": 2)"},
           {"sghmc", R"("step": 0.01, "friction": 2, "batch": 2, "gradient_noise": 0.1)"},
           {"sgnht", R"("step": 0.01, "A": 2, "batch": 2)"},
           {"baoab", R"("step": 0.01, "K": 2, "rho": 0.6, "batch": 2)"},
           {"qlsd", R"("step": 1e-3, "S": 2, "batch": 2)"},
           {"qlsd_star", R"("step": 1e-3, "S": 2, "batch": 2)"},
           {"qlsd_pp", R"("step": 1e-3, "S": 2, "batch": 2, "l": 5)"},
           {"marina_langevin", R"("step": 1e-3, "p_full": 0.4)"},
           {"elf", R"("step": 1e-3, "direction": "both", "compressor": "sparsifier")"},
           {"dsgld", R"("step": 1e-3, "K": 3, "batch": 2)"},
           {"fsgld", R"("step": 1e-3, "K": 3, "batch": 2, "surrogate": "laplace")"},
           {"de_sgld", R"("step": 1e-3, "K": 2, "rho": 0.6, "batch": 2)"},
           {"extra_sgld", R"("step": 1e-3, "topology": "star", "mix": 0.3)"},
           {"diging_sgld", R"("step": 1e-3, "p_c": 0.4, "batch": 2)"},
           {"dg_lmc", R"("axda_tol": [0.05], "K": 3, "batch": 3)"},
           {"consensus", R"("warm_up": 6, "samples": 12)"},
           {"pvi", R"("K": 3, "batch": 2, "S": 2)"},
           {"pvi", R"("K": 3, "family": "full", "schedule": "sequential")"},
           {"pvi", R"("K": 3, "local": "ivon", "pairs": 2)"},
           {"fedep", R"("K": 12, "burn_steps": 6, "batch": 2)"},
           {"fedlap", R"("K": 3, "directions": 1)"},
           {"fedlap", R"("K": 3, "family": "none", "site_precision": 9)"},
           {"bayesian_admm", R"("K": 3, "family": "full", "weight": 0.5)"},
           {"bayesian_admm", R"("K": 3, "local": "ivon", "batch": 2)"},
           {"fedavg", R"("K": 3, "lr": 0.1, "S": 2, "batch": 2)"},
           {"distributed_sgd", R"("K": 3, "lr": 0.1, "batch": 2)"},
           {"fedprox", R"("K": 3, "lr": 0.1, "mu": 0.5)"},
           {"fedpaq", R"("K": 3, "lr": 0.1, "levels": 10)"},
           {"fednova", R"("epochs": 2, "lr": 0.1, "batch": 2)"},
           {"feddyn", R"("K": 3, "lr": 0.1, "S": 2)"},
           {"tamuna", R"("K": 3, "lr": 0.1, "S": 3)"},
           {"fedvarp", R"("K": 3, "lr": 0.1, "S": 2)"},
           {"fedexp", R"("K": 3, "lr": 0.1, "epsilon": 0.01)"},
           {"scaffnew", R"("p_c": 0.4, "lr": 0.1, "batch": 2)"},
           {"scaffold", R"("K": 3, "lr": 0.1, "S": 2)"},
           {"mime", R"("K": 3, "lr": 0.1, "batch": 2)"},
           {"mime_lite", R"("K": 3, "lr": 0.1, "batch": 2)"},
           {"fedpa", R"("ell": 3, "burn_steps": 2, "avg_steps": 2, "lr": 0.1)"},
           {"deep_ensemble", R"("lr": 0.1, "batch": 2)"},
           {"laplace_approximation", R"("steps": 100)"},
           {"laplace_approximation", R"("steps": 5, "row_curvature": 0.2)"},
           {"dp_fedavg", R"("K": 3, "lr": 0.1)"},
           {"fedpaq_private", R"("K": 3, "lr": 0.1)"}}) {
    cells.push_back(of_sampler(name, options));
    samplers.insert(name);
  }
  cells.push_back({"noisy_sufficient_statistics",
                   R"({"plugin": "noisy_sufficient_statistics", "label_bound": 2})",
                   R"({"plugin": "gaussian", "noise_multiplier": 1.5})",
                   R"({"plugin": "linear", "row_bound": 2})", "",
                   R"({"plugin": "make_regression", "features": 2})"});
  samplers.insert("noisy_sufficient_statistics");
  for (const GoldenCell& cell : other_samplers(samplers)) cells.push_back(cell);
  for (const char* mechanism :
       {R"("gaussian", "noise_multiplier": 1.5)", R"("gaussian", "eps": 2)",
        R"("discrete_gaussian", "noise_multiplier": 1.5)", R"("laplace", "eps": 20)",
        R"("local_gaussian", "noise_multiplier": 1.5)"}) {
    cells.push_back({mechanism, kFedAvg, std::string(R"({"plugin": )") + mechanism + "}"});
  }
  for (const char* steps :
       {R"("fedavg", "momentum": 0.5)", R"("fedprox", "data_sampling": "poisson")",
        R"("scaffold", "data_sampling": "with_replacement")",
        R"("fednova", "data_sampling": "balls_in_bins")"}) {
    cells.push_back({std::string(steps) + " noise at steps",
                     std::string(R"({"plugin": )") + steps +
                         R"(, "noise_at": "step", "K": 3, "lr": 0.1, "batch": 20, "clip": 1})",
                     R"({"plugin": "gaussian", "noise_multiplier": 1.5, "calibration": "pld"})"});
  }
  for (const char* late : {R"("fedprox", "epochs": 3, "batch": 20)",
                           R"("scaffold", "K": 3, "straggler_work": "drop")"}) {
    cells.push_back({std::string(late) + " and stragglers",
                     std::string(R"({"plugin": )") + late + R"(, "lr": 0.1, "stragglers": 0.5})"});
  }
  for (const char* correlation : {"tree", "blt"}) {
    cells.push_back({std::string("fedavg, ") + correlation + " over rounds",
                     std::string(R"({"plugin": "fedavg", "unit": "client", "weights": "uniform",
                       "client_sampling": "cyclic", "S": 2, "K": 3, "lr": 0.1, "batch": 20,
                       "clip": 1, "horizon": 100, "correlation": ")") +
                         correlation + "\"}",
                     R"({"plugin": "gaussian", "noise_multiplier": 1.5, "calibration": "pld",
                       "adversary": "observer"})"});
  }
  for (const char* pairs :
       {R"("fedavg", "topology": "ring")", R"("fedexp", "norms": "debiased", "half": false)"}) {
    cells.push_back({std::string(pairs) + " in pairs",
                     std::string(R"({"plugin": )") + pairs +
                         R"(, "unit": "client", "weights": "uniform", "K": 3, "lr": 0.1,
                             "batch": 20, "clip": 1, "noise_by": "pairs", "colluding": 1})",
                     R"({"plugin": "gaussian", "noise_multiplier": 1.5, "calibration": "pld"})"});
  }
  cells.push_back({"fedexp, norms released",
                   R"({"plugin": "fedexp", "unit": "client", "weights": "uniform", "K": 3,
                       "lr": 0.1, "batch": 20, "clip": 1, "norms": "released", "half": false})",
                   R"({"plugin": "gaussian", "noise_multiplier": 1.5, "calibration": "pld",
                       "adversary": "observer"})"});
  cells.push_back({"langevin", R"({"plugin": "fa_ld", "K": 3, "step": 1e-3, "clip": 1})",
                   R"({"plugin": "langevin"})"});
  for (const char* partition :
       {R"("dirichlet", "clients": 3, "alpha": 0.5, "min_size": 5)",
        R"("feature_noise", "clients": 3)", R"("label_shards", "clients": 3)",
        R"("label_shards", "clients": 3, "shards": 1, "similarity": 0.4)",
        R"("n_labels", "clients": 3, "labels": 1, "law": "lognormal", "sigma": 1)",
        R"("majority", "clients": 2)", R"("n_labels", "clients": 3, "labels": 1)",
        R"("quantity_skew", "clients": 3, "alpha": 1)"}) {
    cells.push_back({partition, kFedAvg, "", "", std::string(R"({"plugin": )") + partition + "}"});
  }
  const std::string natural = R"({"plugin": "natural"})",
                    iid = R"({"plugin": "iid", "clients": 3})";
  const std::string softmax = R"({"plugin": "softmax"})", gaussian = R"({"plugin": "gaussian"})";
  const std::string classes = R"({"plugin": "synthetic_alpha_beta", "clients": 3})";
  cells.push_back({"gaussian", "", "", gaussian, natural, kGaussian});
  cells.push_back({"two_quadratics", "", "", gaussian, natural, R"({"plugin": "two_quadratics"})"});
  cells.push_back(
      {"linear", "", "", R"({"plugin": "linear"})", iid, R"({"plugin": "make_regression"})"});
  cells.push_back({"prior_predictive", "", "", R"({"plugin": "logistic"})", natural,
                   R"({"plugin": "prior_predictive", "response": "logistic", "shift": 0.5})"});
  cells.push_back({"softmax", "", "", softmax, natural, classes});
  cells.push_back({"synthetic_tags", "", "", R"({"plugin": "multilabel_logistic"})", natural,
                   R"({"plugin": "synthetic_tags", "clients": 4, "examples": 5, "words": 12,
                       "tags": 3, "test_clients": 1})"});
  cells.push_back({"synthetic_population", "", "", softmax, natural,
                   R"({"plugin": "synthetic_population", "clients": 5})"});
  cells.push_back({"mlp", "", "", R"({"plugin": "mlp"})", natural, classes});
  cells.push_back({"network", "", "", R"({"plugin": "network", "image": [1, 1, 61],
        "layers": "conv 3 1x6, relu, maxpool 1x4 stride 4, dense 7, tanh, dense classes"})",
                   natural, classes});
  cells.push_back({"het_digits", "", "", softmax, iid, R"({"plugin": "het_digits"})"});
  return cells;
}

// Keeps the last draw of the first chain and the sum of all draws.
class Draws final : public SampleSink {
 public:
  void go_on_after(std::int64_t, ConstBlock) override {}
  void keep(std::int64_t, ConstBlock theta) override {
    last_ = theta.matrix();
    sum_ += last_.sum();
  }
  void flush() override {}
  std::map<std::string, double> values() const {
    return {{"first", last_(0, 0)}, {"norm", last_.norm()}, {"sum", sum_}};
  }

 private:
  Eigen::MatrixXd last_;
  double sum_ = 0;
};

// The results of a cell: the revisions of its plugins ("revision sampler/fald") and its numbers.
using Record = std::map<std::string, std::string>;
constexpr const char* kRevision = "revision ";

Record run_golden(const GoldenCell& golden) {
  Draws draws;
  RunRequest request;
  request.cell = cell_for(golden);
  request.samples = &draws;
  INFO(golden.name);
  good_run(request);
  Record record;
  for (const grid::PluginChoice& choice : request.cell.plugins) {
    record[kRevision + std::string(options::name_of(choice.kind)) + "/" + choice.plugin] =
        std::to_string(choice.numerics_revision);
  }
  for (const auto& [name, value] : draws.values()) record[name] = text::number_text(value);
  return record;
}

std::string golden_file() { return SKALD_SOURCE_DIR "/tests/golden/numerics.txt"; }

// Reads "[cell]" lines, each followed by a line "key = value" for each of its entries.
std::map<std::string, Record> read_golden() {
  std::map<std::string, Record> records;
  std::ifstream file(golden_file());
  std::string cell;
  for (std::string line; std::getline(file, line);) {
    const std::size_t equals = line.find(" = ");
    if (line.starts_with('[')) cell = line.substr(1, line.size() - 2);
    if (!line.starts_with('[') && equals != std::string::npos) {
      records[cell][line.substr(0, equals)] = line.substr(equals + 3);
    }
  }
  return records;
}

bool agree(const Record& stored, const Record& now, bool revisions) {
  for (const auto& [key, value] : now) {
    if (key.starts_with(kRevision) != revisions) continue;
    const auto found = stored.find(key);
    if (found == stored.end()) return false;
    const double then = std::stod(found->second), is = std::stod(value);
    if (!(std::abs(then - is) <= kTolerance * (1 + std::abs(then)))) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("the numbers of shipped plugins change with their numerics revisions alone") {
  const bool is_writing = std::getenv("SKALD_WRITE_GOLDEN") != nullptr;
  const auto stored = read_golden();
  std::ostringstream text;
  for (const GoldenCell& cell : golden_cells()) {
    Record record = run_golden(cell);
    const auto found = stored.find(cell.name);
    const bool is_known = found != stored.end();
    const bool has_revisions = is_known && agree(found->second, record, true);
    const bool has_numbers = is_known && agree(found->second, record, false);
    INFO(cell.name);
    if (has_revisions && !has_numbers) {
      FAIL_CHECK(
          "other numbers under the same numerics revisions: raise that of the plugin that "
          "changed, then write tests/golden/numerics.txt anew (see above)");
      record = found->second;
    }
    if (!has_revisions && !is_writing) {
      FAIL_CHECK(
          "a new numerics revision or a new cell: write tests/golden/numerics.txt anew by "
          "SKALD_WRITE_GOLDEN=1 run_test \"the numbers of shipped plugins*\"");
    }
    if (has_numbers && has_revisions) record = found->second;
    text << "[" << cell.name << "]\n";
    for (const auto& [key, value] : record) text << key << " = " << value << "\n";
  }
  if (is_writing) std::ofstream(golden_file()) << text.str();
}

TEST_CASE("every shipped plugin that needs no files has golden values") {
  // They need files that tests do not have, or libtorch.
  const std::set<std::string> left_out{
      "dataset/a9a",         "dataset/adult",       "dataset/cifar",
      "dataset/csv",         "dataset/idx",         "dataset/emnist_letters",
      "dataset/libsvm",      "dataset/leaf",        "dataset/fashion_mnist",
      "dataset/mnist",       "dataset/npy",         "dataset/uci",
      "dataset/posteriordb", "dataset/shakespeare", "model/posteriordb",
      "dataset/cifar100",    "dataset/emnist62",    "dataset/stackoverflow",
      "model/lenet5",        "model/emnist_cnn",    "model/resnet20",
      "model/resnet18_gn",   "model/torchscript",   "model/lstm_next_word"};
  std::set<std::string> used;
  for (const GoldenCell& golden : golden_cells()) {
    for (const grid::PluginChoice& choice : cell_for(golden).plugins) {
      used.insert(std::string(options::name_of(choice.kind)) + "/" + choice.plugin);
    }
  }
  for (const plugin_host::CatalogEntry& entry : plugins().catalog()) {
    if (entry.plugins.empty() || is_of_tests(entry)) continue;
    const Kind kind = entry.plugins.front().descriptor->kind;
    if (kind == Kind::metric) continue;  // see golden_metrics_test.cpp
    const std::string name = std::string(options::name_of(kind)) + "/" + entry.name;
    INFO(name);
    CHECK(used.contains(name) != left_out.contains(name));
  }
}
