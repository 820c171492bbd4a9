// skald data partition GRID: which client holds how many rows of each label, and how many test
// rows.
#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>

#include "cell/federated_data.hpp"
#include "commands.hpp"
#include "exit_code.hpp"
#include "label_picture.hpp"
#include "loaded_grid.hpp"

namespace skald {
namespace {

// Data set, partition and their options, as people write them: "mnist, n_labels clients=100".
std::string description(const Cell& cell) {
  std::string text;
  for (const Kind kind : {Kind::dataset, Kind::partition}) {
    const PluginChoice& choice = cell.choice(kind);
    text += (text.empty() ? "" : "; ") + choice.plugin;
    for (const auto& [name, value] : choice.options) text += " " + name + "=" + display(value);
    if (choice.seed) text += " seed=" + std::to_string(*choice.seed);
  }
  return text;
}

void write(const std::string& file, const LabelCounts& counts) {
  const bool is_table = std::filesystem::path(file).extension() == ".csv";
  std::ofstream out(file, std::ios::binary);
  out << (is_table ? csv_text(counts) : svg_picture(counts));
  out.close();
  if (!out) throw std::runtime_error(file + ": cannot be written");
  fmt::print(stderr, "written: {}\n", file);
}

// The file for the n-th partition of several: "a-2.svg".
std::string numbered(const std::filesystem::path& file, std::size_t n) {
  if (n == 1) return file.string();
  const std::string name = file.stem().string() + "-" + std::to_string(n);
  return (file.parent_path() / name).string() + file.extension().string();
}

}  // namespace

int data_partition(const PartitionCommand& command) {
  PluginHost host = open_plugins(command.plugins);
  const Grid grid = load_grid(command.grid, host).grid;
  const std::string file = command.write.empty() ? grid.name + "-partition.svg" : command.write;
  std::set<std::string> seen;
  for (const Cell& cell : grid.cells) {
    const std::string what = description(cell);
    if (!seen.insert(what).second) continue;
    const FederatedData data = federate(cell, command.replicate, host);
    const LabelCounts counts{label_histogram(*data.table), test_sizes(*data.table)};
    fmt::print("{}\n{}", what, text_picture(counts));
    write(numbered(file, seen.size()), counts);
  }
  return kOk;
}

}  // namespace skald
