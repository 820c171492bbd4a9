#include "grid/formula.hpp"

#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <utility>

#include "skald/parts/data/share.hpp"

namespace skald::grid {
namespace {

constexpr std::size_t kMaximumLength = 1000;

// They round the intended value: floor(0.29 * 100) is 29.
double floor_of(double x) { return std::floor(snapped(x)); }
double ceil_of(double x) { return std::ceil(snapped(x)); }
double round_of(double x) { return snapped_round(x); }

// Refuses assignments and lists, which muParser accepts but which are misprints here.
void refuse_misprints(const std::string& formula) {
  if (formula.size() > kMaximumLength)
    throw FormulaError("the formula is longer than 1000 characters", "");
  for (const char c : formula) {
    if (static_cast<unsigned char>(c) >= 0x80 || (c < ' ' && c != '\t'))
      throw FormulaError("a formula consists of ASCII characters", "");
  }
  for (std::size_t i = 0; i < formula.size(); ++i) {
    if (formula[i] != '=') continue;
    const bool compares =
        (i > 0 && std::string_view("<>!=").find(formula[i - 1]) != std::string_view::npos) ||
        formula[i + 1] == '=';  // at size() is a zero
    if (!compares) throw FormulaError("a second \"=\"; equality is written ==", "=");
  }
}

mu::Parser parser_of(const std::string& formula) {
  refuse_misprints(formula);
  mu::Parser parser;
  parser.ClearConst();
  parser.DefineNameChars("0123456789_.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  parser.DefineFun("floor", floor_of);
  parser.DefineFun("ceil", ceil_of);
  parser.DefineFun("round", round_of);
  parser.SetExpr(formula);
  return parser;
}

// Throws the library's message without its position, which does not count the leading "=".
[[noreturn]] void translate(const mu::Parser::exception_type& error) {
  std::string message = error.GetMsg();
  for (const char* position : {" found at position", " at position", " at expression position"})
    message.resize(std::min(message.find(position), message.size()));
  throw FormulaError(message, error.GetToken());
}

std::vector<std::string> parsed_names(const std::string& formula) {
  try {
    const mu::Parser parser = parser_of(formula);
    std::vector<std::string> names;
    for (const auto& [name, unused] : parser.GetUsedVar()) names.push_back(name);
    return names;
  } catch (const mu::Parser::exception_type& error) {
    translate(error);
  }
}

}  // namespace

// Remembers some formulas: the million cells of a grid have few different ones.
std::vector<std::string> names_in(const std::string& formula) {
  constexpr std::size_t most_remembered = 64;
  thread_local std::map<std::string, std::vector<std::string>> remembered;
  const auto known = remembered.find(formula);
  if (known != remembered.end()) return known->second;
  std::vector<std::string> names = parsed_names(formula);
  if (remembered.size() >= most_remembered) remembered.clear();
  return remembered[formula] = std::move(names);
}

double evaluate(const std::string& formula,
                std::span<const std::pair<std::string, double>> values) {
  try {
    std::deque<double> numbers;  // a deque, since the parser keeps addresses
    mu::Parser parser = parser_of(formula);
    for (const auto& [name, value] : values) parser.DefineVar(name, &numbers.emplace_back(value));
    const double value = parser.Eval();
    if (parser.GetNumResults() != 1) throw FormulaError("a comma outside a function", ",");
    return value;
  } catch (const mu::Parser::exception_type& error) {
    translate(error);
  }
}

}  // namespace skald::grid
