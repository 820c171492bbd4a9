// When an option counts: the conditions of Option::only_if().
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "options/option_value.hpp"
#include "skald/options.hpp"

namespace skald::options {

// Returns what is wrong with an option's conditions, as a text that continues its name: they are
// about options that the table lacks, or want words that an option cannot have. Empty if they are
// sound.
std::string condition_fault(const OptionInfo& option, std::span<const OptionInfo> table);

// Returns when the option counts, `lr_schedule is "inverse" or
// "exponential", and epochs is left out`; "" if always.
std::string condition_text(const OptionInfo& option);

// Returns what the option means, for people: its documentation, and where it counts.
std::string meaning_of(const OptionInfo& option);

// The value of an option of the same table, defaults included.
using ValueOf = std::function<const OptionValue*(std::string_view name)>;

// Returns whether the option counts. A condition on a value that is not known (nullptr) or a
// formula is taken to hold.
bool counts(const OptionInfo& option, const ValueOf& value_of);

// Returns why a value that somebody has given the option makes no difference, as a text that
// continues the option's name: `has no effect where lr_schedule is "constant": it counts only
// where lr_schedule is "inverse" or "exponential"`. Empty if it counts, or is what the option has
// anyway: its default, or nothing.
std::string inert_fault(const OptionInfo& option, const OptionValue& value,
                        const ValueOf& value_of);

// Same, for an option of a section or metric whose options are all given.
std::string inert_fault(const OptionInfo& option, std::span<const NamedValue> options);

}  // namespace skald::options
