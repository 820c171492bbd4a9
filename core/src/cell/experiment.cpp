#include "cell/experiment.hpp"

#include <stdexcept>

#include "cell/cell_plugins.hpp"
#include "cell/run_accountant.hpp"
#include "grid/expression.hpp"
#include "problem/gaussian_view.hpp"
#include "problem/problem_constants.hpp"

namespace skald {
namespace {

// The number at a path such as "sampler.step".
double value_at(const Cell& cell, const std::string& path) {
  const std::size_t dot = path.find('.');
  for (std::size_t i = 0; i < kSectionNames.size(); ++i) {
    if (path.substr(0, dot) != kSectionNames[i]) continue;
    const OptionValue* value = cell.find(static_cast<Section>(i), path.substr(dot + 1));
    return value == nullptr ? 0 : as_number(*value).value_or(0);
  }
  return 0;
}

bool has_formulas(const Cell& cell) {
  for (std::size_t s = 0; s < kSectionNames.size(); ++s) {
    for (const auto& [name, value] : cell.options(static_cast<Section>(s))) {
      if (std::holds_alternative<Expression>(value)) return true;
    }
  }
  return false;
}

// The cell with its formulas over the problem's constants replaced by their values. Curvature
// bounds cost passes over all rows: they are asked for only where a formula needs them.
Cell evaluated(Cell cell, const Problem& problem, PluginHost& host) {
  std::vector<const PluginDescriptor*> plugins;
  for (const PluginChoice& choice : cell.plugins) {
    plugins.push_back(host.find(choice.kind, choice.plugin).descriptor);
  }
  const OptionTables tables{plugins, run_option_infos()};
  std::vector<ProblemConstant> constants;
  for (const std::string& name : problem_constant_names()) constants.push_back({name, {}});
  const auto give = [&constants](const auto& known) {
    for (const auto& [name, value] : known) {
      for (ProblemConstant& constant : constants) {
        if (constant.name == name) constant.value = value;
      }
    }
  };
  give(problem_sizes(problem));
  evaluate_expressions(cell, tables, constants);
  if (has_formulas(cell)) give(problem_constants(problem));
  return with_constants(std::move(cell), tables, constants);
}

}  // namespace

Experiment::Experiment(const Cell& cell, std::uint64_t replicate, PluginHost& host)
    : random_(cell.seed, replicate), metered_(random_, ledger_) {
  build_problem(cell, replicate, host);
  build_algorithm(evaluated(cell, *problem_, host), host);
}

bool Experiment::averages_over_chains() const {
  return run_.averages == "chains" || sampler_->output() == Output::point_estimate;
}

double Experiment::eps_spent(std::int64_t iterations) const {
  return RunAccountant(*sampler_, *problem_, iterations).guarantee(*mechanism_).epsilon;
}

std::string Experiment::privacy_statement(std::int64_t iterations) const {
  if (mechanism_->claim().delta == 0) return "";
  return describe(RunAccountant(*sampler_, *problem_, iterations).guarantee(*mechanism_));
}

void Experiment::build_problem(const Cell& cell, std::uint64_t replicate, PluginHost& host) {
  data_ = federate(cell, replicate, host);
  model_ = make<Model>(cell, Kind::model, host);
  in_section("model", [&] { model_->bind(table()); });
  problem_.emplace(*data_.table, *model_, ledger_);
  gaussian_ = gaussian_view(*problem_);
}

void Experiment::build_algorithm(const Cell& cell, PluginHost& host) {
  for (const auto& [path, text] : cell.evaluated)
    formulas_.emplace_back(path, value_at(cell, path));
  sampler_ = make<Sampler>(cell, Kind::sampler, host);
  mechanism_ = make<Mechanism>(cell, Kind::privacy, host);
  in_section("run", [&] {
    run_values_ = plugin_values(cell.run);
    std::vector<Value> values;
    for (const PluginValue& value : run_values_) values.push_back(borrowed(value));
    run_ = read_run_options(values);
    plan_ = plan_run(run_, *sampler_);
  });
  in_section("privacy", [&] {
    const RunAccountant accountant(*sampler_, *problem_, plan_.iterations);
    mechanism_->prepare(accountant);
    accountant.guarantee(*mechanism_);
    if (mechanism_->claim().delta > 0 && accountant.empty()) {
      throw std::invalid_argument(
          "the mechanism adds noise, but the sampler sends no message of bounded sensitivity "
          "through it: choose a sampler that does and set its clip, or use privacy none");
    }
  });
}

}  // namespace skald
