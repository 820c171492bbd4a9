#include "module_rules.hpp"

#include "temporary_folder.hpp"
#include "test.hpp"

namespace {

using Sentences = std::vector<std::string>;

// Every module of this build, with the links of its CMake target.
SourceTree this_tree() {
  return read_tree(SKALD_SOURCE_DIR, parse_modules(contents(SKALD_MODULES_FILE)));
}

std::string joined(const Sentences& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += sentence + "\n";
  return text;
}

// A small source tree in which every rule holds: text belongs to base, grid and store to the host,
// sweep is a room of the runner.
struct House {
  std::string modules =
      "text|core/base/text||\n"
      "grid|core/src/grid|text|text\n"
      "store|core/src/store|text|\n"
      "sweep|runner/sweep|grid,store|grid\n";
  TemporaryFolder folder;

  House() {
    folder.write("core/include/skald/block.hpp", "#include <Eigen/Core>\n");
    folder.write("core/include/skald/sampler.hpp", "#include \"skald/block.hpp\"\n");
    folder.write("core/parts/skald/parts/batch.hpp",
                 "#include \"skald/block.hpp\"\n#include \"skald/parts/rows.hpp\"\n");
    folder.write("core/base/text/words.hpp", "#include <string>\n");
    folder.write("core/src/grid/cell.hpp",
                 "#include \"text/words.hpp\"\nnamespace skald::grid {\n"
                 "namespace skald::grid::detail {\n");
    folder.write("core/src/store/store.hpp", "");
    folder.write("core/src/store/store.cpp",
                 "#include \"store/store.hpp\"\n#include <zlib.h>\n#include \"text/words.hpp\"\n");
    folder.write("runner/sweep/sweep.hpp", "#include \"grid/cell.hpp\"\n");
    folder.write("runner/sweep/sweep.cpp",
                 "#include \"store/store.hpp\"\n#include \"text/words.hpp\"\n");
    folder.write("plugins/samplers/fald.cpp",
                 "#include \"skald/sampler.hpp\"\n#include \"text/words.hpp\"\n");
    folder.write("tests/runner/sweep_test.cpp",
                 "#include <sqlite3.h>\n#include \"../house.hpp\"\n#include \"grid/cell.hpp\"\n");
  }

  SourceTree tree() const { return read_tree(folder.path(), parse_modules(modules)); }
};

Sentences all_breaches(const SourceTree& tree) {
  Sentences all;
  for (const auto rule : {unlinked_includes, cycles, upward_includes, host_in_plugins,
                          scattered_libraries, wide_modules, foreign_namespaces}) {
    const Sentences found = rule(tree);
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

// Returns the one violation in that tree with this further file.
std::string breach(const std::string& file, const std::string& content) {
  const House house;
  house.folder.write(file, content);
  const Sentences found = all_breaches(house.tree());
  CAPTURE(joined(found));
  CHECK(found.size() == 1);
  return joined(found);
}

}  // namespace

TEST_CASE("a module includes headers of modules that it links") {
  CHECK(joined(unlinked_includes(this_tree())) == "");
}

TEST_CASE("links of modules form no cycle") { CHECK(joined(cycles(this_tree())) == ""); }

TEST_CASE("nothing includes upwards") { CHECK(joined(upward_includes(this_tree())) == ""); }

TEST_CASE("plugins include nothing of the host") {
  CHECK(joined(host_in_plugins(this_tree())) == "");
}

TEST_CASE("a third-party library is included in one place") {
  CHECK(joined(scattered_libraries(this_tree())) == "");
}

TEST_CASE("what a module shows can be taken in") { CHECK(joined(wide_modules(this_tree())) == ""); }

TEST_CASE("a module has the namespace of its name") {
  CHECK(joined(foreign_namespaces(this_tree())) == "");
}

TEST_CASE("core and the runner name no algorithm") {
  const std::vector<std::string> samplers{SKALD_SHIPPED_SAMPLERS};
  CHECK(samplers.size() >= 20);
  CHECK(joined(samplers_in_host(this_tree(), samplers)) == "");
  const House house;
  house.folder.write("core/src/grid/claims.cpp", "if (name == \"fald\") {}\n");
  house.folder.write("runner/sweep/claims.cpp", "// fald\nif (name == \"vr_fald\") {}\n");
  house.folder.write("plugins/samplers/fald.cpp", "{.name = \"fald\"}\n");
  CHECK(samplers_in_host(house.tree(), {"ula"}).empty());
  CHECK(joined(samplers_in_host(house.tree(), {"fald", "vr_fald"})) ==
        "core/src/grid/claims.cpp names the sampler fald, expected it to declare what the host "
        "must know\n"
        "runner/sweep/claims.cpp names the sampler vr_fald, expected it to declare what the host "
        "must know\n");
}

TEST_CASE("core and the runner name no option of a plugin, but the axes of the field") {
  CHECK(joined(options_in_host(this_tree())) == "");
  const House house;
  house.folder.write("plugins/samplers/fald.cpp",
                     "option(\"K\", &Options::K), option<O>(\n    \"epochs\", &Options::epochs)");
  house.folder.write("core/src/grid/ask.cpp",
                     "// sampler.epochs\ncell.find(Section::sampler, \"K\");\n");
  CHECK(options_in_host(house.tree()).empty());
  for (const char* line : {"cell.find(options::Section::sampler, \"epochs\")", "\"sampler.epochs\"",
                           "option.name == std::string_view(\"epochs\")"}) {
    house.folder.write("runner/sweep/ask.cpp", line);
    CHECK(joined(options_in_host(house.tree())) ==
          "runner/sweep/ask.cpp names the option epochs, expected a role that its plugin "
          "declares\n");
  }
}

TEST_CASE("the rules are asked of all modules and all sources") {
  const SourceTree tree = this_tree();
  CHECK(tree.modules.size() >= 20);
  CHECK(tree.files.size() >= 600);
  REQUIRE(tree.module("run") != nullptr);
  CHECK(tree.module("run")->links.contains("grid"));
  std::size_t of_modules = 0;
  for (const SourceFile& file : tree.files) of_modules += tree.module_of(file) != nullptr ? 1 : 0;
  for (const SourceFile& file : tree.files) {
    const bool is_host = file.is_below("core/src") || file.is_below("core/base") ||
                         (file.is_below("runner") && file.path != "runner/main.cpp");
    CAPTURE(file.path);
    CHECK((tree.module_of(file) != nullptr) == is_host);
  }
  CHECK(of_modules >= 300);
}

TEST_CASE("a house in which every rule holds has no breach") {
  CHECK(joined(all_breaches(House().tree())) == "");
}

TEST_CASE("each rule fails where it is broken") {
  using Catch::Contains;
  CHECK_THAT(breach("core/src/store/peek.cpp", "#include \"grid/cell.hpp\"\n"),
             Contains("core/src/store/peek.cpp includes \"grid/cell.hpp\": expected store to link "
                      "grid\n"));
  CHECK_THAT(breach("runner/sweep/shown.hpp", "#include \"store/store.hpp\"\n"),
             Contains("expected sweep to link store PUBLIC"));
  CHECK_THAT(breach("core/include/skald/model.hpp", "#include \"skald/parts/rows.hpp\"\n"),
             Contains("the contract includes itself alone"));
  CHECK_THAT(breach("core/parts/skald/parts/rows.hpp", "#include \"text/words.hpp\"\n"),
             Contains("parts include the contract and parts"));
  CHECK_THAT(breach("core/include/skald/model.hpp", "#include \"skald/../block.hpp\"\n"),
             Contains("named from an include root"));
  CHECK_THAT(breach("plugins/samplers/ula.cpp", "#include \"grid/cell.hpp\"\n"),
             Contains("plugins know no host (core/src/grid)"));
  CHECK_THAT(breach("core/src/store/second.cpp", "#include <zlib.h>\n"),
             Contains("<zlib.h...> is included by 2 files of core and runner, expected 1: "
                      "core/src/store/second.cpp core/src/store/store.cpp"));
  CHECK_THAT(breach("core/src/grid/json.hpp", "#include <boost/json.hpp>\n"),
             Contains("expected a .cpp to hide the library"));
  CHECK_THAT(breach("core/src/grid/axis.hpp", "namespace skald {\n"),
             Contains("core/src/grid/axis.hpp opens skald, expected skald::grid"));
  CHECK_THAT(breach("core/src/grid/axis.hpp", "namespace skald::gridlock {\n"),
             Contains("opens skald::gridlock, expected skald::grid"));
}

TEST_CASE("core knows no runner, even where it would link it") {
  House house;
  house.modules += "leak|core/src/leak|sweep|\n";
  house.folder.write("core/src/leak/leak.cpp", "#include \"sweep/sweep.hpp\"\n");
  CHECK_THAT(joined(all_breaches(house.tree())), Catch::Contains("core knows no runner"));
}

TEST_CASE("what plugins use knows no host") {
  House house;
  house.modules += "data|core/base/data|grid|\n";
  house.folder.write("core/base/data/data.cpp", "#include \"grid/cell.hpp\"\n");
  CHECK_THAT(joined(all_breaches(house.tree())),
             Catch::Contains("core/base knows neither host nor runner"));
}

TEST_CASE("a cycle of links is named") {
  House house;
  house.modules += "a|core/src/a|b|\nb|core/src/b|text,c|\nc|core/src/c|a|\n";
  CHECK_THAT(joined(all_breaches(house.tree())),
             Catch::Contains("a cycle of links: a -> b -> c -> a"));
}

TEST_CASE("a module that shows too many headers is named, with those of one user") {
  const House house;
  std::string all = "#include \"grid/cell.hpp\"\n";
  for (std::size_t i = 1; i < kMostShown; ++i) {
    const std::string header = "grid/h" + std::to_string(i) + ".hpp";
    house.folder.write("core/src/" + header, "");
    all += "#include \"" + header + "\"\n";
  }
  house.folder.write("runner/sweep/sweep.cpp", all);
  house.folder.write("core/src/grid/own.hpp", "");
  house.folder.write("core/src/grid/own.cpp", "#include \"grid/own.hpp\"\n");
  house.folder.write("tests/core/grid/own_test.cpp", "#include \"grid/own.hpp\"\n");
  CHECK(joined(all_breaches(house.tree())) == "");
  house.folder.write("runner/sweep/other.cpp", "#include \"grid/own.hpp\"\n");
  const std::string found = joined(all_breaches(house.tree()));
  CHECK_THAT(found, Catch::StartsWith("grid shows " + std::to_string(kMostShown + 1) + " headers"));
  CHECK_THAT(found, Catch::Contains("grid/own.hpp, for runner/sweep/other.cpp"));
  CHECK_THAT(found, !Catch::Contains("grid/cell.hpp, for"));
}

TEST_CASE("a list of modules that cannot be read is refused") {
  CHECK_THROWS_AS(parse_modules("grid|core/src/grid"), std::invalid_argument);
}
