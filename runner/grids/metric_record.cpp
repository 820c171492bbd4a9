#include "grids/metric_record.hpp"

#include <string>

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
  return {plugin.descriptor->info.name, unit == "1" ? "" : unit, plugin.descriptor->info.summary,
          better(info.preferred), scale(info.scale)};
}

}  // namespace skald
