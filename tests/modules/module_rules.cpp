#include "module_rules.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>

namespace skald::test {
namespace {

using Sentences = std::vector<std::string>;

// A third-party library, by the beginning of its headers' names, and how many .cpp of a library of
// ours may include it: data sets read three shapes of JSON.
struct HiddenLibrary {
  std::string_view headers;
  std::size_t most = 1;
};
constexpr std::array
    kHiddenLibraries{HiddenLibrary{"boost/asio"},  HiddenLibrary{"boost/beast"},
                     HiddenLibrary{"boost/dll"},   HiddenLibrary{"boost/json", 3},
                     HiddenLibrary{"curl/"},       HiddenLibrary{"lemon/"},
                     HiddenLibrary{"muParser"},    HiddenLibrary{"openssl/"},
                     HiddenLibrary{"zip.h"},       HiddenLibrary{"zlib.h"},
                     HiddenLibrary{"sqlite3.h", 2}};  // one for its calls, one for its error codes

// A module that shows more than others may: every comparison that a command offers is a header.
struct WideModule {
  std::string_view name;
  std::size_t most = 0;
};
constexpr std::array kWideModules{WideModule{"report", 42}};

std::string first_word(const std::string& header) { return header.substr(0, header.find('/')); }

bool is_below(const Module& module, std::string_view folder) {
  return module.folder.starts_with(std::string(folder) + "/");
}

// Adds `module` and all modules that reach it along passes_on.
void add_passed_on(const SourceTree& tree, const std::string& module, std::set<std::string>& seen) {
  if (!seen.insert(module).second) return;
  if (const Module* found = tree.module(module)) {
    for (const std::string& next : found->passes_on) add_passed_on(tree, next, seen);
  }
}

std::set<std::string> visible(const SourceTree& tree, const std::set<std::string>& links) {
  std::set<std::string> seen;
  for (const std::string& link : links) add_passed_on(tree, link, seen);
  return seen;
}

// The module whose header the file includes, or null.
const Module* included_module(const SourceTree& tree, const Include& include) {
  return include.is_quoted ? tree.module(first_word(include.header)) : nullptr;
}

std::string sentence(const SourceFile& file, const Include& include, const std::string& why) {
  return file.path + " includes \"" + include.header + "\": " + why;
}

// The path from `module` to `target` along links, or "" if there is none.
std::string way(const SourceTree& tree, const std::string& module, const std::string& target,
                std::set<std::string>& seen) {
  if (!seen.insert(module).second || tree.module(module) == nullptr) return "";
  for (const std::string& next : tree.module(module)->links) {
    if (next == target) return module + " -> " + target;
    const std::string rest = way(tree, next, target, seen);
    if (!rest.empty()) return module + " -> " + rest;
  }
  return "";
}

// Why the file may not include the header, or "" if it may.
std::string upward(const SourceTree& tree, const SourceFile& file, const Include& include) {
  if (!include.is_quoted) return "";
  const std::string& header = include.header;
  const bool is_part = header.starts_with("skald/parts/");
  const bool is_contract = header.starts_with("skald/") && !is_part;
  const Module* module = tree.module(first_word(header));
  if (file.is_below("core/include") && !is_contract) return "the contract includes itself alone";
  if (file.is_below("core/parts") && !is_contract && !is_part) {
    return "parts include the contract and parts";
  }
  if (file.is_below("core/base") && module != nullptr && !is_below(*module, "core/base")) {
    return "core/base knows neither host nor runner";
  }
  if (file.is_below("core") && module != nullptr && is_below(*module, "runner")) {
    return "core knows no runner";
  }
  return header.find("../") == std::string::npos ? "" : "headers are named from an include root";
}

// Returns "skald::grid" for "namespace skald::grid {", and "" for a line that opens no namespace of
// ours.
std::string opened_namespace(const std::string& line) {
  constexpr std::string_view begin = "namespace skald";
  const std::size_t end = line.find(" {");
  if (!line.starts_with(begin) || end == std::string::npos) return "";
  return line.substr(begin.size() - 5, end - begin.size() + 5);
}

// Whether `found` is the namespace, or within it.
bool is_within(const std::string& found, const std::string& expected) {
  return found == expected || found.starts_with(expected + "::");
}

// The folder of plugins that forms one library, such as plugins/models/torch or plugins/samplers.
std::string library_of(const SourceFile& file) {
  return file.is_below("plugins") ? file.folder() : "core and runner";
}

bool is_of_tests(const SourceFile& file) { return file.is_below("tests"); }

}  // namespace

Sentences unlinked_includes(const SourceTree& tree) {
  Sentences breaches;
  for (const SourceFile& file : tree.files) {
    const Module* module = tree.module_of(file);
    if (module == nullptr) continue;
    const std::set<std::string> seen =
        visible(tree, file.is_header() ? module->passes_on : module->links);
    for (const Include& include : file.includes) {
      const Module* other = included_module(tree, include);
      if (other == nullptr || other == module || seen.contains(other->name)) continue;
      breaches.push_back(sentence(file, include,
                                  "expected " + module->name + " to link " + other->name +
                                      (file.is_header() ? " PUBLIC" : "")));
    }
  }
  return breaches;
}

Sentences cycles(const SourceTree& tree) {
  Sentences breaches;
  for (const Module& module : tree.modules) {
    std::set<std::string> seen;
    const std::string found = way(tree, module.name, module.name, seen);
    if (!found.empty()) breaches.push_back("a cycle of links: " + found);
  }
  return breaches;
}

Sentences upward_includes(const SourceTree& tree) {
  Sentences breaches;
  for (const SourceFile& file : tree.files) {
    if (is_of_tests(file)) continue;
    for (const Include& include : file.includes) {
      const std::string why = upward(tree, file, include);
      if (!why.empty()) breaches.push_back(sentence(file, include, why));
    }
  }
  return breaches;
}

Sentences host_in_plugins(const SourceTree& tree) {
  Sentences breaches;
  for (const SourceFile& file : tree.files) {
    if (!file.is_below("plugins")) continue;
    for (const Include& include : file.includes) {
      const Module* module = included_module(tree, include);
      if (module == nullptr || is_below(*module, "core/base")) continue;
      breaches.push_back(sentence(file, include, "plugins know no host (" + module->folder + ")"));
    }
  }
  return breaches;
}

Sentences scattered_libraries(const SourceTree& tree) {
  Sentences breaches;
  for (const auto& [library, most] : kHiddenLibraries) {
    std::map<std::string, std::set<std::string>> users;  // by library of ours
    for (const SourceFile& file : tree.files) {
      if (is_of_tests(file)) continue;
      for (const Include& include : file.includes) {
        if (include.is_quoted || !include.header.starts_with(library)) continue;
        users[library_of(file)].insert(file.path);
        if (file.is_header()) {
          breaches.push_back(sentence(file, include, "expected a .cpp to hide the library"));
        }
      }
    }
    for (const auto& [where, files] : users) {
      if (files.size() <= most) continue;
      std::string list;
      for (const std::string& file : files) list += " " + file;
      breaches.push_back("<" + std::string(library) + "...> is included by " +
                         std::to_string(files.size()) + " files of " + where + ", expected " +
                         std::to_string(most) + ":" + list);
    }
  }
  return breaches;
}

Sentences wide_modules(const SourceTree& tree) {
  std::map<std::string, std::map<std::string, std::set<std::string>>> shown;  // users by header
  for (const SourceFile& file : tree.files) {
    if (is_of_tests(file)) continue;
    for (const Include& include : file.includes) {
      const Module* module = included_module(tree, include);
      if (module == nullptr || module == tree.module_of(file)) continue;
      shown[module->name][include.header].insert(file.path);
    }
  }
  Sentences breaches;
  for (const auto& [module, headers] : shown) {
    const auto wide = std::find_if(kWideModules.begin(), kWideModules.end(),
                                   [&](const WideModule& known) { return known.name == module; });
    const std::size_t most = wide == kWideModules.end() ? kMostShown : wide->most;
    if (headers.size() <= most) continue;
    std::string seldom;
    for (const auto& [header, users] : headers) {
      if (users.size() == 1) seldom += "\n  " + header + ", for " + *users.begin();
    }
    breaches.push_back(module + " shows " + std::to_string(headers.size()) +
                       " headers to others, expected at most " + std::to_string(most) +
                       ": let fewer of them say the same, or make two modules of it. Those with "
                       "one user:" +
                       seldom);
  }
  return breaches;
}

Sentences foreign_namespaces(const SourceTree& tree) {
  Sentences breaches;
  for (const SourceFile& file : tree.files) {
    const Module* module = tree.module_of(file);
    if (module == nullptr || !file.is_below("core")) continue;
    const std::string expected = "skald::" + module->name;
    std::istringstream lines(file.text);
    for (std::string line; std::getline(lines, line);) {
      const std::string found = opened_namespace(line);
      if (found.empty() || is_within(found, expected)) continue;
      breaches.push_back(file.path + " opens " + found + ", expected " + expected);
    }
  }
  return breaches;
}

Sentences samplers_in_host(const SourceTree& tree, const std::vector<std::string>& samplers) {
  Sentences breaches;
  for (const SourceFile& file : tree.files) {
    if (!file.is_below("runner") && !file.is_below("core")) continue;
    for (const std::string& sampler : samplers) {
      if (file.text.find('"' + sampler + '"') == std::string::npos) continue;
      breaches.push_back(file.path + " names the sampler " + sampler +
                         ", expected it to declare what the host must know");
    }
  }
  return breaches;
}

Sentences options_in_host(const SourceTree& tree) {
  static const std::regex declared(R"re((?:option|inherited)(?:<\w+>)?\(\s*"(\w+)")re");
  static const std::regex asked(
      R"re((?:Section::(?:dataset|partition|model|sampler|privacy),\s*"|name [!=]= [\w:]*\(?")re"
      R"re(|"(?:dataset|partition|model|sampler|privacy)\.)(\w+)")re");
  std::set<std::string> options;
  for (const SourceFile& file : tree.files) {
    if (!file.is_below("plugins") && !file.is_below("core/parts")) continue;
    const std::sregex_iterator rows(file.text.begin(), file.text.end(), declared), end;
    for (auto row = rows; row != end; ++row) options.insert((*row)[1]);
  }
  for (const char* axis : {"K", "p_c", "rho", "eps", "delta"}) options.erase(axis);
  Sentences breaches;
  for (const SourceFile& file : tree.files) {
    if (!file.is_below("runner") && !file.is_below("core/src")) continue;
    std::istringstream lines(file.text);
    for (std::string line; std::getline(lines, line);) {
      line.resize(std::min(line.find("//"), line.size()));
      std::smatch found;
      if (!std::regex_search(line, found, asked) || !options.contains(found[1])) continue;
      breaches.push_back(file.path + " names the option " + found[1].str() +
                         ", expected a role that its plugin declares");
    }
  }
  return breaches;
}

}  // namespace skald::test
