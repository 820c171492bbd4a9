// The subcommands: their options, and one function each. Data go to stdout, talk to stderr. Each
// returns an ExitCode; errors are thrown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "account_question.hpp"
#include "pending_runs.hpp"
#include "plugin_host/plugin_host.hpp"

namespace skald {

struct PluginOptions {
  std::vector<std::string> path;  // --plugin-path
  bool allow_writable = false;
};

// The plugins of --plugin-path, SKALD_PLUGIN_PATH and the folder beside this executable; those that
// were not shipped are first loaded in a child process, unless all are `proven`.
PluginHost open_plugins(const PluginOptions& options, bool proven = false);

struct CheckCommand {
  PluginOptions plugins;
  std::string target;   // a grid file; or a plugin: "kind/name" or a library file
  std::string options;  // of the plugin, as a JSON object
  std::optional<double> tolerance;
  bool json = false;
};
int check(const CheckCommand& command);
// Of a plugin: kExpectation where it does not conform.
int check_conformance(const CheckCommand& command);

struct PlanCommand {
  PluginOptions plugins;
  std::string grid;
  std::string database;
  std::size_t jobs = 0;  // that the estimate is for; 0: one per processor
  RunChoice choice;      // as RunCommand's
};
int plan(const PlanCommand& command);

struct RunCommand {
  PluginOptions plugins;
  std::string grid;
  std::string database;
  std::size_t jobs = 0;  // 0: one per processor
  RunChoice choice;
  std::optional<double> max_seconds;
  std::optional<std::int64_t> max_memory;  // bytes, of all workers together
  bool json = false;
  bool allow_network_file_system = false;
};
int run(const RunCommand& command);

struct CompareCommand {
  std::string database;
  std::string study;  // empty: the last one declared
  std::vector<std::string> metrics, by, over;
  std::string format = "table";
};
int compare(const CompareCommand& command);

struct QueryCommand {
  std::string database;
  std::string sql;
  std::string format = "table";
};
int query(const QueryCommand& command);

struct StatusCommand {
  std::string database;
  std::string format = "table";
};
int status(const StatusCommand& command);

struct ShowCommand {
  std::string database;
  std::string hash;  // beginning of a run's
  std::string format = "table";
};
int show(const ShowCommand& command);

struct RerunCommand {
  PluginOptions plugins;
  std::string database;
  std::string hash;          // beginning of a run's
  std::string folder = ".";  // that the files of the run are relative to
};
int rerun(const RerunCommand& command);

struct MergeCommand {
  std::string into;
  std::vector<std::string> from;
  bool allow_network_file_system = false;
};
int merge(const MergeCommand& command);

struct PruneCommand {
  std::string database;
  bool yes = false;  // else only says what would go
  bool allow_network_file_system = false;
};
int prune(const PruneCommand& command);

struct DoctorCommand {
  PluginOptions plugins;
  std::string database;  // empty: the environment alone
};
int doctor(const DoctorCommand& command);

struct PluginsCommand {
  PluginOptions plugins;
  std::string format = "table";
};
int list_plugins(const PluginsCommand& command);

struct DescribeCommand {
  PluginOptions plugins;
  std::string name;  // of a plugin, "kind/name", or a library file
  bool json = false;
};
int describe_plugin(const DescribeCommand& command);

struct AccountCommand {
  PluginOptions plugins;
  std::string grid;  // eps of every cell; empty: the question below
  std::optional<double> noise_multiplier, eps;
  std::string sampling = "none", relation = "add_remove", accountant = "pld";
  std::optional<double> rate;
  std::int64_t steps = 1;
  double delta = 1e-5;
  std::optional<FederatedSetting> setting;  // in place of rate and steps
  bool curve = false;
  bool json = false;
  std::vector<std::string> given;  // all that is on the command line: "grid", "--eps"
};
int account(const AccountCommand& command);

struct SchemaCommand {
  PluginOptions plugins;
  std::string write;  // file; empty: stdout
};
int schema(const SchemaCommand& command);

struct DataCommand {
  std::vector<std::string> names;  // of data sets; none: all, where that makes sense
  std::string from;                // folder or address to fetch from; empty: the published ones
  std::string format = "table";
};
int data_list(const DataCommand& command);
int data_info(const DataCommand& command);
int data_verify(const DataCommand& command);
int data_fetch(const DataCommand& command);

struct PartitionCommand {
  PluginOptions plugins;
  std::string grid;
  std::uint64_t replicate = 0;
  std::string write;  // .csv or .svg; empty: the grid's name-partition.svg
};
int data_partition(const PartitionCommand& command);

struct WorkerCommand {
  PluginOptions plugins;
};
int worker(const WorkerCommand& command);

}  // namespace skald
