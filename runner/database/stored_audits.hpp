// Audits of cells, as tables and in words.
#pragma once

#include <string>

#include "store/store_reader.hpp"

namespace skald {

// Returns the audits of the cell of the run with this full hash, each once, as rows of the view
// `audits`; no rows in a file from before version 8.
record::ResultTable audits_of_run(const store::StoreReader& reader, const std::string& hash);

// Returns what row `row` of such a table says, in a few sentences.
std::string audit_words(const record::ResultTable& audits, std::size_t row);

// Returns how the audits of a study compare with its claims, in a line; empty if it has none.
std::string audits_note(const store::StoreReader& reader, const std::string& study);

}  // namespace skald
