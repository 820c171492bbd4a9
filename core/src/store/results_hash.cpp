#include "store/results_hash.hpp"

#include <bit>
#include <cstdint>

#include "store/column_names.hpp"
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

std::string results_hash(Connection& connection) {
  Transaction transaction(connection, Transaction::Kind::read);
  Statement runs = connection.prepare(
      "SELECT runs.id, cells.hash, runs.replicate, runs.hash, runs.status"
      " FROM runs JOIN cells ON cells.id = runs.cell ORDER BY cells.hash, runs.replicate");
  Statement summary = connection.prepare(
      "SELECT name, last, min, max, mean, first_non_finite"
      " FROM summary JOIN metrics ON metrics.id = summary.metric WHERE run = ? ORDER BY name");
  Statement points = connection.prepare(
      "SELECT name, iteration, value FROM points JOIN metrics ON metrics.id = points.metric"
      " WHERE run = ? ORDER BY name, iteration");
  Statement ledger = connection.prepare("SELECT " + cost_columns() + " FROM ledger WHERE run = ?");
  Statement vectors = connection.prepare(
      "SELECT name, iteration, item, value FROM vector_points"
      " JOIN vector_metrics ON vector_metrics.id = vector_points.metric"
      " WHERE run = ? ORDER BY name, iteration, item");
  std::string hash;
  while (runs.step()) {
    std::string bytes = hash;
    for (int column = 1; column < runs.columns(); ++column) append_column(bytes, runs, column);
    for (Statement* rows : {&summary, &points, &ledger}) {
      append_rows(bytes, *rows, runs.integer(0));
      bytes += '\n';
    }
    append_rows(bytes, vectors, runs.integer(0));
    hash = text::sha256(bytes);
  }
  return hash.empty() ? text::sha256("") : hash;
}

}  // namespace skald::store
