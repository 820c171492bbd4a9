// What a results database has given to schedulers. Unlike the results it is not written by a sweep:
// each call opens the file and closes it again, so that a collector can work in between.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "record/submission.hpp"
#include "store/sqlite.hpp"

namespace skald::store {

// Waits until nobody writes the database, for so long at most.
void await_writer(const std::filesystem::path& database,
                  std::chrono::milliseconds longest = std::chrono::minutes(1));

// Store a submission of a declared study, in the place of the one of the same name; or remove it.
// The file must be a results database of this version. They wait for another writer; throw as
// WriterLock and Connection do.
void record_submission(const std::filesystem::path& database,
                       const record::SubmissionRecord& submission);
void remove_submission(const std::filesystem::path& database, const std::string& name);

// Returns all submissions in the order in which they were first recorded. Throws DamagedError if a
// text that the program uses as a name is none, or a number is out of its range.
std::vector<record::SubmissionRecord> submissions(const Connection& connection);

}  // namespace skald::store
