#include "grid/metric_choices.hpp"

#include <algorithm>

#include "grid/read_option.hpp"
#include "options/condition.hpp"
#include "options/option_value.hpp"
#include "text/nearest.hpp"

namespace skald::grid {
namespace {

MetricChoice choice_of(const PluginDescriptor& plugin) {
  return {plugin.info.name,
          {.kind = Kind::metric,
           .plugin = plugin.info.name,
           .numerics_revision = plugin.info.numerics_revision,
           .library = plugin.library != nullptr ? plugin.library : ""},
          needs_reference(plugin.metric.needs)};
}

constexpr std::string_view kClockMetric = "simulated_seconds";

bool has_clock(const Cell& cell) {
  return cell.is_set(options::Section::run, "clients.step_seconds") ||
         cell.is_set(options::Section::run, "clients.devices");
}

class Chooser {
 public:
  Chooser(const OptionTables& tables, std::string_view folder,
          std::vector<json::Diagnostic>& diagnostics)
      : tables_(tables),
        folder_(folder),
        names_(plugin_names(tables, Kind::metric)),
        diagnostics_(diagnostics) {}

  MetricChoice choose(const MetricText& text) {
    const PluginDescriptor* plugin = find_plugin(tables_, Kind::metric, text.plugin);
    if (plugin == nullptr) return unknown(text);
    if (text.name != text.plugin && is_metric(text.name)) {
      report(text.place, text.path,
             "\"" + text.name + "\" is a metric of its own, and no name for another",
             "choose another \"name\"");
    }
    MetricChoice choice = choice_of(*plugin);
    choice.name = text.name;
    for (const Assignment& setting : text.options) check_known(setting, *plugin);
    for (const OptionInfo& info : options_of(*plugin)) {
      choice.plugin.options.emplace_back(info.name, value(info, text, *plugin));
    }
    for (const Assignment& setting : text.options) check_counts(setting, choice, *plugin);
    return choice;
  }

 private:
  void report(json::Place place, std::string path, std::string message, std::string hint,
              std::string subject = {}) {
    diagnostics_.push_back(
        {"", place, std::move(path), std::move(message), std::move(hint), std::move(subject)});
  }

  static std::string subject_of(const PluginDescriptor& plugin) {
    return std::string("metric ") + plugin.info.name;
  }

  bool is_metric(const std::string& name) const {
    return std::find(names_.begin(), names_.end(), name) != names_.end();
  }

  MetricChoice unknown(const MetricText& text) {
    const MetricChoice choice{
        text.name, {.kind = Kind::metric, .plugin = text.plugin, .numerics_revision = 1}};
    if (names_.empty()) return choice;
    const auto near = text::nearest(text.plugin, names_);
    report(text.plugin_place, text.path, "there is no metric \"" + text.plugin + "\"",
           near ? "did you mean \"" + *near + "\"?" : "");
    return choice;
  }

  void check_known(const Assignment& setting, const PluginDescriptor& plugin) {
    if (find_option(options_of(plugin), setting.key.option)) return;
    std::vector<std::string> words{"name"};
    for (const OptionInfo& info : options_of(plugin)) words.emplace_back(info.name);
    const auto near = text::nearest(setting.key.option, words);
    std::string hint = "it has no options";
    if (plugin.option_count > 0) {
      hint = "it has: " + words[1];
      for (std::size_t i = 2; i < words.size(); ++i) hint += ", " + words[i];
    }
    if (near) hint = "did you mean \"" + *near + "\"?";
    report(setting.key.place, setting.path, "unknown option \"" + setting.key.option + "\"", hint,
           subject_of(plugin));
  }

  void check_counts(const Assignment& setting, const MetricChoice& choice,
                    const PluginDescriptor& plugin) {
    const OptionInfo* info = find_option(options_of(plugin), setting.key.option);
    if (info == nullptr) return;
    const std::string fault = options::inert_fault(*info, choice.plugin.options.items());
    if (fault.empty()) return;
    report(setting.value.place, setting.path, "\"" + setting.key.option + "\" " + fault,
           "leave it out", subject_of(plugin));
  }

  options::OptionValue value(const OptionInfo& info, const MetricText& text,
                             const PluginDescriptor& plugin) {
    const std::string name = "\"" + std::string(info.name) + "\" ";
    const auto found =
        std::find_if(text.options.begin(), text.options.end(),
                     [&](const Assignment& setting) { return setting.key.option == info.name; });
    if (found == text.options.end()) {
      if (options::is_required(info)) {
        report(text.place, text.path, name + "is missing", info.doc, subject_of(plugin));
      }
      return options::default_of(info, folder_);
    }
    CheckedValue checked = read_option(info, found->value, folder_);
    if (checked.fault.empty() && std::holds_alternative<options::Expression>(checked.value)) {
      checked.fault = "cannot be a formula";
    }
    if (!checked.fault.empty()) {
      const json::Place place = checked.place.line > 0 ? checked.place : found->value.place;
      report(place, found->path, name + checked.fault, checked.hint, subject_of(plugin));
    }
    return std::move(checked.value);
  }

  const OptionTables& tables_;
  std::string_view folder_;
  std::vector<std::string> names_;
  std::vector<json::Diagnostic>& diagnostics_;
};

}  // namespace

bool needs_reference(Need needs) {
  return holds(needs, Need::reference_prediction) || holds(needs, Need::reference_draws);
}

std::vector<MetricChoice> choose_metrics(std::span<const MetricText> metrics,
                                         const OptionTables& tables, std::string_view folder,
                                         std::vector<json::Diagnostic>& diagnostics) {
  Chooser chooser(tables, folder, diagnostics);
  std::vector<MetricChoice> choices;
  for (const MetricText& text : metrics) choices.push_back(chooser.choose(text));
  return choices;
}

std::optional<MetricChoice> default_metric(std::string_view name, const OptionTables& tables) {
  const PluginDescriptor* plugin = find_plugin(tables, Kind::metric, name);
  if (plugin == nullptr) return std::nullopt;
  MetricChoice choice = choice_of(*plugin);
  for (const OptionInfo& info : options_of(*plugin)) {
    choice.plugin.options.emplace_back(info.name, options::default_of(info, ""));
  }
  return choice;
}

void add_clock_metric(Cell& cell, const OptionTables& tables) {
  if (!has_clock(cell)) return;
  const std::vector<MetricChoice>& named = cell.metrics;
  const bool is_there = std::any_of(named.begin(), named.end(), [](const MetricChoice& metric) {
    return metric.name == kClockMetric;
  });
  if (is_there) return;
  if (auto metric = default_metric(kClockMetric, tables)) cell.metrics.push_back(*metric);
}

}  // namespace skald::grid
