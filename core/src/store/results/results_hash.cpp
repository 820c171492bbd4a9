#include "store/results/results_hash.hpp"

#include <bit>
#include <cstdint>

#include "store/column_names.hpp"
#include "store/schema_name.hpp"
#include "text/sha256.hpp"

namespace skald::store {
namespace {

void append(std::string& bytes, std::uint64_t word) {
  for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>((word >> shift) & 0xff);
}

// The first byte is the value's type, so that NULL differs from every value.
void append_column(std::string& bytes, const Statement& row, int column) {
  const record::SqlValue value = row.value(column);
  bytes += static_cast<char>(value.index());
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    append(bytes, static_cast<std::uint64_t>(*integer));
  } else if (const auto* real = std::get_if<double>(&value)) {
    append(bytes, std::bit_cast<std::uint64_t>(*real));
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    append(bytes, text->size());
    bytes += *text;
  }
}

void append_rows(std::string& bytes, Statement& statement, std::int64_t run) {
  statement.with(run);
  while (statement.step()) {
    for (int column = 0; column < statement.columns(); ++column) {
      append_column(bytes, statement, column);
    }
  }
  statement.reset();
}

}  // namespace

ResultsDigest::ResultsDigest(const Connection& connection, std::string_view schema) {
  for (const std::string& sql :
       {std::string("SELECT status FROM $.runs WHERE id = ?"),
        std::string("SELECT name, last, min, max, mean, first_non_finite FROM $.summary AS s"
                    " JOIN $.metrics AS m ON m.id = s.metric WHERE run = ? ORDER BY name"),
        std::string("SELECT name, iteration, value FROM $.points AS p JOIN $.metrics AS m"
                    " ON m.id = p.metric WHERE run = ? ORDER BY name, iteration"),
        "SELECT " + cost_columns() + " FROM $.ledger WHERE run = ?",
        std::string("SELECT name, iteration, item, value FROM $.vector_points AS p"
                    " JOIN $.vector_metrics AS m ON m.id = p.metric WHERE run = ?"
                    " ORDER BY name, iteration, item")}) {
    lists_.push_back(connection.prepare(with_schema(sql, schema)));
  }
}

std::string ResultsDigest::of(std::int64_t run) {
  std::string bytes;
  for (Statement& rows : lists_) {
    append_rows(bytes, rows, run);
    bytes += '\n';
  }
  return text::sha256(bytes);
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
    for (int column = 1; column < runs.columns(); ++column) append_column(bytes, runs, column);
    hash = text::sha256(bytes + results.of(runs.integer(0)));
  }
  return hash.empty() ? text::sha256("") : hash;
}

}  // namespace skald::store
