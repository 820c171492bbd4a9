#include "grids/metric_record.hpp"

#include <string>

#include "run/metric_set.hpp"
#include "skald/parts/metrics/averages.hpp"

namespace skald {
namespace {

record::Better better(Preferred preferred) {
  switch (preferred) {
    case Preferred::smaller:
      return record::Better::down;
    case Preferred::larger:
      return record::Better::up;
    case Preferred::nearest_zero:
      return record::Better::zero;
    case Preferred::neither:
      break;
  }
  return record::Better::none;
}

record::Scale scale(Scale scale) {
  switch (scale) {
    case Scale::positive:
      return record::Scale::positive;
    case Scale::share:
      return record::Scale::share;
    case Scale::count:
      return record::Scale::count;
    case Scale::real:
      break;
  }
  return record::Scale::real;
}

}  // namespace

record::MetricRecord metric_record(const plugin_host::Plugin& plugin) {
  const MetricInfo& info = plugin.descriptor->metric;
  const std::string unit = info.unit;
  return {.name = plugin.descriptor->info.name,
          .units = unit == "1" ? "" : unit,
          .definition = plugin.descriptor->info.summary,
          .better = better(info.preferred),
          .scale = scale(info.scale),
          .predictive = run::is_predictive(info.needs),
          .exact = is_exact(info.needs)};
}

}  // namespace skald
