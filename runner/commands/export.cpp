// skald export DATABASE: its tables as CSV, its draws as NetCDF or NumPy arrays.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/stored_problems.hpp"
#include "database/inference_data.hpp"
#include "database/open_database.hpp"
#include "database/print_rows.hpp"
#include "database/samples.hpp"
#include "database/stored_run.hpp"
#include "engine/sample_file.hpp"
#include "store/columns.hpp"
#include "store/database_check.hpp"
#include "system/exit_code.hpp"
#include "system/fresh_folder.hpp"
#include "system/standard_streams.hpp"
#include "text/file_word.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

namespace fs = std::filesystem;

struct ExportCommand {
  std::string database;
  std::string csv, netcdf, npy;   // folders; empty: not wanted
  std::vector<std::string> only;  // beginnings of hashes
  bool observed = false, log_posterior = false;
  PluginOptions plugins;  // that read the observed data again
  std::string folder = ".";
};

void write_csv(store::Statement rows, const fs::path& file) {
  std::ofstream out(file, std::ios::binary);
  write_rows(rows, report::TableFormat::csv,
             [&](std::string_view text) { return static_cast<bool>(out << text); });
  if (!out.flush()) throw std::runtime_error(file.string() + " cannot be written");
}

void export_csv(const store::StoreReader& reader, const std::string& into) {
  for (const std::string& study : reader.studies()) store::require_sound(reader, study);
  FreshFolder folder(into);
  const std::vector<std::string> names = reader.views_and_tables();
  for (const std::string& name : names) {
    write_csv(reader.rows("SELECT * FROM " + store::quote_identifier(name)),
              folder.place() / (text::percent_encoded(name) + ".csv"));
  }
  folder.finish();
  print_out("{}: {} tables and views\n", into, names.size());
}

// Returns the hashes of the current runs that have kept draws, or of those that --only names.
std::vector<std::string> chosen_runs(const store::StoreReader& reader,
                                     const std::vector<std::string>& only) {
  std::vector<std::string> chosen;
  for (const std::string& start : only) {
    const std::string hash = find_run(reader, start);
    if (std::find(chosen.begin(), chosen.end(), hash) == chosen.end()) chosen.push_back(hash);
  }
  if (!only.empty()) return chosen;
  for (const auto& row :
       reader
           .select("SELECT DISTINCT r.hash FROM current_runs r JOIN artifacts a ON a.run = "
                   "r.id WHERE a.name = 'samples' ORDER BY r.id")
           .rows) {
    chosen.push_back(std::get<std::string>(row[0]));
  }
  if (chosen.empty()) {
    throw UsageError(reader.file().string() +
                     ": no run has kept its draws; \"keep_samples\": true in the grid's \"run\" "
                     "keeps those since burn_in, and makes other runs");
  }
  return chosen;
}

// What ArviZ expects of a group, and everything that the database knows of the run's making.
Attributes attributes_of(const store::StoreReader& reader, const std::string& hash) {
  const StoredRun run(reader, hash);
  Attributes attributes{{"created_at", run.text("ended")},
                        {"inference_library", std::string("skald")},
                        {"inference_library_version", run.text("skald_version")}};
  attributes.insert(attributes.end(), run.columns().begin(), run.columns().end());
  return attributes;
}

void write_npy(const fs::path& file, const KeptDraws& draws) {
  std::ofstream out(file, std::ios::binary);
  out << npy_header(std::vector<std::int64_t>{draws.chains(), draws.draws(), draws.dimension()});
  out.write(reinterpret_cast<const char*>(draws.values().data()),
            static_cast<std::streamsize>(draws.values().size() * sizeof(double)));
  if (!out.flush()) throw std::runtime_error(file.string() + " cannot be written");
}

// Writes the rows of run_table for the exported runs.
void write_index(const store::StoreReader& reader, const std::vector<std::string>& hashes,
                 const fs::path& file) {
  std::vector<std::string> quoted;
  for (const std::string& hash : hashes) quoted.push_back("'" + hash + "'");
  write_csv(reader.rows(
                fmt::format("SELECT * FROM all_runs WHERE hash IN ({})", fmt::join(quoted, ", "))),
            file);
}

// What describes the target: its column, the labels of its classes, and how it was scaled.
Attributes attributes_of(const ObservedData& data) {
  Attributes attributes;
  if (!data.name.empty()) attributes.emplace_back("column", data.name);
  if (!data.classes.empty())
    attributes.emplace_back("class_labels", fmt::format("{}", fmt::join(data.classes, "\n")));
  if (data.center != 0 || data.scale != 1) {
    attributes.emplace_back("center", data.center);
    attributes.emplace_back("scale", data.scale);
  }
  return attributes;
}

NamedDraws named_draws(const store::StoreReader& reader, const std::string& hash) {
  if (auto draws = read_named_draws(reader, hash)) return *std::move(draws);
  refuse_without_draws(hash);
}

// Writes draws as NetCDF. `problems` reads again what is wanted of the data that the runs have
// seen.
void write_netcdf(const std::string& file, const std::string& hash,
                  const store::StoreReader& reader, const ExportCommand& command,
                  std::optional<StoredProblems>& problems) {
  ObservedData data;
  if (command.observed) data = problems->observed(hash);
  std::optional<ObservedTarget> observed;
  if (!data.target.empty())
    observed.emplace(
        ObservedTarget{data.target, data.client, data.client_names, attributes_of(data)});
  const NamedDraws draws = named_draws(reader, hash);
  std::vector<double> densities;
  if (command.log_posterior) densities = problems->log_posterior(hash, draws.kept());
  write_inference_data(file, draws, observed, {densities}, attributes_of(reader, hash));
}

// Calls write(file without its ending, hash) for every chosen run, in a fresh folder.
template <class Write>
void export_draws(const store::StoreReader& reader, const ExportCommand& command,
                  const std::string& into, const Write& write) {
  const std::vector<std::string> runs = chosen_runs(reader, command.only);
  FreshFolder folder(into);
  for (const std::string& hash : runs) {
    reader.require_whole(hash);
    write((folder.place() / text::FileWord(hash).text()).string(), hash);
  }
  write_index(reader, runs, folder.place() / "runs.csv");
  folder.finish();
  print_out("{}: the draws of {}\n", into, text::counted(runs.size(), "run"));
}

int export_database(const ExportCommand& command) {
  if (command.csv.empty() && command.netcdf.empty() && command.npy.empty()) {
    throw UsageError("what is to be exported? --csv FOLDER, --netcdf FOLDER or --npy FOLDER");
  }
  for (const auto& [is_given, name] : {std::pair(command.observed, "--observed-data"),
                                       std::pair(command.log_posterior, "--log-posterior")}) {
    if (is_given && command.netcdf.empty()) {
      throw UsageError(std::string(name) + " belongs to --netcdf FOLDER");
    }
  }
  if (!command.netcdf.empty()) require_netcdf();
  store::StoreReader reader = open_reader(command.database);
  if (!command.csv.empty()) export_csv(reader, command.csv);
  if (!command.netcdf.empty()) {
    std::optional<StoredProblems> problems;
    if (command.observed || command.log_posterior)
      problems.emplace(reader, command.plugins, command.folder);
    export_draws(reader, command, command.netcdf,
                 [&](const std::string& name, const std::string& hash) {
                   write_netcdf(name + ".nc", hash, reader, command, problems);
                 });
  }
  if (!command.npy.empty()) {
    export_draws(reader, command, command.npy,
                 [&](const std::string& name, const std::string& hash) {
                   write_npy(name + ".npy", kept_draws(reader, hash));
                 });
  }
  return kOk;
}

}  // namespace

void add_export(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(
      app, chosen, "export", "tables as CSV; draws as NetCDF (ArviZ) or NumPy", export_database);
  line.add_option("database", command.database, "results database")->required();
  line.add_option("--csv", command.csv,
                  "a new folder for every table and view, NAME.csv, with all columns");
  line.add_option("--netcdf", command.netcdf,
                  "a new folder for the draws of runs with keep_samples, HASH.nc, in the layout of "
                  "ArviZ's InferenceData, with the runs' provenance; and runs.csv");
  line.add_option("--npy", command.npy,
                  "a new folder for the same draws, HASH.npy, chains x draws x d; and runs.csv");
  line.add_option("--only", command.only,
                  "draws of the runs whose hashes start with these (left out: all current runs "
                  "that have kept draws)")
      ->delimiter(',');
  line.add_flag("--observed-data", command.observed,
                "in NetCDF files also the target of the training rows, read again from the data: "
                "group observed_data");
  line.add_flag("--log-posterior", command.log_posterior,
                "in NetCDF files also the log density of the target at every draw, up to a "
                "constant, computed from the data, read again: lp in the group sample_stats");
  line.add_option("--folder", command.folder,
                  "folder to which the runs' file names are relative, for --observed-data and "
                  "--log-posterior");
  add_plugin_options(line, command.plugins);
}

}  // namespace skald
