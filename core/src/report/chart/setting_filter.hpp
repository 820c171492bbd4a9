// Which settings of a study are meant: conditions on axes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "record/study_runs.hpp"

namespace skald::report {

// The runs for which every condition holds. A condition is "AXIS OPERATOR VALUE", several in one
// text are joined by "and"; operators are = != < <= > >=. A value is a number, a text with or
// without quotes, or `unset`. An axis is one of the study, or `replicate`. Numbers are compared as
// numbers; of an unset option, or a text where a number stands, only != holds. Throws
// std::invalid_argument for what is no condition and for an unknown axis.
record::StudyRuns filter_runs(record::StudyRuns runs, const std::vector<std::string>& conditions);

}  // namespace skald::report
