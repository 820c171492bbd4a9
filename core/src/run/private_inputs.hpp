// What the set-up of a run reads of private rows, and which of these inputs the user declares
// public.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "run/cell_plugins.hpp"
#include "skald/private_input.hpp"

namespace skald::run {

// A PrivateInput that owns its texts.
struct ReadInput {
  std::string name, why, remedy;

  ReadInput(std::string n, std::string w, std::string r)
      : name(std::move(n)), why(std::move(w)), remedy(std::move(r)) {}
  explicit ReadInput(const PrivateInput& input) : ReadInput(input.name, input.why, input.remedy) {}
};

// A word of run.public that names no input.
class PublicInputError final : public std::invalid_argument, public About {
 public:
  explicit PublicInputError(const std::string& what)
      : std::invalid_argument(what), About{{.section = "run", .metric = {}}} {}
};

// The inputs of one run, in the order in which they were found; inputs with the same name and
// reason are listed once.
struct PrivateInputs {
  std::vector<ReadInput> declared_public;
  std::vector<ReadInput> unpaid;  // neither public nor paid for: eps is infinite

  // `declared` is run.public: words separated by commas; "all" names every input. Throws
  // PublicInputError, with the nearest valid word, if a word names neither an input that the
  // host knows nor one that was read.
  PrivateInputs(const std::vector<ReadInput>& read, std::string_view declared);

  // Returns why eps is infinite, for people: "start (run.start is mode: ...); to mend it ...; or
  // declare it: run.public \"start\"". Empty if it is finite.
  std::string complaint() const;
};

}  // namespace skald::run
