// Who may include whom. Every rule returns its violations, one sentence each, which names the file.
#pragma once

#include <string>
#include <vector>

#include "source_tree.hpp"

namespace skald::test {

// Besides those of its own module, a file may include headers of modules that its module links, or
// that one of these passes on; a header only of those that its module passes on.
std::vector<std::string> unlinked_includes(const SourceTree& tree);

// No module reaches itself along links. (CMake allows this for static libraries.)
std::vector<std::string> cycles(const SourceTree& tree);

// The contract includes only itself, parts include the contract and parts, and core includes no
// room of the runner; no include leaves a folder by "..".
std::vector<std::string> upward_includes(const SourceTree& tree);

// Plugins include and link the contract, parts, what plugins of their kind share, and core/base;
// nothing of core/src or the runner.
std::vector<std::string> host_in_plugins(const SourceTree& tree);

// A third-party library that is confined to one place is included by one .cpp of the host and by
// one of every folder of plugins, and by no header.
std::vector<std::string> scattered_libraries(const SourceTree& tree);

// A module shows to others (other modules and plugins include, tests do not count) at most so many
// headers: who uses it has to know that much. What it has besides is its own affair.
inline constexpr std::size_t kMostShown = 25;
std::vector<std::string> wide_modules(const SourceTree& tree);

// A module of core has a namespace with its name, and opens no other namespace of ours; the
// contract, parts and the runner are in skald itself.
std::vector<std::string> foreign_namespaces(const SourceTree& tree);

// Neither core nor the runner names any of these samplers: what they must know of a sampler, the
// sampler declares.
std::vector<std::string> samplers_in_host(const SourceTree& tree,
                                          const std::vector<std::string>& samplers);

// Neither core nor the runner looks up an option by a name that a plugin gives it, unless it is an
// axis of the field: what they must know of an option, its role says.
std::vector<std::string> options_in_host(const SourceTree& tree);

}  // namespace skald::test
