// Holds the list of calls in docs/architecture.md, from main to an algorithm, to the sources.
#include <regex>

#include "source_tree.hpp"
#include "test.hpp"

namespace {

std::string source(const std::string& file) {
  return skald::test::contents(SKALD_SOURCE_DIR "/" + file);
}

struct Step {
  std::string function;  // "Sweep::go"
  std::string file;
  bool calls_by_message = false;  // a worker process gets from here to the next step

  // Without its scope.
  std::string name() const { return function.substr(function.rfind(':') + 1); }
};

// The items "N. `function` in `file`" of the section; a line that begins with "--" is a message.
std::vector<Step> steps_in(const std::string& page) {
  const std::size_t begin = page.find("## The life of a run");
  std::istringstream section(page.substr(begin, page.find("\n## ", begin + 1) - begin));
  const std::regex item(R"(\d+\. `([\w:]+)` in `([\w/.]+)`.*)");
  std::vector<Step> steps;
  std::smatch found;
  for (std::string line; std::getline(section, line);) {
    if (std::regex_match(line, found, item)) steps.push_back({found[1], found[2]});
    if (line.find("*as a message*") != std::string::npos) steps.back().calls_by_message = true;
  }
  return steps;
}

// Whether the text has the function's body: `type name(parameters) {`, qualifiers between.
bool defines(const std::string& text, const std::string& function) {
  const std::regex definition(R"([\w>&*] (\w+::)?)" + function + R"(\([^;{}]*\)[ \w]*\{)");
  return std::regex_search(text, definition);
}

// Whether the text calls the function.
bool calls(const std::string& text, const std::string& function) {
  const std::regex call(R"(([^\w ]|[=(!] |return ))" + function + R"(\()");
  return std::regex_search(text, call);
}

}  // namespace

TEST_CASE("the calls from main to an algorithm are those of the page on architecture") {
  const std::vector<Step> steps = steps_in(source("docs/architecture.md"));
  REQUIRE(steps.size() >= 5);
  CHECK(steps.size() <= 10);
  CHECK(steps.front().function == "main");
  CHECK(steps.back().function == "advance");
  for (std::size_t i = 0; i < steps.size(); ++i) {
    INFO(steps[i].function << " in " << steps[i].file);
    const std::string text = source(steps[i].file);
    CHECK(defines(text, steps[i].name()));
    if (i + 1 == steps.size() || steps[i].calls_by_message) continue;
    const Step& next = steps[i + 1];
    INFO("which calls " << next.function);
    // The action of a command is handed over by the file that defines it.
    const bool is_action = next.file.find("/commands/") != std::string::npos &&
                           source(next.file).find(", " + next.name() + ");") != std::string::npos;
    CHECK((is_action ? calls(text, "chosen") : calls(text, next.name())));
  }
}
