#include "account/account_rows.hpp"

#include <fmt/core.h>

#include <utility>

#include "account/account_text.hpp"
#include "grid/canonical.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

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
    if (g && g->delta < 1) {
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
  for (const auto& [setting, account] : rows) {
    const bool known = account.guarantee.has_value(), scaled = account.scale.has_value();
    const privacy::Guarantee g = account.guarantee.value_or(privacy::Guarantee{});
    const run::NoiseScale s = account.scale.value_or(run::NoiseScale{});
    const NoiseWidth noise = account.noise.value_or(NoiseWidth{});
    const bool claimed = known && g.delta < 1;
    const bool published = account.claim && account.claim->epsilon;
    std::string remarks;
    for (const std::string& remark : account.remarks) {
      remarks += (remarks.empty() ? "" : "; ") + remark;
    }
    add_row(table, {{"cell", setting},
                    {"eps", when(known, g.epsilon)},
                    {"delta", when(claimed, g.delta)},
                    {"unit", when(claimed, g.scope.unit)},
                    {"adversary", when(claimed, g.scope.adversary)},
                    {"relation", when(claimed, std::string(privacy::name_of(g.relation)))},
                    {"accountant", when(claimed, std::string(privacy::name_of(g.accounting)))},
                    {"published_claim", when(published, published ? *account.claim->epsilon : 0)},
                    {"published", when(!remarks.empty(), remarks)},
                    {"noise_multiplier", when(account.noise.has_value(), noise.multiplier)},
                    {"noise_in_average", when(noise.clients > 0, noise.in_average)},
                    {"sensitivity", when(scaled, s.typical.sensitivity)},
                    {"noise_deviation", when(scaled, s.typical.deviation)},
                    {"noise_over_message", when(scaled, s.typical.noise_over_length())},
                    {"noise_over_round", when(scaled, s.over_round())},
                    {"noise_over_run", when(scaled && !s.spans_rounds, s.over_run())}});
  }
  return table;
}

}  // namespace skald
