// Who may include whom. Every rule returns its breaches, one sentence each, which names the file.
#pragma once

#include <string>
#include <vector>

#include "source_tree.hpp"

namespace skald::test {

// A file of a module includes headers of modules that its own module links, or that one of these
// passes on; a header only of those that its module passes on.
std::vector<std::string> unlinked_includes(const SourceTree& tree);

// No module reaches itself along links. CMake allows that of static libraries.
std::vector<std::string> cycles(const SourceTree& tree);

// The contract includes itself alone, parts the contract and parts, core no room of the runner;
// nobody climbs out of a folder by "..".
std::vector<std::string> upward_includes(const SourceTree& tree);

// Plugins include and link the contract, parts, what their kind shares and core/base; nothing of
// core/src and of the runner.
std::vector<std::string> host_in_plugins(const SourceTree& tree);

// A third-party library of those that have one place is included by one .cpp of the host, and by
// one of every folder of plugins; by no header.
std::vector<std::string> scattered_libraries(const SourceTree& tree);

// No folder shows more sources side by side than a reader takes in; a .cpp with its .hpp is one.
inline constexpr std::size_t kMostSources = 28;
std::vector<std::string> crowded_folders(const SourceTree& tree);

// A module of core has a namespace with its name, and opens no other one of ours; the contract,
// parts and the runner are skald itself.
std::vector<std::string> foreign_namespaces(const SourceTree& tree);

// Neither core nor the runner names one of these samplers: what they must know of one, the sampler
// declares.
std::vector<std::string> samplers_in_host(const SourceTree& tree,
                                          const std::vector<std::string>& samplers);

}  // namespace skald::test
