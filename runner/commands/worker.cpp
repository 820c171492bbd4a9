#include "worker/worker.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "system/open_plugins.hpp"

namespace skald {

void add_worker(CLI::App& app, Action& chosen) {
  const auto [line, plugins] = add_command(app, chosen, "worker", "", work);
  line.group("");  // started by `skald run`, not by people
  add_plugin_options(line, plugins);
}

}  // namespace skald
