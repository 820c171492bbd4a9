#include "store/results/results_hash.hpp"

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

}  // namespace skald::store
