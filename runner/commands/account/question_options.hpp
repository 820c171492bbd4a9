// Options of the commands that ask an accountant about noise.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "account/account_question.hpp"

namespace skald {

// A question as it is put on a command line.
struct AskedNoise {
  AccountQuestion question;  // but for what follows
  std::optional<double> noise_multiplier, relative_error;
};

// Adds --eps, --delta, --accountant and --relative-error.
void add_budget_options(CLI::App& line, AskedNoise& asked);
// Adds --noise-multiplier, in place of which --eps may be given.
void add_noise_option(CLI::App& line, AskedNoise& asked);

// Adds an option that is one of `names`, of which `named` gives the value.
template <class Option, class Value>
CLI::Option* add_named(CLI::App& line, const char* option, Option& value,
                       Value (*named)(std::string_view), const std::vector<std::string>& names,
                       const char* meaning) {
  return line
      .add_option_function<std::string>(
          option, [&value, named](const std::string& name) { value = named(name); }, meaning)
      ->check(CLI::IsMember(names));
}

// Adds --relation.
template <class Option>
void add_relation(CLI::App& line, Option& relation) {
  add_named(line, "--relation", relation, named_relation, {"add_remove", "replace_one", "zero_out"},
            "add_remove, replace_one or zero_out");
}

// Returns the question. Throws UsageError unless either the noise or eps is given, and if an error
// is given that the accountant does not have.
AccountQuestion question_of(const AskedNoise& asked);

}  // namespace skald
