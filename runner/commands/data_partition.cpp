// skald data partition GRID: shows how many rows of each label every client holds, and how
// many test rows.
#include <filesystem>
#include <set>
#include <stdexcept>

#include "charts/gnuplot.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/figure.hpp"
#include "datasets/label_picture.hpp"
#include "engine/job_batch.hpp"
#include "engines/engines.hpp"
#include "grid/canonical.hpp"
#include "grids/loaded_grid.hpp"
#include "system/exit_code.hpp"
#include "system/files.hpp"
#include "system/open_plugins.hpp"
#include "system/standard_streams.hpp"
#include "system/whole_file.hpp"

namespace skald {
namespace {

struct PartitionCommand {
  PluginOptions plugins;
  std::string grid;
  std::uint64_t replicate = 0;
  std::string write;  // file; empty: <name of the grid>-partition.svg
};

// Returns data set, partition and their options as users write them: "mnist, n_labels clients=100".
std::string description(const grid::Cell& cell) {
  std::string text;
  for (const Kind kind : {Kind::dataset, Kind::partition}) {
    const grid::PluginChoice& choice = cell.choice(kind);
    text += (text.empty() ? "" : "; ") + choice.plugin;
    for (const auto& [name, value] : choice.options)
      text += " " + name + "=" + options::display(value);
    if (choice.seed) text += " seed=" + std::to_string(*choice.seed);
  }
  return text;
}

std::string content(const std::string& file, const LabelCounts& counts, const std::string& title,
                    const std::string& description) {
  if (std::filesystem::path(file).extension() == ".csv") return csv_text(counts);
  const auto script = [&](report::PictureFormat format) {
    return report::gnuplot_script(label_chart(counts, title, description), format);
  };
  return drawn({script, title, description}, "--write", file);
}

// Without gnuplot, only the text is printed, unless a picture was requested.
void picture(const PartitionCommand& command, const std::string& file, const LabelCounts& counts,
             const std::string& title, const std::string& description) {
  try {
    write_and_tell(file, content(file, counts, title, description));
  } catch (const NoGnuplot& e) {
    if (!command.write.empty()) throw;
    print_error("{}: {}\n", file, e.what());
  }
}

// Returns the name of the file for the n-th of several partitions: "a-2.svg".
std::string numbered(const std::filesystem::path& file, std::size_t n) {
  if (n == 1) return file.string();
  const std::string name = file.stem().string() + "-" + std::to_string(n);
  return (file.parent_path() / name).string() + file.extension().string();
}

// Lets a worker make the partition.
LabelCounts counts_of(const grid::Cell& cell, std::uint64_t replicate, const PluginOptions& plugins,
                      Engine& engine) {
  return ask(engine, CountLabels{grid::write_cell(cell), replicate}, question_limits(plugins),
             "the partition of the data");
}

int data_partition(const PartitionCommand& command) {
  plugin_host::PluginHost host = open_plugins(command.plugins);
  const grid::Grid grid = load_grid(command.grid, host).grid;
  const std::string file = command.write.empty() ? grid.name + "-partition.svg" : command.write;
  const auto engine = make_engine(command.plugins, 1);
  std::set<std::string> seen;
  for (const grid::Cell& cell : grid.cells) {
    const std::string what = description(cell);
    if (!seen.insert(what).second) continue;
    const LabelCounts counts = counts_of(cell, command.replicate, command.plugins, *engine);
    print_out("{}\n{}", what, text_picture(counts));
    picture(command, numbered(file, seen.size()), counts, grid.name, what);
  }
  return kOk;
}

}  // namespace

void add_data_partition(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(
      app, chosen, "partition", "show which client of a grid holds which labels", data_partition);
  line.add_option("grid", command.grid, "grid file")->required();
  line.add_option("--replicate", command.replicate, "replicate (default: 0)");
  line.add_option("--write", command.write,
                  "file .svg, .pdf, .png, .tex or .csv (default: the grid's name-partition.svg)");
  add_plugin_options(line, command.plugins);
}

}  // namespace skald
