#include "store/seals/declaration_seals.hpp"

#include <array>
#include <boost/algorithm/string/join.hpp>

#include "store/columns.hpp"
#include "store/damage.hpp"
#include "store/seals/row_digest.hpp"

namespace skald::store {
namespace {

struct Declaration {
  const char* table;
  const char* sql;
};

constexpr std::array declarations{
    Declaration{"studies", "SELECT name, document, created FROM $.studies ORDER BY name"},
    Declaration{"study_metrics",
                "SELECT s.name, m.name FROM $.study_metrics AS m"
                " LEFT JOIN $.studies AS s ON s.id = m.study ORDER BY s.name, m.name"},
    Declaration{"former_documents",
                "SELECT s.name, f.position, f.document, f.replaced FROM $.former_documents AS f"
                " LEFT JOIN $.studies AS s ON s.id = f.study ORDER BY s.name, f.position"},
    Declaration{"cells", "SELECT hash, canonical_json FROM $.cells ORDER BY hash"},
    Declaration{"study_cells",
                "SELECT s.name, c.hash, o.position, o.reference, o.origin, o.replicates"
                " FROM $.study_cells AS o"
                " LEFT JOIN $.studies AS s ON s.id = o.study"
                " LEFT JOIN $.cells AS c ON c.id = o.cell ORDER BY s.name, c.hash"},
    Declaration{"axis_names", "SELECT path, column_name FROM $.axis_names ORDER BY path"},
    Declaration{"axes",
                "SELECT c.hash, n.path, a.value FROM $.axes AS a"
                " LEFT JOIN $.cells AS c ON c.id = a.cell"
                " LEFT JOIN $.axis_names AS n ON n.id = a.axis ORDER BY c.hash, n.path"},
    Declaration{"metrics",
                "SELECT name, units, definition, better, scale, predictive, exact, column_name"
                " FROM $.metrics ORDER BY name"},
    Declaration{"student_t", "SELECT degrees, quantile FROM $.student_t ORDER BY degrees"},
};

std::string digest_of(const Connection& connection, const Declaration& declaration,
                      std::string_view schema) {
  RowDigest digest;
  Statement rows = connection.prepare(with_schema(declaration.sql, schema));
  digest.add(declaration.table, rows);
  return digest.digest();
}

bool holds(const Connection& connection, const Declaration& declaration, std::string_view schema) {
  try {
    Statement find =
        connection.prepare(with_schema("SELECT digest FROM $.seals WHERE subject = ?", schema));
    return find.first<std::string>(declaration.table) == digest_of(connection, declaration, schema);
  } catch (const DamagedError&) {
    return false;
  }
}

}  // namespace

void seal_declarations(Connection& connection) {
  Statement write = connection.prepare("INSERT OR REPLACE INTO main.seals VALUES (?, ?)");
  for (const Declaration& declaration : declarations) {
    write.run(declaration.table, digest_of(connection, declaration, "main"));
  }
}

std::vector<std::string> broken_declarations(const Connection& connection,
                                             std::string_view schema) {
  std::vector<std::string> broken;
  for (const Declaration& declaration : declarations) {
    if (!holds(connection, declaration, schema)) broken.emplace_back(declaration.table);
  }
  return broken;
}

void require_declarations(const Connection& connection) {
  const std::vector<std::string> broken = broken_declarations(connection);
  if (broken.empty()) return;
  throw DamagedError(connection.file().string() + ": not as they were stored: " +
                     boost::algorithm::join(broken, ", ") + "; " + rescue_text());
}

}  // namespace skald::store
