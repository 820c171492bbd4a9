#include "completion/completions.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <exception>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>

#include "grid/constructs.hpp"
#include "grids/grid_schema_text.hpp"
#include "options/option_value.hpp"
#include "report/chart/chart_kind.hpp"
#include "skald/parts/metrics/cost_table.hpp"
#include "store/store_reader.hpp"
#include "system/open_plugins.hpp"

namespace skald {
namespace {

using Words = std::vector<std::string>;

// Kinds of names.
enum class Named {
  studies,
  axes,
  metrics,
  axes_and_metrics,
  views,
  plugins,
  plugins_and_constructs,
  plugins_of_kind,  // the option has the name of the kind
  subjects,         // of skald help
  formats,
  chart_kinds,
  draws_plots,
  scales
};

struct NamedOption {
  std::string_view option;  // a long option without dashes, or a positional argument
  Named values;
};
constexpr std::array kNamed = {
    NamedOption{"study", Named::studies},
    NamedOption{"by", Named::axes},
    NamedOption{"over", Named::axes},
    NamedOption{"facet", Named::axes},
    NamedOption{"where", Named::axes},
    NamedOption{"baseline", Named::axes},
    NamedOption{"under", Named::axes_and_metrics},
    NamedOption{"metrics", Named::metrics},
    NamedOption{"target", Named::metrics},
    NamedOption{"max", Named::metrics},
    NamedOption{"min", Named::metrics},
    NamedOption{"y", Named::metrics},
    NamedOption{"x", Named::axes_and_metrics},
    NamedOption{"sql", Named::views},
    NamedOption{"names", Named::plugins_and_constructs},
    NamedOption{"subject", Named::subjects},
    NamedOption{"dataset", Named::plugins_of_kind},
    NamedOption{"partition", Named::plugins_of_kind},
    NamedOption{"model", Named::plugins_of_kind},
    NamedOption{"sampler", Named::plugins_of_kind},
    NamedOption{"what", Named::plugins},
    NamedOption{"format", Named::formats},
    NamedOption{"kind", Named::chart_kinds},
    NamedOption{"plot", Named::draws_plots},
    NamedOption{"scale", Named::scales},
};

bool is_option(const std::string& word) { return word.size() > 1 && word[0] == '-'; }

// Returns the command, or subcommand, named by the first words. `rest` is the index of the next
// word.
const CLI::App& command_of(const CLI::App& app, const Words& words, std::size_t& rest) {
  const CLI::App* command = &app;
  rest = 0;
  for (; rest + 1 < words.size(); ++rest) {
    const auto named = command->get_subcommands(
        [&](const CLI::App* sub) { return sub->get_name() == words[rest]; });
    if (named.empty()) break;
    command = named.front();
  }
  return *command;
}

// Returns the positional argument that the last word belongs to: the first one that is not full.
const CLI::Option* positional_at(const CLI::App& command, std::size_t place) {
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    const auto most = static_cast<std::size_t>(option->get_items_expected_max());
    if (place < most) return option;
    place -= most;
  }
  return nullptr;
}

// Returns the words that are neither options nor values of options.
Words positionals(const CLI::App& command, const Words& words) {
  Words found;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (!is_option(words[k])) {
      found.push_back(words[k]);
      continue;
    }
    const CLI::Option* option = command.get_option_no_throw(words[k]);
    if (option != nullptr && takes_value(*option)) ++k;
  }
  return found;
}

// Opens the first word that names a results database, if any.
std::optional<store::StoreReader> database_among(const Words& words) {
  for (const std::string& word : words) {
    if (!std::filesystem::is_regular_file(word)) continue;
    try {
      return std::optional<store::StoreReader>(std::in_place, word, std::chrono::milliseconds(500));
    } catch (const std::exception&) {
      // Not a database, or not readable now.
    }
  }
  return std::nullopt;
}

std::vector<Completion> without_meaning(const Words& words) {
  std::vector<Completion> all;
  all.reserve(words.size());
  for (const std::string& word : words) all.push_back({word, ""});
  return all;
}

std::vector<Completion> metrics_of(const store::StoreReader& reader) {
  std::vector<Completion> all;
  for (const record::MetricRecord& metric : reader.metrics()) {
    all.push_back({metric.name, metric.definition});
  }
  for (const Cost& cost : kCosts) {
    all.push_back({std::string(cost.name), std::string(cost.definition)});
  }
  all.push_back({std::string(record::kWallSeconds), ""});
  return all;
}

// Calls visit(kind, info) for every plugin at hand.
template <class Visit>
void for_each_plugin(const Visit& visit) {
  plugin_host::PluginHost host = open_plugins({});
  for (const plugin_host::CatalogEntry& entry : host.catalog()) {
    for (const plugin_host::Plugin& plugin : entry.plugins)
      visit(options::name_of(plugin.descriptor->kind), plugin.descriptor->info);
  }
}

std::vector<Completion> plugins() {
  std::vector<Completion> all;
  for_each_plugin([&](std::string_view kind, const Info& info) {
    all.push_back({info.name, info.summary});
    all.push_back({std::string(kind) + "/" + info.name, info.summary});
  });
  return all;
}

std::vector<Completion> plugins_of(std::string_view wanted) {
  std::vector<Completion> all;
  for_each_plugin([&](std::string_view kind, const Info& info) {
    if (kind == wanted) all.push_back({info.name, info.summary});
  });
  return all;
}

std::vector<Completion> plugins_and_constructs() {
  std::vector<Completion> all = plugins();
  for (const std::string& name : grid::construct_names(kGridSchema))
    all.push_back({name, "part of a grid"});
  return all;
}

std::vector<Completion> chart_kinds() {
  std::vector<Completion> all{{"auto", ""}};
  for (const report::ChartKind* kind : report::kChartKinds) {
    all.push_back({std::string(kind->name), ""});
  }
  return all;
}

// Shells put what is offered into the command line as it is: `$(...)` in a name would be run.
bool is_plain(const std::string& word) {
  constexpr std::string_view marks = "._-:/+,";
  return !word.empty() && word.front() != '-' &&
         std::all_of(word.begin(), word.end(), [marks](unsigned char c) {
           return c < 128 &&
                  (std::isalnum(c) != 0 || marks.find(static_cast<char>(c)) != marks.npos);
         });
}

std::vector<Completion> names_in_database(Named names, const Words& words) {
  const auto reader = database_among(words);
  if (!reader) return names == Named::metrics ? plugins_of("metric") : std::vector<Completion>{};
  if (names == Named::studies) return without_meaning(reader->studies());
  if (names == Named::views) return without_meaning(reader->views_and_tables());
  std::vector<Completion> all;
  if (names != Named::metrics) all = without_meaning(reader->axes());
  if (names == Named::axes) return all;
  for (Completion& metric : metrics_of(*reader)) all.push_back(std::move(metric));
  return all;
}

// Names that a shell would read as anything but a word are left out.
std::vector<Completion> in_database(Named names, const Words& words) {
  std::vector<Completion> all = names_in_database(names, words);
  std::erase_if(all, [](const Completion& one) { return !is_plain(one.word); });
  return all;
}

std::vector<Completion> subcommands_of(const CLI::App& command) {
  std::vector<Completion> all;
  for (const CLI::App* sub : public_commands(command))
    all.push_back({sub->get_name(), sub->get_description()});
  return all;
}

// What is completed: the commands of `app` and the topics of its help.
struct Subjects {
  const CLI::App& app;
  const std::vector<Completion>& topics;
};

std::vector<Completion> all_of(const Subjects& subjects) {
  std::vector<Completion> all = subcommands_of(subjects.app);
  all.insert(all.end(), subjects.topics.begin(), subjects.topics.end());
  return all;
}

std::vector<Completion> values_of(const CLI::Option& option, const Words& words,
                                  const Subjects& subjects) {
  const Words& names = option.get_lnames();
  const std::string name = names.empty() ? option.get_name() : names.back();
  for (const NamedOption& named : kNamed) {
    if (named.option != name) continue;
    switch (named.values) {
      case Named::plugins:
        return plugins();
      case Named::plugins_and_constructs:
        return plugins_and_constructs();
      case Named::plugins_of_kind:
        return plugins_of(name);
      case Named::subjects:
        return all_of(subjects);
      case Named::formats:
        return without_meaning({"table", "csv", "json", "md", "latex"});
      case Named::chart_kinds:
        return chart_kinds();
      case Named::draws_plots:
        return without_meaning({"trace", "rank", "pairs"});
      case Named::scales:
        return without_meaning({"run", "data"});
      default:
        return in_database(named.values, words);
    }
  }
  return {};
}

std::vector<Completion> options_of(const CLI::App& command) {
  std::vector<Completion> all;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      all.push_back({"--" + name, option->get_description()});
    }
  }
  return all;
}

std::vector<Completion> candidates(const Subjects& subjects, const Words& words) {
  std::size_t rest = 0;
  const CLI::App& command = command_of(subjects.app, words, rest);
  const Words before(words.begin() + static_cast<std::ptrdiff_t>(rest), words.end() - 1);
  if (!before.empty() && is_option(before.back())) {
    const CLI::Option* option = command.get_option_no_throw(before.back());
    if (option != nullptr && takes_value(*option)) return values_of(*option, before, subjects);
  }
  if (is_option(words.back()) || words.back() == "-") return options_of(command);
  std::vector<Completion> all = subcommands_of(command);
  const Words given = positionals(command, before);
  const CLI::Option* positional = positional_at(command, given.size());
  if (positional == nullptr) return all;
  for (Completion& value : values_of(*positional, given, subjects)) all.push_back(std::move(value));
  return all;
}

// Returns the part of a list "a,b,c" before its last element.
std::string head_of_list(const std::string& word) {
  const std::size_t comma = word.rfind(',');
  return comma == std::string::npos || is_option(word) ? "" : word.substr(0, comma + 1);
}

}  // namespace

std::vector<Completion> completions(const CLI::App& app, const std::vector<std::string>& words,
                                    const std::vector<Completion>& topics) {
  if (words.empty()) return subcommands_of(app);
  const std::string head = head_of_list(words.back());
  std::map<std::string, std::string> meanings;  // of the words that fit
  for (const Completion& one : candidates({app, topics}, words)) {
    std::string word = head + one.word;
    if (word.starts_with(words.back())) meanings.try_emplace(std::move(word), one.meaning);
  }
  std::vector<Completion> fitting;
  for (const auto& [word, meaning] : meanings) fitting.push_back({word, meaning});
  return fitting;
}

}  // namespace skald
