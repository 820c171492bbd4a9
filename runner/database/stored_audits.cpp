#include "database/stored_audits.hpp"

#include <fmt/core.h>

#include <cctype>

#include "database/stored_run.hpp"
#include "run/audit/attack.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

std::string number(const StoredRow& audit, std::string_view column) {
  return text::number_text(audit.real(column), 4);
}

// The attack that a plan names: compact JSON, as audits are stored with it.
run::Attack attack_in(const std::string& plan) {
  for (const run::Attack attack : run::attacks) {
    const std::string named = fmt::format("\"attack\":\"{}\"", name_of(attack));
    if (plan.find(named) != std::string::npos) return attack;
  }
  return run::Attack::canary;
}

std::string attack_words(const StoredRow& audit) {
  const std::string client =
      "client " + (audit.has("client_name") ? text::printable_line(audit.text("client_name"))
                                            : std::to_string(audit.integer("client")));
  const std::string target = audit.text("unit") == "client" ? client : "a record of " + client;
  if (audit.text("attack") == "one_run") {
    return fmt::format("{} canaries among the records of {} in one run, {} of {} guesses right",
                       audit.integer("canaries"), client, audit.integer("correct"),
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

std::string shown_words(const StoredRow& audit) {
  std::string text = "Attacks show eps " + number(audit, "shown") + " at least";
  if (audit.has("shown_gaussian")) {
    text += fmt::format(" ({} by rates alone, {} if noise is Gaussian, as declared)",
                        number(audit, "shown_by_rates"), number(audit, "shown_gaussian"));
  }
  return text;
}

}  // namespace

record::ResultTable audits_of_run(const store::StoreReader& reader, const std::string& hash) {
  return reader.select(
      "SELECT verdict, claimed_for_run, claimed, shown, shown_by_rates, shown_gaussian, delta,"
      " confidence, unit, adversary, relation, accountant, attack, client, client_name, rounds, "
      "runs,"
      " canaries, guesses, correct, seed, why, skald_version, plan FROM audits WHERE audit IN "
      "(SELECT id"
      " FROM cell_audits WHERE run = (SELECT origin FROM runs WHERE hash = ?)) GROUP BY audit"
      " ORDER BY audit",
      hash);
}

std::string audit_words(const record::ResultTable& audits, std::size_t row) {
  const StoredRow audit(audits, row);
  const std::string why = sentence(audit.text("why"), audit.text("verdict") == "contradicted");
  if (!audit.has("shown")) return why;
  const std::int64_t rounds = audit.integer("rounds");
  return fmt::format(
      "{} where {} is claimed for the first {} and {} for the whole run, at delta {}; one {} "
      "against the {}, {}, by {}. {} The attack: {}. With confidence {}, this bound and all made "
      "with it hold. Seed {}, Skald {}.",
      shown_words(audit), number(audit, "claimed"),
      rounds == 1 ? std::string("round") : text::counted(rounds, "round"),
      number(audit, "claimed_for_run"), number(audit, "delta"), audit.text("unit"),
      audit.text("adversary"), audit.text("relation"), audit.text("accountant"), why,
      attack_words(audit), number(audit, "confidence"), audit.integer("seed"),
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
  return fmt::format("{}{} attacked: {}; see the view audits", refuted > 0 ? "! " : "",
                     text::counted(audited, "cell was", "cells were"),
                     refuted > 0 ? fmt::format("the claims of {} are refuted", refuted)
                                 : std::string("no claim is refuted, which proves nothing"));
}

}  // namespace skald
