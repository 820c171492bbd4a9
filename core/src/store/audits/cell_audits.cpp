#include "store/audits/cell_audits.hpp"

#include <stdexcept>

#include "store/columns.hpp"
#include "store/damage.hpp"
#include "store/run_writer.hpp"
#include "store/seals/row_digest.hpp"

namespace skald::store {
namespace {

using record::AuditFindings;
using record::AuditRecord;

// Whether the columns are those of the other, given as a list.
std::string same_findings(std::string_view here, const std::string& there) {
  return "(" + record_columns<AuditFindings>(here) + ") IS (" + there + ")";
}

// The seals of audits in the database attached as `schema`.
class AuditSeals {
 public:
  AuditSeals(const Connection& connection, std::string_view schema)
      : rows_(connection.prepare(with_schema(
            "SELECT " +
                table_columns("cell_audits", "a.",
                              {{"id", ""}, {"cell", ""}, {"environment", ""}, {"digest", ""}}) +
                ", c.hash, c.canonical_json, " + table_columns("environments", "e.", {{"id", ""}}) +
                " FROM $.cell_audits AS a LEFT JOIN $.cells AS c ON c.id = a.cell"
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
      return find_.first<std::string>(audit) == digest_of(audit);
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
        shared_(connection),
        seals_(connection, "main"),
        find_cell_(connection.prepare("SELECT id FROM cells WHERE hash = ?")),
        find_(connection.prepare("SELECT id, " +
                                 same_findings("", parameters(record_columns<AuditFindings>())) +
                                 " FROM cell_audits WHERE run = ? AND plan = ?")),
        remove_(connection.prepare("DELETE FROM cell_audits WHERE run = ? AND plan = ?")),
        add_(connection.prepare(
            insert_sql("cell_audits (cell, environment, " + record_columns<AuditRecord>() + ")"))),
        seal_(connection.prepare("UPDATE cell_audits SET digest = ? WHERE id = ?")) {}

  void write(const AuditRecord& audit, AuditsStored& stored) {
    const std::int64_t cell = cell_of(audit);
    const AuditFindings& found = audit;
    const bool is_here = find_.with(found, audit.run, audit.plan).step();
    const bool is_same = is_here && seals_.hold(find_.integer(0)) && find_.integer(1) != 0;
    find_.reset();
    if (is_same) {
      ++stored.unchanged;
      return;
    }
    ++(is_here ? stored.replaced : stored.added);
    remove_.run(audit.run, audit.plan);
    add(audit, cell);
  }

 private:
  std::int64_t cell_of(const AuditRecord& audit) {
    if (const auto cell = find_cell_.first<std::int64_t>(audit.cell)) return *cell;
    throw std::invalid_argument("an audit: cell \"" + audit.cell +
                                "\" was not declared to the store");
  }

  void add(const AuditRecord& audit, std::int64_t cell) {
    add_.run(cell, shared_.id(audit.environment), audit);
    const std::int64_t id = connection_.last_insert_id();
    seal_.run(seals_.digest_of(id), id);
  }

  Connection& connection_;
  SharedRows shared_;
  AuditSeals seals_;
  Statement find_cell_, find_, remove_, add_, seal_;
};

// The audit there and its place here: the cell, and the audit of the same plan, if there is one.
struct Incoming {
  std::int64_t id = 0;
  std::string cell;  // hash
  bool is_here = false, is_same = false;
};

std::vector<Incoming> incoming_audits(const Connection& connection) {
  std::vector<Incoming> found;
  Statement rows = connection.prepare(
      "SELECT o.id, oc.hash, h.id NOTNULL, " +
      same_findings("h.", record_columns<AuditFindings>("o.")) +
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
  const std::string environment = table_columns("environments", "", {{"id", ""}});
  connection
      .prepare("INSERT OR IGNORE INTO main.environments (" + environment + ") SELECT " +
               environment +
               " FROM other.environments WHERE id ="
               " (SELECT environment FROM other.cell_audits WHERE id = ?)")
      .run(id);
  connection
      .prepare("INSERT INTO main.cell_audits (" + table_columns("cell_audits", "", {{"id", ""}}) +
               ") SELECT " +
               table_columns("cell_audits", "o.",
                             {{"id", ""}, {"cell", "c.id"}, {"environment", "e.id"}}) +
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
  for (const auto id : connection.column<std::int64_t>("SELECT id FROM cell_audits")) {
    seal.run(seals.digest_of(id), id);
  }
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
