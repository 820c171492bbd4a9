// What is wrong with a grid, for programs.
#pragma once

#include <string>
#include <string_view>

namespace skald {

// Returns a line with a JSON object for each finding: {"file", "line", "column", "severity",
// "message"}. `text` has those for people, each "FILE:LINE:COLUMN: SEVERITY: MESSAGE", or "FILE:
// MESSAGE", a note on all of it, which has no line. Excerpts of the file and the number of errors
// are left out; other lines that follow belong to the message.
std::string findings_json(const std::string& file, std::string_view text);

}  // namespace skald
