#include "schedulers/schedulers.hpp"

#include <filesystem>

#include "schedulers/slurm_scheduler.hpp"
#include "schedulers/template_scheduler.hpp"
#include "system/exit_code.hpp"

namespace skald {

std::unique_ptr<Scheduler> make_scheduler(const std::string& name) {
  if (name == kDefaultScheduler) return std::make_unique<SlurmScheduler>();
  if (!std::filesystem::exists(name)) {
    throw UsageError("--scheduler " + name +
                     ": is neither slurm nor a file that says how to submit, list and cancel "
                     "(docs/clusters.md)");
  }
  return std::make_unique<TemplateScheduler>(name, read_scheduler_template(name));
}

}  // namespace skald
