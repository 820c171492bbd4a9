#include "account/account_rows.hpp"

#include <fmt/core.h>

#include <optional>
#include <stdexcept>
#include <utility>

#include "account/account_words.hpp"
#include "grid/canonical.hpp"
#include "grids/sweep_runs.hpp"
#include "text/number_text.hpp"
#include "text/wire.hpp"

namespace skald {
namespace {

std::string setting_of(const grid::Cell& cell) {
  const std::string place = place_of(cell);
  return place.empty() ? "the only cell" : place;
}

std::string noise_text(const CellAccount& account) {
  const NoiseWidth& noise = *account.noise;
  std::string text = "noise multiplier " + text::number_text(noise.multiplier, 4);
  if (noise.clients > 0) {
    text +=
        fmt::format("; in each coordinate of the average of {} clients: {} times the clip",
                    text::number_text(noise.clients, 4), text::number_text(noise.in_average, 4));
  }
  return account.scale ? text + "; " + describe(*account.scale) : text;
}

record::SqlValue optional_text(const std::optional<privacy::Guarantee>& guarantee,
                               std::string text) {
  return guarantee && guarantee->delta > 0 ? record::SqlValue(std::move(text)) : record::SqlValue();
}

record::SqlValue optional_number(const std::optional<run::NoiseScale>& scale, double number) {
  return scale ? record::SqlValue(number) : record::SqlValue();
}

}  // namespace

std::vector<AccountRow> accounts_of(const std::vector<const grid::Cell*>& cells,
                                    std::int64_t replicates, Engine& engine,
                                    const JobLimits& limits) {
  std::vector<AccountCell> questions;
  for (const grid::Cell* cell : cells) questions.push_back({grid::write_cell(*cell), replicates});
  auto answers = ask(engine, questions, limits, "the account of the cell");
  std::vector<AccountRow> rows;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    AccountRow& row = rows.emplace_back(AccountRow{setting_of(*cells[i]), {}});
    if (answers[i]) {
      row.account = std::move(*answers[i]);
    } else {
      row.account.remarks.push_back(answers[i].reason());
    }
  }
  return rows;
}

std::string accounts_text(const std::vector<AccountRow>& rows) {
  std::string text, last;
  for (const auto& [setting, account] : rows) {
    const auto& g = account.guarantee;
    const std::string eps = g ? "eps " + text::number_text(g->epsilon, 4) : "no eps";
    text += fmt::format("{:<{}}{}", eps, kBesideWidth, beside(setting).substr(kBesideWidth));
    if (g && g->delta > 0) {
      const std::string terms =
          fmt::format("at delta {}: one {} against the {}, {}, by {}",
                      text::number_text(g->delta, 4), g->scope.unit, g->scope.adversary,
                      privacy::name_of(g->relation), privacy::name_of(g->accounting));
      if (terms != last) {
        text += beside(terms);
        if (!account.premises.empty()) text += beside(account.premises);
      }
      last = terms;
    }
    if (account.noise) text += beside(noise_text(account));
    if (account.claim && account.claim->epsilon) text += beside(describe(*account.claim));
    for (const std::string& remark : account.remarks) text += beside("! " + remark);
  }
  return text;
}

record::ResultTable accounts_table(const std::vector<AccountRow>& rows) {
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

}  // namespace skald
