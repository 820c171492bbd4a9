#include "conformance/varied_options.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "options/allowed_values.hpp"
#include "options/condition.hpp"
#include "options/option_value.hpp"

namespace skald::conformance {
namespace {

using options::OptionValue;

bool is_unset(const OptionValue& value) { return std::holds_alternative<std::monostate>(value); }

// What the option has if it is given that value.
OptionValue current(const OptionInfo& option, const OptionValue& value) {
  return is_unset(value) && option.has_default ? options::default_of(option, "") : value;
}

// Above this, a number is taken for a length rather than for a count of something.
constexpr std::int64_t kLong = 20;
// Between communications: so long that what holds for frequent ones alone shows.
constexpr std::int64_t kRare = 10;

void add_integers(const OptionInfo& option, const OptionValue& now, std::vector<OptionValue>& all) {
  std::vector<std::int64_t> numbers{1, 2, kRare, 3};
  if (const auto* n = std::get_if<std::int64_t>(&now)) {
    const double least = std::isfinite(option.minimum) ? option.minimum : 1;
    numbers = {static_cast<std::int64_t>(least) + (option.minimum_excluded ? 1 : 0), *n + 1};
    if (numbers.front() == 0 && *n > 1) numbers.push_back(1);
    if (*n == 0) numbers.push_back(3 * kRare);
    if (*n > kLong) numbers = {*n / 2};
    std::erase(numbers, *n);
  }
  for (const std::int64_t n : numbers) {
    if (options::integer_fault(option, n).empty()) all.emplace_back(n);
  }
}

// In an array of which nothing is known.
constexpr double kSmallNumber = 0.02;

// Shares move towards 1, where they are not there already; other numbers are halved.
void add_number(const OptionInfo& option, const OptionValue& now, std::vector<OptionValue>& all) {
  const double x = options::as_number(now).value_or(0);
  const bool is_share = option.minimum >= 0 && option.maximum <= 1 && x > 0 && x < 1;
  for (const double other : {is_share ? (1 + x) / 2 : x / 2, 0.5, 2.0, 2 * x, x / 2}) {
    if (other == x || !std::isfinite(other) || other == 0) continue;
    if (!options::number_fault(option, other).empty()) continue;
    all.emplace_back(other);
    return;
  }
}

std::vector<OptionValue> other_values(const OptionInfo& option, const OptionValue& given) {
  const OptionValue now = current(option, given);
  std::vector<OptionValue> all;
  if (option.role == OptionRole::step) return all;
  switch (option.type) {
    case OptionType::boolean: {
      const auto* is = std::get_if<bool>(&now);
      all.emplace_back(is == nullptr || !*is);
      break;
    }
    case OptionType::integer:
      add_integers(option, now, all);
      break;
    case OptionType::number:
      add_number(option, now, all);
      break;
    case OptionType::text:
      for (std::string& word : options::choice_words(option)) {
        if (now != OptionValue(word)) all.emplace_back(std::move(word));
      }
      break;
    case OptionType::path:
    case OptionType::numbers:
      break;
  }
  return all;
}

// Infinity in place of a number, where it has a meaning that is neither that of the present value
// nor that of a step.
std::optional<OptionValue> no_bound(const OptionInfo& option, const OptionValue& given) {
  const bool is_step = option.role == OptionRole::step || option.role == OptionRole::learning_rate;
  if (option.type != OptionType::number || is_step) return std::nullopt;
  if (!options::number_fault(option, INFINITY).empty()) return std::nullopt;
  const double x = options::as_number(current(option, given)).value_or(INFINITY);
  if (std::isinf(x)) return std::nullopt;
  return INFINITY;
}

bool equal(const std::optional<Eigen::VectorXd>& a, const std::optional<Eigen::VectorXd>& b) {
  return a && b && a->size() == b->size() && *a == *b;
}

// What the kit chooses for an option that is not given.
std::optional<OptionValue> choice_for(const OptionInfo& option) {
  if (option.type == OptionType::numbers) return options::NumberArray{{kSmallNumber}, {1}};
  const auto others = other_values(option, std::monostate());
  if (others.empty()) return std::nullopt;  // a file, a text
  return others.back();
}

std::string named(const OptionInfo& option, const OptionValue& value) {
  return std::string(option.name) + " = " + options::display(value);
}

}  // namespace

bool SingleValues::have(std::size_t option, const OptionValue& value) const {
  return std::find(values_.begin(), values_.end(), std::pair(option, value)) != values_.end();
}

void SingleValues::add(std::size_t option, const OptionValue& value) {
  if (!have(option, value)) values_.emplace_back(option, value);
}

OptionVariation::OptionVariation(const plugin_host::Plugin& plugin, OptionValues values,
                                 const std::vector<std::string>& held, TryValues tried)
    : plugin_(plugin),
      values_(std::move(values)),
      tried_(std::move(tried)),
      base_(tried_(values_)) {
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (std::find(held.begin(), held.end(), plugin.options()[i].name) != held.end()) continue;
    for (OptionValue& value : other_values(plugin.options()[i], values_[i])) {
      changes_.push_back({i, std::move(value)});
    }
    if (auto value = no_bound(plugin.options()[i], values_[i]))
      unbounded_.push_back({i, *std::move(value)});
  }
  alone_.resize(changes_.size());
  effective_.resize(changes_.size());
}

std::vector<VariedOptions> OptionVariation::varied(SingleValues& done) {
  std::vector<VariedOptions> all;
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    if (done.have(changes_[i].option, changes_[i].value)) continue;
    const auto& changes = effective(i);
    if (!changes) continue;
    done.add(changes_[i].option, changes_[i].value);
    all.push_back({name(*changes), with(*changes)});
  }
  return all;
}

bool OptionVariation::is_word(const Change& change) {
  return std::holds_alternative<std::string>(change.value) ||
         std::holds_alternative<bool>(change.value);
}

std::vector<VariedOptions> OptionVariation::idle() {
  std::vector<VariedOptions> all;
  for (std::size_t i = 0; i < changes_.size(); ++i)
    if (equal(alone(i), base_)) all.push_back({name({changes_[i]}), with({changes_[i]})});
  return all;
}

std::vector<VariedOptions> OptionVariation::pairs() {
  std::vector<VariedOptions> all;
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    for (std::size_t k = i + 1; k < changes_.size(); ++k) {
      const Change &a = changes_[i], &b = changes_[k];
      if (a.option == b.option || !(is_word(a) || is_word(b))) continue;
      const std::vector<Change> changes = both(i, k);
      all.push_back({name(changes), with(changes)});
    }
  }
  return all;
}

std::vector<VariedOptions> OptionVariation::amounts() {
  std::vector<VariedOptions> all;
  const auto is_amount = [&](const Change& change) {
    const OptionInfo& option = plugin_.options()[change.option];
    const bool is_two = change.value == OptionValue(std::int64_t{2});
    return option.optional && is_unset(values_[change.option]) && is_two;
  };
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    for (std::size_t k = i + 1; k < changes_.size(); ++k) {
      const Change &a = changes_[i], &b = changes_[k];
      if (a.option == b.option || !is_amount(a) || !is_amount(b)) continue;
      all.push_back({name({a, b}), with({a, b})});
    }
  }
  return all;
}

// Two changes, then what either needs beside it and the other leaves free.
std::vector<OptionVariation::Change> OptionVariation::both(std::size_t i, std::size_t k) {
  std::vector<Change> changes{changes_[i], changes_[k]};
  for (const std::size_t one : {i, k}) {
    if (!effective(one)) continue;
    for (const Change& beside : *effective(one)) {
      const bool is_free = std::none_of(changes.begin(), changes.end(), [&](const Change& change) {
        return change.option == beside.option;
      });
      if (is_free) changes.push_back(beside);
    }
  }
  return changes;
}

std::vector<VariedOptions> OptionVariation::unbounded() const {
  std::vector<VariedOptions> all;
  for (const Change& change : unbounded_) all.push_back({name({change}), with({change})});
  for (const Change& a : unbounded_) {
    for (const Change& b : changes_)
      if (a.option != b.option) all.push_back({name({a, b}), with({a, b})});
  }
  return all;
}

std::vector<std::string> OptionVariation::false_conditions(SingleValues& done) {
  OptionValues filled;
  for (std::size_t i = 0; i < values_.size(); ++i)
    filled.push_back(current(plugin_.options()[i], values_[i]));
  const auto value_of = [&](std::string_view name) -> const OptionValue* {
    for (std::size_t i = 0; i < filled.size(); ++i)
      if (plugin_.options()[i].name == name) return &filled[i];
    return nullptr;
  };
  std::vector<std::string> all;
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    const OptionInfo& option = plugin_.options()[changes_[i].option];
    if (options::inert_fault(option, changes_[i].value, value_of).empty()) continue;
    if (done.have(changes_[i].option, changes_[i].value)) continue;
    done.add(changes_[i].option, changes_[i].value);
    if (!alone(i) || equal(alone(i), base_)) continue;
    all.push_back(named(option, changes_[i].value));
  }
  return all;
}

OptionValues OptionVariation::with(const std::vector<Change>& changes) const {
  OptionValues values = values_;
  for (const Change& change : changes) values[change.option] = change.value;
  return values;
}

std::string OptionVariation::name(const std::vector<Change>& changes) const {
  std::string name;
  for (const Change& change : changes) {
    name += name.empty() ? "with " : ", ";
    name += named(plugin_.options()[change.option], change.value);
  }
  return name;
}

const OptionVariation::Numbers& OptionVariation::alone(std::size_t i) {
  if (!alone_[i]) alone_[i] = tried_(with({changes_[i]}));
  return *alone_[i];
}

// Changes by which the i-th one makes a difference; nothing if there are none.
const std::optional<std::vector<OptionVariation::Change>>& OptionVariation::effective(
    std::size_t i) {
  if (!effective_[i]) effective_[i] = find_effective(i);
  return *effective_[i];
}

std::optional<std::vector<OptionVariation::Change>> OptionVariation::find_effective(std::size_t i) {
  const Change& change = changes_[i];
  if (alone(i) && !equal(alone(i), base_)) return std::vector<Change>{change};
  if (auto changes = effective_without(i)) return changes;
  std::vector<std::size_t> accepted;
  for (std::size_t k = 0; k < changes_.size(); ++k) {
    if (changes_[k].option == change.option) continue;
    const std::vector<Change> changes{change, changes_[k]};
    const Numbers found = tried_(with(changes));
    if (found && !equal(found, alone(k))) return changes;
    if (found && !alone(i) && is_word(change)) accepted.push_back(k);
  }
  return effective_beside(i, accepted);
}

// The same of a word that others make acceptable, with one of these and a third one.
std::optional<std::vector<OptionVariation::Change>> OptionVariation::effective_beside(
    std::size_t i, const std::vector<std::size_t>& accepted) const {
  const Change& change = changes_[i];
  for (const std::size_t k : accepted) {
    for (const Change& third : changes_) {
      if (third.option == change.option || third.option == changes_[k].option) continue;
      const std::vector<Change> changes{change, changes_[k], third};
      const Numbers found = tried_(with(changes));
      if (found && !equal(found, tried_(with({changes_[k], third})))) return changes;
    }
  }
  return std::nullopt;
}

// The same by leaving out an option that is given.
std::optional<std::vector<OptionVariation::Change>> OptionVariation::effective_without(
    std::size_t i) const {
  const Change& change = changes_[i];
  for (std::size_t o = 0; o < values_.size(); ++o) {
    if (o == change.option || is_unset(values_[o]) || !plugin_.options()[o].optional) continue;
    const Change removal{o, std::monostate()};
    const Numbers found = tried_(with({change, removal}));
    if (found && !equal(found, tried_(with({removal})))) return std::vector{change, removal};
  }
  return std::nullopt;
}

std::optional<ChosenValues> with_choices(const plugin_host::Plugin& plugin,
                                         const OptionValues& values,
                                         const std::function<bool(const OptionValues&)>& accepts) {
  if (accepts(values)) return ChosenValues{values, ""};
  ChosenValues base{values, ""};
  const auto choose = [&](ChosenValues from, std::size_t i, const OptionValue& value) {
    from.values[i] = value;
    from.chosen += (from.chosen.empty() ? "" : ", ") + named(plugin.options()[i], value);
    return from;
  };
  for (std::size_t i = 0; i < values.size(); ++i) {
    const OptionInfo& option = plugin.options()[i];
    if (option.has_default || option.optional || !is_unset(values[i])) continue;
    if (option.role == OptionRole::step) continue;  // check_plugin() sets it
    const auto value = choice_for(option);
    if (!value) return std::nullopt;
    base = choose(std::move(base), i, *value);
  }
  std::vector<ChosenValues> tries{base};
  for (int more = 0; more < 2; ++more) {
    std::vector<ChosenValues> longer;
    for (const ChosenValues& tried : tries) {
      if (accepts(tried.values)) return tried;
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (!is_unset(tried.values[i])) continue;
        const auto value = choice_for(plugin.options()[i]);
        if (value) longer.push_back(choose(tried, i, *value));
      }
    }
    tries = std::move(longer);
  }
  for (const ChosenValues& tried : tries)
    if (accepts(tried.values)) return tried;
  return std::nullopt;
}

}  // namespace skald::conformance
