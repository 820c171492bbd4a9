#include "commands/parts/new_grid.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>

#include "engines/engines.hpp"
#include "grid/grid.hpp"
#include "grid/json_schema.hpp"
#include "grids/grid_schema_text.hpp"
#include "grids/loaded_grid.hpp"
#include "grids/sweep_runs.hpp"
#include "grids/trial_builds.hpp"
#include "json/json.hpp"
#include "run/run_plan.hpp"
#include "system/exit_code.hpp"
#include "system/standard_streams.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

namespace fs = std::filesystem;
using json::JsonValue;

// What may have been left open, chosen.
struct Choice {
  std::string partition, model;
  std::vector<std::string> metrics;
};

std::string asked(const std::string& what, const std::string& preset) {
  print_error("{} [{}]: ", what, preset);
  std::string answer;
  std::getline(std::cin, answer);
  return answer.empty() ? preset : answer;
}

// Returns the plugin that the first grid of the help has in this section.
std::string first_plugin(std::string_view section) {
  const JsonValue grid = json::read_json(kFirstGrid);
  return json::text_at(json::member_at(grid, section, JsonValue::Kind::object), "plugin");
}

NewGridCommand completed(NewGridCommand command) {
  const bool asks = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
  const auto fill = [&](std::string& value, const std::string& what, const std::string& preset) {
    if (value.empty()) value = asks ? asked(what, preset) : preset;
  };
  fill(command.name, "name of the study", fs::path(command.file).stem().string());
  fill(command.dataset, "data set (skald describe dataset)", first_plugin("dataset"));
  fill(command.sampler, "sampler (skald describe sampler)", first_plugin("sampler"));
  if (asks && command.axes.empty()) {
    const std::string axis = asked("an axis, such as sampler.p_c=0.1,0.2", "none");
    if (axis != "none") command.axes.push_back(axis);
  }
  return command;
}

// Returns the value as JSON, or as a text if it is none.
JsonValue value_of(const std::string& text) {
  const json::JsonDocument document = json::parse_json(text, "");
  const bool is_value = document.readable && document.diagnostics.empty();
  return is_value ? document.root : text;
}

struct Assignment {
  std::string option, value;
};

Assignment assignment(const std::string& flag, const std::string& text) {
  const std::size_t equal = text.find('=');
  if (equal == std::string::npos || equal == 0 || equal + 1 == text.size()) {
    throw UsageError(flag + " " + text + ": expected SECTION.OPTION=VALUE" +
                     (flag == "--axis" ? ",VALUE..." : ""));
  }
  return {text.substr(0, equal), text.substr(equal + 1)};
}

JsonValue list_of(const std::string& text) {
  if (text.starts_with('[') || text.starts_with('{')) return value_of(text);
  JsonValue list = json::json_array({});
  std::size_t from = 0;
  while (from <= text.size()) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    list.items.push_back(value_of(text.substr(from, comma - from)));
    from = comma + 1;
  }
  return list;
}

JsonValue* find(JsonValue& object, std::string_view key) {
  for (json::JsonMember& member : object.members)
    if (member.key == key) return &member.value;
  return nullptr;
}

// Sets "run.budget.bits" in the member "budget" of the member "run".
void set(JsonValue& object, std::string_view path, JsonValue value) {
  const std::size_t dot = path.find('.');
  const std::string_view key = path.substr(0, dot);
  JsonValue* member = find(object, key);
  if (member == nullptr) {
    json::add(object, key, json::json_object());
    member = find(object, key);
  }
  if (dot == std::string_view::npos) {
    *member = std::move(value);
  } else {
    set(*member, path.substr(dot + 1), std::move(value));
  }
}

JsonValue named_plugin(const std::string& name) { return json::json_object({{"plugin", name}}); }

class GridWriter {
 public:
  GridWriter(const NewGridCommand& command, plugin_host::PluginHost& host)
      : command_(command),
        plugins_(loaded_descriptors(host)),
        tables_{plugins_, run::run_option_infos()} {}

  JsonValue grid(const Choice& choice) const {
    JsonValue grid = json::json_object({{"$schema", schema_file(command_).filename().string()},
                                        {"name", command_.name},
                                        {"seed", 1},
                                        {"replicates", command_.replicates},
                                        {"dataset", dataset()},
                                        {"partition", partition(choice.partition)},
                                        {"model", named_plugin(choice.model)},
                                        {"sampler", sampler()},
                                        {"run", json::json_object({{"iterations", 2000}})}});
    add_settings(grid);
    add_lists(grid, choice.metrics);
    return grid;
  }

  static fs::path schema_file(const NewGridCommand& command) {
    if (!command.schema.empty()) return command.schema;
    return fs::path(command.file).parent_path() / "grid.schema.json";
  }

 private:
  // `what`: the name of an option, or its role.
  template <class What>
  const OptionInfo* option(Kind kind, const std::string& plugin, What what) const {
    const PluginDescriptor* found = grid::find_plugin(tables_, kind, plugin);
    return found ? grid::find_option(grid::options_of(*found), what) : nullptr;
  }
  void add_size(JsonValue& section, Kind kind, const std::string& plugin, OptionRole role,
                int size) const {
    if (const OptionInfo* found = option(kind, plugin, role)) json::add(section, found->name, size);
  }

  JsonValue dataset() const {
    JsonValue section = named_plugin(command_.dataset);
    add_size(section, Kind::dataset, command_.dataset, OptionRole::clients, 10);
    add_size(section, Kind::dataset, command_.dataset, OptionRole::dimension, 4);
    json::add(section, "seed", 1);
    return section;
  }

  JsonValue partition(const std::string& name) const {
    JsonValue section = named_plugin(name);
    add_size(section, Kind::partition, name, OptionRole::clients, 10);
    return section;
  }

  // Whether the command line gives the sampler's option a value.
  bool is_given(std::string_view name) const {
    const auto gives = [&](const std::string& text) {
      const std::string option = text.substr(0, text.find('='));
      return option == "sampler." + std::string(name) || option == name;
    };
    return std::any_of(command_.settings.begin(), command_.settings.end(), gives) ||
           std::any_of(command_.axes.begin(), command_.axes.end(), gives);
  }

  // A step that suits the problem, and a schedule of communication where one must be chosen.
  JsonValue sampler() const {
    JsonValue section = named_plugin(command_.sampler);
    const auto has = [&](auto what) { return option(Kind::sampler, command_.sampler, what); };
    const OptionInfo* step = has(OptionRole::step);
    if (step && !is_given(step->name)) {
      json::add(section, step->name, *step->automatic ? "auto" : "= step_bound / 10");
    }
    const OptionInfo* passes = has(OptionRole::passes);
    if (is_given("K") || is_given("p_c") || (passes && is_given(passes->name))) return section;
    if (has("p_c")) {
      json::add(section, "p_c", 0.2);
    } else if (has("K")) {
      json::add(section, "K", 5);
    }
    return section;
  }

  void add_settings(JsonValue& grid) const {
    for (const std::string& text : command_.settings) {
      const Assignment one = assignment("--set", text);
      set(grid, one.option, value_of(one.value));
    }
  }

  void add_lists(JsonValue& grid, const std::vector<std::string>& metrics) const {
    json::add(grid, "metrics", json::json_array({metrics.begin(), metrics.end()}));
    JsonValue axes = json::json_array({});
    for (const std::string& text : command_.axes) {
      const Assignment one = assignment("--axis", text);
      axes.items.push_back(json::json_object({{one.option, list_of(one.value)}}));
    }
    if (!axes.items.empty()) json::add(grid, "axes", std::move(axes));
  }

  const NewGridCommand& command_;
  std::vector<const PluginDescriptor*> plugins_;
  grid::OptionTables tables_;
};

// Returns the choices to try in turn: those of the command line where it makes them.
std::vector<Choice> choices(const NewGridCommand& command) {
  using Names = std::vector<std::string>;
  const auto given = [](const std::string& name, const Names& others) {
    return name.empty() ? others : Names{name};
  };
  const std::vector<Names> metrics = command.metrics.empty()
                                         ? std::vector<Names>{{"accuracy", "nll", "bits_up"},
                                                              {"w2", "variance_bias", "bits_up"},
                                                              {"rmse", "bits_up"},
                                                              {"bits_up"}}
                                         : std::vector<Names>{command.metrics};
  std::vector<Choice> all;
  for (const std::string& model :
       given(command.model, {"logistic", "softmax", "linear", "posteriordb", "gaussian"})) {
    for (const std::string& partition : given(command.partition, {"natural", "iid"})) {
      for (const Names& names : metrics) all.push_back({partition, model, names});
    }
  }
  return all;
}

// Returns what is wrong with the grid; empty if its first cells can be built.
std::string fault_of(const std::string& text, const NewGridCommand& command,
                     plugin_host::PluginHost& host, Engine& engine) {
  const auto plugins = loaded_descriptors(host);
  const auto grid = grid::read_grid(text, grid_context(command.file, plugins));
  if (!grid) {
    std::string faults;
    for (const json::Diagnostic& fault : grid.reason()) {
      faults += "  " + fault.message + (fault.hint.empty() ? "" : " - " + fault.hint) +
                (fault.subject.empty() ? "" : " (" + fault.subject + ")") + "\n";
    }
    return faults;
  }
  const std::vector<SweepRun> runs = list_runs(*grid);
  const double patience = command.plugins.patience;
  const TrialBuilds builds = build_first_cells(
      runs, all_of(runs),
      {.cell_seconds = patience, .seconds = 2 * patience, .slow_cells_take_none = true}, engine);
  std::string faults;
  for (const auto* list : {&builds.faults, &builds.lost, &builds.slow})
    for (const CellFault& fault : *list)
      faults += "  " + fault.finding.message + "   (" + fault.cells + ")\n";
  return faults;
}

// Returns the text of the first grid that can be built.
std::string grid_that_runs(const NewGridCommand& command, plugin_host::PluginHost& host) {
  const auto engine = make_engine(command.plugins, 1);
  const GridWriter writer(command, host);
  std::string first_fault;
  for (const Choice& choice : choices(command)) {
    const std::string text = json::write_json_indented(writer.grid(choice)) + "\n";
    const std::string fault = fault_of(text, command, host, *engine);
    if (fault.empty()) return text;
    if (first_fault.empty()) first_fault = fault;
  }
  throw UsageError(
      "no grid that runs was found; the first one that was tried has these faults, and --set, "
      "--model, --partition and --metrics change it:\n" +
      first_fault);
}

// Writes a file that must not exist.
void write_new(const fs::path& file, const std::string& text) {
  const fs::path fresh = file.string() + ".new-" + std::to_string(::getpid());
  std::ofstream out(fresh, std::ios::binary);
  out << text;
  out.close();
  const int fault = out ? (::link(fresh.c_str(), file.c_str()) == 0 ? 0 : errno) : EIO;
  std::error_code ignored;
  fs::remove(fresh, ignored);
  if (fault == EEXIST) throw UsageError(file.string() + " exists already and stays as it is");
  if (fault != 0) throw std::runtime_error(file.string() + " cannot be written");
}

}  // namespace

int new_grid(const NewGridCommand& given) {
  if (fs::exists(fs::symlink_status(given.file)))
    throw UsageError(given.file + " exists already and stays as it is: name another with -o");
  const NewGridCommand command = completed(given);
  plugin_host::PluginHost host = open_plugins(command.plugins);
  const std::string text = grid_that_runs(command, host);
  const fs::path schema = GridWriter::schema_file(command);
  if (!fs::exists(schema)) {
    const auto plugins = loaded_descriptors(host);
    write_new(schema, grid::grid_schema(kGridSchema, {plugins, run::run_option_infos()}) + "\n");
  }
  write_new(command.file, text);
  print_out("{}\nnext: skald run {}\n", command.file, command.file);
  return kOk;
}

}  // namespace skald
