// What the set-up of a run reads of private rows, and which of it the user declares public.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "skald/private_input.hpp"

namespace skald::run {

// As PrivateInput, with texts of its own.
struct ReadInput {
  std::string name, why, remedy;

  ReadInput(std::string n, std::string w, std::string r)
      : name(std::move(n)), why(std::move(w)), remedy(std::move(r)) {}
  explicit ReadInput(const PrivateInput& input) : ReadInput(input.name, input.why, input.remedy) {}
};

// The inputs of one run, those of one name and reason once, in the order in which they were found.
struct PrivateInputs {
  std::vector<ReadInput> declared_public;
  std::vector<ReadInput> unpaid;  // neither public nor paid for: eps is infinite

  // `declared` is run.public: words separated by commas; "all" names every input. Throws
  // std::invalid_argument, with the nearest valid word, for a word that names neither one of the
  // inputs that the host knows nor one of those read.
  PrivateInputs(const std::vector<ReadInput>& read, std::string_view declared);

  // "start (run.start is mode: ...); to mend it ...; or declare it: run.public \"start\"": why eps
  // is infinite, for people; "" where it is not.
  std::string complaint() const;
};

}  // namespace skald::run
