// Values that are something else to whoever does not expect them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace skald::hostile {

struct HostileValue {
  std::string name;
  std::string sql;  // an expression
};

// Paths, commands of shells and of gnuplot, LaTeX, HTML, Markdown, formulas, codes of terminals,
// and texts that are long, empty, no UTF-8 or no dates. What they would read, change or make is
// below `victim`.
std::vector<HostileValue> hostile_texts(const std::filesystem::path& victim);
std::vector<HostileValue> hostile_integers();
std::vector<HostileValue> hostile_reals();
// Of other types than a column has.
std::vector<HostileValue> wrong_types();
// In the place of a value in a JSON document.
std::vector<HostileValue> hostile_json(const std::filesystem::path& victim);

}  // namespace skald::hostile
