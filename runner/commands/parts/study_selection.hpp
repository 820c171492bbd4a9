// What the commands that decide between settings are asked about, and how it is read.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "report/condition.hpp"
#include "store/store_reader.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"

namespace skald {

// One study by default; with `are_several`, also several side by side: "a,b".
void add_study(CLI::App& line, std::string& study, bool are_several);
void add_over(CLI::App& line, std::vector<std::string>& over);
void add_at(CLI::App& line, std::string& at);

// Parses the values of all --where together. Throws UsageError.
std::vector<report::Condition> where_conditions(const std::vector<std::string>& where);

// Returns the answer on studies of a database, once it is certain that what it depends on is sound.
// What needs only final values reads less of the file.
using AnswerOn = std::function<Answer(const store::StoreReader& reader,
                                      const std::vector<std::string>& studies)>;
Answer sound_answer(const std::string& database, const std::string& studies, bool needs_curves,
                    const AnswerOn& answer_on);

}  // namespace skald
