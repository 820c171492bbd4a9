// What `skald status` tells of tasks on a cluster.
#pragma once

#include <string>
#include <vector>

#include "cluster/under_way.hpp"
#include "record/result_table.hpp"

namespace skald {

// Returns one row per task: submission, task, job, stage, node, life, estimated seconds, seconds
// left, why.
record::ResultTable task_table(const std::vector<SubmissionProgress>& submissions);

// Prints a line for each submission that has tasks under way or has lost some: "four_axes, job 17:
// 5 tasks queued, 3 running on n1, n2, 2 ended, 1 lost; about 5m 10s left", and what to do.
void print_submissions(const std::vector<SubmissionProgress>& submissions,
                       const std::string& database);

// Returns "2 timed out on n1; 1 refused on n2 (plugin "x" is not there)": the tasks that have left
// runs, by what became of them.
std::string losses_of(const std::vector<TaskProgress>& tasks);

}  // namespace skald
