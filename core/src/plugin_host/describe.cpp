#include "plugin_host/describe.hpp"

#include <algorithm>
#include <string_view>

#include "options/option_value.hpp"
#include "plugin_host/handshake.hpp"

namespace skald::plugin_host {
namespace {

constexpr const char* kSimulation =
    "Noise drawn from a run's seed only simulates a release: every result shows the seed, and\n"
    "whoever has it can remove the noise. Cells with the same seed even share their normals. To\n"
    "publish, draw the noise from the operating system (discrete_gaussian, \"release\": true).\n\n";

constexpr const char* kWorld =
    "For eps to hold, this must be true in the world:\n"
    "- A record is with one client alone, and nobody else has its rows.\n"
    "- Noise, batches and participants are drawn in secret, for one release only; which rows a\n"
    "  message is made of stays secret, and under Poisson sampling how many.\n"
    "- adversary server: nothing more; the server sees every message and who takes part. "
    "adversary\n"
    "  observer: the server is trusted, shows its models alone, and keeps secret who takes part.\n"
    "- Where a sampler protects whole clients, the server is trusted and adds the noise; or "
    "clients\n"
    "  add it, and the server learns no more than the sum of a round.\n"
    "- What is published besides is covered too, or public: see run.public, and what the statement "
    "of\n"
    "  a run names as not covered.\n";
constexpr const char* kOwnNoise =
    "- The sampler's own noise is all there is: each client draws its part in secret. Noise that\n"
    "  clients share is known to all of them, and is not counted.\n";
constexpr const char* kAskGrid =
    "skald account grid GRID says which of these a run takes for granted. A run whose sampler or "
    "options\n"
    "contradict them is refused.\n\n";

bool has_option(const Plugin& plugin, OptionRole role) {
  const auto options = plugin.options();
  return std::any_of(options.begin(), options.end(),
                     [role](const OptionInfo& option) { return option.role == role; });
}

std::string world_of(const Plugin& plugin) {
  if (plugin.descriptor->option_count == 0) return "Without noise, eps is infinite.\n\n";
  if (!has_option(plugin, OptionRole::adversary)) return "";
  const bool adds_none = !has_option(plugin, OptionRole::noise);
  return std::string(kWorld) + (adds_none ? kOwnNoise : "") + kAskGrid;
}

std::string threads_line(const Info& info) {
  if (info.side_by_side == nullptr) return "threads    one; nothing works side by side\n";
  return std::string("threads    run.threads; ") + info.side_by_side + " work side by side\n";
}

std::string clients_line(const Info& info) {
  return info.keeps_time ? "clients    keeps time: its rounds follow run.clients\n" : "";
}

std::string eps_line(const Info& info) {
  return info.no_eps == nullptr ? "" : std::string("eps        none: ") + info.no_eps + "\n";
}

std::string constant_line(const FormulaConstant& constant) {
  if (constant.name == nullptr) return "";
  return std::string("formulas   may use ") + constant.name + ": " + constant.meaning + "\n";
}

std::string metric_lines(const MetricInfo& metric) {
  std::string text = std::string("unit       ") + metric.unit + ", " +
                     preference_text(metric.preferred) + " is better\n" + "scale      " +
                     scale_text(metric.scale) + "\n";
  if (metric.needs != Need::nothing) text += "needs      " + needs_text(metric.needs) + "\n";
  if (metric.sparse) text += "records    1, 2, 4, 8, ... and the last\n";
  return text;
}

}  // namespace

std::string describe(const Plugin& plugin, std::size_t most) {
  const PluginDescriptor& descriptor = *plugin.descriptor;
  const Info& info = descriptor.info;
  std::string text = std::string(options::name_of(descriptor.kind)) + " " + info.name + " " +
                     info.version + "\n" + info.summary + "\n\n";
  if (*info.reference) text += std::string("reference  ") + info.reference + "\n";
  if (descriptor.kind == Kind::metric) text += metric_lines(descriptor.metric);
  if (descriptor.kind == Kind::sampler) {
    text += threads_line(info) + clients_line(info) + eps_line(info);
  }
  text += constant_line(descriptor.constant);
  text += "numerics   revision " + std::to_string(info.numerics_revision) + "\n";
  text += std::string("built for  ") + descriptor.abi_tag + ", " + descriptor.build_info + "\n";
  text += "file       " + plugin.file.string() + "\n\n";
  if (descriptor.kind == Kind::privacy) text += kSimulation + world_of(plugin);
  if (descriptor.option_count == 0) return text + "no options\n";
  return text + "options\n" + options::listing(options::rows_of(plugin.options()), most);
}

}  // namespace skald::plugin_host
