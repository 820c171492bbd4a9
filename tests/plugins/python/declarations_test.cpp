// Whatever a class in Python declares of itself is a plugin that can be described, or is refused.
#include "plugin_host/plugin.hpp"
#include "python_plugins.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

namespace declarations_test {

namespace {

class Dice {
 public:
  explicit Dice(std::uint32_t seed) : generator_(seed) {}
  bool toss() { return generator_() % 2 == 0; }
  template <std::size_t n>
  const char* one_of(const std::array<const char*, n>& choices) {
    return choices[generator_() % n];
  }

 private:
  std::mt19937 generator_;
};

// What Python evaluates: of every type, in and out of range, and texts that nobody expects.
constexpr std::array kValues{"0",
                             "1",
                             "-1",
                             "2**62",
                             "2**70",
                             "1.5",
                             "1e400",
                             "-math.inf",
                             "math.nan",
                             "True",
                             "None",
                             "''",
                             "'a'",
                             "'a|b'",
                             "'\\0'",
                             "'\\ud800'",
                             "'\\x1b[2J'",
                             "'x' * 100000",
                             "b'a'",
                             "()",
                             "('a', 'b')",
                             "('a', 1)",
                             "[]",
                             "{}",
                             "float",
                             "int",
                             "bool",
                             "str",
                             "list",
                             "dict",
                             "object()",
                             "pathlib.Path",
                             "pathlib.Path('/')",
                             "lambda: 0",
                             "skald.option(1, help='h')",
                             "np.float64(2)",
                             "np.array([1.0])",
                             "skald.Metric"};
constexpr std::array kDefaults{"1", "1.5", "True", "'a'", "float", "int"};  // that are in order
constexpr std::array kArguments{"type",   "at_least",  "above",   "at_most",   "below", "symbol",
                                "one_of", "automatic", "only_if", "stable_to", "role",  "help"};
constexpr std::array kMembers{"unit",   "preferred", "needs",    "sparse",    "place",
                              "scale",  "version",   "kind",     "reference", "keeps_time",
                              "output", "__doc__",   "__init__", "value",     "option"};
constexpr std::array kBases{"Metric", "Sampler", "Model", "Partition", "Dataset", "Mechanism"};

std::string declared(Dice& dice) {
  std::string text =
      std::string(
          "import math, pathlib\nimport numpy as np\nimport skald\n\n\nclass Drawn(skald.") +
      dice.one_of(kBases) + "):\n    \"\"\"A class of a test.\"\"\"\n";
  for (const char* name : {"a", "b"}) {
    text += std::string("    ") + name + " = skald.option(" +
            (dice.toss() || dice.toss() ? dice.one_of(kDefaults) : dice.one_of(kValues));
    bool has_help = false;
    for (const char* argument : kArguments) {
      if (dice.toss() || dice.toss() || dice.toss()) continue;
      has_help |= std::string_view(argument) == "help";
      text += std::string(", ") + argument + "=" + dice.one_of(kValues);
    }
    text += has_help ? ")\n" : ", help='an option')\n";
  }
  if (dice.toss())
    text += std::string("    ") + dice.one_of(kMembers) + " = " + dice.one_of(kValues) + "\n";
  return text;
}

}  // namespace

TEST_CASE("any declaration in Python is described or refused, with a reason") {
  constexpr std::uint32_t kDraws = 400;
  int refused = 0, described = 0;
  for (std::uint32_t seed = 0; seed < kDraws; ++seed) {
    Dice dice(seed);
    const std::string text = declared(dice);
    INFO(text);
    const TemporaryFolder folder;
    folder.write("drawn.py", text);
    plugin_host::PluginHost host = python_host(folder.path());
    const plugin_host::CatalogEntry& entry = host.catalog().front();
    if (entry.plugins.empty()) {
      CHECK(entry.refusal.size() > entry.file.string().size() + 2);
      ++refused;
    } else {
      CHECK_FALSE(plugin_host::describe(entry.plugins.front()).empty());
      ++described;
    }
  }
  // Both happen, so that the draws are neither all nonsense nor all harmless.
  CHECK(refused > 40);
  CHECK(described > 10);
}

}  // namespace declarations_test
