// An attacker who tells runs with a unit from runs without it by what two columns hold.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "privacy/guarantee.hpp"

namespace skald::run {

// The same columns of runs with the unit and without it: a row for each column, a column for each
// run. NaN is a value like others: nothing is stored there.
struct ColumnRuns {
  std::vector<std::string> names;
  Eigen::MatrixXd with, without;
};

struct ColumnAttack {
  double shown = 0;  // refutes (epsilon', delta) for every smaller epsilon'
  std::string columns;
};

// Chooses on the first half of the runs a column, and a threshold of it in each stretch of values
// of its own or of another one, and counts on the second half, which must be independent of it. All
// columns together (Fisher's discriminant) are a column too. What is looked for is an event that
// contradicts `claim`. The bound is wrong with probability `significance`.
ColumnAttack attack_by_columns(const ColumnRuns& runs, const privacy::Budget& claim,
                               double significance);

}  // namespace skald::run
