// The ways in which skald opens a database.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sample.hpp"

namespace skald::hostile {

// How the output is written; what an attack could do by it depends on that.
enum class Written { plainly, as_latex, as_markdown, as_csv, as_words, as_json };

struct Opening {
  std::vector<std::string> arguments;
  // What it may make, change and remove: names in the folder, with all that begins with them.
  std::vector<std::string> writes = {};
  std::vector<std::string> starts = {};  // programs, by their paths
  std::vector<std::string> reads = {};   // what such programs read, by the beginnings of paths
  Written written = Written::plainly;
  bool wants_part = false;  // the database is to be collected as a part of another
  std::string page = {};    // an HTML page that it leaves
  std::string latex = {};   // a LaTeX file that it leaves

  std::string name() const;
};

// All commands that take a database, with options that read what others do not.
std::vector<Opening> openings(const Sample& sample);

// Prepares what the opening wants beside the database in the folder.
void prepare(const Opening& opening, const std::filesystem::path& folder);

}  // namespace skald::hostile
