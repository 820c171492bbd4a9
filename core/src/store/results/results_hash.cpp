#include "store/results/results_hash.hpp"

#include "record/records.hpp"
#include "store/columns.hpp"
#include "store/seals/row_digest.hpp"
#include "text/sha256.hpp"

namespace skald::store {
namespace {

// The letters of values in what is hashed, which differ from those of seals: their numbers. They
// never change, either. No column is a blob.
constexpr std::string_view kKinds("\0\1\2\3\4", 5);

// `metrics`: null: all.
void append_metrics(std::string& bytes, Statement& rows, std::int64_t run,
                    const std::set<std::string>* metrics) {
  rows.with(run);
  while (rows.step()) {
    if (metrics == nullptr || metrics->contains(std::string(rows.text(0))))
      append_values(bytes, rows, 0, rows.columns(), kKinds);
  }
  rows.reset();
}

std::string digest_of(std::int64_t run, std::vector<Statement>& of_metrics,
                      std::vector<Statement>& others, const std::set<std::string>* metrics) {
  std::string bytes;
  for (Statement& rows : of_metrics) {
    append_metrics(bytes, rows, run, metrics);
    bytes += '\n';
  }
  for (Statement& rows : others) {
    append_metrics(bytes, rows, run, nullptr);
    bytes += '\n';
  }
  return text::sha256(bytes);
}

}  // namespace

ResultsDigest::ResultsDigest(const Connection& connection, std::string_view schema)
    : metrics_(connection.prepare(
          with_schema("SELECT name FROM $.summary AS s JOIN $.metrics AS m ON m.id = s.metric"
                      " WHERE run = ?",
                      schema))) {
  const auto prepare = [&](const std::string& sql) {
    return connection.prepare(with_schema(sql, schema));
  };
  of_metrics_.push_back(
      prepare("SELECT name, " + table_columns("summary", "s.", {{"run", ""}, {"metric", ""}}) +
              " FROM $.summary AS s"
              " JOIN $.metrics AS m ON m.id = s.metric WHERE run = ? ORDER BY name"));
  of_metrics_.push_back(
      prepare("SELECT name, iteration, value FROM $.points AS p JOIN $.metrics AS m"
              " ON m.id = p.metric WHERE run = ? ORDER BY name, iteration"));
  others_.push_back(prepare("SELECT status FROM $.runs WHERE id = ?"));
  others_.push_back(prepare("SELECT " + table_columns("ledger", "", {{"run", ""}}) +
                            " FROM $.ledger WHERE run = ?"));
  others_.push_back(prepare("SELECT " +
                            table_columns("moments", "", {{"run", ""}, {"wall_seconds", ""}}) +
                            " FROM $.moments WHERE run = ? ORDER BY iteration"));
  others_.push_back(prepare("SELECT " + table_columns("diagnostics", "", {{"run", ""}}) +
                            " FROM $.diagnostics WHERE run = ? ORDER BY iteration"));
  others_.push_back(
      prepare("SELECT name, iteration, item, value FROM $.vector_points AS p"
              " JOIN $.vector_metrics AS m ON m.id = p.metric WHERE run = ?"
              " ORDER BY name, iteration, item"));
}

std::string ResultsDigest::of(std::int64_t run) {
  return digest_of(run, of_metrics_, others_, nullptr);
}

std::string ResultsDigest::of(std::int64_t run, const std::set<std::string>& metrics) {
  return digest_of(run, of_metrics_, others_, &metrics);
}

std::set<std::string> ResultsDigest::metrics_of(std::int64_t run) {
  std::set<std::string> names;
  metrics_.with(run);
  while (metrics_.step()) names.emplace(metrics_.text(0));
  metrics_.reset();
  return names;
}

std::string results_hash(Connection& connection) {
  Transaction transaction(connection, Transaction::Kind::read);
  Statement runs = connection.prepare(
      "SELECT runs.id, runs.hash, cells.hash, runs.replicate FROM runs"
      " JOIN cells ON cells.id = runs.cell ORDER BY runs.hash");
  ResultsDigest results(connection);
  std::string hash;
  while (runs.step()) {
    std::string bytes = hash;
    append_values(bytes, runs, 1, runs.columns(), kKinds);
    hash = text::sha256(bytes + results.of(runs.integer(0)));
  }
  return hash.empty() ? text::sha256("") : hash;
}

std::string former_hash(std::string_view identity, std::string_view results) {
  return text::sha256(std::string(identity).append(" ").append(results));
}

FormerRuns::FormerRuns(Connection& c)
    : results_(c),
      seals_(c),
      find_(c.prepare("SELECT id, status FROM runs WHERE hash = ?")),
      find_former_(c.prepare("SELECT id, hash FROM runs WHERE former_of = ?")),
      rename_(c.prepare("UPDATE OR IGNORE runs SET hash = ?, former_of = ?, superseded = 0"
                        " WHERE id = ?")),
      remove_(c.prepare("DELETE FROM runs WHERE id = ? AND former_of IS NULL")),
      remove_hash_(c.prepare("DELETE FROM runs WHERE hash = ?")) {}

std::optional<FormerRun> FormerRuns::make_way(const std::string& hash) {
  if (!find_.with(hash).step()) return std::nullopt;
  const std::int64_t id = find_.integer(0);
  const bool is_result = record::is_result(record::run_status(find_.text(1)));
  find_.reset();
  std::optional<FormerRun> former;
  if (is_result && seals_.hold(id)) {
    former = {hash, former_hash(hash, results_.of(id))};
    rename_.run(former->hash, hash, id);  // not if the same results are kept already
    seals_.seal(id);
  }
  remove_.run(id);  // unless it was renamed
  return former;
}

std::vector<std::string> FormerRuns::remove_repeated(const std::string& hash, std::int64_t id) {
  std::vector<std::pair<std::int64_t, std::string>> former;
  find_former_.with(hash);
  while (find_former_.step()) former.emplace_back(find_former_.integer(0), find_former_.text(1));
  find_former_.reset();
  std::vector<std::string> repeated;
  for (const auto& [run, kept_as] : former) {
    if (former_hash(hash, results_.of(id, results_.metrics_of(run))) != kept_as) continue;
    remove_hash_.run(kept_as);
    repeated.push_back(kept_as);
  }
  return repeated;
}

}  // namespace skald::store
