// Slurm, by its programs sbatch, squeue, scancel and scontrol.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/scheduler.hpp"

namespace skald {

// Needs neither accounting (sacct) nor a particular configuration: squeue knows a task until
// MinJobAge after its end, and what the task itself has left tells the rest. Each array is one job
// array. Tasks are made to be requeued after a lost node or a preemption.
class SlurmScheduler final : public Scheduler {
 public:
  std::string name() const override { return "slurm"; }
  std::size_t array_limit() override;
  std::optional<std::chrono::minutes> time_limit(const std::string& partition) override;
  std::string submit(const TaskArray& array) override;
  std::vector<QueuedTask> list(std::span<const std::string> jobs) override;
  std::optional<std::string> find(const std::string& name) override;
  void cancel(std::span<const std::string> jobs) override;
  void begin_again() override;

 private:
  std::optional<std::size_t> array_limit_;  // once asked
};

// The parts that need no Slurm:

// Returns the arguments of sbatch, and the script for its standard input.
std::vector<std::string> sbatch_arguments(const TaskArray& array);
std::string batch_script(const TaskArray& array);

// Returns what `scontrol show config` says of that key; nothing if it does not.
std::optional<std::string> config_value(std::string_view config, std::string_view key);

// Returns the limit of the partition, or of the default one if it is "", as sinfo lists them in
// lines "NAME|TIME", where the default one has a star. Nothing if it has none or is not listed.
std::optional<std::chrono::minutes> limit_of(std::string_view partition, std::string_view sinfo);

// Reads a list in the format that list() asks squeue for. Lines that are not of that form (a
// warning, say) are left out, and so are jobs that are none of Skald's by their names, which a
// database can only claim to have submitted.
std::vector<QueuedTask> read_squeue(std::string_view text);

// Returns the sentence for what one of Slurm's programs has complained of: the complaint, and what
// helps.
std::string slurm_refusal(std::string_view program, std::string_view complaint);

}  // namespace skald
