// Chooses the charts for the page of a study.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"
#include "store/store_reader.hpp"

namespace skald {

// One figure: a metric over several choices of x, or of the cost.
struct PageChart {
  std::string metric;
  std::vector<report::Chart> choices;  // at least one; the first is shown initially
};

struct PageCharts {
  std::vector<PageChart> metrics;  // one per metric that varies, in the order of `compare`
  std::vector<PageChart> heat;
  std::vector<PageChart> tradeoff;
  std::vector<std::string> notes;  // on what was left out
};

inline constexpr std::size_t kMostCharts = 24;  // per kind

// `runs` must have all metrics. Curves are over iteration, rounds, bits_up, gradient_evaluations or
// eps_spent, whichever were recorded.
PageCharts page_charts(const store::StoreReader& reader, const std::string& study,
                       const record::StudyRuns& runs);

}  // namespace skald
