// Options that several commands have.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>

#include "sweep/pending_runs.hpp"
#include "system/open_plugins.hpp"

namespace skald {

// Accepts numbers above zero. Its help text says so in words, instead of a range up to the largest
// double.
CLI::Validator above_zero();

void add_plugin_options(CLI::App& line, PluginOptions& options);
void add_jobs(CLI::App& line, std::size_t& jobs, const char* meaning);
void add_choice(CLI::App& line, RunChoice& choice);
void add_network_option(CLI::App& line, bool& allow);
void add_format(CLI::App& line, std::string& format);

}  // namespace skald
