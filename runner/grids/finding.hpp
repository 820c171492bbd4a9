// What is said of a grid: values until they are printed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "json/diagnostic.hpp"
#include "system/exit_code.hpp"

namespace skald {

struct Finding {
  enum class Severity { error, warning, note };
  Severity severity = Severity::error;
  // Its file is the grid's; without a line it is about all of it. A message may have several lines.
  json::Diagnostic said;
  std::string cells = {};    // which cells say so: "cell K=5, and 3 like it"; may be empty
  std::string excerpt = {};  // the line of the file with carets, if it is shown below the finding
};

bool has_error(const std::vector<Finding>& findings);

// Returns a note on all of a file.
Finding note_on(const std::string& file, const std::string& message);

// Returns the findings as people read them, each "FILE:LINE:COLUMN: SEVERITY: MESSAGE - HINT" and
// whose rule it is or which cells say so, with its excerpt; "FILE: MESSAGE" is a note on all of the
// file. Control characters are escaped.
std::string text_of(const std::vector<Finding>& findings);

// Returns a line with a JSON object for each: "file", "line", "column", "severity", "message", and
// of "path", "hint", "rule" and "cells" those that it has.
std::string json_of(const std::vector<Finding>& findings);

// A wrong grid, and all that is wrong with it.
struct GridFaults : GridError {
  explicit GridFaults(std::vector<Finding> faults);

  std::vector<Finding> findings;
};

}  // namespace skald
