#include "plugin_host/describe.hpp"

#include "options/kind.hpp"
#include "options/option_listing.hpp"
#include "plugin_host/need_names.hpp"

namespace skald::plugin_host {
namespace {

constexpr const char* kSimulation =
    "Noise drawn from a run's seed only simulates a release: every result shows the seed, and\n"
    "whoever has it can remove the noise. Cells with the same seed even share their normals. To\n"
    "publish, draw the noise from the operating system (discrete_gaussian, \"release\": true).\n\n";

std::string threads_line(const Info& info) {
  if (info.side_by_side == nullptr) return "threads    one; nothing works side by side\n";
  return std::string("threads    run.threads; ") + info.side_by_side + " work side by side\n";
}

std::string metric_lines(const MetricInfo& metric) {
  std::string text = std::string("unit       ") + metric.unit + ", " +
                     preference_text(metric.preferred) + " is better\n";
  if (metric.needs != Need::nothing) text += "needs      " + needs_text(metric.needs) + "\n";
  if (metric.sparse) text += "records    1, 2, 4, 8, ... and the last\n";
  return text;
}

}  // namespace

std::string describe(const Plugin& plugin) {
  const PluginDescriptor& descriptor = *plugin.descriptor;
  const Info& info = descriptor.info;
  std::string text = std::string(options::name_of(descriptor.kind)) + " " + info.name + " " +
                     info.version + "\n" + info.summary + "\n\n";
  if (*info.reference) text += std::string("reference  ") + info.reference + "\n";
  if (descriptor.kind == Kind::metric) text += metric_lines(descriptor.metric);
  if (descriptor.kind == Kind::sampler) text += threads_line(info);
  text += "numerics   revision " + std::to_string(info.numerics_revision) + "\n";
  text += std::string("built for  ") + descriptor.abi_tag + ", " + descriptor.build_info + "\n";
  text += "file       " + plugin.file.string() + "\n\n";
  if (descriptor.kind == Kind::privacy) text += kSimulation;
  if (descriptor.option_count == 0) return text + "no options\n";
  return text + "options\n" + options::listing(options::rows_of(plugin.options()));
}

}  // namespace skald::plugin_host
