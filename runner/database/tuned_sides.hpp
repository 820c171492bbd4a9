// Runs of settings of which an option was tuned, by how a side of its axis has ended.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "record/study_runs.hpp"
#include "report/compare.hpp"
#include "stopping/axis_walk.hpp"
#include "store/store_reader.hpp"

namespace skald {

// For each of the runs to whose setting a choice in the "tuned" of its study's grid applies of
// which a side has ended so (TunedChoice::has()): the option and the side, "lr above", by the run's
// id. A choice applies where the setting has its value.
std::map<std::int64_t, std::string> tuned_sides(const store::StoreReader& reader,
                                                const std::vector<std::string>& studies,
                                                const record::StudyRuns& runs, stopping::Side side);

// Returns which settings these are: "K = 5: lr above; K = 10: lr above"; empty if none is among the
// runs.
std::string tuned_settings(const std::map<std::int64_t, std::string>& sides,
                           const record::StudyRuns& runs, const std::vector<std::string>& by,
                           const std::vector<std::string>& over);

// Settings with open and with flat sides, as tuned_settings() lists them.
struct TuningRemarks {
  std::string open, flat;
};
std::vector<std::string> remarks_of(const TuningRemarks& tuning);
// Says it beside the verdicts of a comparison, and takes these where a side is open.
void remark(const TuningRemarks& tuning, report::Comparison& comparison);

}  // namespace skald
