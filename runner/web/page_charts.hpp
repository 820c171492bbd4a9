// Chooses the charts for the page of a study.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
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

// The figures of a page: the pictures that skald plot draws of the same charts, and their numbers.
class Figures {
 public:
  // Draws all pictures. Series have at most so many points.
  Figures(std::vector<PageChart> charts, std::size_t most_points);

  // Returns figure `number` with a picture for each choice, and another one with logarithmic y if
  // the values span such an axis; or a sentence in its place if gnuplot is missing or fails. `kind`
  // and the chart's metric identify the figure on the page.
  std::string html(std::string_view kind, std::size_t number) const;

  // Returns what the pictures have in common, which must stand before them on the page.
  std::string symbols() const;

  // Returns the numbers of all figures for the page's script: an array of arrays of chart_json().
  std::string json() const;

 private:
  struct Picture {
    std::size_t figure = 0, choice = 0;
    bool is_log = false;
    std::string svg;  // by gnuplot, empty if there is none
  };

  std::string choice_html(const Picture& picture) const;

  std::vector<PageChart> charts_;
  std::vector<Picture> pictures_;
  bool has_gnuplot_ = true;
};

}  // namespace skald
