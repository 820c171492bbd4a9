#include "grid/cell_builder.hpp"

#include <algorithm>
#include <map>

#include "grid/read_option.hpp"
#include "options/condition.hpp"
#include "options/option_value.hpp"

namespace skald::grid {
namespace {

constexpr std::string_view kIterations = "iterations";
constexpr std::string_view kRounds = "rounds";

// Whether the option is about the clients' clock, which a reference has only if it says so: the
// algorithm that others are compared with seldom keeps time.
bool is_of_clients(std::string_view run_option) {
  return run_option.starts_with("clients.") || run_option == "budget.simulated_seconds";
}

class CellBuilder {
 public:
  CellBuilder(const BuildContext& context, Cell cell) : context_(context) {
    built_.cell = std::move(cell);
  }

  BuiltCell from(const Combination& combination) {
    chosen_ = chosen_plugins(combination, context_.tables);
    for (const Assignment* setting : combination) assign(*setting);
    for (const Kind kind : options::kSectionKinds) fill_plugin(options::section_of(kind));
    built_.cell.run = filled(options::Section::run, nullptr);
    check_budget();
    return finish();
  }

  BuiltCell from(const Sections& reference) {
    replace(reference);
    check_budget();
    return finish();
  }

  // The length is checked with the text. Formulas of other sections that wait for the problem are
  // the cell's own, and not looked at.
  BuiltCell from(const StartText& start) {
    path_ = "/start";
    replace(start.sections);
    for (const options::OptionPath& option : built_.cell.formulas())
      if (!assigned_.contains(option)) known_.options.push_back(option);
    return finish();
  }

 private:
  // Puts the given sections in place of the cell's own; "run" is merged.
  void replace(const Sections& sections) {
    for (const Kind kind : options::kSectionKinds) {
      chosen_[index(options::section_of(kind))] =
          find_plugin(context_.tables, kind, built_.cell.choice(kind).plugin);
    }
    for (const options::Section section : options::kSections) {
      const std::size_t s = index(section);
      if (!sections[s].given) continue;
      Combination settings;
      for (const Assignment& setting : sections[s].settings) settings.push_back(&setting);
      if (section != options::Section::run)
        chosen_[s] = chosen_plugins(settings, context_.tables)[s];
      for (const Assignment* setting : settings) assign(*setting);
      if (section == options::Section::run) {
        merge_run();
      } else {
        fill_plugin(section);
      }
      drop_evaluated(section);
    }
  }

  void report(json::Place place, std::string path, std::string message, std::string hint,
              std::string subject = {}) {
    built_.diagnostics.push_back(
        {"", place, std::move(path), std::move(message), std::move(hint), std::move(subject)});
  }

  void assign(const Assignment& setting) {
    if (setting.key.is_plugin()) {
      plugin_settings_[*setting.key.section] = &setting;
      return;
    }
    const std::vector<options::Section> found = owners(setting.key, chosen_, context_.tables);
    if (found.size() > 1) report_ambiguous(setting.key, found);
    if (found.size() == 1) assigned_[{found.front(), setting.key.option}] = &setting;
  }

  void report_ambiguous(const OptionKey& key, const std::vector<options::Section>& found) {
    std::string who, how;
    for (const options::Section section : found) {
      who += (who.empty() ? "" : " and of ") + subject_of(section, plugin_of(chosen_, section));
      how += (how.empty() ? "\"" : " or \"") + options::to_text({section, key.option}) + "\"";
    }
    report(key.place, key.path, "\"" + key.option + "\" is an option of " + who,
           "write " + how + instead_of_seeds(key.option));
  }

  void fill_plugin(options::Section section) {
    const std::size_t s = index(section);
    PluginChoice& choice = built_.cell.plugins[s];
    choice = {};
    choice.kind = kind_of(section);
    if (!chosen_[s]) {
      known_.plugins = true;
      return;
    }
    choice.plugin = chosen_[s]->info.name;
    choice.numerics_revision = chosen_[s]->info.numerics_revision;
    choice.options = filled(section, chosen_[s]);
    const OptionInfo* passes = find_option(options_of(*chosen_[s]), OptionRole::passes);
    if (passes != nullptr) choice.passes = passes->name;
    if (!has_host_seed(section)) return;
    const options::OptionValue seed = value(section, chosen_[s], host_seed());
    if (const auto* integer = std::get_if<std::int64_t>(&seed)) choice.seed = *integer;
    if (std::holds_alternative<options::Expression>(seed)) report_seed_expression(section);
  }

  void report_seed_expression(options::Section section) {
    const Assignment& setting = *assigned_.at({section, "seed"});
    report(setting.value.place, setting.path, "\"seed\" cannot be a formula", "");
  }

  std::vector<options::NamedValue> filled(options::Section section,
                                          const PluginDescriptor* plugin) {
    const auto declared = options_of(context_.tables, section, plugin);
    std::vector<options::NamedValue> options;
    options.reserve(declared.size());  // a grid may have a million cells
    for (const OptionInfo& info : declared)
      options.emplace_back(info.name, value(section, plugin, info));
    for (const OptionInfo& info : declared) {
      if (*info.only_if != '\0') check_counts(section, plugin, info, options);
    }
    return options;
  }

  // Refuses a value that the document gives an option where that has no effect.
  void check_counts(options::Section section, const PluginDescriptor* plugin,
                    const OptionInfo& info, const std::vector<options::NamedValue>& options) {
    const auto found = assigned_.find({section, info.name});
    if (found == assigned_.end()) return;
    const std::string fault = options::inert_fault(info, options);
    if (fault.empty()) return;
    report(found->second->value.place, found->second->path,
           "\"" + std::string(info.name) + "\" " + fault,
           "leave it out there: an entry of \"axes\" with \"when\" gives it to the other cells",
           subject_of(section, plugin));
  }

  // Returns the option's checked value, and reports what is wrong with it.
  options::OptionValue value(options::Section section, const PluginDescriptor* plugin,
                             const OptionInfo& info) {
    const auto found = assigned_.find({section, info.name});
    const std::string name = "\"" + std::string(info.name) + "\" ";
    if (found == assigned_.end()) {
      if (options::is_required(info)) report_missing(section, plugin, info);
      return options::default_of(info, context_.folder);
    }
    const Assignment& setting = *found->second;
    CheckedValue checked = read_option(info, setting.value, context_.folder);
    if (!checked.fault.empty()) {
      const json::Place place = checked.place.line > 0 ? checked.place : setting.value.place;
      report(place, setting.path, name + checked.fault, checked.hint, subject_of(section, plugin));
      known_.options.push_back({section, info.name});
    }
    return std::move(checked.value);
  }

  void report_missing(options::Section section, const PluginDescriptor* plugin,
                      const OptionInfo& info) {
    known_.options.push_back({section, info.name});
    const auto setting = plugin_settings_.find(section);
    const json::Place place =
        setting == plugin_settings_.end() ? json::Place{} : setting->second->value.place;
    report(place, path_ + "/" + std::string(name_of(section)) + "/" + info.name,
           "\"" + std::string(info.name) + "\" is missing", info.doc, subject_of(section, plugin));
  }

  void merge_run() {
    std::vector<options::NamedValue> merged;
    const bool budget = assigned_.contains({options::Section::run, std::string(kIterations)}) ||
                        assigned_.contains({options::Section::run, std::string(kRounds)});
    for (const OptionInfo& info : context_.tables.run) {
      const std::string_view name = info.name;
      const bool is_budget = name == kIterations || name == kRounds;
      const options::OptionValue* old =
          std::as_const(built_.cell).find(options::Section::run, name);
      const bool given = assigned_.contains({options::Section::run, info.name});
      if (given || !old || (budget && is_budget) || is_of_clients(name)) {
        merged.emplace_back(name, value(options::Section::run, nullptr, info));
      } else {
        merged.emplace_back(name, *old);
      }
    }
    built_.cell.run = std::move(merged);
  }

  // Drops the notes on formulas whose options the reference has replaced.
  void drop_evaluated(options::Section section) {
    std::erase_if(built_.cell.evaluated, [&](const auto& note) {
      const std::string prefix = std::string(name_of(section)) + ".";
      if (!note.first.starts_with(prefix)) return false;
      return section != options::Section::run ||
             assigned_.contains({section, note.first.substr(prefix.size())});
    });
  }

  BuiltCell finish() {
    for (ExpressionFault& fault :
         evaluate_expressions(built_.cell, context_.tables, context_.constants, known_))
      report(std::move(fault));
    return std::move(built_);
  }

  void check_budget() {
    const auto given = [&](std::string_view option) {
      return built_.cell.is_set(options::Section::run, option);
    };
    const bool known = std::any_of(known_.options.begin(), known_.options.end(), [](const auto& o) {
      return o.section == options::Section::run && (o.option == kIterations || o.option == kRounds);
    });
    if (known || given(kIterations) != given(kRounds)) return;
    if (!given(kIterations)) {
      report(context_.run_place, "/run", "\"run\" has no length",
             "give either \"iterations\" or \"rounds\"", "run");
      return;
    }
    const Assignment& rounds = *assigned_.at({options::Section::run, std::string(kRounds)});
    report(rounds.key.place, rounds.key.path, "\"run\" has both \"iterations\" and \"rounds\"",
           "the length of a run is one of them; remove the other, or set it to null", "run");
  }

  void report(ExpressionFault fault) {
    const auto found = assigned_.find(fault.option);
    const auto section = fault.option.section;
    const PluginDescriptor* plugin = plugin_of(chosen_, section);
    json::Place place;
    std::string path;
    if (found != assigned_.end()) {
      place = place_of(fault.token, found->second->value);
      path = found->second->path;
    }
    report(place, path, std::move(fault.message), std::move(fault.hint),
           subject_of(section, plugin));
  }

  // Returns where the token stands in the string of an expression, or the place of the whole string
  // if that is written with escapes.
  static json::Place place_of(const std::string& token, const json::JsonValue& expression) {
    json::Place place = expression.place;
    const std::size_t at = token.empty() ? std::string::npos : expression.text.find(token, 1);
    if (at == std::string::npos ||
        static_cast<std::size_t>(place.length) != expression.text.size() + 2)
      return place;
    place.column += static_cast<int>(at) + 1;
    place.length = static_cast<int>(token.size());
    return place;
  }

  const BuildContext& context_;
  BuiltCell built_;
  ChosenPlugins chosen_{};
  std::map<options::OptionPath, const Assignment*> assigned_;
  std::map<options::Section, const Assignment*> plugin_settings_;
  KnownFaults known_;
  std::string path_;  // of the sections, as a JSON pointer
};

}  // namespace

BuiltCell build_cell(const Combination& combination, const BuildContext& context) {
  return CellBuilder(context, {}).from(combination);
}

BuiltCell build_reference(const Cell& cell, const Sections& reference,
                          const BuildContext& context) {
  Cell base = cell;
  base.start.reset();
  return CellBuilder(context, std::move(base)).from(reference);
}

std::vector<json::Diagnostic> add_start(Cell& cell, const StartText& start,
                                        const BuildContext& context) {
  Cell base = cell;
  base.evaluated.clear();
  BuiltCell built = CellBuilder(context, std::move(base)).from(start);
  StartChoice& choice = cell.start.emplace();
  choice.sampler = built.cell.choice(Kind::sampler);
  for (auto& [name, value] : built.cell.options(options::Section::run)) {
    if (name == kIterations || name == kRounds) choice.run.own().emplace_back(name, value);
  }
  choice.evaluated = std::move(built.cell.evaluated);
  return std::move(built.diagnostics);
}

ChosenPlugins chosen_plugins(const Combination& combination, const OptionTables& tables) {
  ChosenPlugins chosen{};
  for (const Assignment* setting : combination) {
    if (!setting->key.is_plugin()) continue;
    const options::Section section = *setting->key.section;
    chosen[index(section)] = find_plugin(tables, kind_of(section), setting->value.text);
  }
  return chosen;
}

std::optional<options::OptionValue> value_so_far(const OptionKey& key,
                                                 const Combination& combination,
                                                 const BuildContext& context) {
  const ChosenPlugins chosen = chosen_plugins(combination, context.tables);
  if (key.is_plugin()) {
    const PluginDescriptor* plugin = plugin_of(chosen, *key.section);
    if (!plugin) return std::nullopt;
    return std::string(plugin->info.name);
  }
  const std::vector<options::Section> found = owners(key, chosen, context.tables);
  if (found.size() != 1) return std::nullopt;
  const PluginDescriptor* plugin = plugin_of(chosen, found.front());
  const OptionInfo& info = *declaration(found.front(), key.option, plugin, context.tables);
  for (auto setting = combination.rbegin(); setting != combination.rend(); ++setting) {
    const OptionKey& other = (*setting)->key;
    if (other.option == key.option && owners(other, chosen, context.tables) == found)
      return read_option(info, (*setting)->value, context.folder).value;
  }
  return options::default_of(info, context.folder);
}

std::optional<options::OptionValue> value_in(const Cell& cell, const OptionKey& key) {
  if (key.is_plugin()) return cell.choice(kind_of(*key.section)).plugin;
  for (const options::Section section : options::kSections) {
    if (key.section && *key.section != section) continue;
    if (const options::OptionValue* value = cell.find(section, key.option)) return *value;
    if (!key.section || !has_host_seed(section) || key.option != "seed") continue;
    const auto& seed = cell.choice(kind_of(section)).seed;
    return seed ? options::OptionValue(*seed) : options::OptionValue();
  }
  return std::nullopt;
}

}  // namespace skald::grid
