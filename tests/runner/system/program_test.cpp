#include "system/program.hpp"
#include "test.hpp"

using namespace std::string_literals;

TEST_CASE("a program gets its arguments and its input unchanged, and what it prints is kept") {
  const std::string strange = "$(touch x) 'y' \"z\" ;&|\n*";
  const ProgramEnd end =
      run_program({.arguments = {"sh", "-c", "cat; printf '%s' \"$1\" >&2; exit 7", "sh", strange},
                   .input = "some\0bytes"s});
  CHECK(end.exit_code == 7);
  CHECK_FALSE(end.is_good());
  CHECK(end.output == "some\0bytes"s);
  CHECK(end.error == strange);
  CHECK_FALSE(end.was_stopped);
  CHECK(run_program({.arguments = {"true"}}).is_good());
}

TEST_CASE("a program that is killed has the exit code of shells") {
  CHECK(run_program({.arguments = {"sh", "-c", "kill -9 $$"}}).exit_code == 128 + 9);
}

TEST_CASE("a program that does not end in time is killed with what it has started") {
  const auto begin = std::chrono::steady_clock::now();
  const ProgramEnd end =
      run_program({.arguments = {"sh", "-c", "echo begun; sleep 100; echo ended"},
                   .patience = std::chrono::seconds(1)});
  CHECK(end.was_stopped);
  CHECK_FALSE(end.is_good());
  CHECK(end.output == "begun\n");
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(60));
}

TEST_CASE("a missing program is named") {
  CHECK_THROWS_AS(run_program({.arguments = {"no-such-program"}}), NoProgram);
  CHECK_THROWS_WITH(run_program({.arguments = {"no-such-program"}}),
                    Catch::Contains("no-such-program: No such file"));
}

TEST_CASE("a word is quoted where a shell would read more into it") {
  CHECK(shell_word("results/a-1.db") == "results/a-1.db");
  CHECK(shell_word("") == "''");
  CHECK(shell_word("my results.db") == "'my results.db'");
  CHECK(shell_word("x; rm -r *") == "'x; rm -r *'");
  CHECK(shell_word("it's") == "'it'\\''s'");
}
