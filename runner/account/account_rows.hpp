// The privacy accounts of cells, from workers to text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "account/cell_account.hpp"
#include "engine/job_batch.hpp"
#include "record/result_table.hpp"

namespace skald {

// An account of a cell, named by its place on the grid's axes, or of a study.
struct AccountRow {
  std::string setting;
  CellAccount account;
};

// Has workers make the account of every cell, with so many replicates. A cell in which plugins get
// stuck gets a remark that says so.
std::vector<AccountRow> accounts_of(const std::vector<const grid::Cell*>& cells,
                                    std::int64_t replicates, Engine& engine,
                                    const JobLimits& limits);

// Text for people, in lines of at most 80 columns, and the same with all numbers.
std::string accounts_text(const std::vector<AccountRow>& rows);
record::ResultTable accounts_table(const std::vector<AccountRow>& rows);

}  // namespace skald
