// The corpus: what may be done to a database before it is sent to somebody.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace skald::hostile {

struct Attack {
  std::string name;  // "runs.message: LaTeX"
  // Changes a copy of the sample. Throws Impossible if there can be no such file.
  std::function<void(const std::filesystem::path& folder)> make;
  bool must_be_refused = false;  // doctor may not call the file sound
};

// `sample` is the sample's database; what attacks aim at is below `victim`.

// Hostile values in every column of every table.
std::vector<Attack> value_attacks(const std::filesystem::path& sample,
                                  const std::filesystem::path& victim);
// The same within the documents of JSON that columns hold.
std::vector<Attack> document_attacks(const std::filesystem::path& sample,
                                     const std::filesystem::path& victim);
// Views, tables, triggers, indexes, generated columns and pages that are not Skald's, or are not
// where they should be.
std::vector<Attack> schema_attacks(const std::filesystem::path& sample);
// What lies beside a database: journals, logs, links, pipes, draws, parts; and files that are none.
std::vector<Attack> file_attacks(const std::filesystem::path& victim);

}  // namespace skald::hostile
