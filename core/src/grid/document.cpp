#include "grid/document.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "grid/document_reader.hpp"
#include "grid/object_reader.hpp"
#include "grid/run_members.hpp"
#include "grid/selection.hpp"

namespace skald::grid {
namespace {

bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_grid_name(std::string_view name) {
  return !name.empty() && name.size() <= kLongestGridName && is_letter_or_digit(name.front()) &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return is_letter_or_digit(c) || c == '.' || c == '_' || c == '-';
         });
}

// What "reference" has where it is no run.
constexpr std::array<std::string_view, 3> kOfDraws{"draws", "parameters", "scale"};

bool is_metric_name(std::string_view name) {
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  return !name.empty() && name.size() <= kLongestGridName && is_lower(name.front()) &&
         std::all_of(name.begin(), name.end(),
                     [&](char c) { return is_lower(c) || (c >= '0' && c <= '9') || c == '_'; });
}

class Reader : DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  GridDocument read(const json::JsonValue& root) {
    GridDocument document;
    if (!is_object(root, "", "a grid")) return document;
    refuse_other_members(root);
    if (!root.find("name")) report(root.place, "", "\"name\" is missing", "name the grid");
    for (const json::JsonMember& member : root.members)
      read_member({member, below("", member.key), document});
    auto& run = document.sections[index(options::Section::run)].settings;
    run.insert(run.end(), draws_.begin(), draws_.end());
    default_plugin(document.sections, options::Section::partition, "natural");
    default_plugin(document.sections, options::Section::privacy, "none");
    for (const options::Section section : options::kSections) {
      SectionText& text = document.sections[index(section)];
      if (text.given) continue;
      const std::string name(name_of(section));
      text.place = root.place;
      report(root.place, "", "the section \"" + name + "\" is missing",
             name == "run" ? "add \"run\": {\"iterations\": 1000}"
                           : "add \"" + name + "\": {\"plugin\": \"...\"}");
    }
    return document;
  }

 private:
  // A member of the document, which it fills.
  struct Found {
    const json::JsonMember& member;
    std::string path;
    GridDocument& document;
  };
  struct Member {
    std::string_view name;
    void (*read)(Reader& reader, const Found& found);
  };

  // The members of a grid besides its sections.
  static std::span<const Member> members() {
    static constexpr Member all[] = {
        {"$schema", [](Reader&, const Found&) {}},
        {"name", [](Reader& r, const Found& f) { f.document.name = r.name(f); }},
        {"description",
         [](Reader& r, const Found& f) {
           f.document.description = r.text(f.member.value, f.path);
         }},
        {"seed", [](Reader& r, const Found& f) { f.document.seed = r.seed(f); }},
        {"replicates",
         [](Reader& r, const Found& f) {
           read_replicates(f.member.value, f.document.stopping, r.diagnostics_);
         }},
        {"race", [](Reader& r,
                    const Found& f) { read_race(f.member, f.document.stopping, r.diagnostics_); }},
        {"metrics",
         [](Reader& r, const Found& f) { f.document.metrics = r.metrics(f.member.value, f.path); }},
        {"axes",
         [](Reader& r, const Found& f) {
           f.document.axes = read_axes(f.member.value, f.path, r.diagnostics_);
         }},
        {"exclude",
         [](Reader& r, const Found& f) { f.document.exclude = r.exclude(f.member.value, f.path); }},
        {"start",
         [](Reader& r, const Found& f) { f.document.start = r.start(f.member.value, f.path); }},
        {"reference",
         [](Reader& r, const Found& f) { r.reference(f.member.value, f.path, f.document); }},
        {kTuned,  // for those who compare
         [](Reader& r, const Found& f) { read_tuned(f.member.value, r.diagnostics_); }}};
    return all;
  }

  void read_member(const Found& found) {
    if (const auto section = options::section_named(found.member.key)) {
      found.document.sections[index(*section)] =
          read_section(*section, found.member.value, found.path);
      return;
    }
    const auto known = std::ranges::find(members(), found.member.key, &Member::name);
    if (known != members().end()) known->read(*this, found);
  }

  void refuse_other_members(const json::JsonValue& root) {
    std::vector<std::string_view> known(options::kSectionNames.begin(),
                                        options::kSectionNames.end());
    for (const Member& member : members()) known.push_back(member.name);
    Reading reading;
    ObjectReader(root, "", "a grid", reading)
        .refuse_others(known, {}, "options belong in the section of their plugin or in \"run\"");
    reading.append_to(diagnostics_);
  }

  std::string text(const json::JsonValue& value, const std::string& path) {
    if (value.is(json::JsonValue::Kind::string)) return value.text;
    report(value.place, path,
           "\"" + path.substr(1) + "\" must be a string, got " + describe(value));
    return {};
  }

  std::string name(const Found& found) {
    const json::JsonValue& value = found.member.value;
    if (value.is(json::JsonValue::Kind::string) && !is_grid_name(value.text)) {
      report(value.place, found.path,
             "\"name\" must be 1 to 100 letters, digits, \".\", \"_\" or \"-\", the first a letter "
             "or a digit, got " +
                 describe(value),
             "it also names the database");
    }
    return text(value, found.path);
  }

  std::uint64_t seed(const Found& found) {
    const json::JsonValue& value = found.member.value;
    if (!value.is(json::JsonValue::Kind::array))
      return static_cast<std::uint64_t>(integer(value, found.path, "seed", 0));
    report(value.place, found.path, "\"seed\" must be an integer, got a list",
           "one seed is enough" + instead_of_seeds("seed"));
    return 0;
  }

  std::vector<MetricText> metrics(const json::JsonValue& list, const std::string& path) {
    std::vector<MetricText> all;
    if (!is_list(list, path, "\"metrics\"")) return all;
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      const json::JsonValue& item = list.items[i];
      const auto read = metric(item, below(path, i));
      if (!read) continue;
      const auto same = std::find_if(all.begin(), all.end(),
                                     [&](const MetricText& m) { return m.name == read->name; });
      if (same != all.end()) {
        const bool bare = item.is(json::JsonValue::Kind::string) && same->options.empty();
        report(item.place, below(path, i), "\"" + read->name + "\" is listed twice",
               bare ? "" : "give one of them a \"name\" of its own");
      }
      all.push_back(*read);
    }
    return all;
  }

  std::optional<MetricText> metric(const json::JsonValue& item, const std::string& path) {
    if (item.is(json::JsonValue::Kind::string)) {
      return MetricText{item.text, item.text, item.place, item.place, path, {}};
    }
    if (!item.is(json::JsonValue::Kind::object)) {
      report(item.place, path,
             "a metric is named by a string or an object with \"plugin\", got " + describe(item));
      return std::nullopt;
    }
    const json::JsonValue* plugin = item.find("plugin");
    if (plugin == nullptr || !plugin->is(json::JsonValue::Kind::string)) {
      report(plugin ? plugin->place : item.place, path,
             plugin ? "\"plugin\" must be the name of a metric, got " + describe(*plugin)
                    : "a metric has no \"plugin\"",
             plugin ? "" : "write {\"plugin\": \"ece\", \"bins\": 20}");
      return std::nullopt;
    }
    MetricText text{plugin->text, plugin->text, item.place, plugin->place, path, {}};
    for (const json::JsonMember& member : item.members) {
      const std::string where = below(path, member.key);
      if (member.key == "plugin") continue;
      if (member.key == "name") {
        text.name = metric_name(member.value, where, text.plugin);
      } else {
        text.options.push_back(
            {{std::nullopt, member.key, member.key_place, where}, member.value, where});
      }
    }
    return text;
  }

  std::string metric_name(const json::JsonValue& value, const std::string& path,
                          const std::string& plugin) {
    if (value.is(json::JsonValue::Kind::string) && is_metric_name(value.text)) return value.text;
    report(value.place, path,
           "\"name\" must be 1 to 100 lower-case letters, digits or \"_\", the first a letter, "
           "got " +
               describe(value),
           "it names the metric's series");
    return plugin;
  }

  SectionText read_section(options::Section section, const json::JsonValue& object,
                           const std::string& path) {
    SectionText read{.given = true, .place = object.place, .settings = {}};
    const std::string name = "\"" + std::string(name_of(section)) + "\"";
    if (is_object(object, path, name)) gather(section, object, path, "", read.settings);
    return read;
  }

  // Collects the options of a section. In "run", nested objects hold the options with dots in their
  // names.
  void gather(options::Section section, const json::JsonValue& object, const std::string& path,
              const std::string& prefix, std::vector<Assignment>& settings) {
    for (const json::JsonMember& member : object.members) {
      const std::string where = below(path, member.key);
      const std::string option = prefix + member.key;
      if (section == options::Section::run && member.value.is(json::JsonValue::Kind::object)) {
        gather(section, member.value, where, option + ".", settings);
        continue;
      }
      settings.push_back({{section, option, member.key_place, where}, member.value, where});
    }
  }

  static void default_plugin(Sections& sections, options::Section section,
                             std::string_view plugin) {
    SectionText& text = sections[index(section)];
    if (text.given) return;
    text.given = true;
    text.settings.push_back({{section, "plugin", {}, ""}, plugin, ""});
  }

  std::vector<Conditions> exclude(const json::JsonValue& list, const std::string& path) {
    std::vector<Conditions> entries;
    if (!is_list(list, path, "\"exclude\"")) return entries;
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      Conditions all = conditions(list.items[i], below(path, i), "an entry of \"exclude\"");
      if (!all.empty()) entries.push_back(std::move(all));
    }
    return entries;
  }

  StartText start(const json::JsonValue& object, const std::string& path) {
    StartText text;
    if (!is_object(object, path, "\"start\"")) return text;
    check_start(object, path, diagnostics_);
    if (const json::JsonValue* when = object.find("when"))
      text.when = conditions(*when, below(path, "when"), "\"when\"");
    for (const options::Section section : {options::Section::sampler, options::Section::run}) {
      const std::string name(name_of(section));
      if (const json::JsonValue* given = object.find(name))
        text.sections[index(section)] = read_section(section, *given, below(path, name));
    }
    return text;
  }

  // Either the sections of a reference run, or draws from files, which are options of the run.
  void reference(const json::JsonValue& object, const std::string& path, GridDocument& document) {
    if (!is_object(object, path, "\"reference\"")) return;
    const bool has_draws = object.find("draws") != nullptr;
    refuse_other_members_of_reference(object, path, has_draws);
    if (has_draws) return draws_of_reference(object, path);
    Sections& sections = document.reference.emplace();
    for (const json::JsonMember& member : object.members) {
      if (const auto section = options::section_named(member.key))
        sections[index(*section)] = read_section(*section, member.value, below(path, member.key));
    }
  }

  void draws_of_reference(const json::JsonValue& object, const std::string& path) {
    for (const json::JsonMember& member : object.members) {
      if (std::ranges::find(kOfDraws, member.key) == kOfDraws.end()) continue;
      const std::string where = below(path, member.key);
      if (member.key == "draws" && member.value.is(json::JsonValue::Kind::array)) {
        report(member.value.place, where, "\"draws\" must name a file or folder, got a list",
               "several files are a folder, or a name with *, such as \"fit_*.csv\"");
        continue;
      }
      draws_.push_back({{options::Section::run, "reference." + member.key, member.key_place, where},
                        member.value,
                        where});
    }
  }

  void refuse_other_members_of_reference(const json::JsonValue& object, const std::string& path,
                                         bool has_draws) {
    std::vector<std::string_view> known;
    if (has_draws) {
      known.assign(kOfDraws.begin(), kOfDraws.end());
    } else {
      known.assign(options::kSectionNames.begin(), options::kSectionNames.end());
    }
    const auto why = [](std::string_view name) {
      const bool is_other =
          options::section_named(name) || std::ranges::find(kOfDraws, name) != kOfDraws.end();
      return is_other
                 ? "it is either a run, given by sections, or \"draws\" from files, with their "
                   "\"parameters\" and \"scale\""
                 : "";
    };
    Reading reading;
    ObjectReader(object, path, "\"reference\"", reading)
        .refuse_others(known, why,
                       "it has sections, or \"draws\" with \"parameters\" and \"scale\"");
    reading.append_to(diagnostics_);
  }

  std::vector<Assignment> draws_;  // of the reference
};

}  // namespace

GridDocument read_grid_document(const json::JsonValue& root,
                                std::vector<json::Diagnostic>& diagnostics) {
  return Reader(diagnostics).read(root);
}

}  // namespace skald::grid
