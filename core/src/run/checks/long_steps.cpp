#include "run/checks/long_steps.hpp"

#include <algorithm>

#include "grid/formula.hpp"
#include "options/option_value.hpp"
#include "problem/problem_constants.hpp"
#include "text/number_text.hpp"

namespace skald::run {
namespace {

// Rounding of a step that stands exactly at its limit is none.
constexpr double kSlack = 1e-9;
constexpr double kOperationsOfRun = 1e8, kOperationsOfCheck = 1e9;

using Constants = std::vector<std::pair<std::string, double>>;

bool has_bounds(const Constants& constants) {
  return std::any_of(constants.begin(), constants.end(),
                     [](const auto& constant) { return constant.first == "L"; });
}

std::string sentence(const OptionInfo& option, double value, double limit) {
  return std::string(option.name) + " is " + text::number_text(value) + ", " +
         text::number_text(value / limit, 3) + " times " + option.stable_to + " = " +
         text::number_text(limit, 3) +
         ", beyond which gradient steps on a potential of this curvature grow without bound";
}

}  // namespace

bool has_quick_curvature(const Problem& problem, Patience patience) {
  const auto d = static_cast<double>(problem.dimension());
  const auto n = static_cast<double>(problem.examples(Problem::everyone));
  const double most = patience == Patience::of_run ? kOperationsOfRun : kOperationsOfCheck;
  return (n + d * static_cast<double>(problem.clients())) * d * d <= most;
}

std::vector<std::string> long_steps(const grid::Cell& cell, const Problem& problem,
                                    plugin_host::PluginHost& host) {
  std::vector<std::string> sentences;
  if (cell.choice(Kind::privacy).plugin != "none") return sentences;
  const grid::PluginChoice& sampler = cell.choice(Kind::sampler);
  const auto table = host.find(Kind::sampler, sampler.plugin, sampler.library).options();
  Constants constants;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto value = options::as_number(sampler.options[i].second);
    if (*table[i].stable_to == '\0' || !value) continue;
    if (constants.empty()) constants = problem::problem_constants(problem);
    if (!has_bounds(constants)) break;
    const double limit = grid::evaluate(table[i].stable_to, constants);
    if (*value > limit * (1 + kSlack)) sentences.push_back(sentence(table[i], *value, limit));
  }
  return sentences;
}

}  // namespace skald::run
