#include "commands/common_options.hpp"

namespace skald {

CLI::Validator above_zero() {
  return CLI::Validator(
      [](const std::string& text) {
        double value = 0;
        return CLI::detail::lexical_cast(text, value) && value > 0
                   ? std::string()
                   : "is " + text + ", expected a number above 0";
      },
      "> 0");
}

void add_plugin_options(CLI::App& line, PluginOptions& options) {
  constexpr double most_seconds = 1e9;  // 30 years, which every clock can count
  line.add_option("--plugin-path", options.path,
                  "folders or files in which to look for plugins, before SKALD_PLUGIN_PATH")
      ->allow_extra_args(false);
  line.add_flag("--allow-writable-plugins", options.allow_writable,
                "load plugins even from world-writable places");
  line.add_option("--patience", options.patience,
                  "seconds that a plugin may take to load, to construct or destroy an object, or "
                  "to build a cell in check; ten times as long for the checks of a plugin, an "
                  "account, an audit or a partition (default 60)")
      ->check(above_zero())
      ->check(CLI::Range(0.0, most_seconds));
}

void add_jobs(CLI::App& line, std::size_t& jobs, const char* meaning) {
  constexpr int most = 1024;
  line.add_option("-j,--jobs", jobs, meaning)->check(CLI::Range(1, most));
}

void add_choice(CLI::App& line, RunChoice& choice) {
  line.add_option("--retry", choice.retry,
                  "run again what ended as failed, crashed, timeout, out_of_memory, diverged")
      ->delimiter(',')
      ->check(CLI::IsMember({"failed", "crashed", "timeout", "out_of_memory", "diverged"}));
  line.add_option("--only", choice.only,
                  "only runs whose hash starts with one of these; failed ones are run again")
      ->delimiter(',');
  line.add_option("--limit", choice.limit, "at most this many runs");
  line.add_flag("--force", choice.force, "redo runs that have ended, too");
  line.add_flag("--keep", choice.keep,
                "keep runs that other builds of their plugins have made, instead of redoing them");
}

void add_network_option(CLI::App& line, bool& allow) {
  line.add_flag("--allow-network-file-system", allow,
                "allow the database to be on a network file system");
}

void add_format(CLI::App& line, std::string& format) {
  line.add_option("--format", format, "table, csv, json, md or latex");
}

}  // namespace skald
