#include "grid/selection.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "options/option_value.hpp"
#include "text/nearest.hpp"

namespace skald::grid {
namespace {

std::string listed(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : ", ") + word;
  return all;
}

class Selector {
 public:
  Selector(const GridDocument& document, const OptionTables& tables,
           std::vector<json::Diagnostic>& diagnostics)
      : document_(document), tables_(tables), diagnostics_(diagnostics) {}

  Selection select() {
    for_each_setting(document_.sections, [this](const Assignment& s) { choose(s, selection_); });
    for (const AxisEntry& entry : document_.axes) {
      for (const Axis& axis : entry.axes) {
        for (const Alternative& alternative : axis)
          for (const Assignment& setting : alternative) choose(setting, selection_);
      }
    }
    check_chosen();
    for_each_setting(document_.sections, [this](const Assignment& s) { check(s.key, selection_); });
    check_axes();
    for (const Conditions& conditions : document_.exclude) check(conditions);
    if (document_.start) {
      check(document_.start->when);
      check_alone(document_.start->sections, "start");
    }
    if (document_.reference) check_alone(*document_.reference, "reference");
    return std::move(selection_);
  }

 private:
  static void for_each_setting(const Sections& sections,
                               const std::function<void(const Assignment&)>& visit) {
    for (const SectionText& section : sections)
      for (const Assignment& setting : section.settings) visit(setting);
  }

  void report(json::Place place, std::string path, std::string message, std::string hint,
              std::string subject = {}) {
    diagnostics_.push_back(
        {"", place, std::move(path), std::move(message), std::move(hint), std::move(subject)});
  }

  void choose(const Assignment& setting, Selection& selection) {
    if (!setting.key.is_plugin()) return;
    const Kind kind = kind_of(*setting.key.section);
    auto& chosen = selection.plugins[index(*setting.key.section)];
    const PluginDescriptor* plugin = setting.value.is(json::JsonValue::Kind::string)
                                         ? find_plugin(tables_, kind, setting.value.text)
                                         : nullptr;
    if (!plugin) {
      selection.unknown = true;
      report_unknown_plugin(setting, kind);
    } else if (std::find(chosen.begin(), chosen.end(), plugin) == chosen.end()) {
      chosen.push_back(plugin);
    }
  }

  void report_unknown_plugin(const Assignment& setting, Kind kind) {
    const std::string section(name_of(options::section_of(kind)));
    if (!setting.value.is(json::JsonValue::Kind::string)) {
      report(setting.value.place, setting.path,
             "\"plugin\" must be the name of a " + section + ", got " + describe(setting.value),
             "");
      return;
    }
    const std::vector<std::string> names = plugin_names(tables_, kind);
    const auto near = text::nearest(setting.value.text, names);
    std::string hint = "none is loaded; see skald plugins";
    if (!names.empty())
      hint = "loaded: " + listed(names) + "; --plugin-path FOLDER adds those of a folder";
    if (near) hint = "did you mean \"" + *near + "\"?";
    for (const AbsentPlugin& absent : tables_.absent) {
      if (absent.kind == kind && absent.name == setting.value.text) hint = absent.remedy;
    }
    report(setting.value.place, setting.path,
           "there is no " + section + " \"" + setting.value.text + "\"", hint);
  }

  void check_chosen() {
    for (const Kind kind : options::kSectionKinds) {
      const std::size_t s = index(options::section_of(kind));
      const SectionText& section = document_.sections[s];
      if (!section.given || !selection_.plugins[s].empty() || selection_.unknown) continue;
      const std::string name(options::name_of(kind));
      report(section.place, "/" + name, "\"" + name + "\" has no \"plugin\"",
             "add \"plugin\": \"...\"; loaded: " + listed(plugin_names(tables_, kind)));
    }
  }

  bool owned(options::Section section, const std::string& option,
             const Selection& selection) const {
    if (section == options::Section::run) return find_option(tables_.run, option) != nullptr;
    const auto& plugins = selection.plugins[index(section)];
    return std::any_of(plugins.begin(), plugins.end(), [&](const PluginDescriptor* plugin) {
      return declaration(section, option, plugin, tables_) != nullptr;
    });
  }

  std::vector<std::string> known_options(const OptionKey& key, const Selection& selection) const {
    std::vector<std::string> words;
    for (const options::Section section : options::kSections) {
      if (key.section && *key.section != section) continue;
      if (section == options::Section::run) {
        for (const OptionInfo& option : tables_.run) words.emplace_back(option.name);
      } else {
        for (const PluginDescriptor* plugin : selection.plugins[index(section)])
          for (const OptionInfo& option : options_of(*plugin)) words.emplace_back(option.name);
      }
      if (key.section && has_host_seed(section)) words.emplace_back("seed");
    }
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
  }

  // Returns who has the option among plugins that the grid does not choose: "privacy gaussian,
  // laplace"; "" if nobody has it. Those that the key may mean, or those of other sections.
  enum class Where { here, elsewhere };
  std::string owners_of(const OptionKey& key, Where where) const {
    constexpr std::size_t most = 6;
    std::string owners;
    if (where == Where::elsewhere && key.section && *key.section != options::Section::run &&
        find_option(tables_.run, key.option))
      owners = "run";
    for (const Kind kind : options::kSectionKinds) {
      const options::Section section = options::section_of(kind);
      const bool is_here = !key.section || *key.section == section;
      if (is_here != (where == Where::here)) continue;
      std::vector<std::string> names;
      for (const PluginDescriptor* plugin : tables_.plugins) {
        if (plugin->kind != kind || !find_option(options_of(*plugin), key.option)) continue;
        names.emplace_back(names.size() < most ? plugin->info.name : "...");
        if (names.size() > most) break;
      }
      if (names.empty()) continue;
      owners += (owners.empty() ? "" : "; ") + std::string(name_of(section)) + " " + listed(names);
    }
    return owners;
  }

  // The options of chosen plugins whose summary has such a phrase: "model.prior_precision: ...".
  std::set<std::string> with_phrase(const std::string& phrase, const Selection& selection) const {
    std::set<std::string> found;
    for (const Kind kind : options::kSectionKinds) {
      const options::Section section = options::section_of(kind);
      for (const PluginDescriptor* plugin : selection.plugins[index(section)]) {
        for (const OptionInfo& option : options_of(*plugin)) {
          if (std::string_view(option.doc).find(phrase) == std::string_view::npos) continue;
          found.insert(std::string(name_of(section)) + "." + option.name + ": " + option.doc);
        }
      }
    }
    return found;
  }

  // What chosen plugins call otherwise: their options that are described in the words of the name,
  // where a clause ends with these if there are many; "" if there are none, or still many.
  std::string described_so(const std::string& name, const Selection& selection) const {
    constexpr std::size_t most = 3;
    std::string words = name;
    std::replace(words.begin(), words.end(), '_', ' ');
    if (words == name) return "";
    std::set<std::string> found = with_phrase(words, selection);
    if (found.size() > most) found = with_phrase(words + ",", selection);
    if (found.size() > most) return "";
    std::string all;
    for (const std::string& one : found) all += (all.empty() ? "" : "; ") + one;
    return all;
  }

  // The known word that is a part of the name: "chains" of "num_chains".
  static std::optional<std::string> part_of(const std::string& name,
                                            const std::vector<std::string>& words) {
    const std::string parts = "_" + name + "_";
    const auto found = std::find_if(words.begin(), words.end(), [&](const std::string& word) {
      return word.size() > 1 && parts.find("_" + word + "_") != std::string::npos;
    });
    return found == words.end() ? std::nullopt : std::optional(*found);
  }

  void check(const OptionKey& key, const Selection& selection) {
    if (key.is_plugin() || key.option.empty()) return;
    if (key.section) {
      if (owned(*key.section, key.option, selection)) return;
    } else {
      for (const options::Section section : options::kSections)
        if (owned(section, key.option, selection)) return;
    }
    if (selection.unknown && key.section != options::Section::run) return;
    const bool run = !key.section || *key.section == options::Section::run;
    if (!run && selection.plugins[index(*key.section)].empty()) return;
    report_unknown_option(key, selection);
  }

  void report_unknown_option(const OptionKey& key, const Selection& selection) {
    const std::vector<std::string> words = known_options(key, selection);
    auto near = text::nearest(key.option, words);
    if (!near) near = part_of(key.option, words);
    std::string hint = words.empty() ? "it has no options" : "it has: " + listed(words);
    if (!key.section) hint = "no chosen plugin has it; write section.option to be sure";
    const std::string others = owners_of(key, Where::elsewhere);
    if (!others.empty()) hint += "; \"" + key.option + "\" is an option of " + others;
    hint += instead_of_seeds(key.option);
    if (near) hint = "did you mean \"" + *near + "\"?";
    const std::string described = described_so(key.option, selection);
    if (!described.empty()) hint = described;
    const std::string owners = owners_of(key, Where::here);
    if (!owners.empty()) hint = "it belongs to " + owners + ", which the grid does not choose";
    std::string subject;
    if (key.section) {
      const auto& plugins = *key.section == options::Section::run
                                ? std::vector<const PluginDescriptor*>{nullptr}
                                : selection.plugins[index(*key.section)];
      if (plugins.size() == 1) subject = subject_of(*key.section, plugins.front());
    }
    report(key.place, key.path, "unknown option \"" + key.option + "\"", hint, subject);
  }

  void check(const Conditions& conditions) {
    for (const When& condition : conditions) {
      check(condition.key, selection_);
      if (condition.key.is_plugin())
        for (const json::JsonValue& value : condition.any_of) check_condition(condition, value);
    }
  }

  void check_condition(const When& condition, const json::JsonValue& value) {
    std::vector<std::string> names;
    for (const PluginDescriptor* plugin : selection_.plugins[index(*condition.key.section)])
      names.emplace_back(plugin->info.name);
    if (selection_.unknown || std::find(names.begin(), names.end(), value.text) != names.end())
      return;
    const auto near = text::nearest(value.text, names);
    report(value.place, condition.key.path,
           describe(value) + " is no " + std::string(name_of(*condition.key.section)) +
               " of this grid",
           near ? "did you mean \"" + *near + "\"?" : "its cells have: " + listed(names));
  }

  void check_axes() {
    std::map<std::pair<std::optional<options::Section>, std::string>, int> lines;
    for (const AxisEntry& entry : document_.axes) {
      check(entry.when);
      for (const Axis& axis : entry.axes) {
        for (const Assignment& setting : axis.front()) {
          const OptionKey& key = setting.key;
          check(key, selection_);
          if (!entry.when.empty()) continue;
          const auto [line, is_new] = lines.try_emplace({key.section, key.option}, key.place.line);
          if (!is_new) {
            report(key.place, key.path, "\"" + key.option + "\" is already an axis",
                   "first on line " + std::to_string(line->second) +
                       "; pairs of values are written with \"zip\"");
          }
        }
      }
    }
  }

  // A section of the start or the reference is checked on its own, since no axis selects its
  // plugin.
  void check_alone(const Sections& sections, const std::string& owner) {
    Selection alone;
    for_each_setting(sections, [&](const Assignment& s) { choose(s, alone); });
    for (const Kind kind : options::kSectionKinds) {
      const std::size_t s = index(options::section_of(kind));
      if (sections[s].given && alone.plugins[s].empty() && !alone.unknown) {
        const std::string name(options::name_of(kind));
        report(sections[s].place, "/" + owner + "/" + name,
               "\"" + name + "\" of \"" + owner + "\" has no \"plugin\"",
               "it replaces the whole section");
      }
    }
    for_each_setting(sections, [&](const Assignment& s) { check(s.key, alone); });
    selection_.unknown = selection_.unknown || alone.unknown;
  }

  const GridDocument& document_;
  const OptionTables& tables_;
  std::vector<json::Diagnostic>& diagnostics_;
  Selection selection_;
};

}  // namespace

Selection select_plugins(const GridDocument& document, const OptionTables& tables,
                         std::vector<json::Diagnostic>& diagnostics) {
  return Selector(document, tables, diagnostics).select();
}

std::vector<options::Section> owners(const OptionKey& key, const ChosenPlugins& chosen,
                                     const OptionTables& tables) {
  std::vector<options::Section> found;
  for (const options::Section section : options::kSections) {
    if (key.section && *key.section != section) continue;
    if (declaration(section, key.option, plugin_of(chosen, section), tables))
      found.push_back(section);
  }
  return found;
}

const OptionInfo* declaration(options::Section section, std::string_view option,
                              const PluginDescriptor* plugin, const OptionTables& tables) {
  if (has_host_seed(section) && option == "seed") return &host_seed();
  return find_option(options_of(tables, section, plugin), option);
}

std::string instead_of_seeds(std::string_view option) {
  if (option != "seed") return "";
  return "; \"replicates\": 3 makes three runs of each cell, with random numbers of their own";
}

std::string subject_of(options::Section section, const PluginDescriptor* plugin) {
  std::string subject(name_of(section));
  if (section != options::Section::run && plugin) subject += std::string(" ") + plugin->info.name;
  return subject;
}

}  // namespace skald::grid
