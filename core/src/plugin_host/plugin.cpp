#include "plugin_host/plugin.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "options/allowed_values.hpp"
#include "options/option_table.hpp"
#include "options/option_value.hpp"
#include "plugin_host/handshake.hpp"

namespace skald::plugin_host {
namespace {

std::string title(const PluginDescriptor& descriptor) {
  return std::string(options::name_of(descriptor.kind)) + " '" + descriptor.info.name + "'";
}
std::string title(const Plugin& plugin) { return title(*plugin.descriptor); }

// Returns "the constructor of sampler 'x' (FILE)".
std::string call_name(const char* part, const PluginDescriptor& descriptor,
                      const std::filesystem::path& file) {
  return std::string("the ") + part + " of " + title(descriptor) + " (" + file.string() + ")";
}

// Returns "sampler 'x': WHAT", without what plugins themselves begin with, "sampler x: ".
std::string titled(const Plugin& plugin, std::string_view what) {
  const PluginDescriptor& descriptor = *plugin.descriptor;
  const std::string own =
      std::string(options::name_of(descriptor.kind)) + " " + descriptor.info.name + ": ";
  if (what.starts_with(own)) what.remove_prefix(own.size());
  return title(plugin) + ": " + std::string(what);
}

std::vector<Value> all_borrowed(const std::vector<options::OptionValue>& values) {
  std::vector<Value> crossing(values.size());
  std::transform(values.begin(), values.end(), crossing.begin(), options::borrowed);
  return crossing;
}

// Calls the plugin's create(); whatever it throws is rethrown as a standard exception of the host.
void* call_create(const Plugin& plugin, const std::vector<Value>& values) {
  const PluginCall call(
      plugin.file, [&plugin] { return call_name("constructor", *plugin.descriptor, plugin.file); });
  try {
    return plugin.descriptor->create(*plugin.descriptor, values.data());
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(titled(plugin, error.what()));
  } catch (const std::exception& error) {
    throw std::runtime_error(title(plugin) + " cannot be created: " + error.what());
  } catch (...) {
    throw std::runtime_error(title(plugin) + " (" + plugin.file.string() +
                             ") threw something other than a std::exception; correct the plugin");
  }
}

}  // namespace

void Destroy::operator()(void* object) const noexcept {
  const PluginCall call(file_, [this] { return call_name("destructor", *descriptor_, file_); });
  descriptor_->destroy(object);
}

std::unique_ptr<void, Destroy> create_object(const Plugin& plugin, Kind kind,
                                             std::vector<options::OptionValue> values) {
  if (plugin.descriptor->kind != kind) {
    throw std::invalid_argument(title(plugin) + " cannot be used as a " +
                                std::string(options::name_of(kind)));
  }
  try {
    options::check_values(plugin.options(), values);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(title(plugin) + ": " + error.what());
  }
  void* const object = call_create(plugin, all_borrowed(values));
  if (!object) {
    throw std::runtime_error(title(plugin) + " (" + plugin.file.string() +
                             ") returned no object; correct the plugin's create function");
  }
  return {object, Destroy(plugin, std::move(values))};
}

double constant_value(const Plugin& plugin, const std::vector<options::OptionValue>& values,
                      Index clients) {
  const FormulaConstant& constant = plugin.descriptor->constant;
  const PluginCall call(plugin.file, [&plugin, &constant] {
    return call_name(constant.name, *plugin.descriptor, plugin.file);
  });
  try {
    return constant.value(all_borrowed(values).data(), clients);
  } catch (const std::exception& error) {
    throw std::invalid_argument(titled(plugin, error.what()));
  }
}

namespace {

// Never destroyed, since plugins may still be called at the end of the process.
CallWatch& current_watch() {
  static auto* const watch = new CallWatch;
  return *watch;
}

}  // namespace

void watch_plugin_calls(CallWatch watch) { current_watch() = std::move(watch); }
const CallWatch& plugin_call_watch() { return current_watch(); }

PluginCall::PluginCall(const std::filesystem::path& file, const std::function<std::string()>& name)
    : is_watched_(current_watch().concerns && current_watch().concerns(file)) {
  if (is_watched_) current_watch().entered(name());
}

PluginCall::~PluginCall() {
  if (is_watched_) current_watch().left();
}

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
