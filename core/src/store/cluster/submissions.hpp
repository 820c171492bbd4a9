// What was given to schedulers.
#pragma once

#include <string>
#include <vector>

#include "record/submission.hpp"
#include "store/sqlite.hpp"

namespace skald::store {

// See Store. Call it inside a transaction. The submission replaces the one of the same name.
void record_submission(Connection& connection, const record::SubmissionRecord& submission);
void remove_submission(Connection& connection, const std::string& name);

// Returns all submissions in the order in which they were first recorded; none in a file from
// before version 7.
std::vector<record::SubmissionRecord> submissions(const Connection& connection);

}  // namespace skald::store
