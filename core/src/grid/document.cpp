#include "grid/document.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <span>
#include <unordered_set>

#include "grid/axis_values.hpp"
#include "grid/distribution.hpp"
#include "grid/object_reader.hpp"
#include "grid/selection.hpp"
#include "grid/start_text.hpp"
#include "grid/tuned_text.hpp"
#include "text/counted.hpp"
#include "text/number_text.hpp"

namespace skald::grid {
namespace {

std::string below(const std::string& path, std::string_view key) {
  std::string pointer = path + "/";
  for (const char c : key) pointer += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return pointer;
}

std::string below(const std::string& path, std::size_t index) {
  return path + "/" + std::to_string(index);
}

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

class Reader {
 public:
  explicit Reader(std::vector<json::Diagnostic>& diagnostics) : diagnostics_(diagnostics) {}

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
  void report(json::Place place, std::string path, std::string message, std::string hint = {}) {
    diagnostics_.push_back({"", place, std::move(path), std::move(message), std::move(hint), ""});
  }

  bool is_object(const json::JsonValue& value, const std::string& path, const std::string& what) {
    if (value.is(json::JsonValue::Kind::object)) return true;
    report(value.place, path, what + " must be an object, got " + describe(value));
    return false;
  }

  bool is_list(const json::JsonValue& value, const std::string& path, const std::string& what) {
    if (value.is(json::JsonValue::Kind::array)) return true;
    report(value.place, path, what + " must be a list, got " + describe(value));
    return false;
  }

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
         [](Reader& r, const Found& f) { f.document.axes = r.axes(f.member.value, f.path); }},
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

  std::int64_t integer(const json::JsonValue& value, const std::string& path,
                       const std::string& name, std::int64_t minimum) {
    const auto number =
        value.is(json::JsonValue::Kind::number) ? text::to_integer(value.text) : std::nullopt;
    if (number && *number >= minimum) return *number;
    report(value.place, path,
           "\"" + name + "\" must be an integer of at least " + std::to_string(minimum) + ", got " +
               describe(value));
    return minimum;
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
              const std::string& prefix, std::vector<Setting>& settings) {
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

  OptionKey option_key(const json::JsonMember& member, const std::string& path) {
    OptionKey key{std::nullopt, member.key, member.key_place, path};
    const std::size_t dot = member.key.find('.');
    if (member.key.starts_with("start.")) {
      report(member.key_place, path, "\"" + member.key + "\" is of the start, which no axis sets",
             "\"when\" in \"start\" says which cells have it; other starts are other grids");
    }
    const auto section = options::section_named(member.key.substr(0, dot));
    if (!section) return key;
    if (dot == std::string::npos) {
      report(member.key_place, path, "\"" + member.key + "\" is a section, not an option",
             *section == options::Section::run ? "write \"run.iterations\""
                                               : "write \"" + member.key + ".plugin\"");
      return {section, "", member.key_place, path};
    }
    key.section = section;
    key.option = member.key.substr(dot + 1);
    return key;
  }

  Axis axis(const json::JsonMember& member, const std::string& path) {
    const OptionKey key = option_key(member, path);
    Axis alternatives;
    if (!has_room(member.value.place, path, axis_length(member.value))) return alternatives;
    const bool written = member.value.is(json::JsonValue::Kind::array);
    AxisValues values = axis_values(member.value);
    if (!values.fault.empty()) {
      report(values.place, path, "\"" + member.key + "\" " + values.fault, values.hint);
      return alternatives;
    }
    for (std::size_t i = 0; i < values.values.size(); ++i)
      alternatives.push_back({{key, std::move(values.values[i]), written ? below(path, i) : path}});
    return alternatives;
  }

  // Returns whether this axis and those before it have few enough values, before any are made.
  // Reports the first axis that exceeds the limit.
  bool has_room(json::Place place, const std::string& path, std::int64_t length) {
    if (axis_values_ > kMaximumAxisLength) return false;
    axis_values_ += std::min(length, kMaximumAxisLength + 1);
    if (axis_values_ <= kMaximumAxisLength) return true;
    report(place, path,
           "the axes up to this one have more than " + std::to_string(kMaximumAxisLength) +
               " values together",
           "split the grid");
    return false;
  }

  // Joins the axes of a zip row by row.
  Axis zip(const json::JsonMember& member, const std::string& path) {
    Axis rows;
    if (!is_object(member.value, path, "\"zip\"")) return rows;
    for (const json::JsonMember& column : member.value.members) {
      Axis values = axis(column, below(path, column.key));
      if (values.empty()) continue;
      if (!rows.empty() && rows.size() != values.size()) {
        report(column.value.place, below(path, column.key),
               "\"" + column.key + "\" has " + text::counted(values.size(), "value") +
                   ", the lists before it in this zip have " + std::to_string(rows.size()));
        continue;
      }
      rows.resize(values.size());
      for (std::size_t i = 0; i < values.size(); ++i)
        rows[i].push_back(std::move(values[i].front()));
    }
    return rows;
  }

  // One option of a random axis.
  struct RandomOption {
    OptionKey key;
    Distribution distribution;
  };

  std::vector<RandomOption> random_options(const json::JsonValue& object, const std::string& path) {
    std::vector<RandomOption> options;
    for (const json::JsonMember& member : object.members) {
      if (member.key == "draws" || member.key == "seed") continue;
      const std::string where = below(path, member.key);
      ReadDistribution read = read_distribution(member.value);
      if (!read.fault.empty()) {
        report(read.place, where, "\"" + member.key + "\" " + read.fault, read.hint);
        continue;
      }
      options.push_back({option_key(member, where), std::move(read.distribution)});
    }
    return options;
  }

  // Draws the rows of a random axis; a row that repeats an earlier one is drawn again.
  Axis random(const json::JsonMember& member, const std::string& path) {
    Axis rows;
    if (!is_object(member.value, path, "\"random\"")) return rows;
    const json::JsonValue* draws = member.value.find("draws");
    const json::JsonValue* seed = member.value.find("seed");
    if (draws == nullptr) {
      report(member.value.place, path, "\"random\" has no \"draws\"",
             "say how many settings are drawn: \"draws\": 20");
      return rows;
    }
    const auto count = static_cast<std::size_t>(integer(*draws, below(path, "draws"), "draws", 1));
    const std::int64_t stream = seed ? integer(*seed, below(path, "seed"), "seed", 0) : 0;
    const std::vector<RandomOption> options = random_options(member.value, path);
    if (options.empty() || !has_room(draws->place, path, static_cast<std::int64_t>(count)))
      return rows;
    constexpr std::size_t kTrialsPerRow = 100;
    std::unordered_set<std::string> known;
    for (std::size_t trial = 0; rows.size() < count && trial < kTrialsPerRow * count; ++trial) {
      Alternative row;
      std::string text;
      for (const RandomOption& option : options) {
        const double u = uniform_number(stream, option.key.path.substr(path.size() + 1),
                                        static_cast<std::int64_t>(trial));
        json::JsonValue value = option.distribution.value(u);
        value.place = option.key.place;
        text += json::write_json(value) + "\n";
        row.push_back({option.key, std::move(value), option.key.path});
      }
      if (known.insert(text).second) rows.push_back(std::move(row));
    }
    if (rows.size() < count) {
      report(draws->place, below(path, "draws"),
             "\"random\" finds " + std::to_string(rows.size()) + " different settings, not " +
                 std::to_string(count),
             "write all of them as lists");
    }
    return rows;
  }

  // Returns the settings of one member of an entry of "axes".
  Axis member_of_entry(const json::JsonMember& member, const std::string& path) {
    if (member.key == "zip") return zip(member, path);
    return member.key == "random" ? random(member, path) : axis(member, path);
  }

  std::vector<AxisEntry> axes(const json::JsonValue& list, const std::string& path) {
    std::vector<AxisEntry> entries;
    if (!is_list(list, path, "\"axes\"")) return entries;
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      const std::string where = below(path, i);
      if (!is_object(list.items[i], where, "an entry of \"axes\"")) continue;
      AxisEntry entry;
      for (const json::JsonMember& member : list.items[i].members) {
        const std::string inside = below(where, member.key);
        if (member.key == "when") {
          entry.when = conditions(member.value, inside, "\"when\"");
          continue;
        }
        Axis values = member_of_entry(member, inside);
        if (!values.empty()) entry.axes.push_back(std::move(values));
      }
      entries.push_back(std::move(entry));
    }
    if (axis_values_ > kMaximumAxisLength) return {};
    std::size_t count = entries.size();
    for (const AxisEntry& entry : entries) count += entry.axes.size();
    if (count <= kMaximumAxes) return entries;
    report(list.place, path,
           "\"axes\" has more than " + std::to_string(kMaximumAxes) + " entries and axes",
           "split the grid");
    return {};
  }

  Conditions conditions(const json::JsonValue& object, const std::string& path,
                        const std::string& what) {
    Conditions all;
    if (!is_object(object, path, what)) return all;
    for (const json::JsonMember& member : object.members) {
      Condition condition{option_key(member, below(path, member.key)), {}};
      if (member.value.is(json::JsonValue::Kind::array)) {
        condition.any_of = member.value.items;
      } else {
        condition.any_of.push_back(member.value);
      }
      all.push_back(std::move(condition));
    }
    if (all.empty()) report(object.place, path, what + " names no option");
    return all;
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

  std::vector<json::Diagnostic>& diagnostics_;
  std::int64_t axis_values_ = 0;  // number of values of all axes so far
  std::vector<Setting> draws_;    // of the reference
};

}  // namespace

GridDocument read_grid_document(const json::JsonValue& root,
                                std::vector<json::Diagnostic>& diagnostics) {
  return Reader(diagnostics).read(root);
}

}  // namespace skald::grid
