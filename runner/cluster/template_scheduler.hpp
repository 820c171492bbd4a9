// A scheduler that is used as a template says.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cluster/scheduler.hpp"
#include "cluster/scheduler_template.hpp"

namespace skald {

class TemplateScheduler final : public Scheduler {
 public:
  // `file` is the template's; its name without the ending is the scheduler's. Throws UsageError
  // unless that is a word (text::FileWord).
  TemplateScheduler(const std::filesystem::path& file, SchedulerTemplate how);

  std::string name() const override { return name_; }
  std::size_t array_limit() override { return 1; }
  std::size_t task_limit() const override;
  // Writes a script <name>.sh into the folder, which submits the array's only task.
  std::string submit(const TaskArray& array) override;
  std::vector<QueuedTask> list(std::span<const std::string> jobs) override;
  std::optional<std::string> find(const std::string& name) override;
  void cancel(std::span<const std::string> jobs) override;

 private:
  // Runs a program and returns what it prints; with `is_of_jobs`, also if it fails since they have
  // ended.
  std::string ask(const std::vector<std::string>& arguments, bool is_of_jobs = false) const;
  bool tells_of_ended_jobs(const std::string& error) const;
  // Throws SchedulerError unless the hosts of the jobs are those of the template.
  void require_known_hosts(std::span<const std::string> jobs) const;

  std::filesystem::path file_;
  std::string name_;
  SchedulerTemplate how_;
};

}  // namespace skald
