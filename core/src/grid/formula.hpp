// Formulas over named numbers: + - * / ^, comparisons, && || ?:, brackets, and the functions sqrt
// exp ln log log2 log10 abs sign min max sum avg floor ceil round rint sin cos tan asin acos atan
// atan2 sinh cosh tanh asinh acosh atanh. log is the natural logarithm. Names may contain dots.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skald::grid {

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
