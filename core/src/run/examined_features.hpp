// Which features have passed their examination.
#pragma once

#include <functional>

#include "skald/table.hpp"

namespace skald::run {

// Runs the examination unless features with the table's digest have passed it: in this process, or
// in another one, which has left a word beside the table in the cache. Always runs it for a table
// without a digest. See problem::OncePerDigest.
void examined_features(const Table& table, const std::function<void()>& examination);

}  // namespace skald::run
