// The sources of a tree with their includes, and the modules that its build declares.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace skald::test {

struct Module {
  std::string name;                 // the first word of "name/header.hpp"
  std::string folder;               // below the root: "core/src/grid"
  std::set<std::string> links;      // the modules that it links itself
  std::set<std::string> passes_on;  // those of them that whoever links it sees too
};

struct Include {
  std::string header;  // "grid/cell.hpp", "zlib.h"
  bool is_quoted = false;
};

struct SourceFile {
  std::string path;  // below the root
  std::string text;
  std::vector<Include> includes;

  std::string folder() const;
  bool is_header() const { return path.ends_with(".hpp"); }
  bool is_below(std::string_view folder) const;
};

struct SourceTree {
  std::vector<Module> modules;
  std::vector<SourceFile> files;  // .cpp and .hpp, by path

  const Module* module(std::string_view name) const;  // or null
  // The module whose folder holds the file, or null.
  const Module* module_of(const SourceFile& file) const;
};

// One module per line: name, folder, links and passes_on, separated by '|'; commas within the
// lists. Throws std::invalid_argument for any other line.
std::vector<Module> parse_modules(const std::string& text);

std::string contents(const std::filesystem::path& file);

// The files of core, plugins, runner and tests below `root`.
SourceTree read_tree(const std::filesystem::path& root, std::vector<Module> modules);

}  // namespace skald::test
