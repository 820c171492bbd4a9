#include "grid/expression.hpp"

#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "grid/read_option.hpp"
#include "skald/parts/data/share.hpp"
#include "text/nearest.hpp"

namespace skald::grid {
namespace {

constexpr std::string_view kProblem = "problem.";

bool is_numeric(const OptionInfo& option) {
  return option.type == OptionType::integer || option.type == OptionType::number;
}

// What a name stands for: an option of the cell, or a number that may not be known yet.
struct Meaning {
  std::optional<options::OptionPath> option;
  std::optional<double> value;
};

class Evaluator {
 public:
  Evaluator(Cell& cell, const OptionTables& tables, std::span<const ProblemConstant> constants,
            const KnownFaults& known)
      : cell_(cell), tables_(tables), constants_(constants), known_(known) {}

  std::vector<ExpressionFault> run() {
    for (const options::OptionPath& option : cell_.formulas()) visit(option);
    return std::move(faults_);
  }

 private:
  enum class State { open, known, waiting, wrong };

  std::span<const OptionInfo> table(options::Section section) const {
    if (section == options::Section::run) return tables_.run;
    const Kind kind = kind_of(section);
    return options_of(tables_, section, find_plugin(tables_, kind, cell_.choice(kind).plugin));
  }

  // The constant that the sampler offers, or "".
  std::string_view sampler_constant() const {
    const PluginDescriptor* sampler =
        find_plugin(tables_, Kind::sampler, cell_.choice(Kind::sampler).plugin);
    const bool has_one = sampler != nullptr && sampler->constant.name != nullptr;
    return has_one ? sampler->constant.name : "";
  }

  const options::OptionValue& value_of(const options::OptionPath& option) const {
    if (const options::OptionValue* value = std::as_const(cell_).find(option)) return *value;
    throw std::logic_error("no option " + to_text(option));
  }

  State fail(const options::OptionPath& option, std::string token, std::string message,
             std::string hint = {}) {
    faults_.push_back({option, std::move(token), "\"" + option.option + "\" " + std::move(message),
                       std::move(hint)});
    return State::wrong;
  }

  State visit(const options::OptionPath& option) {
    if (std::find(known_.options.begin(), known_.options.end(), option) != known_.options.end())
      return State::wrong;
    const options::OptionValue& value = value_of(option);
    const auto* expression = std::get_if<options::Expression>(&value);
    if (!expression) return State::known;
    const auto [entry, is_new] = states_.try_emplace(option, State::open);
    if (!is_new) {
      if (entry->second == State::open) return fail(option, "", "depends on itself");
      return entry->second;
    }
    const State state = compute(option, expression->text);
    return states_[option] = state;
  }

  State compute(const options::OptionPath& option, const std::string& text) {
    const std::string formula = text.substr(1);
    try {
      std::vector<std::pair<std::string, double>> values;
      State state = State::known;
      for (const std::string& name : names_in(formula)) {
        const State found = find(option, name, values);
        state = std::max(state, found);
      }
      return state == State::known ? put(option, text, evaluate(formula, values), values) : state;
    } catch (const FormulaError& error) {
      return fail(option, error.token, std::string("is no formula: ") + error.what());
    }
  }

  // Appends the value of a name in the formula of `option`.
  State find(const options::OptionPath& option, const std::string& name,
             std::vector<std::pair<std::string, double>>& values) {
    const std::vector<Meaning> meanings = meanings_of(name);
    if (meanings.empty()) return known_.plugins ? State::wrong : unknown(option, name);
    if (meanings.size() > 1) return ambiguous(option, name, meanings);
    const Meaning& meaning = meanings.front();
    if (!meaning.option) {
      if (!meaning.value) return State::waiting;
      values.emplace_back(name, *meaning.value);
      return State::known;
    }
    const State state = visit(*meaning.option);
    if (state != State::known) return state;
    const auto value = options::as_number(value_of(*meaning.option));
    if (!value) {
      return fail(option, name, "uses \"" + name + "\", which is not set in every cell",
                  "set it, or use it only under \"when\"");
    }
    values.emplace_back(name, *value);
    return State::known;
  }

  std::vector<Meaning> meanings_of(const std::string& name) const {
    std::vector<Meaning> found;
    for (const options::Section section : options::kSections) {
      for (const OptionInfo& info : table(section)) {
        const options::OptionPath option{section, info.name};
        if (is_numeric(info) && (info.name == name || to_text(option) == name))
          found.push_back({option, {}});
      }
    }
    bool is_constant = false;
    const auto take = [&](std::string_view constant, std::optional<double> value) {
      if (is_constant || (constant != name && name != std::string(kProblem).append(constant)))
        return;
      found.push_back({{}, value});
      is_constant = true;
    };
    for (const ProblemConstant& constant : constants_) take(constant.name, constant.value);
    take(sampler_constant(), {});
    if (found.empty() && name == "pi") found.push_back({{}, std::numbers::pi});
    if (found.empty() && name == "e") found.push_back({{}, std::numbers::e});
    return found;
  }

  State unknown(const options::OptionPath& option, const std::string& name) {
    std::vector<std::string> words;
    for (const options::Section section : options::kSections) {
      for (const OptionInfo& info : table(section)) {
        if (info.name == name || options::to_text({section, info.name}) == name)
          return fail(option, name, "uses \"" + name + "\", which is not a number");
        if (is_numeric(info)) words.emplace_back(info.name);
      }
    }
    for (const ProblemConstant& constant : constants_) words.push_back(constant.name);
    words.emplace_back(sampler_constant());
    const auto near = text::nearest(name, words);
    return fail(option, name, "uses \"" + name + "\", which no chosen plugin has as an option",
                near ? "did you mean \"" + *near + "\"?" : "");
  }

  State ambiguous(const options::OptionPath& option, const std::string& name,
                  const std::vector<Meaning>& meanings) {
    std::string all;
    for (const Meaning& meaning : meanings) {
      const std::string full = meaning.option ? to_text(*meaning.option) : "problem." + name;
      all += (all.empty() ? "\"" : " or \"") + full + "\"";
    }
    return fail(option, name, "uses \"" + name + "\", which means several things", "write " + all);
  }

  State put(const options::OptionPath& option, const std::string& text, double value,
            const std::vector<std::pair<std::string, double>>& inputs) {
    const bool infinite_input = std::any_of(
        inputs.begin(), inputs.end(), [](const auto& input) { return std::isinf(input.second); });
    if (std::isinf(value) && !infinite_input)
      return fail(option, "", "is infinite", "a division by zero?");
    const OptionInfo* info = find_option(table(option.section), option.option);
    if (!info) return fail(option, "", "is no option of the loaded plugin");
    CheckedValue checked = check_number(*info, value);
    if (!checked.fault.empty()) return fail(option, "", checked.fault, checked.hint);
    cell_.evaluated.emplace_back(to_text(option), text);
    *cell_.find(option) = std::move(checked.value);
    return State::known;
  }

  Cell& cell_;
  const OptionTables& tables_;
  std::span<const ProblemConstant> constants_;
  const KnownFaults& known_;
  std::map<options::OptionPath, State> states_;
  std::vector<ExpressionFault> faults_;
};

}  // namespace

std::vector<ExpressionFault> evaluate_expressions(Cell& cell, const OptionTables& tables,
                                                  std::span<const ProblemConstant> constants,
                                                  const KnownFaults& known) {
  return Evaluator(cell, tables, constants, known).run();
}

Cell with_constants(Cell cell, const OptionTables& tables,
                    std::span<const ProblemConstant> constants) {
  const auto faults = evaluate_expressions(cell, tables, constants);
  if (!faults.empty()) {
    const ExpressionFault& fault = faults.front();
    const auto* expression =
        std::get_if<options::Expression>(std::as_const(cell).find(fault.option));
    throw std::invalid_argument(std::string(name_of(fault.option.section)) + ": " + fault.message +
                                (expression ? ", from \"" + expression->text + "\"" : "") +
                                (fault.hint.empty() ? "" : " - " + fault.hint));
  }
  if (const auto waiting = cell.formulas(); !waiting.empty()) {
    throw std::invalid_argument("\"" + waiting.front().option +
                                "\": the problem does not have every constant of \"" +
                                options::display(*std::as_const(cell).find(waiting.front())) +
                                "\" (the model states no bounds of its curvature): give a number");
  }
  for (AxisValue& axis : cell.axes) {
    if (!std::holds_alternative<options::Expression>(axis.value)) continue;
    if (const options::OptionValue* value = std::as_const(cell).find(axis.path))
      axis.value = *value;
  }
  return cell;
}

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
