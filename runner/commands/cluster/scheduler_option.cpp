#include "commands/cluster/scheduler_option.hpp"

#include "cluster/scheduler.hpp"

namespace skald {

void add_scheduler(CLI::App& line, std::string& given) {
  line.add_option("--scheduler", given,
                  "template of the scheduler that has the tasks, unless it is Slurm, or NAME.json "
                  "in ~/.config/skald/schedulers");
}

MakeScheduler schedulers_of(const std::string& given) {
  return [given](const std::string& name) { return scheduler_named(name, given); };
}

}  // namespace skald
