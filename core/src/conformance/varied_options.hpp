// Other values of a plugin's options, one at a time.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "options/option_value.hpp"
#include "plugin_host/plugin.hpp"

namespace skald::conformance {

using OptionValues = std::vector<options::OptionValue>;

// Some numbers that an object made with these values leaves, which are equal only where options
// make no difference; nothing if the plugin refuses the values.
using TryValues = std::function<std::optional<Eigen::VectorXd>(const OptionValues&)>;

// Values in which an option has another value than in the first ones.
struct VariedOptions {
  std::string name;  // "with rho = 0.5", "with participation = without_replacement, S = 2"
  OptionValues values;
};

// Values of single options, whatever stands beside them.
class SingleValues {
 public:
  bool have(std::size_t option, const options::OptionValue& value) const;
  void add(std::size_t option, const options::OptionValue& value);

 private:
  std::vector<std::pair<std::size_t, options::OptionValue>> values_;
};

// The other values of the options around some values. For every option but those of `held`, paths,
// arrays, free texts and `step`: the other words of a choice; the other boolean; half a number, for
// a share one nearer to 1, or 0.5 in place of 0 and of nothing; for an integer its least value, 1
// besides 0, and the next one, in place of 0 also 30, for a large one half of it, or 1, 2 and 3 in
// place of nothing.
class OptionVariation {
 public:
  // The plugin outlives this.
  OptionVariation(const plugin_host::Plugin& plugin, OptionValues values,
                  const std::vector<std::string>& held, TryValues tried);

  // Those that `done` lacks, to which they are added. A value that is refused, or makes no
  // difference to `tried`, is tried again without each of the options that are given but need not
  // be, and then with each other value of each other option, until it makes one; a word that some
  // of these make acceptable, with one of them and a third one. What never does is left out.
  std::vector<VariedOptions> varied(SingleValues& done);
  // Those around which they vary.
  const OptionValues& values() const { return values_; }
  // Values in which one option has another value, which makes no difference to `tried`.
  std::vector<VariedOptions> idle();
  // Values in which two options have other values, one of them another word of a choice
  // or the other boolean, beside those with which each makes a difference.
  std::vector<VariedOptions> pairs();
  // Values in which two integers that were left out are 2, such as rows and passes over them.
  std::vector<VariedOptions> amounts();
  // Values in which an option has no bound, infinity in place of a number, and then those in which
  // another one has another value, too.
  std::vector<VariedOptions> unbounded() const;
  // The options, "name = value", that have a condition (Option::only_if()) which the values do not
  // meet, and yet make a difference to `tried`, alone; without those of `done`, to which all that
  // have such a condition are added.
  std::vector<std::string> false_conditions(SingleValues& done);

 private:
  struct Change {
    std::size_t option;
    options::OptionValue value;
  };
  using Numbers = std::optional<Eigen::VectorXd>;

  OptionValues with(const std::vector<Change>& changes) const;
  std::string name(const std::vector<Change>& changes) const;
  const Numbers& alone(std::size_t i);
  const std::optional<std::vector<Change>>& effective(std::size_t i);
  std::optional<std::vector<Change>> find_effective(std::size_t i);
  std::vector<Change> both(std::size_t i, std::size_t k);
  static bool is_word(const Change& change);
  std::optional<std::vector<Change>> effective_without(std::size_t i) const;
  std::optional<std::vector<Change>> effective_beside(
      std::size_t i, const std::vector<std::size_t>& accepted) const;

  const plugin_host::Plugin& plugin_;
  OptionValues values_;
  TryValues tried_;
  Numbers base_;
  std::vector<Change> changes_;
  std::vector<Change> unbounded_;              // options to infinity
  std::vector<std::optional<Numbers>> alone_;  // what each leaves, once it has been tried
  std::vector<std::optional<std::optional<std::vector<Change>>>> effective_;  // once found
};

// What the kit chooses where a plugin needs a value that is not given.
struct ChosenValues {
  OptionValues values;
  std::string chosen;  // "K = 3"; "": nothing had to be chosen
};
// Returns the values with the fewest others, at most two, with which `accepts` takes them: those of
// options without a default first, then any that are not given. Nothing if there are none.
std::optional<ChosenValues> with_choices(const plugin_host::Plugin& plugin,
                                         const OptionValues& values,
                                         const std::function<bool(const OptionValues&)>& accepts);

}  // namespace skald::conformance
