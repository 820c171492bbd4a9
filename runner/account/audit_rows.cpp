#include "account/audit_rows.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "account/account_words.hpp"
#include "grid/canonical.hpp"
#include "grids/sweep_runs.hpp"
#include "text/number_text.hpp"
#include "text/wire.hpp"

namespace skald {

using run::AuditFinding;
using run::AuditVerdict;

bool was_attacked(const AuditRow& row) {
  return row.trouble.empty() && (row.finding.verdict == AuditVerdict::consistent ||
                                 row.finding.verdict == AuditVerdict::contradicted);
}

double most_shown(const AuditFinding& finding) {
  return std::max(finding.shown, finding.shown_gaussian.value_or(0));
}

namespace {

std::string_view name_of(AuditVerdict verdict) {
  switch (verdict) {
    case AuditVerdict::nothing_claimed:
      return "nothing claimed";
    case AuditVerdict::not_attacked:
      return "not attacked";
    case AuditVerdict::consistent:
      return "no contradiction";
    case AuditVerdict::contradicted:
      return "CONTRADICTION";
  }
  return "";
}

std::string four_digits(double value) { return text::number_text(value, 4); }

std::string rounds_text(std::int64_t rounds) {
  return rounds == 1 ? "the first round" : fmt::format("the first {} rounds", rounds);
}

std::string claim_text(const AuditFinding& finding) {
  const privacy::Guarantee& claim = finding.within;
  return fmt::format(
      "claimed: eps {} for {}, {} for the run, at delta {}: one {} against the {}, {}, by {}",
      four_digits(claim.epsilon), rounds_text(finding.rounds), four_digits(finding.claimed),
      four_digits(claim.delta), claim.scope.unit, claim.scope.adversary,
      privacy::name_of(claim.relation), privacy::name_of(claim.accounting));
}

std::string attack_text(const AuditFinding& finding) {
  const std::string whom = finding.within.scope.unit == "client"
                               ? fmt::format("client {}", finding.client)
                               : fmt::format("records of client {}", finding.client);
  if (finding.canaries > 1) {
    return fmt::format("attack: {} canaries among {} in one run; {} of {} guesses are right",
                       finding.canaries, whom, finding.correct, finding.guesses);
  }
  const std::string unit = finding.within.scope.unit == "client"
                               ? whom
                               : fmt::format("a record of client {}", finding.client);
  std::string text = "attack: " + run::attack_words(finding.attack, unit, finding.runs);
  if (finding.errors) {
    text += fmt::format(
        "; it raises false alarms in at most {} % of the runs and misses the canary in at most {} "
        "%, where what is declared leaves at least {} %",
        four_digits(100 * finding.errors->alarms), four_digits(100 * finding.errors->missed),
        four_digits(100 * finding.errors->fewest_missed));
  }
  return text;
}

std::string shown_text(const AuditFinding& finding) {
  std::string text = "shown: eps " + four_digits(finding.shown);
  if (finding.shown_gaussian) {
    text += fmt::format(", and {} if noise is Gaussian, as declared",
                        four_digits(*finding.shown_gaussian));
  }
  return text;
}

template <class T>
record::SqlValue when(bool given, const T& value) {
  return given ? record::SqlValue(value) : record::SqlValue();
}

std::vector<record::SqlValue> table_row(const AuditRow& row, double confidence) {
  const AuditFinding& f = row.finding;
  const privacy::Guarantee& g = f.within;
  const bool attacked = was_attacked(row), found = row.trouble.empty();
  const AuditFinding::Errors errors = f.errors.value_or(AuditFinding::Errors{});
  const bool many = attacked && f.errors.has_value(), one = attacked && f.canaries > 1;
  return {row.setting,
          std::string(found ? name_of(f.verdict) : "no finding"),
          when(found, f.claimed),
          when(attacked, g.epsilon),
          when(attacked, most_shown(f)),
          when(attacked, f.shown),
          when(attacked && f.shown_gaussian, f.shown_gaussian.value_or(0)),
          when(attacked, g.delta),
          when(attacked, confidence),
          when(attacked, g.scope.unit),
          when(attacked, g.scope.adversary),
          when(attacked, std::string(privacy::name_of(g.relation))),
          when(attacked, std::string(privacy::name_of(g.accounting))),
          when(attacked, static_cast<std::int64_t>(f.client)),
          when(attacked, f.rounds),
          when(attacked, f.runs),
          when(attacked, f.canaries),
          when(one, f.guesses),
          when(one, f.correct),
          when(many, errors.alarms),
          when(many, errors.missed),
          when(many, errors.fewest_missed),
          when(found, static_cast<std::int64_t>(f.seed)),
          when(attacked, f.seconds),
          found ? f.why : row.trouble,
          when(found, std::string(run::name_of(f.attack)))};
}

}  // namespace

std::vector<AuditRow> audits_of(const std::vector<const grid::Cell*>& cells,
                                const run::AuditPlan& plan, Engine& engine,
                                const JobLimits& limits) {
  std::vector<AuditCell> questions;
  for (const grid::Cell* cell : cells) questions.push_back({grid::write_cell(*cell), plan});
  auto answers = ask(engine, questions, limits, "the audit of the cell");
  std::vector<AuditRow> rows;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::string place = place_of(*cells[i]);
    AuditRow& row = rows.emplace_back(AuditRow{place.empty() ? "the only cell" : place, {}});
    if (answers[i]) {
      row.finding = std::move(*answers[i]);
    } else {
      row.trouble = answers[i].reason();
    }
  }
  return rows;
}

std::string audits_text(const std::vector<AuditRow>& rows, double confidence) {
  std::string text;
  for (const AuditRow& row : rows) {
    const bool attacked = was_attacked(row);
    const std::string eps =
        attacked ? "eps > " + four_digits(most_shown(row.finding)) : std::string("no audit");
    text += fmt::format("{:<{}}{}", eps, kBesideWidth, beside(row.setting).substr(kBesideWidth));
    if (attacked) {
      text += beside(claim_text(row.finding));
      text += beside(attack_text(row.finding));
      text += beside(shown_text(row.finding));
    }
    const bool bad = !row.trouble.empty() || row.finding.verdict == AuditVerdict::contradicted;
    const std::string head =
        attacked && bad ? std::string(name_of(row.finding.verdict)) + ": " : std::string();
    text +=
        beside((bad ? "! " : "") + head + (row.trouble.empty() ? row.finding.why : row.trouble));
  }
  return text + fmt::format(
                    "\nAll bounds hold together with probability {}. A low bound proves "
                    "nothing.\n",
                    text::number_text(confidence, 6));
}

record::ResultTable audits_table(const std::vector<AuditRow>& rows, double confidence) {
  record::ResultTable table;
  table.columns = {"cell",
                   "verdict",
                   "claimed_for_run",
                   "claimed",
                   "shown",
                   "shown_by_rates",
                   "shown_gaussian",
                   "delta",
                   "confidence",
                   "unit",
                   "adversary",
                   "relation",
                   "accountant",
                   "client",
                   "rounds",
                   "runs",
                   "canaries",
                   "guesses",
                   "correct",
                   "false_alarms",
                   "missed",
                   "fewest_missed",
                   "seed",
                   "seconds",
                   "why",
                   "attack"};
  for (const AuditRow& row : rows) table.rows.push_back(table_row(row, confidence));
  return table;
}

}  // namespace skald
