// Small studies for the tests of charts.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"
#include "report/chart/chart_request.hpp"

namespace skald::report::test {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

// sampler x K in {1, 5, 20} x 3 replicates; accuracy, its exact value, bits_up. Ids count from 0.
inline record::StudyRuns sample_study() {
  record::StudyRuns runs;
  runs.axes = {"sampler", "K", "eps"};
  runs.metrics = {{"accuracy", "", "", record::Better::up},
                  {"exact_accuracy", "", "", record::Better::up},
                  {"bits_up", "bit", "", record::Better::down}};
  for (const char* sampler : {"fald", "vr_fald"}) {
    for (const std::int64_t k : {1, 5, 20}) {
      for (std::int64_t r = 0; r < 3; ++r) {
        const double base = std::string(sampler) == "fald" ? 0.7 : 0.75;
        const double value = base - 0.002 * static_cast<double>(k) + 0.01 * static_cast<double>(r);
        record::StudyRuns::Run run;
        run.replicate = r;
        run.axes = {std::string(sampler), k, record::SqlValue()};
        run.metrics = {value, base, 1e6 / static_cast<double>(k)};
        run.id = static_cast<std::int64_t>(runs.runs.size());
        runs.runs.push_back(std::move(run));
      }
    }
  }
  return runs;
}

// The runs of the study in which K is that.
inline record::StudyRuns with_k(record::StudyRuns runs, std::int64_t k) {
  std::erase_if(runs.runs, [k](const auto& run) { return run.axes[1] != record::SqlValue(k); });
  return runs;
}

// A curve of `length` points at iterations 10, 20, ... that ends at the run's final value.
inline ReadPoints rising_curves(const record::StudyRuns& runs, int length = 5) {
  return [&runs, length](std::int64_t id) {
    std::vector<RecordedPoint> points;
    for (const auto& run : runs.runs) {
      if (run.id != id) continue;
      for (int i = 1; i <= length; ++i) {
        RecordedPoint point;
        point.iteration = 10 * i;
        point.x = 10 * i;
        point.y = i == length ? run.metrics[0] : run.metrics[0] * i / length;
        point.exact = run.metrics[1];
        points.push_back(point);
      }
    }
    return points;
  };
}

inline ChartRequest request_for(const ChartKind& kind, const std::string& x = "") {
  ChartRequest request;
  request.kind = &kind;
  request.title = "study";
  request.x.name = x;
  return request;
}

inline Chart curve_chart(const record::StudyRuns& runs, ChartRequest request, ReadPoints read) {
  request.points = std::move(read);
  return make_chart(runs, request);
}

inline Chart draws_chart(const record::StudyRuns& runs, ChartRequest request, ReadDraws read,
                         ReadLaw law = {}) {
  request.draws = std::move(read);
  request.law = std::move(law);
  request.coordinates = {"θ_1", "θ_2"};
  return make_chart(runs, request);
}

inline bool has_note(const Chart& chart, const std::string& part) {
  for (const std::string& note : chart.notes) {
    if (note.find(part) != std::string::npos) return true;
  }
  return false;
}

}  // namespace skald::report::test
