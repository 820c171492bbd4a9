#include "source_tree.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace skald::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> split(const std::string& text, char mark) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, mark);) parts.push_back(part);
  return parts;
}

std::set<std::string> names(const std::string& list) {
  const std::vector<std::string> parts = split(list, ',');
  return {parts.begin(), parts.end()};
}

// Returns what is between the marks of `#include "..."` or `#include <...>`; without a header for
// any other line.
Include include_in(const std::string& line) {
  constexpr std::string_view directive = "#include ";
  if (!line.starts_with(directive) || line.size() <= directive.size()) return {};
  const bool is_quoted = line[directive.size()] == '"';
  const std::size_t begin = directive.size() + 1;
  const std::size_t end = line.find(is_quoted ? '"' : '>', begin);
  if (end == std::string::npos) return {};
  return {line.substr(begin, end - begin), is_quoted};
}

std::vector<Include> includes_in(const std::string& text) {
  std::vector<Include> includes;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (Include found = include_in(line); !found.header.empty()) includes.push_back(found);
  }
  return includes;
}

bool is_source(const fs::path& file) {
  return file.extension() == ".cpp" || file.extension() == ".hpp";
}

}  // namespace

std::string SourceFile::folder() const { return path.substr(0, path.rfind('/')); }

bool SourceFile::is_below(std::string_view folder) const {
  return path.starts_with(std::string(folder) + "/");
}

const Module* SourceTree::module(std::string_view name) const {
  const auto found =
      std::find_if(modules.begin(), modules.end(), [&](const Module& m) { return m.name == name; });
  return found == modules.end() ? nullptr : &*found;
}

const Module* SourceTree::module_of(const SourceFile& file) const {
  const auto found = std::find_if(modules.begin(), modules.end(),
                                  [&](const Module& m) { return file.is_below(m.folder); });
  return found == modules.end() ? nullptr : &*found;
}

std::string contents(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<Module> parse_modules(const std::string& text) {
  std::vector<Module> modules;
  for (const std::string& line : split(text, '\n')) {
    const std::vector<std::string> fields = split(line + "|", '|');
    if (fields.size() != 4) {
      throw std::invalid_argument("expected NAME|FOLDER|LINKS|PASSES_ON, found " + line);
    }
    modules.push_back({fields[0], fields[1], names(fields[2]), names(fields[3])});
  }
  return modules;
}

SourceTree read_tree(const fs::path& root, std::vector<Module> modules) {
  SourceTree tree{std::move(modules), {}};
  for (const std::string top : {"core", "plugins", "runner", "tests"}) {
    if (!fs::exists(root / top)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      if (!entry.is_regular_file() || !is_source(entry.path())) continue;
      std::string text = contents(entry.path());
      std::vector<Include> includes = includes_in(text);
      tree.files.push_back({fs::relative(entry.path(), root).generic_string(), std::move(text),
                            std::move(includes)});
    }
  }
  std::sort(tree.files.begin(), tree.files.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return tree;
}

}  // namespace skald::test
