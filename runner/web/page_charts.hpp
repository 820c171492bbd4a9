// Which charts a study has on its page.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"
#include "store/store_reader.hpp"

namespace skald {

// One figure: the same metric along one of several x, or over one of several costs.
struct PageChart {
  std::string metric;
  std::vector<report::Chart> choices;  // at least one; the first is shown first
};

struct PageCharts {
  std::vector<PageChart> metrics;  // one for every metric that varies, in the order of compare
  std::vector<PageChart> heat;
  std::vector<PageChart> tradeoff;
  std::vector<std::string> notes;  // on what is not drawn
};

inline constexpr std::size_t kMostCharts = 24;  // of each kind

// `runs`: with all metrics. Along runs x is iteration, rounds, bits_up, gradient_evaluations or
// eps_spent, where they were recorded.
PageCharts page_charts(const store::StoreReader& reader, const std::string& study,
                       const record::StudyRuns& runs);

}  // namespace skald
