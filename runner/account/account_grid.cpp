#include "account/account_grid.hpp"

#include <fmt/core.h>

#include <exception>
#include <optional>
#include <stdexcept>
#include <utility>

#include "account/cell_account.hpp"
#include "account/study_account.hpp"
#include "engine/job_batch.hpp"
#include "grid/canonical.hpp"
#include "grids/loaded_grid.hpp"
#include "grids/sweep_runs.hpp"
#include "report/format_table.hpp"
#include "system/exit_code.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

// A row of the answer, for a cell, named by its place on the grid's axes, or for a study.
struct Row {
  std::string setting;
  CellAccount account;
};

std::string setting_of(const grid::Cell& cell) {
  const std::string place = place_of(cell);
  return place.empty() ? "the only cell" : place;
}

record::SqlValue optional_text(const std::optional<privacy::Guarantee>& guarantee,
                               std::string text) {
  return guarantee && guarantee->delta > 0 ? record::SqlValue(std::move(text)) : record::SqlValue();
}

bool stated(const std::optional<run::PublishedClaim>& claim) {
  return claim && claim->epsilon.has_value();
}

bool in_average(const CellAccount& account) { return account.noise && account.noise->clients > 0; }

std::string noise_text(const CellAccount& account) {
  const NoiseWidth& noise = *account.noise;
  std::string text = "noise multiplier " + text::number_text(noise.multiplier, 4);
  if (!in_average(account)) return text;
  return text + fmt::format("; in each coordinate of the average of {} clients: {} times the clip",
                            text::number_text(noise.clients, 4),
                            text::number_text(noise.in_average, 4));
}

record::ResultTable table_of(const std::vector<Row>& rows) {
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
                   "noise_in_average"};
  for (const auto& [setting, account] : rows) {
    const auto& g = account.guarantee;
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
         stated(account.claim) ? record::SqlValue(*account.claim->epsilon) : record::SqlValue(),
         remarks.empty() ? record::SqlValue() : record::SqlValue(remarks),
         account.noise ? record::SqlValue(account.noise->multiplier) : record::SqlValue(),
         in_average(account) ? record::SqlValue(account.noise->in_average) : record::SqlValue()});
  }
  return table;
}

constexpr std::size_t kWidth = 80, kEpsWidth = 14;

// Wraps a paragraph in the columns beside the epsilons.
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

void print_text(const std::vector<Row>& rows) {
  std::string last;
  for (const auto& [setting, account] : rows) {
    const auto& g = account.guarantee;
    const std::string eps = g ? "eps " + text::number_text(g->epsilon, 4) : "no eps";
    print_out("{:<{}}{}", eps, kEpsWidth, beside(setting).substr(kEpsWidth));
    if (g && g->delta > 0) {
      const std::string terms =
          fmt::format("at delta {}: one {} against the {}, {}, by {}",
                      text::number_text(g->delta, 4), g->scope.unit, g->scope.adversary,
                      privacy::name_of(g->relation), privacy::name_of(g->accounting));
      if (terms != last) {
        print_out("{}", beside(terms));
        if (!account.premises.empty()) print_out("{}", beside(account.premises));
      }
      last = terms;
    }
    if (account.noise) print_out("{}", beside(noise_text(account)));
    if (stated(account.claim)) print_out("{}", beside(describe(*account.claim)));
    for (const std::string& remark : account.remarks) {
      print_out("{}", beside("! " + remark));
    }
  }
}

// Has workers make the account of every cell. A cell in which plugins get stuck gets a remark that
// says so.
std::vector<Row> accounts_of(const grid::Grid& grid, const PluginOptions& plugins, Engine& engine) {
  std::vector<Job> jobs;
  for (const grid::Cell& cell : grid.cells) {
    Job job;
    job.task = JobTask::account;
    job.cell = grid::write_cell(cell);
    job.replicate = static_cast<std::uint64_t>(grid.replicates);
    jobs.push_back(std::move(job));
  }
  const std::vector<JobEnd> ends = do_jobs(engine, jobs, question_limits(plugins));
  std::vector<Row> rows;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    Row row{setting_of(grid.cells[i]), {}};
    try {
      row.account = decode_cell_account(report_of(ends[i], "the account of the cell"));
    } catch (const std::runtime_error& e) {
      row.account.remarks.push_back(e.what());
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

int account_grid(const std::string& grid, const PluginOptions& plugins, Engine& engine, bool json) {
  plugin_host::PluginHost host = open_plugins(plugins);
  const LoadedGrid loaded = load_grid(grid, host);
  std::vector<Row> rows = accounts_of(loaded.grid, plugins, engine);
  std::vector<RunReleases> runs;
  for (const Row& row : rows) {
    runs.insert(runs.end(), row.account.runs.begin(), row.account.runs.end());
  }
  const std::size_t all = rows.size() * static_cast<std::size_t>(loaded.grid.replicates);
  for (StudyAccount& study : compose_studies(runs, all)) {
    rows.push_back({std::move(study.name),
                    {.guarantee = study.guarantee,
                     .noise = {},
                     .premises = {},
                     .claim = {},
                     .remarks = std::move(study.remarks),
                     .runs = {}}});
  }
  if (json) {
    print_table(table_of(rows), report::TableFormat::json);
  } else {
    print_text(rows);
  }
  return kOk;
}

}  // namespace skald
