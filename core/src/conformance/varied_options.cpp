#include "conformance/varied_options.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "options/allowed_values.hpp"
#include "options/condition.hpp"
#include "options/default_value.hpp"

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

void add_integers(const OptionInfo& option, const OptionValue& now, std::vector<OptionValue>& all) {
  std::vector<std::int64_t> numbers{1, 2, 3};
  if (const auto* n = std::get_if<std::int64_t>(&now)) {
    const double least = std::isfinite(option.minimum) ? option.minimum : 1;
    numbers = {static_cast<std::int64_t>(least) + (option.minimum_excluded ? 1 : 0), *n + 1};
    if (numbers.front() == 0 && *n > 1) numbers.push_back(1);
    if (*n > kLong) numbers = {*n / 2};
    std::erase(numbers, *n);
  }
  for (const std::int64_t n : numbers) {
    if (options::integer_fault(option, n).empty()) all.emplace_back(n);
  }
}

// Shares move towards 1, where they are not there already; other numbers are halved.
void add_number(const OptionInfo& option, const OptionValue& now, std::vector<OptionValue>& all) {
  const double x = options::as_number(now).value_or(0);
  const bool is_share = option.minimum >= 0 && option.maximum <= 1 && x > 0 && x < 1;
  for (const double other : {is_share ? (1 + x) / 2 : x / 2, 0.5, 2.0, 2 * x}) {
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

struct Change {
  std::size_t option;
  OptionValue value;
};

class Variation {
 public:
  Variation(const plugin_host::Plugin& plugin, const OptionValues& values,
            const std::vector<std::string>& held, const TryValues& tried)
      : plugin_(plugin), values_(values), tried_(tried), base_(tried(values)) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::find(held.begin(), held.end(), plugin.options()[i].name) != held.end()) continue;
      for (OptionValue& value : other_values(plugin.options()[i], values[i])) {
        changes_.push_back({i, std::move(value)});
      }
    }
    for (const Change& change : changes_) alone_.push_back(tried_(with({change})));
  }

  std::vector<VariedOptions> all() const {
    std::vector<VariedOptions> all;
    for (std::size_t i = 0; i < changes_.size(); ++i) {
      if (const auto changes = effective(i)) all.push_back({name(*changes), with(*changes)});
    }
    return all;
  }

  std::vector<std::string> false_conditions() const {
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
      if (!alone_[i] || equal(alone_[i], base_)) continue;
      if (options::inert_fault(option, changes_[i].value, value_of).empty()) continue;
      all.push_back(std::string(option.name) + " = " + options::display(changes_[i].value));
    }
    return all;
  }

 private:
  using Numbers = std::optional<Eigen::VectorXd>;

  static bool equal(const Numbers& a, const Numbers& b) {
    return a && b && a->size() == b->size() && *a == *b;
  }
  OptionValues with(const std::vector<Change>& changes) const {
    OptionValues values = values_;
    for (const Change& change : changes) values[change.option] = change.value;
    return values;
  }
  std::string name(const std::vector<Change>& changes) const {
    std::string name;
    for (const Change& change : changes) {
      name += name.empty() ? "with " : ", ";
      name += std::string(plugin_.options()[change.option].name) + " = " +
              options::display(change.value);
    }
    return name;
  }
  // Changes by which the i-th one makes a difference; nothing if there are none.
  std::optional<std::vector<Change>> effective(std::size_t i) const {
    const Change& change = changes_[i];
    if (alone_[i] && !equal(alone_[i], base_)) return std::vector<Change>{change};
    for (std::size_t o = 0; o < values_.size(); ++o) {
      if (o == change.option || is_unset(values_[o]) || !plugin_.options()[o].optional) continue;
      const Change removal{o, std::monostate()};
      const Numbers found = tried_(with({change, removal}));
      if (found && !equal(found, tried_(with({removal})))) return std::vector{change, removal};
    }
    for (std::size_t k = 0; k < changes_.size(); ++k) {
      if (changes_[k].option == change.option) continue;
      const std::vector<Change> changes{change, changes_[k]};
      const Numbers found = tried_(with(changes));
      if (found && !equal(found, alone_[k])) return changes;
    }
    return std::nullopt;
  }

  const plugin_host::Plugin& plugin_;
  const OptionValues& values_;
  const TryValues& tried_;
  Numbers base_;
  std::vector<Change> changes_;
  std::vector<Numbers> alone_;
};

}  // namespace

std::vector<VariedOptions> varied_options(const plugin_host::Plugin& plugin,
                                          const OptionValues& values,
                                          const std::vector<std::string>& held,
                                          const TryValues& tried) {
  return Variation(plugin, values, held, tried).all();
}

std::vector<std::string> false_conditions(const plugin_host::Plugin& plugin,
                                          const OptionValues& values,
                                          const std::vector<std::string>& held,
                                          const TryValues& tried) {
  return Variation(plugin, values, held, tried).false_conditions();
}

}  // namespace skald::conformance
