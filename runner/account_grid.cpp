#include "account_grid.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <optional>

#include "cell/experiment.hpp"
#include "cell/run_budget.hpp"
#include "exit_code.hpp"
#include "loaded_grid.hpp"
#include "published_guarantee.hpp"
#include "store/format_table.hpp"
#include "study_account.hpp"
#include "sweep_runs.hpp"

namespace skald {
namespace {

struct CellAccount {
  std::string setting;  // its place on the grid's axes
  std::optional<privacy::Guarantee> guarantee;
  std::optional<PublishedClaim> claim;
  std::vector<std::string> remarks;
  std::vector<RunReleases> runs;  // by replicate; none without noise
};

std::string setting_of(const Cell& cell) {
  const std::string place = place_of(cell);
  return place.empty() ? "the only cell" : place;
}

// The cell with the values that its formulas have on its problem.
Cell with_values(Cell cell, const std::vector<std::pair<std::string, double>>& formulas) {
  for (const auto& [path, value] : formulas) {
    const std::size_t dot = path.find('.');
    for (std::size_t i = 0; i < kSectionNames.size(); ++i) {
      if (path.substr(0, dot) != kSectionNames[i]) continue;
      for (auto& [option, old] : cell.options(static_cast<Section>(i))) {
        if (option == path.substr(dot + 1)) old = value;
      }
    }
  }
  return cell;
}

CellAccount account_of(const Cell& cell, std::int64_t replicates, PluginHost& host) {
  CellAccount account{setting_of(cell), std::nullopt, std::nullopt, {}, {}};
  try {
    Experiment experiment(cell, 0, host);
    const bool claims = experiment.mechanism().claim().delta > 0;
    if (claims) experiment.rehearse_start();
    const RunBudget budget(experiment);
    const std::int64_t iterations = budget.last_iteration();
    account.guarantee = experiment.released(iterations);
    account.guarantee->epsilon = experiment.eps_spent(iterations);
    account.claim = experiment.published_claim(iterations);
    account.remarks =
        void_guarantees(with_values(cell, experiment.formulas()), experiment.sampler(),
                        experiment.problem(), iterations, account.claim);
    const std::string unpaid = experiment.private_inputs().complaint();
    if (claims && !unpaid.empty()) account.remarks.push_back(unpaid);
    if (iterations < experiment.plan().iterations) account.remarks.push_back(budget.why_eps());
    if (!std::isfinite(account.guarantee->epsilon)) return account;
    account.runs.push_back(releases_of(cell, experiment, iterations));
    for (std::int64_t replicate = 1; replicate < replicates; ++replicate) {
      Experiment other(cell, static_cast<std::uint64_t>(replicate), host);
      const std::int64_t last = RunBudget(other).last_iteration();
      account.runs.push_back(releases_of(cell, other, last));
    }
  } catch (const std::exception& e) {
    account.runs.clear();
    account.remarks.push_back(e.what());
  }
  return account;
}

SqlValue optional_text(const std::optional<privacy::Guarantee>& guarantee, std::string text) {
  return guarantee && guarantee->delta > 0 ? SqlValue(std::move(text)) : SqlValue();
}

bool stated(const std::optional<PublishedClaim>& claim) { return claim && claim->unstated.empty(); }

ResultTable table_of(const std::vector<CellAccount>& accounts) {
  ResultTable table;
  table.columns = {"cell",     "eps",        "delta",           "unit",     "adversary",
                   "relation", "accountant", "published_claim", "published"};
  for (const CellAccount& account : accounts) {
    const auto& g = account.guarantee;
    std::string remarks;
    for (const std::string& remark : account.remarks) {
      remarks += (remarks.empty() ? "" : "; ") + remark;
    }
    table.rows.push_back({account.setting, g ? SqlValue(g->epsilon) : SqlValue(),
                          g && g->delta > 0 ? SqlValue(g->delta) : SqlValue(),
                          optional_text(g, g ? g->scope.unit : ""),
                          optional_text(g, g ? g->scope.adversary : ""),
                          optional_text(g, g ? std::string(privacy::name(g->relation)) : ""),
                          optional_text(g, g ? std::string(privacy::name(g->accountant)) : ""),
                          stated(account.claim) ? SqlValue(account.claim->epsilon) : SqlValue(),
                          remarks.empty() ? SqlValue() : SqlValue(remarks)});
  }
  return table;
}

constexpr std::size_t kWidth = 80, kEpsWidth = 14;

// A paragraph in the columns beside the epsilons.
std::string beside(const std::string& text) {
  const std::string indent(kEpsWidth, ' ');
  std::string out, line = indent;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (line.size() + (end - at) >= kWidth) {
      out += line + "\n";
      line = indent;
    }
    line += (line.size() > kEpsWidth ? " " : "") + text.substr(at, end - at);
    at = end + 1;
  }
  return out + line + "\n";
}

void print_text(const std::vector<CellAccount>& accounts) {
  std::string last;
  for (const CellAccount& account : accounts) {
    const auto& g = account.guarantee;
    const std::string eps = g ? "eps " + format_number(g->epsilon, 4) : "no eps";
    fmt::print("{:<{}}{}", eps, kEpsWidth, beside(account.setting).substr(kEpsWidth));
    if (g && g->delta > 0) {
      const std::string terms =
          fmt::format("at delta {}: one {} against the {}, {}, by {}", format_number(g->delta, 4),
                      g->scope.unit, g->scope.adversary, privacy::name(g->relation),
                      privacy::name(g->accountant));
      if (terms != last) fmt::print("{}", beside(terms));
      last = terms;
    }
    if (stated(account.claim)) fmt::print("{}", beside(describe(*account.claim)));
    for (const std::string& remark : account.remarks) {
      fmt::print("{}", beside("! " + remark));
    }
  }
}

}  // namespace

int account_grid(const AccountCommand& command) {
  PluginHost host = open_plugins(command.plugins);
  const LoadedGrid loaded = load_grid(command.grid, host);
  std::vector<CellAccount> accounts;
  std::vector<RunReleases> runs;
  for (const Cell& cell : loaded.grid.cells) {
    accounts.push_back(account_of(cell, loaded.grid.replicates, host));
    const CellAccount& last = accounts.back();
    runs.insert(runs.end(), last.runs.begin(), last.runs.end());
  }
  const std::size_t all = accounts.size() * static_cast<std::size_t>(loaded.grid.replicates);
  for (StudyAccount& study : compose_studies(runs, all)) {
    accounts.push_back(
        {std::move(study.name), study.guarantee, std::nullopt, std::move(study.remarks), {}});
  }
  if (command.json) {
    fmt::print("{}", format_table(table_of(accounts), TableFormat::json));
  } else {
    print_text(accounts);
  }
  return kOk;
}

}  // namespace skald
