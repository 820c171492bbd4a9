// The subcommands: their options, and one function each. Data go to stdout, talk to stderr. Each
// returns an ExitCode; errors are thrown.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "plugin_host/plugin_host.hpp"

namespace skald {

struct PluginOptions {
  std::vector<std::string> path;  // --plugin-path
  bool allow_writable = false;
};

// The plugins of --plugin-path, SKALD_PLUGIN_PATH and the folder beside this executable.
PluginHost open_plugins(const PluginOptions& options);

struct CheckCommand {
  PluginOptions plugins;
  std::string grid;
};
int check(const CheckCommand& command);

struct PlanCommand {
  PluginOptions plugins;
  std::string grid;
  std::string database;
};
int plan(const PlanCommand& command);

struct RunCommand {
  PluginOptions plugins;
  std::string grid;
  std::string database;
  std::size_t jobs = 0;            // 0: one per processor
  std::vector<std::string> retry;  // statuses to run again
  std::vector<std::string> only;   // beginnings of run hashes
  std::optional<std::size_t> limit;
  bool force = false;
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

struct SchemaCommand {
  PluginOptions plugins;
  std::string write;  // file; empty: stdout
};
int schema(const SchemaCommand& command);

struct WorkerCommand {
  PluginOptions plugins;
};
int worker(const WorkerCommand& command);

}  // namespace skald
