#include "store/audits/cell_audits.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <variant>

#include "store/damage.hpp"
#include "store/environments.hpp"
#include "store/schema_name.hpp"
#include "store/seals/row_digest.hpp"

namespace skald::store {
namespace {

using record::AuditRecord;
using record::SqlValue;

// What an audit has found: two audits by one plan are the same if all of these are.
constexpr const char* findings =
    "run, verdict, attack, claimed_for_run, claimed, shown, shown_by_rates, shown_gaussian, delta,"
    " confidence, unit, adversary, relation, accountant, client, rounds, runs, canaries, guesses,"
    " correct, false_alarms, missed, fewest_missed, seed, why";

SqlValue value_of(double number) { return std::isnan(number) ? SqlValue() : SqlValue(number); }
SqlValue value_of(const std::string& text) { return text.empty() ? SqlValue() : SqlValue(text); }
SqlValue value_of(const std::optional<std::int64_t>& number) {
  return number ? SqlValue(*number) : SqlValue();
}

// In the order of `findings`.
std::vector<SqlValue> findings_of(const AuditRecord& a) {
  return {SqlValue(a.run),
          SqlValue(a.verdict),
          value_of(a.attack),
          value_of(a.claimed_for_run),
          value_of(a.claimed),
          value_of(a.shown),
          value_of(a.shown_by_rates),
          value_of(a.shown_gaussian),
          value_of(a.delta),
          value_of(a.confidence),
          value_of(a.unit),
          value_of(a.adversary),
          value_of(a.relation),
          value_of(a.accountant),
          value_of(a.client),
          value_of(a.rounds),
          value_of(a.runs),
          value_of(a.canaries),
          value_of(a.guesses),
          value_of(a.correct),
          value_of(a.false_alarms),
          value_of(a.missed),
          value_of(a.fewest_missed),
          SqlValue(a.seed),
          SqlValue(a.why)};
}

struct BindTo {
  Statement& statement;
  int parameter;

  void operator()(const record::Blob& bytes) const {
    statement.bind(parameter, std::span<const std::byte>(bytes));
  }
  template <class T>
  void operator()(const T& value) const {
    statement.bind(parameter, value);
  }
};

// The columns of a row after the first.
std::vector<SqlValue> found_in(const Statement& row) {
  std::vector<SqlValue> values;
  for (int column = 1; column < row.columns(); ++column) values.push_back(row.value(column));
  return values;
}

std::string placeholders_of_findings() {
  std::string text = "?";
  for (const char c : std::string_view(findings)) text += c == ',' ? ", ?" : "";
  return text;
}

// The seals of audits in the database attached as `schema`.
class AuditSeals {
 public:
  AuditSeals(const Connection& connection, std::string_view schema)
      : rows_(connection.prepare(with_schema(
            std::string("SELECT a.plan, ") + findings +
                ", a.seconds, a.ended, c.hash, c.canonical_json, e.hash, e.host, e.cpu,"
                " e.instruction_set, e.skald_version, e.git_commit, e.git_dirty, e.build,"
                " e.plugins FROM $.cell_audits AS a LEFT JOIN $.cells AS c ON c.id = a.cell"
                " LEFT JOIN $.environments AS e ON e.id = a.environment WHERE a.id = ?",
            schema))),
        find_(connection.prepare(
            with_schema("SELECT digest FROM $.cell_audits WHERE id = ?", schema))) {}

  std::string digest_of(std::int64_t audit) {
    RowDigest digest;
    digest.add("cell_audits", rows_.with(audit));
    return digest.digest();
  }

  bool hold(std::int64_t audit) {
    try {
      const bool is_same =
          find_.with(audit).step() && !find_.is_null(0) && find_.text(0) == digest_of(audit);
      find_.reset();
      return is_same;
    } catch (const DamagedError&) {
      return false;
    }
  }

 private:
  Statement rows_, find_;
};

class AuditWriter {
 public:
  explicit AuditWriter(Connection& connection)
      : connection_(connection),
        environments_(connection),
        seals_(connection, "main"),
        find_cell_(connection.prepare("SELECT id FROM cells WHERE hash = ?")),
        find_(connection.prepare(std::string("SELECT id, ") + findings +
                                 " FROM cell_audits WHERE run = ? AND plan = ?")),
        remove_(connection.prepare("DELETE FROM cell_audits WHERE run = ? AND plan = ?")),
        add_(connection.prepare(std::string("INSERT INTO cell_audits (cell, plan, seconds, ended,"
                                            " environment, ") +
                                findings + ") VALUES (?, ?, ?, ?, ?, " +
                                placeholders_of_findings() + ")")),
        seal_(connection.prepare("UPDATE cell_audits SET digest = ? WHERE id = ?")) {}

  void write(const AuditRecord& audit, AuditsStored& stored) {
    const std::int64_t cell = cell_of(audit);
    const std::vector<SqlValue> found = findings_of(audit);
    const bool is_here = find_.with(audit.run, audit.plan).step();
    const bool is_same = is_here && seals_.hold(find_.integer(0)) && found_in(find_) == found;
    find_.reset();
    if (is_same) {
      ++stored.unchanged;
      return;
    }
    ++(is_here ? stored.replaced : stored.added);
    remove_.run(audit.run, audit.plan);
    add(audit, cell, found);
  }

 private:
  std::int64_t cell_of(const AuditRecord& audit) {
    if (!find_cell_.with(audit.cell).step()) {
      throw std::invalid_argument("an audit: cell \"" + audit.cell +
                                  "\" was not declared to the store");
    }
    const std::int64_t cell = find_cell_.integer(0);
    find_cell_.reset();
    return cell;
  }

  void add(const AuditRecord& audit, std::int64_t cell, const std::vector<SqlValue>& found) {
    const std::int64_t environment = environments_.id(audit.environment);
    add_.reset();
    int parameter = 0;
    add_.bind(parameter++, cell);
    add_.bind(parameter++, audit.plan);
    add_.bind(parameter++, audit.seconds);
    add_.bind(parameter++, record::to_text(audit.ended));
    add_.bind(parameter++, environment);
    for (const SqlValue& value : found) std::visit(BindTo{add_, parameter++}, value);
    add_.step();
    add_.reset();
    const std::int64_t id = connection_.last_insert_id();
    seal_.run(seals_.digest_of(id), id);
  }

  Connection& connection_;
  EnvironmentIds environments_;
  AuditSeals seals_;
  Statement find_cell_, find_, remove_, add_, seal_;
};

// The audit there and its place here: the cell, and the audit of the same plan, if there is one.
struct Incoming {
  std::int64_t id = 0;
  std::string cell;  // hash
  bool is_here = false, is_same = false;
};

std::string same_findings() {
  std::string here, there;
  for (std::string_view rest = findings; !rest.empty();) {
    const std::size_t end = std::min(rest.find(", "), rest.size());
    const std::string name(rest.substr(0, end));
    here += (here.empty() ? "h." : ", h.") + name;
    there += (there.empty() ? "o." : ", o.") + name;
    rest.remove_prefix(std::min(end + 2, rest.size()));
  }
  return "(" + here + ") IS (" + there + ")";
}

std::vector<Incoming> incoming_audits(const Connection& connection) {
  std::vector<Incoming> found;
  Statement rows = connection.prepare(
      "SELECT o.id, oc.hash, h.id NOTNULL, " + same_findings() +
      " FROM other.cell_audits AS o JOIN other.cells AS oc ON oc.id = o.cell"
      " JOIN main.cells AS c ON c.hash = oc.hash"
      " LEFT JOIN main.cell_audits AS h ON h.run = o.run AND h.plan = o.plan ORDER BY o.id");
  while (rows.step()) {
    found.push_back(
        {rows.integer(0), std::string(rows.text(1)), rows.integer(2) != 0, rows.integer(3) != 0});
  }
  return found;
}

void copy_audit(Connection& connection, std::int64_t id) {
  connection
      .prepare(
          "INSERT OR IGNORE INTO main.environments (hash, host, cpu, instruction_set,"
          " skald_version, git_commit, git_dirty, build, plugins)"
          " SELECT hash, host, cpu, instruction_set, skald_version, git_commit, git_dirty, build,"
          " plugins FROM other.environments WHERE id ="
          " (SELECT environment FROM other.cell_audits WHERE id = ?)")
      .run(id);
  connection
      .prepare(std::string("INSERT INTO main.cell_audits (cell, environment, plan, seconds, ended,"
                           " digest, ") +
               findings + ") SELECT c.id, e.id, plan, seconds, ended, digest, " + findings +
               " FROM other.cell_audits AS o JOIN other.cells AS oc ON oc.id = o.cell"
               " JOIN main.cells AS c ON c.hash = oc.hash"
               " JOIN other.environments AS oe ON oe.id = o.environment"
               " JOIN main.environments AS e ON e.hash = oe.hash WHERE o.id = ?")
      .run(id);
}

}  // namespace

AuditsStored record_audits(Connection& connection, std::span<const AuditRecord> audits) {
  AuditsStored stored;
  AuditWriter writer(connection);
  for (const AuditRecord& audit : audits) writer.write(audit, stored);
  return stored;
}

void seal_audits(Connection& connection) {
  AuditSeals seals(connection, "main");
  Statement seal = connection.prepare("UPDATE cell_audits SET digest = ? WHERE id = ?");
  Statement audits = connection.prepare("SELECT id FROM cell_audits");
  std::vector<std::int64_t> ids;
  while (audits.step()) ids.push_back(audits.integer(0));
  for (const std::int64_t id : ids) seal.run(seals.digest_of(id), id);
}

AuditsMerged merge_audits(Connection& connection) {
  AuditsMerged merged;
  AuditSeals here(connection, "main"), there(connection, "other");
  for (const Incoming& audit : incoming_audits(connection)) {
    if (!there.hold(audit.id)) {
      merged.damaged.push_back(audit.cell);
    } else if (audit.is_here) {
      ++(audit.is_same ? merged.already_here : merged.contrary);
    } else {
      copy_audit(connection, audit.id);
      ++merged.added;
      if (here.hold(connection.last_insert_id())) continue;
      throw DamagedError(connection.file().string() + ": an audit of cell " + audit.cell +
                         " did not arrive as it was; nothing was merged. " + rescue_text());
    }
  }
  return merged;
}

std::vector<std::string> broken_audits(const Connection& connection, std::string_view schema) {
  std::vector<std::string> broken;
  AuditSeals seals(connection, schema);
  Statement rows =
      connection.prepare(with_schema("SELECT a.id, c.hash FROM $.cell_audits AS a"
                                     " LEFT JOIN $.cells AS c ON c.id = a.cell ORDER BY a.id",
                                     schema));
  while (rows.step()) {
    if (!seals.hold(rows.integer(0))) broken.emplace_back(rows.text(1));
  }
  return broken;
}

}  // namespace skald::store
