#include "store/merge.hpp"

#include <array>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "store/columns.hpp"
#include "store/damage.hpp"
#include "store/database_file.hpp"
#include "store/opening/readable_file.hpp"
#include "store/results/results_hash.hpp"
#include "store/run_table.hpp"
#include "store/schema.hpp"
#include "store/seals/declaration_seals.hpp"
#include "store/seals/run_seals.hpp"
#include "store/store_reader.hpp"
#include "text/number_text.hpp"

namespace skald::store {
namespace {

constexpr std::chrono::seconds kPatience{30};  // with another program's lock
constexpr int kMergeAttempts = 20;             // with a file that a sweep writes

// A database attached read-only under the name `other` for the duration of a merge.
class Attached {
 public:
  Attached(Connection& connection, const std::filesystem::path& file) : connection_(connection) {
    connection_.prepare("ATTACH ? AS other").run(sqlite_uri(file, "mode=ro"));
  }
  ~Attached() {
    try {
      connection_.execute("DROP TABLE IF EXISTS temp.incoming; DETACH other");
    } catch (const std::exception&) {
      // The connection detaches it when it closes.
    }
  }
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;

 private:
  Connection& connection_;
};

// `condition` selects the metrics of `other` to compare.
void require_same_metrics(const Connection& connection, const std::filesystem::path& other,
                          const std::string& condition) {
  Statement statement = connection.prepare(
      "SELECT here.name FROM main.metrics AS here JOIN other.metrics AS there USING (name)"
      " WHERE (here.units <> there.units OR here.better <> there.better) AND " +
      condition);
  if (!statement.step()) return;
  throw std::invalid_argument(other.string() + ": the metric \"" + std::string(statement.text(0)) +
                              "\" has other units or another direction there; the numbers cannot "
                              "stand in one file");
}

// What rows of the other file refer to, and the same here, by its natural key.
const std::string of_study =
    " JOIN other.studies AS os ON os.id = o.study JOIN main.studies AS s ON s.name = os.name";
const std::string of_cell =
    " JOIN other.cells AS oc ON oc.id = o.cell JOIN main.cells AS c ON c.hash = oc.hash";

// Returns the beginning of a statement that copies rows of the other file, whose columns are those
// of `o` but for `instead`.
std::string copy(const std::string& insert, const std::string& table, Instead instead) {
  return insert + " INTO main." + table + " (" + table_columns(table, "", {{"id", ""}}) +
         ") SELECT " + table_columns(table, "o.", instead) + " FROM other." + table + " AS o";
}
std::string copy_new(const std::string& table) {
  return copy("INSERT OR IGNORE", table, {{"id", ""}}) + ";";
}

std::string copy_declarations() {
  return copy_new("studies") + copy("INSERT", "study_metrics", {{"study", "s.id"}}) + of_study +
         " WHERE s.id NOT IN (SELECT study FROM main.study_metrics);" + R"(
  INSERT INTO main.former_documents (study, position, document, replaced)
    SELECT h.id, (SELECT count(*) FROM main.former_documents WHERE study = h.id)
        + row_number() OVER (PARTITION BY h.id ORDER BY d.position) - 1, d.document, d.replaced
    FROM (SELECT study, position, document, replaced FROM other.former_documents
          UNION ALL SELECT id, 1000000000, document, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
          FROM other.studies) AS d
    JOIN other.studies AS os ON os.id = d.study JOIN main.studies AS h ON h.name = os.name
    WHERE d.document <> h.document AND d.document NOT IN (
      SELECT document FROM main.former_documents WHERE study = h.id);
)" + copy_new("cells") +
         copy("INSERT", "study_cells", {{"study", "s.id"}, {"cell", "c.id"}}) + of_study + of_cell +
         " WHERE true ON CONFLICT (study, cell) DO UPDATE SET"
         " reference = min(reference, excluded.reference), replicates = max(replicates,"
         " CASE WHEN origin = excluded.origin THEN excluded.replicates ELSE 0 END);" +
         copy("INSERT OR IGNORE", "cell_decisions",
              {{"study", "s.id"}, {"cell", "c.id"}, {"rival", "r.id"}}) +
         of_study + " AND s.document = os.document" + of_cell +
         " LEFT JOIN other.cells AS orival ON orival.id = o.rival"
         " LEFT JOIN main.cells AS r ON r.hash = orival.hash;" +
         copy_new("axis_names") +
         copy("INSERT OR IGNORE", "axes", {{"cell", "c.id"}, {"axis", "n.id"}}) +
         " JOIN other.axis_names AS axis ON axis.id = o.axis"
         " JOIN main.axis_names AS n USING (path)" +
         of_cell + ";" + copy_new("metrics");
}

// Rungs of runs that have no row in `runs`, as well as of others.
std::string copy_rungs() {
  return copy("INSERT OR IGNORE", "rungs", {{"study", "s.id"}, {"cell", "c.id"}}) + of_study +
         of_cell;
}

const std::string contrary_decisions =
    "SELECT s.name, c.hash, h.reason || ' after ' || h.replicates || ' replicates',"
    " o.reason || ' after ' || o.replicates || ' replicates' FROM other.cell_decisions AS o" +
    of_study + of_cell + R"(
  JOIN main.cell_decisions AS h ON h.study = s.id AND h.cell = c.id
  LEFT JOIN other.cells AS orival ON orival.id = o.rival
  LEFT JOIN main.cells AS r ON r.id = h.rival
  WHERE s.document = os.document
    AND (h.replicates, h.reason, h.metric, h.statistic, h.threshold, r.hash, h.rung)
    IS NOT (o.replicates, o.reason, o.metric, o.statistic, o.threshold, orival.hash, o.rung)
  ORDER BY s.name, c.hash
)";

const std::string foreign_decisions = "SELECT count(*) FROM other.cell_decisions AS o" + of_study +
                                      " WHERE s.document <> os.document";

const std::string contrary_rungs = "SELECT count(*) FROM other.rungs AS o" + of_study + R"(
  JOIN main.rungs AS h ON h.study = s.id AND h.run = o.run AND h.metric = o.metric
    AND h.unit = o.unit AND h.rung = o.rung
  WHERE (h.value, h.made_by) IS NOT (o.value, o.made_by)
)";

// The incoming runs that are copied.
const std::string are_copied = "kind IN ('add', 'replace', 'former')";

// A condition on metrics of the other file: whether such a run has values of it.
const std::string measured_by_copied =
    "id IN (SELECT metric FROM other.summary WHERE run IN (SELECT id FROM temp.incoming WHERE " +
    are_copied + "))";

// Used instead of copy_declarations if the declarations of the other file are damaged: copies only
// what the seals of its runs cover. The rest is declared again when the grids are next run.
const std::string copy_declared_of_runs =
    "INSERT OR IGNORE INTO main.studies (name, document, created)"
    " SELECT DISTINCT s.name, '{}', strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM temp.incoming AS i"
    " JOIN other.runs AS o ON o.id = i.id JOIN other.studies AS s ON s.id = o.study WHERE " +
    are_copied +
    "; INSERT OR IGNORE INTO main.cells (hash, canonical_json)"
    " SELECT c.hash, c.canonical_json FROM temp.incoming AS i"
    " JOIN other.runs AS o ON o.id = i.id JOIN other.cells AS c ON c.id = o.cell WHERE " +
    are_copied +
    "; INSERT OR IGNORE INTO main.metrics"
    " (name, units, definition, better, scale, predictive, exact, column_name)"
    " SELECT name, units, '', better, scale, predictive, exact, name FROM other.metrics WHERE " +
    measured_by_copied;

// Environments, and what is measured, are covered only by the seals of runs. `column`: of `runs`,
// which refers to the table.
std::string copy_shared(const std::string& table, const std::string& column) {
  return copy("INSERT OR IGNORE", table, {{"id", ""}}) + " WHERE id IN (SELECT " + column +
         " FROM other.runs WHERE id IN (SELECT id FROM temp.incoming WHERE " + are_copied + "))";
}

// Makes the table `incoming` of the runs in the other file. `here` is the id of the run with the
// same hash in this file; `is_result` whether both are results. `kind` is what to do: add, replace,
// keep, former (add it under the hash of a former run), damaged.
constexpr const char* choose_runs = R"(
  DROP TABLE IF EXISTS temp.incoming;
  CREATE TEMP TABLE incoming AS
    SELECT o.id AS id, o.hash AS hash, o.former_of AS former_of, h.id AS here,
      o.status IN ('ok', 'diverged') AND h.status IN ('ok', 'diverged') AS are_results,
      CASE WHEN h.id IS NULL THEN 'add'
           WHEN o.status IN ('ok', 'diverged') AND h.status NOT IN ('ok', 'diverged')
             THEN 'replace'
           ELSE 'keep' END AS kind
    FROM other.runs AS o LEFT JOIN main.runs AS h ON h.hash = o.hash;
)";

std::string copy_runs() {
  return "DELETE FROM main.runs WHERE id IN (SELECT here FROM temp.incoming WHERE kind = "
         "'replace');"
         "DELETE FROM temp.incoming WHERE NOT " +
         are_copied + "; INSERT INTO main.runs (" + table_columns("runs", "", {{"id", ""}}) +
         ") SELECT " +
         table_columns("runs", "o.",
                       {{"id", ""},
                        {"hash", "i.hash"},
                        {"former_of", "i.former_of"},
                        {"study", "s.id"},
                        {"cell", "c.id"},
                        {"environment", "e.id"},
                        {"measured", "hm.id"}}) +
         " FROM temp.incoming AS i JOIN other.runs AS o ON o.id = i.id" + of_study + of_cell + R"(
    JOIN other.environments AS oe ON oe.id = o.environment
    JOIN main.environments AS e ON e.hash = oe.hash
    JOIN other.measured AS om ON om.id = o.measured
    JOIN main.measured AS hm ON hm.metrics = om.metrics
    ORDER BY o.id;
  UPDATE temp.incoming SET here = (SELECT id FROM main.runs WHERE main.runs.hash = incoming.hash);
  INSERT OR IGNORE INTO main.vector_metrics (name)
    SELECT name FROM other.vector_metrics WHERE id IN (
      SELECT o.metric FROM temp.incoming AS i JOIN other.vector_points AS o ON o.run = i.id);
)";
}

// Copies the rows of incoming runs. `metrics`: the table that the column `metric` refers to; empty:
// there is no such column.
std::string copy_rows(const std::string& table, const std::string& metrics) {
  const std::string joined = metrics.empty() ? ""
                                             : " JOIN other." + metrics +
                                                   " AS om ON om.id = o.metric JOIN main." +
                                                   metrics + " AS m ON m.name = om.name";
  return "INSERT INTO main." + table + " (" + table_columns(table) + ") SELECT " +
         table_columns(table, "o.", {{"run", "i.here"}, {"metric", "m.id"}}) +
         " FROM temp.incoming AS i JOIN other." + table + " AS o ON o.run = i.id" + joined + ";";
}

// Says what is to be done with incoming runs, by their ids.
void mark(const Connection& connection, const std::string& kind,
          const std::vector<std::int64_t>& runs) {
  Statement update = connection.prepare("UPDATE temp.incoming SET kind = ? WHERE id = ?");
  for (const std::int64_t run : runs) update.run(kind, run);
}

// Marks damaged runs of this file to be replaced by those of the other file.
void replace_damaged(const Connection& connection) {
  RunSeals seals(connection);
  Statement replace =
      connection.prepare("UPDATE temp.incoming SET kind = 'replace' WHERE here = ?");
  for (const auto run :
       connection.column<std::int64_t>("SELECT here FROM temp.incoming WHERE kind = 'keep'")) {
    if (!seals.hold(run)) replace.run(run);
  }
}

// The metrics that the run ?N of a schema measures, with their names.
std::string metrics_sql(const std::string& schema, const std::string& run) {
  return "(SELECT e.value AS value, CASE e.type WHEN 'text' THEN e.value ELSE"
         " coalesce(json_extract(e.value, '$.name'), json_extract(e.value, '$.plugin')) END AS name"
         " FROM " +
         schema + ".runs AS r JOIN " + schema +
         ".measured AS m ON m.id = r.measured,"
         " json_each(CASE WHEN json_valid(m.metrics) THEN m.metrics ELSE '[]' END) AS e"
         " WHERE r.id = " +
         run + ")";
}

// Throws if the two runs measure something under one name with different options: one of them would
// be shown with the numbers of the other.
void require_one_meaning(Statement& contrary, std::int64_t here, std::int64_t there,
                         const std::filesystem::path& other) {
  const auto name = contrary.first<std::string>(here, there);
  if (!name) return;
  throw std::invalid_argument(other.string() + ": runs that are here, too, have measured \"" +
                              *name +
                              "\" with other options there; the numbers cannot stand in one file");
}

// Has incoming runs whose results differ from those of the same identity here come as former runs,
// unless they are here as such. Where they repeat them and have measured more, they take their
// place. Former runs there stay away if they are the current ones here.
void tell_apart(const Connection& connection, const std::filesystem::path& other_file) {
  struct Renamed {
    std::int64_t id;
    std::string hash;
  };
  std::vector<Renamed> renamed;
  std::vector<std::int64_t> known, richer;
  ResultsDigest here(connection), there(connection, "other");
  Statement find = connection.prepare("SELECT id FROM main.runs WHERE hash = ?");
  Statement contrary = connection.prepare("SELECT h.name FROM " + metrics_sql("main", "?1") +
                                          " AS h JOIN " + metrics_sql("other", "?2") +
                                          " AS o ON o.name = h.name AND o.value <> h.value");
  Statement rivals = connection.prepare(
      "SELECT id, here, hash FROM temp.incoming WHERE kind = 'keep' AND are_results"
      " AND former_of IS NULL");
  while (rivals.step()) {
    const std::int64_t other = rivals.integer(0), own = rivals.integer(1);
    const std::string results = there.of(other);
    if (results == here.of(own, there.metrics_of(other))) continue;
    if (here.of(own) == there.of(other, here.metrics_of(own))) {
      richer.push_back(other);
      continue;
    }
    require_one_meaning(contrary, own, other, other_file);
    const std::string hash = former_hash(rivals.text(2), results);
    if (!find.first<std::int64_t>(hash)) renamed.push_back({rivals.integer(0), hash});
  }
  Statement former = connection.prepare(
      "SELECT i.id, i.hash, h.hash, h.id FROM temp.incoming AS i"
      " JOIN main.runs AS h ON h.hash = i.former_of WHERE i.kind = 'add'");
  while (former.step()) {
    const std::string current = former_hash(former.text(2), here.of(former.integer(3)));
    if (former.text(1) == current) known.push_back(former.integer(0));
  }
  Statement rename = connection.prepare(
      "UPDATE temp.incoming SET kind = 'former', former_of = hash, hash = ?, here = NULL"
      " WHERE id = ?");
  for (const Renamed& run : renamed) rename.run(run.hash, run.id);
  mark(connection, "keep", known);
  mark(connection, "replace", richer);
}

// Excludes incoming runs whose seals do not match, and returns their hashes.
std::vector<std::string> refuse_damaged(const Connection& connection) {
  RunSeals seals(connection, "other");
  std::vector<std::string> damaged;
  std::vector<std::int64_t> ids;
  Statement runs = connection.prepare(
      "SELECT i.id, o.hash FROM temp.incoming AS i JOIN other.runs AS o ON o.id = i.id"
      " WHERE " +
      are_copied + " ORDER BY i.id");
  while (runs.step()) {
    if (seals.hold(runs.integer(0))) continue;
    ids.push_back(runs.integer(0));
    damaged.emplace_back(runs.text(1));
  }
  mark(connection, "damaged", ids);
  return damaged;
}

// Seals the former runs that have come under other hashes than they have there, and removes those
// whose results have come with a run of their identity.
void settle_former(Connection& connection) {
  RunSeals seals(connection);
  FormerRuns former(connection);
  Statement renamed = connection.prepare("SELECT here FROM temp.incoming WHERE kind = 'former'");
  while (renamed.step()) seals.seal(renamed.integer(0));
  std::vector<std::pair<std::int64_t, std::string>> current;
  Statement come = connection.prepare(
      "SELECT here, hash FROM temp.incoming WHERE hash IN (SELECT former_of FROM main.runs)");
  while (come.step()) current.emplace_back(come.integer(0), come.text(1));
  for (const auto& [id, hash] : current) former.remove_repeated(hash, id);
}

// Counts the runs that studies there declare, and none here.
constexpr const char* undeclared = R"(
  SELECT count(*) FROM temp.incoming WHERE kind = 'add'
    AND id IN (SELECT id FROM other.current_runs)
    AND here NOT IN (SELECT id FROM main.current_runs)
)";

// Checks that the seals of the merged runs match. A damaged page could have led the copy to other
// rows of the other file than those whose seals were examined.
void require_arrival(const Connection& connection) {
  RunSeals seals(connection);
  ResultsDigest results(connection);
  Statement runs = connection.prepare("SELECT here, hash, kind, former_of FROM temp.incoming");
  while (runs.step()) {
    const std::int64_t run = runs.integer(0);
    const bool is_here = runs.text(2) == "former"
                             ? runs.text(1) == former_hash(runs.text(3), results.of(run))
                             : seals.hold(run);
    if (is_here) continue;
    throw DamagedError(connection.file().string() + ": what run " + std::string(runs.text(1)) +
                       " refers to is damaged, here or in the other file; nothing was merged. " +
                       rescue_text());
  }
}

void count_kinds(const Connection& connection, MergeReport& report) {
  Statement statement = connection.prepare(
      "SELECT sum(kind = 'add'), sum(kind = 'replace'), sum(kind = 'keep'),"
      " sum(kind = 'former') FROM temp.incoming");
  statement.step();
  report.added = statement.integer(0);
  report.replaced = statement.integer(1);
  report.already_here = statement.integer(2);
  report.former = statement.integer(3);
}

void copy_names(Connection& connection, const std::filesystem::path& other,
                bool are_declarations_whole) {
  require_same_metrics(connection, other,
                       are_declarations_whole ? "1" : "there." + measured_by_copied);
  connection.execute(are_declarations_whole ? copy_declarations() : copy_declared_of_runs);
  connection.execute(copy_shared("measured", "measured"));
  connection.execute(copy_shared("environments", "environment"));
}

void report_contradictions(const Connection& connection, MergeReport& report) {
  Statement decisions = connection.prepare(contrary_decisions);
  while (decisions.step()) {
    report.contrary_decisions.push_back(
        {std::string(decisions.text(0)), std::string(decisions.text(1)),
         std::string(decisions.text(2)), std::string(decisions.text(3))});
  }
  report.foreign_decisions = connection.integer(foreign_decisions);
  report.contrary_rungs = connection.integer(contrary_rungs);
}

MergeReport take_over(Connection& connection, const std::filesystem::path& other) {
  MergeReport report;
  report.damaged_declarations = broken_declarations(connection, "other");
  connection.execute(choose_runs);
  replace_damaged(connection);
  tell_apart(connection, other);
  report.damaged_runs = refuse_damaged(connection);
  count_kinds(connection, report);
  const bool are_declarations_whole = report.damaged_declarations.empty();
  copy_names(connection, other, are_declarations_whole);
  if (are_declarations_whole) {
    connection.execute(copy_rungs());
    report_contradictions(connection, report);
    report.audits = merge_audits(connection);
  }
  connection.execute(copy_runs());
  for (const char* table : {"points", "summary"}) connection.execute(copy_rows(table, "metrics"));
  connection.execute(copy_rows("vector_points", "vector_metrics"));
  for (const char* table : {"events", "artifacts", "ledger", "moments", "diagnostics"}) {
    connection.execute(copy_rows(table, ""));
  }
  settle_former(connection);
  if (are_declarations_whole) report.undeclared = connection.integer(undeclared);
  rewrite_run_table(connection);
  return report;
}

void require_everything(const MergeReport& report, const std::filesystem::path& other) {
  if (!report.damaged_runs.empty() || !report.damaged_declarations.empty() ||
      !report.audits.damaged.empty()) {
    throw DamagedError(other.string() + ": " +
                       text::counted(std::ssize(report.damaged_runs), "run") + ", " +
                       text::counted(std::ssize(report.audits.damaged), "audit") + " and " +
                       text::counted(std::ssize(report.damaged_declarations),
                                     "table of declarations", "tables of declarations") +
                       " are damaged; nothing was merged");
  }
  if (report.former > 0) {
    throw std::invalid_argument(other.string() + ": " +
                                text::counted(report.former, "run has", "runs have") +
                                " other results than the same here, made by another "
                                "build of Skald or a plugin; nothing was merged");
  }
  if (report.undeclared == 0) return;
  throw std::invalid_argument(other.string() + ": " +
                              text::counted(report.undeclared, "run is", "runs are") +
                              " of a study that is declared here with another seed or "
                              "other data; nothing was merged");
}

// `examined` has seen the attached file. Returns nothing, and merges nothing, if that was written
// since.
std::optional<MergeReport> merge_attached(Connection& connection, StoreReader& examined,
                                          MergeRule rule) {
  const std::filesystem::path& other = examined.file();
  Transaction transaction(connection, Transaction::Kind::write);  // of both files
  if (examined.renew()) return std::nullopt;
  MergeReport report;
  try {
    report = take_over(connection, other);
  } catch (const DamagedError&) {
    throw DamagedError(other.string() + ": it, or " + connection.file().string() +
                       ", is damaged so that its runs cannot be read; nothing was merged. " +
                       rescue_text());
  }
  if (rule == MergeRule::all_or_nothing) require_everything(report, other);
  seal_declarations(connection);
  require_arrival(connection);
  transaction.commit();
  return report;
}

}  // namespace

MergeReport merge_database(Connection& connection, const std::filesystem::path& other,
                           MergeRule rule) {
  const std::filesystem::path file = resolve_database_file(other);
  if (file == connection.file()) {
    throw std::invalid_argument(file.string() + ": a database cannot be merged into itself");
  }
  const ReadableFile readable(file);
  StoreReader examined(readable, kPatience, Cache::scans);
  const Attached attached(connection, readable.path());
  for (int attempt = 0; attempt < kMergeAttempts; ++attempt) {
    if (auto report = merge_attached(connection, examined, rule)) return *std::move(report);
  }
  throw std::runtime_error(file.string() +
                           ": is being written too often to be read; nothing was merged, try "
                           "again when its sweep has ended");
}

}  // namespace skald::store
