#include "account/account_grid.hpp"

#include <optional>
#include <utility>

#include "account/account_rows.hpp"
#include "account/study_account.hpp"
#include "grids/loaded_grid.hpp"
#include "report/format_table.hpp"
#include "system/exit_code.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

record::SqlValue optional_text(const std::optional<privacy::Guarantee>& guarantee,
                               std::string text) {
  return guarantee && guarantee->delta > 0 ? record::SqlValue(std::move(text)) : record::SqlValue();
}

record::SqlValue optional_number(const std::optional<run::NoiseScale>& scale, double number) {
  return scale ? record::SqlValue(number) : record::SqlValue();
}

record::ResultTable table_of(const std::vector<AccountRow>& rows) {
  record::ResultTable table;
  table.columns = {"cell",
                   "eps",
                   "delta",
                   "unit",
                   "adversary",
                   "relation",
                   "accountant",
                   "published_claim",
                   "published",
                   "noise_multiplier",
                   "noise_in_average",
                   "sensitivity",
                   "noise_deviation",
                   "noise_over_message",
                   "noise_over_round",
                   "noise_over_run"};
  for (const auto& [setting, account] : rows) {
    const auto& g = account.guarantee;
    const auto& scale = account.scale;
    const run::NoiseScale s = scale.value_or(run::NoiseScale{});
    const bool stated = account.claim && account.claim->epsilon;
    const bool averaged = account.noise && account.noise->clients > 0;
    std::string remarks;
    for (const std::string& remark : account.remarks) {
      remarks += (remarks.empty() ? "" : "; ") + remark;
    }
    table.rows.push_back(
        {setting, g ? record::SqlValue(g->epsilon) : record::SqlValue(),
         g && g->delta > 0 ? record::SqlValue(g->delta) : record::SqlValue(),
         optional_text(g, g ? g->scope.unit : ""), optional_text(g, g ? g->scope.adversary : ""),
         optional_text(g, g ? std::string(privacy::name_of(g->relation)) : ""),
         optional_text(g, g ? std::string(privacy::name_of(g->accounting)) : ""),
         stated ? record::SqlValue(*account.claim->epsilon) : record::SqlValue(),
         remarks.empty() ? record::SqlValue() : record::SqlValue(remarks),
         account.noise ? record::SqlValue(account.noise->multiplier) : record::SqlValue(),
         averaged ? record::SqlValue(account.noise->in_average) : record::SqlValue(),
         optional_number(scale, s.typical.sensitivity), optional_number(scale, s.typical.deviation),
         optional_number(scale, s.typical.noise_over_length()),
         optional_number(scale, s.over_round()),
         s.spans_rounds ? record::SqlValue() : optional_number(scale, s.over_run())});
  }
  return table;
}

}  // namespace

int account_grid(const std::string& grid, const PluginOptions& plugins, Engine& engine, bool json) {
  plugin_host::PluginHost host = open_plugins(plugins);
  const LoadedGrid loaded = load_grid(grid, host);
  std::vector<const grid::Cell*> cells;
  for (const grid::Cell& cell : loaded.grid.cells) cells.push_back(&cell);
  std::vector<AccountRow> rows =
      accounts_of(cells, loaded.grid.replicates, engine, question_limits(plugins));
  std::vector<RunReleases> runs;
  for (const AccountRow& row : rows) {
    runs.insert(runs.end(), row.account.runs.begin(), row.account.runs.end());
  }
  const std::size_t all = rows.size() * static_cast<std::size_t>(loaded.grid.replicates);
  for (StudyAccount& study : compose_studies(runs, all)) {
    rows.push_back({std::move(study.name),
                    {.guarantee = study.guarantee,
                     .noise = {},
                     .scale = {},
                     .premises = {},
                     .claim = {},
                     .remarks = std::move(study.remarks),
                     .runs = {}}});
  }
  if (json) {
    print_table(table_of(rows), report::TableFormat::json);
  } else {
    print_out("{}", accounts_text(rows));
  }
  return kOk;
}

}  // namespace skald
