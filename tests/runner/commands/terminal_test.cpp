// What a sweep prints on a terminal of 80 columns, with and without colours, and elsewhere.
#include "terminal.hpp"
#include "grids.hpp"
#include "skald_process.hpp"
#include "test.hpp"

namespace terminal_test {

namespace {

struct Variable {
  const char* name;
  const char* value;
};

// Returns everything that skald writes to a terminal of 80 columns.
std::string on_terminal(const TemporaryFolder& folder, const std::vector<std::string>& arguments,
                        const Variable& variable) {
  return test::on_terminal(folder.path(), arguments, "",
                           [&] {
                             ::unsetenv("NO_COLOR");
                             ::setenv("TERM", "xterm", 1);
                             ::setenv(variable.name, variable.value, 1);
                           })
      .out;
}

// A grid with a run that fails, followed by one that takes long enough for the status line to show
// it.
const std::string kGrid = with(walk_grid("how", R"(["abort", "not"])"), R"("misbehaving")",
                               R"("misbehaving", "milliseconds": 10)");

std::vector<std::string> command() { return walk_command("run", "results.db", {"-j", "1"}); }

// In code points.
std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0, width = 0;
  for (const char c : text) {
    if (c == '\n') width = 0;
    width += c != '\n' && c != '\r' && (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    widest = std::max(widest, width);
  }
  return widest;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("on a terminal the status stays on one line, shorter than the terminal is wide") {
  const TemporaryFolder folder;
  folder.write("grid.json", kGrid);
  const std::string text = on_terminal(folder, command(), {"SKALD_UNUSED", ""});
  INFO(text);
  std::size_t shown = 0;
  for (std::size_t start = 0; (start = text.find('\r', start)) != std::string::npos; ++start) {
    if (text.compare(start, 2, "\r\n") == 0) continue;
    const std::size_t end = text.find("\x1b[K", start);
    REQUIRE(end != std::string::npos);
    CHECK(end - start < 80 + std::string("\x1b[31m\x1b[0m").size());
    ++shown;
  }
  CHECK(shown > 2);
  CHECK(contains(text, "% "));
  CHECK(contains(text, "\x1b[31m"));  // red, once a run has failed
  CHECK(contains(text, "FAIL "));
  CHECK(contains(text, "[2/2]  ok 1  failed 1"));
  CHECK(contains(text, "failed:  skald query results.db failures\r\n"));
  CHECK(contains(text, "next:    skald compare results.db\r\n"));
}

TEST_CASE("NO_COLOR takes the colours away, TERM=dumb every control sequence") {
  const TemporaryFolder folder;
  folder.write("grid.json", kGrid);
  const std::string plain = on_terminal(folder, command(), {"NO_COLOR", "1"});
  CHECK(contains(plain, "\r["));
  CHECK_FALSE(contains(plain, "\x1b[3"));
  auto again = command();
  again.push_back("--force");
  const std::string dumb = on_terminal(folder, again, {"TERM", "dumb"});
  CHECK(contains(dumb, "[2/2]  ok 1  failed 1"));
  CHECK_FALSE(contains(dumb, "\x1b"));
  again.push_back("--json");
  CHECK_FALSE(contains(on_terminal(folder, again, {"TERM", "xterm"}), "\x1b"));
}

TEST_CASE("a comparison is as wide as the terminal, and as it is elsewhere") {
  const TemporaryFolder folder;
  folder.write("grid.json", kFourAxes);
  REQUIRE(run_skald(folder.path(), {"run", "grid.json", "--db", "results.db"}).code == 0);
  const std::vector<std::string> compare{"compare", "results.db"};
  const std::string shown = on_terminal(folder, compare, {"SKALD_UNUSED", ""});
  const std::size_t table = shown.find("\nsampler");
  REQUIRE(table != std::string::npos);
  CHECK(widest_line(shown.substr(table)) <= 80);
  CHECK(shown.find("\nsampler", table + 1) != std::string::npos);  // a second block
  CHECK(contains(shown, "\r\n  n = 2\r\n"));                       // a constant column
  CHECK_FALSE(contains(shown.substr(table), "  n  chains"));
  const std::string elsewhere = run_skald(folder.path(), compare).out;
  CHECK(widest_line(elsewhere) > 120);
  CHECK(contains(elsewhere, "  n  chains\n"));
}

TEST_CASE("in a pipe or a file there are lines alone") {
  const TemporaryFolder folder;
  folder.write("grid.json", kGrid);
  const ProcessResult result = run_skald(folder.path(), command());
  CHECK(result.out.empty());
  CHECK_FALSE(contains(result.err, "\r"));
  CHECK_FALSE(contains(result.err, "\x1b"));
  CHECK(contains(result.err, "[2/2]  ok 1  failed 1"));
}

}  // namespace terminal_test
