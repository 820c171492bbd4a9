// Tables of questions and answers in tests/golden: a line for each question, the answer below it in
// lines that begin with two spaces; empty lines and those that begin with # are for people.
#pragma once

#include <functional>
#include <string>

namespace skald::test {

// Checks that `answer` gives every answer of tests/golden/NAME, word for word, and that the table
// has at least this many questions. With SKALD_WRITE_GOLDEN in the environment, the answers are
// written.
void check_golden_table(const std::string& name, std::size_t least,
                        const std::function<std::string(const std::string&)>& answer);

}  // namespace skald::test
