#include "commands/about/help_topics.hpp"

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>

#include "commands/parts/new_grid.hpp"
#include "system/exit_code.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

constexpr std::size_t kWidth = 80;

std::string indented(const std::string& text, std::size_t by) {
  const std::string blanks(by, ' ');
  return blanks + boost::replace_all_copy(text, "\n", "\n" + blanks);
}

// Indents lines, which are then shown as they are; without the last line's end.
std::string shown(std::string_view lines) {
  return indented(std::string(lines.substr(0, lines.size() - 1)), 4);
}

HelpTopic grid_topic() {
  return {"grid",
          "what a grid is made of",
          {"A grid is a JSON document that declares the runs of a study: a data set, a partition "
           "of its rows among clients, a model, a sampler and a privacy mechanism, each a plugin "
           "with its options; the length of a run; the metrics; and axes over any option.",
           shown(kFirstGrid),
           "Entries of axes multiply, and so do the keys inside one entry; \"zip\" pairs its "
           "lists, \"when\" applies where it matches, \"exclude\" removes cells. A text that "
           "begins with = is a formula over the cell's options and the problem's constants.",
           "skald new grid writes one, skald describe grid lists its members, skald describe "
           "MEMBER (run, replicates, race, axes, ...) and skald describe PLUGIN what they may "
           "hold. skald schema writes the JSON Schema for editors; skald check names every "
           "mistake at once."},
          {}};
}

HelpTopic metrics_topic() {
  return {"metrics",
          "what can be measured, and how a grid names it",
          {"skald metrics lists what a grid's \"metrics\" can name, with units, which values are "
           "better, and what each needs; skald describe METRIC has its definition and options.",
           R"(    "metrics": ["w2", {"plugin": "ece", "bins": 20},
                {"plugin": "ece", "bins": 5, "name": "coarse_ece"}])",
           "A metric with options is an object; one that is used twice needs a name. A metric "
           "whose needs a cell does not meet (test rows, a Gaussian target, a reference run) is "
           "reported by skald check before anything runs. Costs (rounds, bits_up, bits_down, "
           "gradient_evaluations, normals, eps_spent) are kept for every run; named as metrics "
           "they are also recorded along the run. Runs with a clock of their clients "
           "(run.clients.step_seconds) record simulated_seconds, too."},
          {}};
}

HelpTopic exit_codes_topic() {
  HelpTopic topic{"exit-codes", "what the exit codes mean", {}, {}};
  for (const ExitMeaning& exit : kExitMeanings)
    topic.items.push_back({std::to_string(exit.code), exit.meaning});
  return topic;
}

HelpTopic environment_topic() {
  return {"environment",
          "variables that Skald reads",
          {},
          {{"SKALD_PLUGIN_PATH",
            "Folders or files, separated by colons, to look for plugins in; after those of "
            "--plugin-path and before those that came with Skald."},
           {"SKALD_DATA_DIR",
            "The folder of the public data sets, and of every path that begins with data:. Unless "
            "set: skald in XDG_DATA_HOME, or else ~/.local/share/skald."},
           {"SKALD_CACHE_DIR",
            "The folder of decoded data, which skald data cache lists and may be deleted at any "
            "time. Unless set: skald in XDG_CACHE_HOME, or else ~/.cache/skald."},
           {"SKALD_KEY_FILE",
            "The file of the secret under which digests of private files are stored, made on first "
            "use. Unless set: skald/key in XDG_CONFIG_HOME, or else in ~/.config."},
           {"NO_COLOR", "Where it is set and not empty, progress is shown without colours."},
           {"TERM", "Where it is \"dumb\", progress is shown line by line."}}};
}

HelpTopic files_topic() {
  return {"files",
          "what lies beside a results database",
          {"A study named X has these files, in the folder in which skald run was started or where "
           "--db says:"},
          {{"X.db", "The results: one SQLite file with every metric of every run."},
           {"X.db-wal, X.db-shm, X.db-journal",
            "SQLite's changes on their way into the database. Never remove them by hand."},
           {"X.db.lock", "The name of the process that may write the database."},
           {"X.db.checkpoints/HASH", "The state of a run under way, from which it goes on."},
           {"X.db.samples/HASH.npy",
            "The draws of a run with \"keep_samples\", chains x draws x d; a result, like the "
            "database."},
           {"X.db.version-N.backup",
            "The database as it was before it was brought to a newer version; yours to delete."}}};
}

std::string item_text(const HelpItem& item, std::size_t column) {
  const std::string lines = indented(text::wrapped(item.text, kWidth - column, 0), column);
  if (item.term.size() + 4 > column) return "  " + item.term + "\n" + lines + "\n";
  return "  " + item.term + lines.substr(item.term.size() + 2) + "\n";
}

// Returns where the texts of items begin.
std::size_t text_column(const std::vector<HelpItem>& items) {
  constexpr std::size_t most = 24;
  std::size_t widest = 0;
  for (const HelpItem& item : items) widest = std::max(widest, item.term.size());
  return std::min(widest + 4, most);
}

}  // namespace

const std::vector<HelpTopic>& help_topics() {
  static const std::vector<HelpTopic> topics{grid_topic(), metrics_topic(), exit_codes_topic(),
                                             environment_topic(), files_topic()};
  return topics;
}

const HelpTopic* find_topic(const std::string& name) {
  const auto found = std::ranges::find(help_topics(), name, &HelpTopic::name);
  return found == help_topics().end() ? nullptr : &*found;
}

std::string topic_text(const HelpTopic& topic) {
  std::string text = topic.name + ": " + topic.summary + "\n";
  for (const std::string& paragraph : topic.paragraphs) {
    const bool is_code = paragraph.starts_with(' ');
    text += "\n" + (is_code ? paragraph : text::wrapped(paragraph, kWidth, 0)) + "\n";
  }
  if (!topic.items.empty()) text += "\n";
  for (const HelpItem& item : topic.items) text += item_text(item, text_column(topic.items));
  return text;
}

}  // namespace skald
