#include "account_grid.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <exception>
#include <optional>

#include "cell/experiment.hpp"
#include "cell/run_accountant.hpp"
#include "exit_code.hpp"
#include "loaded_grid.hpp"
#include "published_guarantee.hpp"
#include "store/format_table.hpp"

namespace skald {
namespace {

struct CellAccount {
  std::string setting;  // its place on the grid's axes
  std::optional<privacy::Guarantee> guarantee;
  std::vector<std::string> remarks;
};

std::string setting_of(const Cell& cell) {
  std::string text;
  for (const AxisValue& axis : cell.axes) {
    if (std::holds_alternative<std::monostate>(axis.value)) continue;
    text += (text.empty() ? "" : " ") + axis.name + "=" + display(axis.value);
  }
  return text.empty() ? "the only cell" : text;
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

CellAccount account_of(const Cell& cell, PluginHost& host) {
  CellAccount account{setting_of(cell), std::nullopt, {}};
  try {
    Experiment experiment(cell, 0, host);
    const std::int64_t iterations = experiment.plan().iterations;
    const RunAccountant accountant(experiment.sampler(), experiment.problem(), iterations);
    account.guarantee = accountant.guarantee(experiment.mechanism());
    account.remarks =
        void_guarantees(with_values(cell, experiment.formulas()), experiment.sampler(),
                        experiment.problem(), iterations, experiment.mechanism().claim());
  } catch (const std::exception& e) {
    account.remarks.push_back(e.what());
  }
  return account;
}

SqlValue optional_text(const std::optional<privacy::Guarantee>& guarantee, std::string text) {
  return guarantee && guarantee->delta > 0 ? SqlValue(std::move(text)) : SqlValue();
}

ResultTable table_of(const std::vector<CellAccount>& accounts) {
  ResultTable table;
  table.columns = {"cell",      "eps",      "delta",      "unit",
                   "adversary", "relation", "accountant", "published"};
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
  for (const Cell& cell : loaded.grid.cells) accounts.push_back(account_of(cell, host));
  if (command.json) {
    fmt::print("{}", format_table(table_of(accounts), TableFormat::json));
  } else {
    print_text(accounts);
  }
  return kOk;
}

}  // namespace skald
