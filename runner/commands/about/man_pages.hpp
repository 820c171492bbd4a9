// Manual pages, made from the command lines themselves.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace skald {

struct ManPage {
  std::string file;  // skald.1, skald-run.1, ...
  std::string text;  // in the macros of man(7)
};

// Returns the page of skald, with its topics, and one for each public command.
std::vector<ManPage> man_pages(const CLI::App& app);

}  // namespace skald
