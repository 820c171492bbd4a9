// Expressions over the options of a cell and the constants of its problem.
//
// A name in an expression is a numeric option of the cell ("p_c", or "sampler.p_c" if several
// sections have an option of that name), a constant of the problem ("N", or in full "problem.N")
// or, failing both, pi or e.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grid/cell.hpp"
#include "grid/option_tables.hpp"
#include "options/section.hpp"

namespace skald::grid {

struct ExpressionFault {
  options::OptionPath option;  // the option whose expression is wrong
  std::string token;           // the wrong part of its text; empty: the whole
  std::string message;         // a sentence that begins with the option's name
  std::string hint;
};

// What has been reported as wrong already, so that it is not reported again.
struct KnownFaults {
  std::vector<options::OptionPath> options;
  bool plugins = false;  // a plugin is unknown, so unknown names are not reported
};

// Replaces each expression whose names all have values by its value, and records its text in
// cell.evaluated. Expressions that need a constant without a value stay. Returns what is wrong with
// the others.
std::vector<ExpressionFault> evaluate_expressions(Cell& cell, const OptionTables& tables,
                                                  std::span<const ProblemConstant> constants,
                                                  const KnownFaults& known = {});

// Returns the cell with every expression replaced by its value. Throws std::invalid_argument if an
// expression uses a name that neither the cell nor the problem has, or if its value is not allowed.
Cell with_constants(Cell cell, const OptionTables& tables,
                    std::span<const ProblemConstant> constants);

// Formulas over named numbers: + - * / ^, comparisons, && || ?:, brackets, and the functions sqrt
// exp ln log log2 log10 abs sign min max sum avg floor ceil round rint sin cos tan asin acos atan
// atan2 sinh cosh tanh asinh acosh atanh. log is the natural logarithm. Names may contain dots.

// Thrown for a formula that cannot be read. `token` is the wrong part of it, or empty.
struct FormulaError : std::invalid_argument {
  FormulaError(const std::string& message, std::string wrong_token)
      : std::invalid_argument(message), token(std::move(wrong_token)) {}
  std::string token;
};

// Returns the names in a formula, each once, sorted. Throws FormulaError.
std::vector<std::string> names_in(const std::string& formula);

// Returns the formula's value, which may be NaN or infinite. `values` must have every name in the
// formula. Throws FormulaError.
double evaluate(const std::string& formula, std::span<const std::pair<std::string, double>> values);

}  // namespace skald::grid
