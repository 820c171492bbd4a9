#include "database/stored_audits.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "run/audit/attack.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

// One row, by the names of its columns.
class Row {
 public:
  Row(const record::ResultTable& table, std::size_t row) : table_(table), row_(table.rows[row]) {}

  const record::SqlValue& operator[](std::string_view name) const {
    const auto column = std::find(table_.columns.begin(), table_.columns.end(), name);
    return row_.at(static_cast<std::size_t>(column - table_.columns.begin()));
  }
  bool has(std::string_view name) const {
    return !std::holds_alternative<std::monostate>((*this)[name]);
  }
  std::string text(std::string_view name) const { return std::get<std::string>((*this)[name]); }
  std::int64_t integer(std::string_view name) const {
    return std::get<std::int64_t>((*this)[name]);
  }
  std::string number(std::string_view name) const {
    return text::number_text(std::get<double>((*this)[name]), 4);
  }

 private:
  const record::ResultTable& table_;
  const std::vector<record::SqlValue>& row_;
};

// The attack that a plan names: compact JSON, as audits are stored with it.
run::Attack attack_in(const std::string& plan) {
  for (const run::Attack attack : run::attacks) {
    const std::string named = fmt::format("\"attack\":\"{}\"", name_of(attack));
    if (plan.find(named) != std::string::npos) return attack;
  }
  return run::Attack::canary;
}

std::string attack_words(const Row& audit) {
  const std::string target = audit.text("unit") == "client"
                                 ? fmt::format("client {}", audit.integer("client"))
                                 : fmt::format("a record of client {}", audit.integer("client"));
  if (audit.text("attack") == "one_run") {
    return fmt::format(
        "{} canaries among the records of client {} in one run, {} of {} guesses right",
        audit.integer("canaries"), audit.integer("client"), audit.integer("correct"),
        audit.integer("guesses"));
  }
  return run::attack_words(attack_in(audit.text("plan")), target, audit.integer("runs"));
}

// "No contradiction: ..."
std::string sentence(std::string text, bool is_contradiction) {
  if (is_contradiction) return "CONTRADICTION: " + text + ".";
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text + ".";
}

std::string shown_words(const Row& audit) {
  std::string text = "Attacks show eps " + audit.number("shown") + " at least";
  if (audit.has("shown_gaussian")) {
    text += fmt::format(" ({} by rates alone, {} if noise is Gaussian, as declared)",
                        audit.number("shown_by_rates"), audit.number("shown_gaussian"));
  }
  return text;
}

}  // namespace

record::ResultTable audits_of_run(const store::StoreReader& reader, const std::string& hash) {
  return reader.select(
      "SELECT verdict, claimed_for_run, claimed, shown, shown_by_rates, shown_gaussian, delta,"
      " confidence, unit, adversary, relation, accountant, attack, client, rounds, runs, canaries,"
      " guesses, correct, seed, why, skald_version, plan FROM audits WHERE audit IN (SELECT id"
      " FROM cell_audits WHERE run = (SELECT origin FROM runs WHERE hash = ?)) GROUP BY audit"
      " ORDER BY audit",
      hash);
}

std::string audit_words(const record::ResultTable& audits, std::size_t row) {
  const Row audit(audits, row);
  const std::string why = sentence(audit.text("why"), audit.text("verdict") == "contradicted");
  if (!audit.has("shown")) return why;
  const std::int64_t rounds = audit.integer("rounds");
  return fmt::format(
      "{} where {} is claimed for the first {} and {} for the whole run, at delta {}; one {} "
      "against the {}, {}, by {}. {} The attack: {}. With confidence {}, this bound and all made "
      "with it hold. Seed {}, Skald {}.",
      shown_words(audit), audit.number("claimed"),
      rounds == 1 ? std::string("round") : fmt::format("{} rounds", rounds),
      audit.number("claimed_for_run"), audit.number("delta"), audit.text("unit"),
      audit.text("adversary"), audit.text("relation"), audit.text("accountant"), why,
      attack_words(audit), audit.number("confidence"), audit.integer("seed"),
      audit.text("skald_version"));
}

std::string audits_note(const store::StoreReader& reader, const std::string& study) {
  const auto rows = reader
                        .select(
                            "SELECT count(DISTINCT cell), count(DISTINCT CASE verdict WHEN"
                            " 'contradicted' THEN cell END) FROM audits WHERE study = ?",
                            study)
                        .rows;
  const auto audited = std::get<std::int64_t>(rows[0][0]);
  if (audited == 0) return "";
  const auto refuted = std::get<std::int64_t>(rows[0][1]);
  return fmt::format("{}{} cells were attacked: {}; see the view audits", refuted > 0 ? "! " : "",
                     audited,
                     refuted > 0 ? fmt::format("the claims of {} are refuted", refuted)
                                 : std::string("no claim is refuted, which proves nothing"));
}

}  // namespace skald
