// skald data list|info|verify|fetch|cache: the public data sets on this machine, and tables that
// were made of data.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <tuple>

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "data/file_cache.hpp"
#include "data/known_files.hpp"
#include "datasets/known_data.hpp"
#include "report/table_writer.hpp"
#include "system/exit_code.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"
#include "text/nearest.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

struct DataCommand {
  std::vector<std::string> names;  // of data sets; empty: all, if the subcommand allows it
  std::string from;  // folder or address to fetch from; empty: the published addresses
  std::string format = "table";
  bool empties = false;  // the cache
};

const data::KnownSet& known_set(const std::string& name) {
  if (const data::KnownSet* set = data::find_known_set(name)) return *set;
  std::vector<std::string> names;
  for (const data::KnownSet& set : data::known_sets()) names.emplace_back(set.name);
  const auto meant = text::nearest(name, names);
  throw UsageError("there is no data set \"" + name + "\"" +
                   (meant ? "; did you mean \"" + *meant + "\"?" : "; see skald data list"));
}

// Returns the named data sets, or all if no names are given.
std::vector<const data::KnownSet*> chosen(const std::vector<std::string>& names) {
  std::vector<const data::KnownSet*> sets;
  sets.reserve(names.size());
  for (const std::string& name : names) sets.push_back(&known_set(name));
  if (!names.empty()) return sets;
  for (const data::KnownSet& set : data::known_sets()) sets.push_back(&set);
  return sets;
}

std::string word(const text::Result<FileState>& state) {
  if (!state) return "wrong";
  return *state == FileState::right ? "right" : "missing";
}

bool is_there(const data::KnownFile& file, const std::filesystem::path& folder) {
  return std::filesystem::exists(data::locate_data(std::string(data::kDataPrefix) + file.name)) ||
         std::filesystem::exists(folder / file.name);
}

int data_list(const DataCommand& command) {
  const std::filesystem::path folder = data::data_folder();
  record::ResultTable table;
  table.columns = {"set", "files", "there", "MB", "content"};
  for (const data::KnownSet& set : data::known_sets()) {
    std::int64_t there = 0;
    double bytes = 0;
    for (const data::KnownFile& file : set.files) {
      there += is_there(file, folder) ? 1 : 0;
      bytes += static_cast<double>(file.size);
    }
    table.rows.push_back({std::string(set.name), static_cast<std::int64_t>(set.files.size()), there,
                          0.1 * static_cast<double>(static_cast<std::int64_t>(bytes / 1e5)),
                          std::string(set.summary)});
  }
  print_table(table, report::table_format(command.format));
  print_error("data folder: {}\n", folder.string());
  return kOk;
}

int data_info(const DataCommand& command) {
  const data::KnownSet& set = known_set(command.names.at(0));
  record::ResultTable table;
  table.columns = {"file", "bytes", "sha256", "address"};
  for (const data::KnownFile& file : set.files) {
    const std::string member = *file.member != '\0' ? std::string("!") + file.member : "";
    table.rows.push_back({std::string(file.name), static_cast<std::int64_t>(file.size),
                          std::string(file.sha256), file.address + member});
  }
  print_error("{}: {}\nlicence: {}\n", set.name, set.summary, set.licence);
  print_table(table, report::table_format(command.format));
  return kOk;
}

int data_verify(const DataCommand& command) {
  record::ResultTable table;
  table.columns = {"file", "state"};
  bool all_right = true;
  for (const data::KnownSet* set : chosen(command.names)) {
    for (const data::KnownFile& file : set->files) {
      const text::Result<FileState> state = state_of(file, data::data_folder());
      if (state == text::Result(FileState::missing) && command.names.empty()) continue;
      table.rows.push_back({std::string(file.name), word(state)});
      if (!state) print_error("{}\n", state.reason());
      all_right = all_right && state == text::Result(FileState::right);
    }
  }
  print_table(table, report::table_format(command.format));
  return all_right ? kOk : kEnvironment;
}

int data_fetch(const DataCommand& command) {
  FetchOptions options;
  options.folder = data::data_folder();
  options.from = command.from;
  options.say = [](const std::string& line) { print_error("{}\n", line); };
  for (const std::string& name : command.names) known_set(name);
  for (const std::string& name : command.names) fetch(known_set(name), options);
  return kOk;
}

std::string day_of(std::filesystem::file_time_type time) {
  if (time == std::filesystem::file_time_type::min()) return "";
  return record::to_text(std::chrono::floor<record::RunRecord::Time::duration>(
                             std::chrono::file_clock::to_sys(time)))
      .substr(0, std::string_view("2026-01-01").size());
}

int data_cache(const DataCommand& command) {
  record::ResultTable table;
  table.columns = {"file", "bytes", "last_used"};
  std::vector<data::CachedFile> files = data::cached_files();
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) {
    return std::tie(b.size, a.path) < std::tie(a.size, b.path);
  });
  std::uintmax_t bytes = 0;
  for (const data::CachedFile& file : files) {
    bytes += file.size;
    table.rows.push_back({file.path.filename().string(), static_cast<std::int64_t>(file.size),
                          day_of(file.last_use)});
  }
  print_table(table, report::table_format(command.format));
  print_error("{}, {}\n", text::counted(files.size(), "table"), data::place_of_bytes(bytes));
  if (!command.empties) return kOk;
  print_error("{:.1f} GB were removed; the next run that needs a table makes it again\n",
              1e-9 * static_cast<double>(data::empty_cache()));
  return kOk;
}

void add_list(CLI::App& data, Action& chosen) {
  const auto [line, command] = add_command(
      data, chosen, "list", "list the data sets that Skald knows, and which are here", data_list);
  add_format(line, command.format);
}

void add_info(CLI::App& data, Action& chosen) {
  const auto [line, command] = add_command(
      data, chosen, "info", "files, sums, addresses and licence of a data set", data_info);
  line.add_option("set", command.names, "name of a data set")->required()->expected(1);
  add_format(line, command.format);
}

void add_verify(CLI::App& data, Action& chosen) {
  const auto [line, command] =
      add_command(data, chosen, "verify", "compare files with their published sums", data_verify);
  line.add_option("sets", command.names, "names of data sets (default: what is there)");
  add_format(line, command.format);
}

void add_fetch(CLI::App& data, Action& chosen) {
  const auto [line, command] =
      add_command(data, chosen, "fetch", "download data sets into the data folder", data_fetch);
  line.add_option("sets", command.names, "names of data sets")->required();
  line.add_option("--from", command.from,
                  "folder or address that holds the files as a data folder does");
}

void add_cache(CLI::App& data, Action& chosen) {
  const auto [line, command] =
      add_command(data, chosen, "cache",
                  "list the tables that were made of data and are kept for later runs", data_cache);
  line.add_flag("--empty", command.empties, "delete them; they are made again when needed");
  add_format(line, command.format);
}

}  // namespace

AddCommand add_data_partition;  // data_partition.cpp

void add_data(CLI::App& app, Action& chosen) {
  CLI::App& data =
      *app.add_subcommand("data", "public data sets, and what a partition gives to each client");
  data.require_subcommand(1);
  add_list(data, chosen);
  add_info(data, chosen);
  add_verify(data, chosen);
  add_fetch(data, chosen);
  add_cache(data, chosen);
  add_data_partition(data, chosen);
}

}  // namespace skald
