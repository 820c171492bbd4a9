// skald task FOLDER NUMBER: what a scheduler starts on a node; see cluster/perform_task.hpp.
#include "cluster/perform_task.hpp"
#include "commands/command.hpp"

namespace skald {
namespace {

struct TaskCommand {
  std::string folder;
  std::size_t number = 0;
};

int task(const TaskCommand& command) { return perform_task(command.folder, command.number); }

}  // namespace

void add_task(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(app, chosen, "task", "", task);
  line.group("");  // started by a scheduler, not by people
  line.add_option("folder", command.folder, "folder of the submission")->required();
  line.add_option("number", command.number, "of the task")->required();
}

}  // namespace skald
