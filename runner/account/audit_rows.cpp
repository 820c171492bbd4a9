#include "account/audit_rows.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "account/account_rows.hpp"
#include "account/account_text.hpp"
#include "datasets/data_digest.hpp"
#include "grid/canonical.hpp"
#include "grids/sweep_runs.hpp"
#include "json/json.hpp"
#include "system/provenance.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"
#include "text/wire.hpp"

namespace skald {

using run::AuditFinding;
using run::AuditVerdict;

bool was_attacked(const AuditRow& row) {
  return row.trouble.empty() && (row.finding.verdict == AuditVerdict::consistent ||
                                 row.finding.verdict == AuditVerdict::contradicted);
}

namespace {

// The eps that is shown: the greater of the bounds.
double most_shown(const AuditFinding& finding) {
  return std::max(finding.shown, finding.shown_gaussian.value_or(0));
}

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
  return rounds == 1 ? "the first round"
                     : fmt::format("the first {}", text::counted(rounds, "round"));
}

std::string claim_text(const AuditFinding& finding) {
  const privacy::Guarantee& claim = finding.within;
  return fmt::format(
      "claimed: eps {} for {}, {} for the run, at delta {}: one {} against the {}, {}, by {}",
      four_digits(claim.epsilon), rounds_text(finding.rounds), four_digits(finding.claimed),
      four_digits(claim.delta), claim.scope.unit, claim.scope.adversary,
      privacy::name_of(claim.relation), privacy::name_of(claim.accounting));
}

// "client 3", or "client h3", as the data call it.
std::string client_of(const AuditFinding& finding) {
  if (finding.client_name.empty()) return fmt::format("client {}", finding.client);
  return "client " + text::printable_line(finding.client_name);
}

std::string attack_text(const AuditFinding& finding) {
  const bool is_client = finding.within.scope.unit == "client";
  const std::string client = client_of(finding);
  const std::string whom = is_client ? client : "records of " + client;
  if (finding.canaries > 1) {
    return fmt::format("attack: {} canaries among {} in one run; {} of {} guesses are right",
                       finding.canaries, whom, finding.correct, finding.guesses);
  }
  const std::string unit = is_client ? client : "a record of " + client;
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

// As it is stored in the database.
std::string word_of(AuditVerdict verdict) {
  switch (verdict) {
    case AuditVerdict::nothing_claimed:
      return "nothing_claimed";
    case AuditVerdict::not_attacked:
      return "not_attacked";
    case AuditVerdict::consistent:
      return "consistent";
    case AuditVerdict::contradicted:
      return "contradicted";
  }
  return "";
}

void add_attack(const AuditFinding& finding, record::AuditFindings& found) {
  const privacy::Guarantee& claim = finding.within;
  found.attack = finding.canaries > 1 ? "one_run" : "many_runs";
  found.claimed = claim.epsilon;
  found.shown = most_shown(finding);
  found.shown_by_rates = finding.shown;
  if (finding.shown_gaussian) found.shown_gaussian = *finding.shown_gaussian;
  found.delta = claim.delta;
  found.unit = claim.scope.unit;
  found.adversary = claim.scope.adversary;
  found.relation = privacy::name_of(claim.relation);
  found.accountant = privacy::name_of(claim.accounting);
  found.client = finding.client;
  if (!finding.client_name.empty()) found.client_name = finding.client_name;
  found.rounds = finding.rounds;
  found.runs = finding.runs;
  found.canaries = finding.canaries;
  if (finding.canaries > 1) {
    found.guesses = finding.guesses;
    found.correct = finding.correct;
  }
  if (!finding.errors) return;
  found.false_alarms = finding.errors->alarms;
  found.missed = finding.errors->missed;
  found.fewest_missed = finding.errors->fewest_missed;
}

record::SqlValue sql_value(double number) { return when(!std::isnan(number), number); }
record::SqlValue sql_value(std::int64_t number) { return number; }
record::SqlValue sql_value(const std::string& text) { return text; }
template <class T>
record::SqlValue sql_value(const std::optional<T>& value) {
  return value ? record::SqlValue(*value) : record::SqlValue();
}

// What is stored of the finding, in the words for people.
NamedValues told(const AuditRow& row, double confidence) {
  const bool attacked = was_attacked(row), found = row.trouble.empty();
  record::AuditFindings stored = found ? findings_of(row) : record::AuditFindings{};
  stored.verdict = found ? name_of(row.finding.verdict) : "no finding";
  if (attacked) stored.confidence = confidence;
  if (!found) stored.why = row.trouble;
  NamedValues values{{"cell", row.setting}};
  text::for_each_column(stored, [&](std::string_view name, const auto& value) {
    if (name == "run" || name == "attack") return;
    if (name == "why") values.emplace_back("seconds", when(attacked, row.finding.seconds));
    values.emplace_back(name, sql_value(value));
  });
  if (!found) std::ranges::find(values, "seed", &NamedValues::value_type::first)->second = {};
  values.emplace_back("attack", when(found, std::string(run::name_of(row.finding.attack))));
  return values;
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
    AuditRow& row = rows.emplace_back(AuditRow{setting_of(*cells[i]), {}});
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

record::AuditFindings findings_of(const AuditRow& row) {
  record::AuditFindings found;
  found.verdict = word_of(row.finding.verdict);
  found.claimed_for_run = row.finding.claimed;
  if (was_attacked(row)) add_attack(row.finding, found);
  found.seed = static_cast<std::int64_t>(row.finding.seed);
  found.why = row.finding.why;
  return found;
}

record::ResultTable audits_table(const std::vector<AuditRow>& rows, double confidence) {
  record::ResultTable table;
  for (const AuditRow& row : rows) add_row(table, told(row, confidence));
  return table;
}

namespace {

// {"runs":2000,"rounds":10,"confidence":0.99,"cells":3}, with "canaries" in place of "runs" for an
// audit by one run, and "attack" if it is not by canaries alone; without "rounds" if that is by
// what is stored of whole runs.
std::string plan_text(const run::AuditPlan& plan, std::size_t cells) {
  const bool is_one_run = plan.canaries > 0;
  json::JsonValue object = json::json_object();
  const auto add = [&object](const char* name, std::int64_t value) {
    json::add(object, name, value);
  };
  add(is_one_run ? "canaries" : "runs", is_one_run ? plan.canaries : plan.runs);
  if (plan.attack != run::Attack::stored) add("rounds", plan.rounds);
  json::add(object, "confidence", json::json_number(text::number_text(1 - plan.significance, 12)));
  add("cells", static_cast<std::int64_t>(cells));
  if (plan.attack != run::Attack::canary) {
    json::add(object, "attack", std::string(name_of(plan.attack)));
  }
  return json::write_json(object);
}

}  // namespace

std::vector<record::AuditRecord> audit_records(const grid::Grid& grid,
                                               const std::vector<AuditRow>& rows,
                                               const run::AuditPlan& plan,
                                               plugin_host::PluginHost& host) {
  std::vector<record::AuditRecord> records;
  DataDigests digests(grid);
  record::AuditRecord common;
  common.plan = plan_text(plan, grid.cells.size());
  common.ended = record::now();
  common.environment = environment();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].trouble.empty()) continue;
    const grid::Cell& cell = grid.cells[i];
    record::AuditRecord record = common;
    static_cast<record::AuditFindings&>(record) = findings_of(rows[i]);
    record.confidence = 1 - plan.significance;
    record.cell = grid::cell_hash(cell);
    record.run = identity_of(cell, digests).origin;
    record.seconds = rows[i].finding.seconds;
    record.environment.plugins = plugins_json(cell, host);
    records.push_back(std::move(record));
  }
  return records;
}

}  // namespace skald
