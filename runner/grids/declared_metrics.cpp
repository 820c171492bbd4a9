#include "grids/declared_metrics.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "grid/canonical.hpp"
#include "system/shipped.hpp"

namespace skald {
namespace {

struct Placed {
  std::uint32_t place;
  record::MetricRecord record;
};

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

// Returns "Expected calibration error ...; bins = 20".
std::string definition(const plugin_host::Plugin& plugin, const grid::MetricChoice& choice) {
  std::string text = plugin.descriptor->info.summary;
  if (choice.name == plugin.descriptor->info.name) return text;
  for (const auto& [option, value] : choice.plugin.options) {
    text += "; " + option + " = " + options::display(value);
  }
  return text;
}

Placed placed(const plugin_host::Plugin& plugin, std::string name, std::string definition) {
  const MetricInfo& info = plugin.descriptor->metric;
  const std::string unit = info.unit;
  return {info.place,
          {std::move(name), unit == "1" ? "" : unit, std::move(definition), better(info.preferred),
           scale(info.scale)}};
}

}  // namespace

std::vector<record::MetricRecord> declared_metrics(const grid::Grid& grid,
                                                   plugin_host::PluginHost& host) {
  std::vector<Placed> all;
  const auto is_new = [&](const std::string& name) {
    return std::none_of(all.begin(), all.end(),
                        [&](const Placed& known) { return known.record.name == name; });
  };
  for (const plugin_host::CatalogEntry& entry : host.catalog()) {
    for (const plugin_host::Plugin& plugin : entry.plugins) {
      if (plugin.descriptor->kind != Kind::metric || !is_shipped(plugin)) continue;
      const Info& info = plugin.descriptor->info;
      all.push_back(placed(plugin, info.name, info.summary));
    }
  }
  // All cells have the same metrics.
  for (const grid::Cell* cell : {grid.cells.data(), grid.references.data()}) {
    if (cell == nullptr) continue;
    for (const grid::MetricChoice& choice : cell->metrics) {
      if (!is_new(choice.name)) continue;
      const plugin_host::Plugin& plugin =
          host.find(Kind::metric, choice.plugin.plugin, choice.plugin.library);
      all.push_back(placed(plugin, choice.name, definition(plugin, choice)));
    }
  }
  std::sort(all.begin(), all.end(), [](const Placed& a, const Placed& b) {
    return std::tie(a.place, a.record.name) < std::tie(b.place, b.record.name);
  });
  std::vector<record::MetricRecord> records;
  for (Placed& metric : all) records.push_back(std::move(metric.record));
  return records;
}

}  // namespace skald
