#include "trace.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <utility>

namespace skald::hostile {
namespace fs = std::filesystem;
namespace {

// What a call does with the names among its arguments.
enum class Use { starts, opens, reads, writes, writes_both, links, writes_last, connects };

const std::map<std::string, Use, std::less<>>& uses() {
  static const std::map<std::string, Use, std::less<>> uses{
      {"execve", Use::starts},        {"execveat", Use::starts},
      {"open", Use::opens},           {"openat", Use::opens},
      {"openat2", Use::opens},        {"creat", Use::writes},
      {"unlink", Use::writes},        {"unlinkat", Use::writes},
      {"rmdir", Use::writes},         {"rename", Use::writes_both},
      {"renameat", Use::writes_both}, {"renameat2", Use::writes_both},
      {"link", Use::links},           {"linkat", Use::links},
      {"symlink", Use::writes_last},  {"symlinkat", Use::writes_last},
      {"mkdir", Use::writes},         {"mkdirat", Use::writes},
      {"mknod", Use::writes},         {"mknodat", Use::writes},
      {"truncate", Use::writes},      {"chmod", Use::writes},
      {"fchmodat", Use::writes},      {"chown", Use::writes},
      {"lchown", Use::writes},        {"fchownat", Use::writes},
      {"chdir", Use::reads},          {"connect", Use::connects},
      {"bind", Use::connects}};
  return uses;
}

// The text between quotation marks, or of a name in < >, that begins at `at`, as C writes it. Moves
// `at` behind it.
std::string quoted(std::string_view line, std::size_t& at, char end) {
  constexpr std::string_view letters = "abfnrtv";
  constexpr std::string_view meanings = "\a\b\f\n\r\t\v";
  std::string text;
  for (++at; at < line.size() && line[at] != end; ++at) {
    if (line[at] != '\\' || at + 1 == line.size()) {
      text += line[at];
      continue;
    }
    const char c = line[++at];
    if (const auto letter = letters.find(c); letter != letters.npos) {
      text += meanings[letter];
    } else if (c >= '0' && c <= '7') {
      int code = 0;
      std::size_t last = at;
      for (; last < line.size() && last < at + 3 && line[last] >= '0' && line[last] <= '7'; ++last)
        code = 8 * code + (line[last] - '0');
      at = last - 1;
      text += static_cast<char>(code);
    } else {
      text += c;
    }
  }
  if (at < line.size()) ++at;
  return text;
}

// The arguments of a call as far as they are names, and what follows them.
struct Names {
  std::vector<fs::path> names;
  std::string_view flags, result;
};

// Names in [ ] and { } are none of the call's own. Before each may stand the folder to which it is
// relative, as a descriptor with its name: AT_FDCWD</tmp>.
Names names_in(std::string_view line, std::size_t at, const fs::path& folder) {
  Names found;
  fs::path base = folder;
  std::size_t behind = at;
  int depth = 0, parentheses = 1;
  while (at < line.size() && parentheses > 0) {
    const char c = line[at];
    if (c == '"') {
      const std::string name = quoted(line, at, '"');
      behind = at;
      if (depth == 0) found.names.push_back((base / name).lexically_normal());
      if (depth == 0) base = folder;
      continue;
    }
    if (c == '<' && depth == 0) {
      base = quoted(line, at, '>');
      continue;
    }
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (c == '(') ++parentheses;
    if (c == ')') --parentheses;
    ++at;
  }
  found.flags = line.substr(behind, at - behind);
  found.result = line.substr(at);
  return found;
}

bool may_write(std::string_view flags) {
  constexpr std::array<std::string_view, 4> writing{"O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC"};
  return std::any_of(writing.begin(), writing.end(),
                     [flags](std::string_view flag) { return flags.find(flag) != flags.npos; });
}

// Adds the file that was opened in fact, by its descriptor: " = 3</tmp/file>".
void add_opened(std::string_view result, Deed deed, std::vector<Act>& acts) {
  std::size_t at = result.find('<');
  if (at == result.npos || at + 1 == result.size() || result[at + 1] != '/') return;
  const fs::path opened = quoted(result, at, '>');
  if (acts.empty() || acts.back().path != opened) acts.push_back({deed, opened});
}

std::vector<Act> acts_of(Use use, const Names& found, std::string_view arguments) {
  std::vector<Act> acts;
  if (use == Use::connects) return {{Deed::connects, std::string(arguments)}};
  if (found.names.empty()) return acts;
  const fs::path& first = found.names.front();
  const Deed opened = may_write(found.flags) ? Deed::writes : Deed::reads;
  switch (use) {
    case Use::starts:
      return {{Deed::starts, first}};
    case Use::opens:
      acts.push_back({opened, first});
      add_opened(found.result, opened, acts);
      return acts;
    case Use::reads:
      return {{Deed::reads, first}};
    case Use::writes:
      return {{Deed::writes, first}};
    case Use::writes_both:
      return {{Deed::writes, first}, {Deed::writes, found.names.back()}};
    case Use::links:
      return {{Deed::reads, first}, {Deed::writes, found.names.back()}};
    case Use::writes_last:
      return {{Deed::writes, found.names.back()}};
    case Use::connects:
      break;
  }
  return acts;
}

}  // namespace

std::string traced_calls() {
  std::string list;
  for (const auto& [name, use] : uses()) list += (list.empty() ? "" : ",") + name;
  return list;
}

std::vector<Act> acts_of(std::string_view line, const fs::path& folder) {
  const std::size_t open = line.find('(');
  if (open == line.npos) return {};
  const auto use = uses().find(line.substr(0, open));
  if (use == uses().end()) return {};
  return acts_of(use->second, names_in(line, open + 1, folder), line.substr(open + 1));
}

}  // namespace skald::hostile
