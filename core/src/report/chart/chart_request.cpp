#include "report/chart/chart_request.hpp"

#include <stdexcept>

namespace skald::report {

Band band(std::string_view name) {
  if (name == "95") return Band::interval;
  if (name == "min-max") return Band::min_max;
  if (name == "none") return Band::none;
  throw std::invalid_argument("\"" + std::string(name) +
                              "\" is no band; expected 95, min-max or none");
}

Chart make_chart(const record::StudyRuns& runs, const ChartRequest& request) {
  return request.kind->make(runs, request);
}

}  // namespace skald::report
