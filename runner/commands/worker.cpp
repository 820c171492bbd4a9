#include "worker/worker.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "system/open_plugins.hpp"

namespace skald {
namespace {

struct WorkerCommand {
  PluginOptions plugins;
};

int worker(const WorkerCommand& command) { return work(command.plugins); }

}  // namespace

void add_worker(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(app, chosen, "worker", "", worker);
  line.group("");  // started by `skald run`, not by people
  add_plugin_options(line, command.plugins);
}

}  // namespace skald
