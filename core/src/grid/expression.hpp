// Expressions over the options of a cell and the constants of its problem.
//
// A name in an expression is a numeric option of the cell ("p_c"; in full "sampler.p_c" where
// several sections have one of that name), a constant of the problem ("N"; in full "problem.N"),
// or, failing both, pi or e.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "grid/cell.hpp"
#include "grid/option_tables.hpp"
#include "options/option_path.hpp"

namespace skald::grid {

struct ExpressionFault {
  options::OptionPath option;  // whose expression it is
  std::string token;           // the part of its text that is wrong, or "": the whole
  std::string message;         // a sentence that begins with the option's name
  std::string hint;
};

// Options whose values are known to be wrong, so that nothing is said twice.
struct KnownFaults {
  std::vector<options::OptionPath> options;
  bool plugins = false;  // a plugin is unknown, so that unknown names are no wonder
};

// Replaces every expression of the cell whose names all have values by its value, and notes its
// text in cell.evaluated. Expressions that need a constant without a value stay.
std::vector<ExpressionFault> evaluate_expressions(Cell& cell, const OptionTables& tables,
                                                  std::span<const ProblemConstant> constants,
                                                  const KnownFaults& known = {});

// The cell with every expression replaced by its value. Throws std::invalid_argument where an
// expression names what neither the cell nor the problem has, or its value is not allowed.
Cell with_constants(Cell cell, const OptionTables& tables,
                    std::span<const ProblemConstant> constants);

}  // namespace skald::grid
