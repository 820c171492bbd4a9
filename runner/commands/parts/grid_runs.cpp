#include "commands/parts/grid_runs.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cluster/share_file.hpp"
#include "database/open_database.hpp"
#include "system/program.hpp"
#include "system/standard_streams.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

std::optional<ChosenShare> chosen_share(const ShareOptions& options, const LoadedGrid& loaded,
                                        const std::vector<SweepRun>& runs) {
  if (!options.shard.empty()) {
    const ShareName name = read_share_name(options.shard);
    return ChosenShare{name, even_shares(loaded.grid, runs, name.of).at(name.index - 1)};
  }
  if (options.file.empty()) return std::nullopt;
  const ShareFile file = read_share(options.file);
  return ChosenShare{file.name, find_share(file, options.file, loaded, runs)};
}

}  // namespace

void add_share(CLI::App& line, ShareOptions& options) {
  CLI::Option* shard = line.add_option("--shard", options.shard,
                                       "i/n: only the i-th of n equal shares of the grid's runs; "
                                       "every machine computes the same shares");
  line.add_option("--share", options.file, "only the runs that this file lists")->excludes(shard);
}

GridRuns::GridRuns(const std::string& file, const ShareOptions& options,
                   plugin_host::PluginHost& host)
    : loaded(load_grid(file, host)),
      runs(list_runs(loaded.grid)),
      share(chosen_share(options, loaded, runs)) {
  if (!share) return;
  for (SweepRun& run : runs) run.is_ours = false;
  for (const std::size_t i : share->runs) runs[i].is_ours = true;
}

std::string GridRuns::share_text() const {
  const auto all = std::ranges::count(runs, false, &SweepRun::is_reference);
  return fmt::format("share {}: {} of {}", to_text(share->name), share->runs.size(),
                     text::counted(all, "run"));
}

bool tell_failures(const std::string& database) {
  if (open_reader(database).query("SELECT 1 FROM failures LIMIT 1").rows.empty()) return false;
  print_error("some runs have no result: skald query {} failures\n", shell_word(database));
  return true;
}

}  // namespace skald
