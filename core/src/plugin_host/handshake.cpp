#include "plugin_host/handshake.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "options/option_table.hpp"
#include "options/option_value.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace skald::plugin_host {
namespace {

constexpr std::string_view host_tag = SKALD_ABI_TAG;

bool filled(const char* text) { return text && *text; }

bool is_plugin_name(std::string_view name) {
  if (!text::name_fault(name).empty()) return false;
  const auto is_lower = [](char c) { return 'a' <= c && c <= 'z'; };
  return is_lower(name.front()) && std::all_of(name.begin(), name.end(), [&](char c) {
           return is_lower(c) || ('0' <= c && c <= '9') || c == '_';
         });
}

std::string abi_refusal(const char* tag) {
  if (tag && tag == host_tag) return "";
  return "built for '" + std::string(tag ? tag : "") + "', this host is '" + std::string(host_tag) +
         "'; rebuild the plugin with the host's compiler and sanitizers";
}

std::string version_refusal(const PluginDescriptor& d) {
  if (d.interface_version == kInterfaceVersion) return "";
  return "has interface version " + std::to_string(d.interface_version) + ", this host has " +
         std::to_string(kInterfaceVersion) +
         "; rebuild the plugin against the SDK of this Skald (find_package(Skald))";
}

std::string info_refusal(const PluginDescriptor& d) {
  if (options::name_of(d.kind).empty()) {
    return "has the unknown kind " + std::to_string(static_cast<std::uint32_t>(d.kind)) +
           "; expected 0 (dataset) to 5 (metric)";
  }
  if (!filled(d.info.name) || !filled(d.info.version) || !filled(d.info.summary)) {
    return "has an incomplete description; expected a name, a version and a summary";
  }
  if (!d.info.reference || !d.build_info) {
    return "has a null reference or build_info; expected a text, possibly empty";
  }
  const char* parallel = d.info.side_by_side != nullptr ? d.info.side_by_side : "";
  const char* no_eps = d.info.no_eps != nullptr ? d.info.no_eps : "";
  for (const char* text :
       {d.info.version, d.info.summary, d.info.reference, parallel, no_eps, d.build_info}) {
    if (text::is_printable(text)) continue;
    return "has a version, summary, reference, side_by_side, no_eps or build_info that cannot be "
           "shown; "
           "expected UTF-8 without control characters";
  }
  if (!is_plugin_name(d.info.name)) {
    return "is named '" + text::shortened(d.info.name, text::kLongestName) +
           "'; expected at most " + std::to_string(text::kLongestName) +
           " lower-case letters, digits and '_', a letter first";
  }
  return "";
}

std::string library_refusal(const PluginDescriptor& d, std::string_view stem) {
  const std::string library = d.library != nullptr ? d.library : d.info.name;
  if (library == stem) return "";
  return std::string(d.library != nullptr ? "is a family" : "is a plugin") + " named '" + library +
         "' in a file named '" + std::string(stem) + "'; rename the file to '" + library +
         ".so' or the plugin";
}

std::string metric_refusal(const PluginDescriptor& d) {
  if (d.kind != Kind::metric) {
    return d.library == nullptr && d.next == nullptr ? ""
                                                     : "is a family of plugins other than metrics; "
                                                       "build each plugin as a library of its own";
  }
  if (!filled(d.metric.unit) || !text::is_printable(d.metric.unit)) {
    return "is a metric without a printable unit; expected one, \"1\" for pure numbers";
  }
  if (d.metric.preferred > Preferred::nearest_zero) {
    return "is a metric with an unknown preference; expected a value of skald::Preferred";
  }
  if (d.metric.scale > Scale::count) {
    return "is a metric with an unknown scale; expected a value of skald::Scale";
  }
  if (!holds(all_needs(), d.metric.needs)) {
    return "is a metric with needs that this host does not know; rebuild the plugin against the "
           "SDK of this Skald (find_package(Skald))";
  }
  return "";
}

std::string function_refusal(const PluginDescriptor& d) {
  if (d.create && d.destroy) return "";
  return "lacks a create or destroy function; describe it with skald::plugin<...>(...)";
}

std::string constant_refusal(const PluginDescriptor& d) {
  const FormulaConstant& constant = d.constant;
  if (constant.name == nullptr) return "";
  if (!filled(constant.name) || !is_plugin_name(constant.name) || !filled(constant.meaning) ||
      !text::is_printable(constant.meaning) || !constant.value) {
    return "offers formulas a constant that lacks its name (lower-case letters, digits and '_', a "
           "letter first), its printable meaning or its function; complete it, or leave it out";
  }
  return d.kind == Kind::sampler ? "" : "offers formulas a constant; only a sampler may";
}

std::string options_refusal(const PluginDescriptor& d) {
  if (d.option_count > 0 && !d.options) {
    return "says it has " + text::counted(d.option_count, "option") +
           " but has no option table; correct one of the two";
  }
  const auto fault = options::option_table_fault({d.options, d.option_count});
  return fault ? *fault + "; correct the plugin's option table" : "";
}

std::optional<std::string> member_refusal(const PluginDescriptor& descriptor,
                                          std::string_view stem) {
  if (descriptor.size != sizeof(PluginDescriptor)) {
    return "has a descriptor of " + text::counted(descriptor.size, "byte") +
           ", this host expects " + std::to_string(sizeof(PluginDescriptor)) +
           "; rebuild the plugin against the SDK of this Skald (find_package(Skald))";
  }
  if (std::string refusal = abi_refusal(descriptor.abi_tag); !refusal.empty()) return refusal;
  if (std::string refusal = version_refusal(descriptor); !refusal.empty()) return refusal;
  if (std::string refusal = info_refusal(descriptor); !refusal.empty()) return refusal;
  if (std::string refusal = library_refusal(descriptor, stem); !refusal.empty()) return refusal;
  if (std::string refusal = metric_refusal(descriptor); !refusal.empty()) return refusal;
  if (std::string refusal = function_refusal(descriptor); !refusal.empty()) return refusal;
  if (std::string refusal = options_refusal(descriptor); !refusal.empty()) return refusal;
  if (std::string refusal = constant_refusal(descriptor); !refusal.empty()) return refusal;
  return std::nullopt;
}

}  // namespace

std::optional<std::string> handshake_refusal(const PluginDescriptor& descriptor,
                                             std::string_view stem) {
  std::set<std::string> names;
  for (const auto* member = &descriptor; member != nullptr; member = member->next) {
    if (auto refusal = member_refusal(*member, stem)) return refusal;
    if (names.insert(member->info.name).second) continue;
    return std::string("has two plugins named '") + member->info.name + "'; rename one of them";
  }
  return std::nullopt;
}

namespace {

constexpr std::array<std::pair<Need, const char*>, 21> kNames{{
    {Need::covariance, "covariance"},
    {Need::coordinate_batches, "coordinate_batches"},
    {Need::thinned_draws, "thinned_draws"},
    {Need::mixing, "mixing"},
    {Need::potentials, "potentials"},
    {Need::target, "target"},
    {Need::target_draws, "target_draws"},
    {Need::distance_batches, "distance_batches"},
    {Need::cell_counts, "cell_counts"},
    {Need::exact_law, "exact_law"},
    {Need::class_predictions, "class_predictions"},
    {Need::label_predictions, "label_predictions"},
    {Need::predictions, "predictions"},
    {Need::client_predictions, "client_predictions"},
    {Need::mean_prediction, "mean_prediction"},
    {Need::reference_prediction, "reference_prediction"},
    {Need::reference_draws, "reference_draws"},
    {Need::reference_posterior, "reference_posterior"},
    {Need::score, "score"},
    {Need::clock, "clock"},
    {Need::parameter, "parameter"},
}};
// In the order of the values, which the handshake has checked.
constexpr std::array kPreferences{"smaller", "larger", "neither smaller nor larger",
                                  "nearest to 0"};
constexpr std::array kScales{"real", "positive", "share", "count"};

}  // namespace

Need all_needs() {
  Need all = Need::nothing;
  for (const auto& [need, name] : kNames) all = all | need;
  return all;
}

std::string needs_text(Need needs) {
  std::string text;
  for (const auto& [need, name] : kNames) {
    if (holds(needs, need)) text += (text.empty() ? "" : ", ") + std::string(name);
  }
  return text;
}

std::string preference_text(Preferred preferred) {
  return kPreferences[static_cast<std::size_t>(preferred)];
}

std::string scale_text(Scale scale) { return kScales[static_cast<std::size_t>(scale)]; }

}  // namespace skald::plugin_host
