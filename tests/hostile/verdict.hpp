// Whether a command has done only what it is for.
#pragma once

#include <string>
#include <vector>

#include "opening.hpp"
#include "sandbox.hpp"

namespace skald::hostile {

// Where things are.
struct Ground {
  std::filesystem::path folder;   // with the database, which commands are started in
  std::filesystem::path home;     // of the user, with folders for temporary and cached files
  std::filesystem::path victim;   // that no command has anything to do with
  std::filesystem::path program;  // skald
  std::filesystem::path build;    // with its plugins
  // What libraries of plugins read of the system where they are loaded, whatever is opened.
  std::vector<std::filesystem::path> read_by_libraries = {};
};

// Returns a sentence about each thing that the command should not have done: programs started,
// files opened, made, changed or removed beyond what the opening says; an end by a signal, too late
// or with an unknown code; memory beyond a gigabyte; texts that the reader of its output would take
// for anything else.
std::vector<std::string> faults(const Opening& opening, const Observed& observed,
                                const Ground& ground);

}  // namespace skald::hostile
