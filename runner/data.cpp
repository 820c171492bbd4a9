// skald data list|info|verify|fetch: the public data sets on this machine.
#include <fmt/core.h>

#include "commands.hpp"
#include "data/data_folder.hpp"
#include "exit_code.hpp"
#include "known_data.hpp"
#include "store/format_table.hpp"
#include "text/nearest.hpp"

namespace skald {
namespace {

const KnownSet& known_set(const std::string& name) {
  if (const KnownSet* set = find_known_set(name)) return *set;
  std::vector<std::string> names;
  for (const KnownSet& set : known_sets()) names.emplace_back(set.name);
  const auto meant = nearest(name, names);
  throw UsageError("there is no data set \"" + name + "\"" +
                   (meant ? "; did you mean \"" + *meant + "\"?" : "; see skald data list"));
}

// Those of the names, or all.
std::vector<const KnownSet*> chosen(const std::vector<std::string>& names) {
  std::vector<const KnownSet*> sets;
  sets.reserve(names.size());
  for (const std::string& name : names) sets.push_back(&known_set(name));
  if (!names.empty()) return sets;
  for (const KnownSet& set : known_sets()) sets.push_back(&set);
  return sets;
}

std::string word(FileState state) {
  if (state == FileState::missing) return "missing";
  return state == FileState::right ? "right" : "wrong";
}

bool is_there(const KnownFile& file, const std::filesystem::path& folder) {
  return std::filesystem::exists(locate_data(std::string(kDataPrefix) + file.name)) ||
         std::filesystem::exists(folder / file.name);
}

}  // namespace

int data_list(const DataCommand& command) {
  const std::filesystem::path folder = data_folder();
  ResultTable table;
  table.columns = {"set", "files", "there", "MB", "content"};
  for (const KnownSet& set : known_sets()) {
    std::int64_t there = 0;
    double bytes = 0;
    for (const KnownFile& file : set.files) {
      there += is_there(file, folder) ? 1 : 0;
      bytes += static_cast<double>(file.size);
    }
    table.rows.push_back({std::string(set.name), static_cast<std::int64_t>(set.files.size()), there,
                          0.1 * static_cast<double>(static_cast<std::int64_t>(bytes / 1e5)),
                          std::string(set.summary)});
  }
  fmt::print("{}", format_table(table, table_format(command.format)));
  fmt::print(stderr, "data folder: {}\n", folder.string());
  return kOk;
}

int data_info(const DataCommand& command) {
  const KnownSet& set = known_set(command.names.at(0));
  ResultTable table;
  table.columns = {"file", "bytes", "sha256", "address"};
  for (const KnownFile& file : set.files) {
    const std::string member = *file.member != '\0' ? std::string("!") + file.member : "";
    table.rows.push_back({std::string(file.name), static_cast<std::int64_t>(file.size),
                          std::string(file.sha256), file.address + member});
  }
  fmt::print(stderr, "{}: {}\nlicence: {}\n", set.name, set.summary, set.licence);
  fmt::print("{}", format_table(table, table_format(command.format)));
  return kOk;
}

int data_verify(const DataCommand& command) {
  ResultTable table;
  table.columns = {"file", "state"};
  bool all_right = true;
  for (const KnownSet* set : chosen(command.names)) {
    for (const KnownFile& file : set->files) {
      std::string fault;
      const FileState state = state_of(file, data_folder(), fault);
      if (state == FileState::missing && command.names.empty()) continue;
      table.rows.push_back({std::string(file.name), word(state)});
      if (!fault.empty()) fmt::print(stderr, "{}\n", fault);
      all_right = all_right && state == FileState::right;
    }
  }
  fmt::print("{}", format_table(table, table_format(command.format)));
  return all_right ? kOk : kEnvironment;
}

int data_fetch(const DataCommand& command) {
  FetchOptions options;
  options.folder = data_folder();
  options.from = command.from;
  options.say = [](const std::string& line) { fmt::print(stderr, "{}\n", line); };
  for (const std::string& name : command.names) known_set(name);
  for (const std::string& name : command.names) fetch(known_set(name), options);
  return kOk;
}

}  // namespace skald
