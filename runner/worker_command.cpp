#include "commands.hpp"
#include "worker.hpp"

namespace skald {

int worker(const WorkerCommand& command) {
  PluginHost host = open_plugins(command.plugins, /*proven=*/true);  // by who started this worker
  return work(host);
}

}  // namespace skald
